"""An incident of a game: one suggestion, or one candidate's vote, with the stretch of time that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Review, Verdict, input_from_json
from engine.codes import CueKind, JournalType
from engine.cues import Cue, Evidence
from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.journal import Journal, Line, retracted_inputs
from engine.journal_timeline import entries_of
from engine.periods import VoteWindow, vote_windows
from engine.seats import GAME_SEATS, Subject
from engine.suggestions import Suggestion
from engine.suggestions import from_json as suggestion_from_json
from engine.timeline import TimelineEntry

LEAD_LAG_NS: Final[Mapping[CueKind, tuple[int, int]]] = {
    CueKind.TOUCH_DOWN: (2 * NS_PER_S, 2 * NS_PER_S),
    CueKind.LIFT: (2 * NS_PER_S, 2 * NS_PER_S),
    CueKind.HAND_HELD_PAST_WORD: (2 * NS_PER_S, 3 * NS_PER_S),
    CueKind.EYES_OPEN: (3 * NS_PER_S, 3 * NS_PER_S),
    CueKind.CONTACT: (2 * NS_PER_S, 2 * NS_PER_S),
}
"""How much is shown before and after, by kind."""
_USUAL_NS: Final = (2 * NS_PER_S, 2 * NS_PER_S)
_GUARD_NS: Final = 300 * NS_PER_MS
"""Shown beyond the lead and the lag, so that a decisive picture is never the first or the last one."""
VOTE_PREFIX: Final = "vote"


class UnknownIncident(Fault):
    """A name that no incident of the game has."""

    template = "“{name}” is no incident of this game: choose from {known}."


class NoIncident(Fault):
    """A game in which nothing was suggested and nobody voted."""

    template = "This game holds no suggestion and no vote: there is nothing to pack."


@dataclass(frozen=True, slots=True)
class Decided:
    """One entry of the decision chain."""

    line: int
    t_ns: int
    wall: str
    by: str
    what: str  # a Decision's or a ReviewResult's code
    reason: str
    speed: float | None  # of the slowest playback that was looked at before; None: not told
    taken_back: bool


@dataclass(frozen=True, slots=True)
class Incident:
    """What is packed; times are the game's."""

    name: str
    from_ns: int
    to_ns: int
    seats: tuple[Subject, ...]  # involved: never blurred
    evidence: tuple[Evidence, ...]
    suggestion: Suggestion | None
    window: VoteWindow | None
    cues: tuple[Cue, ...]  # of the involved seats within the stretch
    decided: tuple[Decided, ...]

    @property
    def decisive_ns(self) -> tuple[int, ...]:
        """Times of the pictures that the claim stands on."""
        return tuple(sorted({piece.t_ns for piece in self.evidence}))


def names_of(journal: Journal) -> tuple[str, ...]:
    """Every incident's name, in the order of the journal; suggestions first, then votes."""
    windows = vote_windows(_entries(journal))
    return (*(one.id for one in _suggestions(journal)), *(_vote_name(window) for window in windows))


def incident_of(journal: Journal, name: str) -> Incident:
    """One incident by its name; raises UnknownIncident or NoIncident."""
    known = names_of(journal)
    if not known:
        raise NoIncident
    if name not in known:
        raise UnknownIncident(name=name, known=", ".join(known))
    windows = vote_windows(_entries(journal))
    if name.startswith(VOTE_PREFIX):
        return _of_window(next(w for w in windows if _vote_name(w) == name), name, journal)
    suggestion = next(one for one in _suggestions(journal) if one.id == name)
    return _of_suggestion(suggestion, windows, journal)


def _of_suggestion(suggestion: Suggestion, windows: Sequence[VoteWindow], journal: Journal) -> Incident:
    lead_ns, lag_ns = LEAD_LAG_NS.get(suggestion.kind, _USUAL_NS)
    begins = [suggestion.when.start.earliest_ns, *(piece.t_ns for piece in suggestion.evidence)]
    ends = [suggestion.when.start.latest_ns, *(piece.t_ns for piece in suggestion.evidence)]
    if suggestion.when.end is not None:
        ends.append(suggestion.when.end.latest_ns)
    window = next((w for w in windows if w.call.earliest_ns <= begins[0] <= w.closes_ns), None)
    if window is not None and window.word is not None and suggestion.kind in LEAD_LAG_NS:
        begins.append(window.word.start.earliest_ns)
        ends.append((window.word.end or window.word.start).latest_ns)
    seats = (suggestion.subject, *suggestion.targets) if suggestion.kind is CueKind.CONTACT else (suggestion.subject,)
    from_ns, to_ns = max(0, min(begins) - lead_ns - _GUARD_NS), max(ends) + lag_ns + _GUARD_NS
    cues = _cues(journal, seats, from_ns, to_ns)
    decided = decided_of(journal, suggestion.id)
    return Incident(suggestion.id, from_ns, to_ns, seats, suggestion.evidence, suggestion, window, cues, decided)


def _of_window(window: VoteWindow, name: str, journal: Journal) -> Incident:
    from_ns = max(0, window.call.earliest_ns - NS_PER_S - _GUARD_NS)
    to_ns = window.closes_ns + NS_PER_S + _GUARD_NS
    cues = _cues(journal, GAME_SEATS, from_ns, to_ns)
    evidence = tuple(piece for cue in cues for piece in cue.evidence)
    return Incident(name, from_ns, to_ns, GAME_SEATS, evidence, None, window, cues, ())


def _suggestions(journal: Journal) -> tuple[Suggestion, ...]:
    found: dict[str, Suggestion] = {}
    for line in journal.lines:
        if line.type is JournalType.SUGGESTION and line.body.get("kind") != CueKind.NOT_OBSERVED:
            one = suggestion_from_json({key: value for key, value in line.body.items() if key != "of"})
            found[one.id] = one
    return tuple(found.values())


def _cues(journal: Journal, seats: Sequence[Subject], from_ns: int, to_ns: int) -> tuple[Cue, ...]:
    found = []
    for line in journal.lines:
        if line.type is JournalType.INPUT and line.body.get("input") == "cue":
            cue = input_from_json(line.body, line.t_ns)
            if isinstance(cue, Cue) and cue.subject in seats and from_ns <= cue.when.start.earliest_ns <= to_ns:
                found.append(cue)
    return tuple(found)


def decided_of(journal: Journal, suggestion: str) -> tuple[Decided, ...]:
    """Everything that was decided about a suggestion, in order, what was taken back included."""
    gone = retracted_inputs(journal.lines)
    found = []
    for line in journal.lines:
        if line.type is JournalType.VERDICT and line.body.get("suggestion") == suggestion:
            given = input_from_json(line.body, line.t_ns)
            if isinstance(given, Verdict | Review):
                what = given.decision.value if isinstance(given, Verdict) else given.result.value
                found.append(
                    Decided(line.n, line.t_ns, line.wall, given.by, what, given.reason, given.speed, line.n in gone)
                )
    return tuple(found)


def _entries(journal: Journal) -> list[TimelineEntry]:
    return list(entries_of([_as_mapping(line) for line in journal.lines]))


def _as_mapping(line: Line) -> dict[str, object]:
    return {"n": line.n, "t_ns": line.t_ns, "type": line.type, "body": line.body}


def _vote_name(window: VoteWindow) -> str:
    whom = "lift" if window.candidate is None else window.candidate
    return f"{VOTE_PREFIX}{window.round}-{whom}"
