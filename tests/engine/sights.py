"""For every trigger that a cue can claim: the plainest cue and situation in which it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.codes import Awake, CueKind, Phase, RequestKind, Role, Section
from engine.cues import Cue
from engine.ruleset import Ruleset
from engine.seats import GAME_SEATS, Seat
from engine.situations import Situation
from engine.triggers import Trigger
from tests.engine.builders import around, cue, word

SEAT = 6
_WORD = word(42.0, 42.5)
_ROLES = {Seat(1): Role.DON, Seat(2): Role.MAFIA, Seat(3): Role.MAFIA, Seat(4): Role.SHERIFF}

_CUES: dict[Trigger, tuple[CueKind, float, dict[str, Any]]] = {
    Trigger.EARLY_LIFT: (CueKind.LIFT, 41.0, {"targets": (4,)}),
    Trigger.LIFT_BEFORE_COUNT: (CueKind.LIFT, 43.0, {"targets": (4,)}),
    Trigger.LATE_TOUCH: (CueKind.TOUCH_DOWN, 43.0, {"targets": (4,)}),
    Trigger.WRONG_FORM: (CueKind.TOUCH_DOWN, 41.0, {"targets": (4,), "measures": {"form_palm": 0.9}}),
    Trigger.PREMATURE_TOUCH: (CueKind.PREMATURE_TOUCH, 39.0, {"targets": (4,)}),
    Trigger.HAND_HELD_PAST_WORD: (CueKind.HAND_HELD_PAST_WORD, 42.6, {"targets": (4,)}),
    Trigger.DOUBLE_VOTE: (CueKind.DOUBLE_VOTE, 41.0, {"targets": (4,)}),
    Trigger.VOTE_GESTURE: (CueKind.VOTE_GESTURE, 41.0, {}),
    Trigger.EYES_OPEN_AT_NIGHTFALL: (CueKind.EYES_OPEN, 5.0, {"until_s": 8.0}),
    Trigger.EYES_OPEN: (CueKind.EYES_OPEN, 20.0, {"until_s": 21.0}),
    Trigger.MASK_OFF: (CueKind.MASK_OFF, 20.0, {}),
    Trigger.MASK_MISSING: (CueKind.MASK_OFF, 20.0, {"measures": {"never_worn": 1.0}}),
    Trigger.SHOT_HAND: (CueKind.SHOT_HAND, 20.0, {"measures": {"shots_this_night": 2.0}}),
    Trigger.SHERIFF_SOUND: (CueKind.KNOCK, 20.0, {}),
    Trigger.DISPUTED_VOTE: (CueKind.TOUCH_DOWN, 41.99, {"targets": (4,), "width_ms": 100}),
    Trigger.LATE_RED_VOTE: (CueKind.TOUCH_DOWN, 43.0, {"targets": (4,)}),
    Trigger.LATE_BLACK_VOTE: (CueKind.TOUCH_DOWN, 42.55, {"targets": (4,)}),
}
_SAME_NAME = frozenset(kind.value for kind in CueKind)


def cue_for(trigger: Trigger, seat: int = SEAT) -> Cue:
    """A cue that claims this trigger in `situation_for`'s situation."""
    if trigger in _CUES:
        kind, at_s, more = _CUES[trigger]
        return cue(kind, seat, at_s, **more)
    if trigger in _SPOKEN:
        return cue(CueKind.BANNED_WORD, seat, 20.0, measures={trigger.value: 0.9})
    return cue(_OTHER_NAME.get(trigger) or CueKind(trigger.value), seat, 20.0)


_SPOKEN = frozenset(
    {
        Trigger.WORD_HONEST,
        Trigger.WORD_HUNDRED_PERCENT,
        Trigger.RELIGION,
        Trigger.OATH,
        Trigger.BET,
        Trigger.OBSCENITY,
    }
)
_OTHER_NAME = {
    Trigger.NIGHT_SOUND: CueKind.VOICE_ACTIVE,
    Trigger.TALK_OUT_OF_TURN: CueKind.VOICE_ACTIVE,
    Trigger.TALK_AFTER_PASS: CueKind.VOICE_ACTIVE,
    Trigger.TABLE_KNOCK: CueKind.KNOCK,
    Trigger.RECORDS_KEPT: CueKind.PHONE_OR_NOTES,
    Trigger.SPEECH_END_WORD: CueKind.PASS_WORD,
}


def situation_for(trigger: Trigger, section: Section) -> Situation:
    """A situation in which `cue_for`'s cue claims this trigger: everything asleep, asked or said that it needs."""
    plain = Situation(
        section=section,
        judged=frozenset(GAME_SEATS),
        night_cue=around(1.0),
        city_sleeps=None if trigger is Trigger.EYES_OPEN_AT_NIGHTFALL else around(10.0),
        speaker=Seat(2),
        speaker_known=True,
        requests=frozenset((kind, None) for kind in (RequestKind.BOW, RequestKind.MOVE_BACK, RequestKind.VOTE)),
        fouls={},
    )
    if section is Section.VOTE:
        plain = replace(plain, candidate=None if trigger is Trigger.TABLE_KNOCK else Seat(4), word=_WORD)
    match trigger:
        case Trigger.LIFT_BEFORE_COUNT:
            return replace(plain, count=around(44.0))
        case Trigger.NIGHT_SIGN:
            return replace(plain, waking=Awake.DON, awake=frozenset({Seat(1)}), roles=_ROLES)
        case Trigger.SHERIFF_SOUND:
            sheriff = {Seat(SEAT): Role.SHERIFF}
            return replace(plain, phase=Phase.SHERIFF_CHECK, awake=frozenset({Seat(SEAT)}), roles=sheriff)
        case Trigger.TALK_AFTER_PASS:
            return replace(plain, speaker=None, spoke_last=Seat(SEAT))
        case Trigger.DISPUTED_VOTE | Trigger.LATE_RED_VOTE:
            return replace(plain, critical=True, roles={Seat(SEAT): Role.CITIZEN})
        case Trigger.LATE_BLACK_VOTE:
            return replace(plain, critical=True, roles={Seat(SEAT): Role.MAFIA}, wins_by_delivery=True)
        case _:
            return plain


def with_grace(rules: Ruleset, grace_ms: float = 200.0) -> Ruleset:
    """The ruleset with the set-up's answer to how late a winning black hand may be."""
    return rules.with_answers({"black_delivery_grace_ms": grace_ms})
