"""Mafiaratings' words for a moment of the game, and back."""

from __future__ import annotations

from typing import Final

from engine import fields
from engine.codes import Phase
from engine.exchange.sheet import Json
from engine.fields import FieldError
from engine.state import Stage

_NIGHT_WORDS: Final = {
    Phase.DEAL: "start",
    Phase.AGREEMENT: "arrangement",
    Phase.INTRODUCTIONS: "relaxed sitting",
    Phase.FREE_SEATING: "relaxed sitting",
    Phase.NIGHT: "night start",
    Phase.SHOOTING: "shooting",
    Phase.DON_CHECK: "don",
    Phase.SHERIFF_CHECK: "sheriff",
    Phase.BEST_MOVE: "night end",
    Phase.MORNING: "night end",
}
_DAY_WORDS: Final = {
    Phase.DAY: "day start",
    Phase.SPEECH: "speaking",
    Phase.VOTE: "voting start",
    Phase.BALLOT: "voting",
    Phase.TIE: "voting",
    Phase.SHOOTOUT: "voting",
    Phase.LIFT: "voting kill all",
    Phase.LIFT_BALLOT: "voting kill all",
    Phase.EVENING: "end",
    Phase.OVER: "end",
}
_PHASE_OF: Final = {
    "start": Phase.DEAL,
    "arrangement": Phase.AGREEMENT,
    "relaxed sitting": Phase.FREE_SEATING,
    "night start": Phase.NIGHT,
    "shooting": Phase.SHOOTING,
    "don": Phase.DON_CHECK,
    "sheriff": Phase.SHERIFF_CHECK,
    "night end": Phase.MORNING,
    "day start": Phase.DAY,
    "night kill speaking": Phase.LAST_WORD,
    "speaking": Phase.SPEECH,
    "voting start": Phase.VOTE,
    "voting": Phase.BALLOT,
    "voting kill all": Phase.LIFT_BALLOT,
    "day kill speaking": Phase.LAST_WORD,
    "end": Phase.EVENING,
}


def gametime_of(stage: Stage) -> dict[str, object]:
    """The moment as `{round, time, speaker?, votingRound?, nominee?}`; rounds count days from 0 and nights from 0."""
    if stage.phase in _NIGHT_WORDS:
        return {"round": stage.night, "time": _NIGHT_WORDS[stage.phase]}
    time: dict[str, object] = {"round": max(stage.day - 1, 0)}
    if stage.phase in (Phase.LAST_WORD, Phase.FAREWELL):
        after_night = stage.ballot == 0 and stage.day == stage.night + 1
        time["time"] = "night kill speaking" if after_night else "day kill speaking"
        if stage.speaker is not None and not after_night:
            time["speaker"] = stage.speaker
        return time
    time["time"] = _DAY_WORDS[stage.phase]
    if stage.phase is Phase.SPEECH and stage.speaker is not None:
        time["speaker"] = stage.speaker
    if time["time"] == "voting":
        is_talk = stage.phase in (Phase.SHOOTOUT, Phase.TIE)
        time["votingRound"] = stage.ballot if is_talk else max(stage.ballot - 1, 0)
        if is_talk and stage.speaker is not None:
            time["speaker"] = stage.speaker
        elif stage.candidate is not None:
            time["nominee"] = stage.candidate
    elif time["time"] == "voting kill all":
        time["votingRound"] = max(stage.ballot - 1, 0)
    return time


def stage_of(raw: Json) -> Stage:
    """The inverse of `gametime_of`; raises FieldError for a word that is no moment. `order` becomes the time."""
    word = fields.text_of(fields.need(raw, "time"), "time")
    if word not in _PHASE_OF:
        raise FieldError(f"{word!r} is no moment of a game{fields.nearest(word, _PHASE_OF)}")
    round_ = fields.integer_of(fields.need(raw, "round"), "round")
    phase = _PHASE_OF[word]
    speaker, nominee = raw.get("speaker"), raw.get("nominee")
    ballot = fields.integer_of(raw.get("votingRound", 0), "votingRound")
    if phase is Phase.BALLOT and speaker is not None:
        phase = Phase.SHOOTOUT
    elif word in ("voting", "voting kill all") or word == "day kill speaking":
        ballot += 1
    at_night = phase in _NIGHT_WORDS
    return Stage(
        phase,
        day=round_ if at_night else round_ + 1,
        night=round_,
        t_ns=fields.integer_of(raw.get("order", 0), "order"),
        speaker=None if speaker is None else fields.seat_of(speaker, "speaker"),
        ballot=ballot,
        candidate=None if nominee is None else fields.seat_of(nominee, "nominee"),
    )
