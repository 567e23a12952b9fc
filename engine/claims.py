"""From a cue and what surrounds it to the trigger it claims: the reading of one sight under one ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.codes import (
    Awake,
    CueKind,
    HandForm,
    PermissionKind,
    Phase,
    RequestKind,
    Role,
    Section,
    Unobserved,
    VoteVerdict,
    WordEdge,
)
from engine.cues import Cue
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, against_word
from engine.ruleset import Ruleset
from engine.situations import Situation
from engine.triggers import Trigger

_BLACK: Final = frozenset({Role.MAFIA, Role.DON})
_NIGHTS: Final = frozenset({Section.NIGHT_ZERO, Section.NIGHT})
_SURE_FORM: Final = 0.5

Claim = Trigger | Unobserved | None
"""What a cue amounts to: a trigger, that it cannot be told, or nothing."""


def claim_of(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    """The trigger a cue claims under a ruleset; None when it claims nothing.

    Answers `Unobserved.WHITELIST_UNKNOWN` where a role is awake and nobody entered whose it is.
    """
    if cue.subject not in around.judged or around.paused:
        return None
    reader = _READERS.get(cue.kind)
    return reader(cue, around, rules) if reader else None


def word_edge(rules: Ruleset) -> WordEdge | None:
    """The edge of the closing word that counts; None while the rulebook and the set-up leave it open."""
    edge = rules.text("word_edge")
    return WordEdge(edge) if edge else None


def band_ns(rules: Ruleset) -> int:
    """How near the word still counts as with it."""
    return round((rules.number("simultaneous_band_ms") or 0) * NS_PER_MS)


def touch_verdict(touch: Interval, around: Situation, rules: Ruleset) -> VoteVerdict:
    """When a hand came down against the closing word, under the ruleset's edge and band."""
    if around.word is None:
        return VoteVerdict.NOT_OBSERVED
    return against_word(touch, around.word, word_edge(rules), band_ns(rules))


def form_of(cue: Cue) -> HandForm:
    """The hand's form from measures named `form_fist`, `form_palm`, … (0…1); unknown below one half."""
    scores = {form: cue.measures.get(f"form_{form}", 0.0) for form in HandForm if form is not HandForm.UNKNOWN}
    best = max(scores, key=lambda form: scores[form])
    return best if scores[best] >= _SURE_FORM else HandForm.UNKNOWN


def _lift(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    if around.word is None:
        return None
    verdict = against_word(cue.when.start, around.word, word_edge(rules), band_ns(rules))
    if verdict is VoteVerdict.BEFORE:
        return Trigger.EARLY_LIFT
    before_count = around.count_pending or (
        around.count is not None and cue.when.start.latest_ns < around.count.earliest_ns
    )
    if verdict is VoteVerdict.AFTER and before_count and rules.text("hold_until") == "count":
        return Trigger.LIFT_BEFORE_COUNT
    return None


def _touch(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    verdict = touch_verdict(cue.when.start, around, rules)
    role = around.roles.get(cue.subject) if isinstance(cue.subject, int) else None
    if rules.flag("role_dependent_vote") and around.critical and role is not None:
        if verdict in (VoteVerdict.INCONCLUSIVE, VoteVerdict.DURING):
            return Trigger.DISPUTED_VOTE
        if verdict is VoteVerdict.AFTER and role not in _BLACK:
            return Trigger.LATE_RED_VOTE
        if verdict is VoteVerdict.AFTER and around.wins_by_delivery and within_grace(cue.when.start, around, rules):
            return Trigger.LATE_BLACK_VOTE
    if verdict is VoteVerdict.AFTER or (verdict is VoteVerdict.DURING and word_edge(rules) is WordEdge.START):
        return Trigger.LATE_TOUCH
    form, forms = form_of(cue), rules.words("vote_form")
    if verdict is VoteVerdict.BEFORE and forms and form is not HandForm.UNKNOWN and form not in forms:
        return Trigger.WRONG_FORM
    return None


def within_grace(touch: Interval, around: Situation, rules: Ruleset) -> bool:
    """Whether a touch surely lies within the stated grace after the word (C41); False while none is stated."""
    grace_ms = rules.number("black_delivery_grace_ms")
    if grace_ms is None or around.word is None:
        return False
    end = around.word.end or around.word.start
    return touch.latest_ns <= end.earliest_ns + round(grace_ms * NS_PER_MS)


def _eyes(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    if around.section not in _NIGHTS:
        return None
    awake = frozenset[object]() if around.phase is Phase.SHOOTING else around.awake
    if awake is None:
        return Unobserved.WHITELIST_UNKNOWN
    if cue.subject in awake:
        return None
    seen_until = cue.when.end or cue.when.start
    if len(rules.words("night_cues")) > 1:
        if around.city_sleeps is not None and seen_until.earliest_ns > around.city_sleeps.latest_ns:
            return Trigger.EYES_OPEN
        grace_ns = round((rules.number("eyes_grace_s") or 0) * NS_PER_S)
        if around.night_cue is not None and seen_until.earliest_ns > around.night_cue.latest_ns + grace_ns:
            return Trigger.EYES_OPEN_AT_NIGHTFALL
        return None
    if around.city_sleeps is not None and seen_until.earliest_ns > around.city_sleeps.latest_ns:
        return Trigger.EYES_OPEN
    # Eyes still open from the day are at first the late mask's matter, not a peek.
    if around.night_cue is not None and cue.when.start.earliest_ns <= around.night_cue.latest_ns:
        return Trigger.EYES_OPEN if seen_until.earliest_ns > around.night_cue.latest_ns + STILL_OPEN_NS else None
    return Trigger.EYES_OPEN


STILL_OPEN_NS: Final = 3 * NS_PER_S
"""Whose eyes are still open this long after the night was announced is not merely late with the mask."""


def _asleep(trigger: Trigger) -> Callable[[Cue, Situation, Ruleset], Claim]:
    """A claim about somebody who must sleep."""

    def read(cue: Cue, around: Situation, _: Ruleset) -> Claim:
        if around.section not in _NIGHTS:
            return None
        if around.awake is None:
            return Unobserved.WHITELIST_UNKNOWN
        return None if cue.subject in around.awake else trigger

    return read


def _mask_off(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    never_worn = cue.measures.get("never_worn", 0.0) >= _SURE_FORM
    return _asleep(Trigger.MASK_MISSING if never_worn else Trigger.MASK_OFF)(cue, around, rules)


def _sign(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    return _asleep(Trigger.NIGHT_SIGN if _in_check(around) else Trigger.NIGHT_MOVEMENT)(cue, around, rules)


def _movement(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    """Motion of a sleeper; where only signs in the checks have a clause, any motion there is one (B 4.3.3)."""
    no_clause = rules.clause_for(Trigger.NIGHT_MOVEMENT, around.section) is None
    is_sign = _in_check(around) and no_clause
    return _asleep(Trigger.NIGHT_SIGN if is_sign else Trigger.NIGHT_MOVEMENT)(cue, around, rules)


def _in_check(around: Situation) -> bool:
    return around.phase in (Phase.DON_CHECK, Phase.SHERIFF_CHECK) or around.waking in (Awake.DON, Awake.SHERIFF)


def _shot(cue: Cue, _: Situation, __: Ruleset) -> Claim:
    """One shot a night is as it should be; the sight must say how many it saw of this player."""
    shots = cue.measures.get("shots_this_night")
    return None if shots is None or shots == 1 else Trigger.SHOT_HAND


def _gesture(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    if around.section in _NIGHTS:
        return _movement(cue, around, rules)
    return Trigger.VOTE_GESTURE if around.section is Section.VOTE else Trigger.GESTURE


def _voice(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    if around.section in _NIGHTS:
        speaks_best_move = around.phase is Phase.BEST_MOVE and cue.subject == around.speaker
        return None if speaks_best_move else _asleep(Trigger.NIGHT_SOUND)(cue, around, rules)
    if around.section is Section.VOTE:
        return Trigger.TALK_OUT_OF_TURN
    if not around.speaker_known or cue.subject == around.speaker:
        return None
    if around.speaker is None and cue.subject == around.spoke_last:
        return Trigger.TALK_AFTER_PASS if around.section is Section.DAY else Trigger.TALK_OUT_OF_TURN
    return Trigger.TALK_OUT_OF_TURN


def _loud(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    return _asleep(Trigger.NIGHT_SOUND)(cue, around, rules) if around.section in _NIGHTS else Trigger.LOUD


def _knock(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
    if around.section in _NIGHTS:
        role = around.roles.get(cue.subject) if isinstance(cue.subject, int) else None
        if role is Role.SHERIFF and around.phase is Phase.SHERIFF_CHECK:
            return Trigger.SHERIFF_SOUND
        return _asleep(Trigger.NIGHT_SOUND)(cue, around, rules)
    # Hands that vote knock on the table by their nature.
    return None if around.section is Section.VOTE and around.candidate is not None else Trigger.TABLE_KNOCK


def _face_covered(trigger: Trigger) -> Callable[[Cue, Situation, Ruleset], Claim]:
    def read(cue: Cue, around: Situation, rules: Ruleset) -> Claim:
        if around.section in _NIGHTS:
            return None
        refused = around.asked(RequestKind.UNMASK, cue.subject)
        if refused and rules.clause_for(Trigger.REFUSED_TO_UNMASK, around.section):
            return Trigger.REFUSED_TO_UNMASK
        return trigger

    return read


def _left_seat(cue: Cue, around: Situation, _: Ruleset) -> Claim:
    return None if around.allowed(PermissionKind.LEAVE, cue.subject) else Trigger.SEAT_LEFT


def _banned_word(cue: Cue, _: Situation, __: Ruleset) -> Claim:
    words = [trigger for trigger in Trigger if trigger in cue.measures]
    return max(words, key=lambda trigger: cue.measures[trigger], default=None)


def _always(trigger: Trigger) -> Callable[[Cue, Situation, Ruleset], Claim]:
    return lambda _cue, _around, _rules: trigger


_READERS: Final[dict[CueKind, Callable[[Cue, Situation, Ruleset], Claim]]] = {
    CueKind.LIFT: _lift,
    CueKind.TOUCH_DOWN: _touch,
    CueKind.PREMATURE_TOUCH: _always(Trigger.PREMATURE_TOUCH),
    CueKind.HAND_HELD_PAST_WORD: _always(Trigger.HAND_HELD_PAST_WORD),
    CueKind.DOUBLE_VOTE: _always(Trigger.DOUBLE_VOTE),
    CueKind.VOTE_GESTURE: _always(Trigger.VOTE_GESTURE),
    CueKind.EYES_OPEN: _eyes,
    CueKind.MASK_OFF: _mask_off,
    CueKind.MASK_LATE: _asleep(Trigger.MASK_LATE),
    CueKind.HEAD_NOT_BOWED: _asleep(Trigger.HEAD_NOT_BOWED),
    CueKind.NOT_MOVED_BACK: _asleep(Trigger.NOT_MOVED_BACK),
    CueKind.FACE_TOUCHED: _asleep(Trigger.FACE_TOUCHED),
    CueKind.NIGHT_MOVEMENT: _movement,
    CueKind.NIGHT_SIGN: _sign,
    CueKind.SHOT_HAND: _shot,
    CueKind.CONTACT: _always(Trigger.CONTACT),
    CueKind.SEAT_LEFT: _left_seat,
    CueKind.MASK_ON_BY_DAY: _face_covered(Trigger.MASK_ON_BY_DAY),
    CueKind.FACE_HIDDEN: _face_covered(Trigger.FACE_HIDDEN),
    CueKind.HANDS_HIDDEN: _always(Trigger.HANDS_HIDDEN),
    CueKind.GESTURE: _gesture,
    CueKind.GESTURE_OUT_OF_ZONE: _always(Trigger.GESTURE_OUT_OF_ZONE),
    CueKind.VOICE_ACTIVE: _voice,
    CueKind.LOUD: _loud,
    CueKind.KNOCK: _knock,
    CueKind.BANNED_WORD: _banned_word,
    CueKind.PHONE_OR_NOTES: _always(Trigger.RECORDS_KEPT),
    CueKind.PASS_WORD: _always(Trigger.SPEECH_END_WORD),
}

REQUESTED: Final = {
    Trigger.HEAD_NOT_BOWED: RequestKind.BOW,
    Trigger.NOT_MOVED_BACK: RequestKind.MOVE_BACK,
    Trigger.REFUSED_TO_UNMASK: RequestKind.UNMASK,
    Trigger.VOTE_DEMAND_REFUSED: RequestKind.VOTE,
}
"""What the host must have asked before a clause `on_request` is broken."""
