"""A game's journal read as a timeline: its accepted host actions, without the retracted ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeGuard

from engine import fields
from engine.actions import ActionKind, HostAction, input_from_json, moment
from engine.codes import Awake, JournalType, TimelineKind
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, exactly
from engine.seats import Seat
from engine.timeline import TimelineEntry

_KIND_OF: Final = {
    ActionKind.START_GAME: TimelineKind.NIGHT_CUE,
    ActionKind.ANNOUNCE_NIGHT: TimelineKind.NIGHT_CUE,
    ActionKind.CITY_SLEEPS: TimelineKind.CITY_SLEEPS,
    ActionKind.START_DAY: TimelineKind.DAY_CUE,
    ActionKind.WAKE: TimelineKind.WAKE,
    ActionKind.SLEEP: TimelineKind.SLEEP,
    ActionKind.START_AGREEMENT: TimelineKind.WAKE,
    ActionKind.START_INTRODUCTIONS: TimelineKind.SLEEP,
    ActionKind.START_FREE_SEATING: TimelineKind.SLEEP,
    ActionKind.START_DON_CHECK: TimelineKind.WAKE,
    ActionKind.START_SHERIFF_CHECK: TimelineKind.WAKE,
    ActionKind.END_CHECKS: TimelineKind.SLEEP,
    ActionKind.START_SPEECH: TimelineKind.SPEECH_START,
    ActionKind.END_SPEECH: TimelineKind.SPEECH_END,
    ActionKind.NOMINATE: TimelineKind.NOMINATION,
    ActionKind.OPEN_VOTE: TimelineKind.VOTE_OPEN,
    ActionKind.CALL: TimelineKind.CALL,
    ActionKind.CLOSING_WORD: TimelineKind.WORD,
    ActionKind.COUNT: TimelineKind.COUNT,
    ActionKind.CLOSE_VOTE: TimelineKind.VOTE_CLOSE,
    ActionKind.START_SHOOTOUT: TimelineKind.SHOOTOUT_START,
    ActionKind.CALL_LIFT: TimelineKind.LIFT_CALL,
    ActionKind.PAUSE: TimelineKind.PAUSE,
    ActionKind.RESUME: TimelineKind.RESUME,
    ActionKind.REQUEST: TimelineKind.REQUEST,
    ActionKind.PERMIT: TimelineKind.PERMISSION,
    ActionKind.ASSIGN_ROLE: TimelineKind.ROLE,
    ActionKind.CALL_NUMBER: TimelineKind.SCORE_NUMBER,
}
_WOKEN: Final = {
    ActionKind.START_AGREEMENT: Awake.MAFIA,
    ActionKind.START_DON_CHECK: Awake.DON,
    ActionKind.START_SHERIFF_CHECK: Awake.SHERIFF,
}
_TARGET_KINDS: Final = frozenset({TimelineKind.CALL, TimelineKind.NOMINATION})
_SPOKEN_THEN_PRESSED: Final = frozenset({TimelineKind.CALL, TimelineKind.LIFT_CALL})
KEY_LATE_NS: Final = 700 * NS_PER_MS
"""A host who calls a candidate presses the key within this time after the name (200 ms is usual)."""
CORRECTED_NS: Final = 10 * NS_PER_S
"""A judge moves a word by less than this."""
LEFT_EVENT: Final = "player_left"


def entries_of(lines: Sequence[Mapping[str, object]]) -> Iterator[TimelineEntry]:
    """Timeline entries in the journal's order; raises FieldError for a line that means nothing.

    A word that a judge moved stands where the judge heard it, with the judge's source.
    """
    read = list(_actions_and_departures(lines))
    moved = {_nearest(read, action): action for action in read if _corrects(action)}
    for number, one in enumerate(read):
        if isinstance(one, TimelineEntry):
            yield one
        elif one.kind in _KIND_OF:
            yield _entry(_moved(one, moved[number]) if number in moved else one)


def _corrects(one: HostAction | TimelineEntry) -> TypeGuard[HostAction]:
    return isinstance(one, HostAction) and one.kind is ActionKind.CORRECT_WORD


def _nearest(read: Sequence[HostAction | TimelineEntry], correction: HostAction) -> int | None:
    """The number of the closing word whose vote a correction means: the nearest in time, within CORRECTED_NS."""
    aim_ns = moment(correction).middle_ns
    near = [
        (abs(moment(one).middle_ns - aim_ns), number)
        for number, one in enumerate(read)
        if isinstance(one, HostAction) and one.kind is ActionKind.CLOSING_WORD
    ]
    distance_ns, number = min(near, default=(CORRECTED_NS + 1, -1))
    return number if distance_ns <= CORRECTED_NS else None


def _moved(said: HostAction, correction: HostAction) -> HostAction:
    return replace(said, word=correction.word, source=correction.source)


def _actions_and_departures(lines: Sequence[Mapping[str, object]]) -> Iterator[HostAction | TimelineEntry]:
    gone = retracted(lines)
    for line in lines:
        kind = line.get("type")
        if line.get("n") in gone:
            continue
        body = fields.mapping_of(fields.need(line, "body"), "body")
        t_ns = fields.integer_of(fields.need(line, "t_ns"), "t_ns")
        if kind == JournalType.INPUT and body.get("input") == "action":
            action = input_from_json(body, t_ns)
            if isinstance(action, HostAction) and (action.kind in _KIND_OF or _corrects(action)):
                yield action
        elif kind == JournalType.EVENT and body.get("kind") == LEFT_EVENT:
            yield _departure(body, t_ns)


def retracted(lines: Iterable[Mapping[str, object]]) -> frozenset[int]:
    """Numbers of lines taken back, with the events they led to."""
    found: set[int] = set()
    for line in lines:
        if line.get("type") == JournalType.RETRACT:
            body = fields.mapping_of(fields.need(line, "body"), "body")
            found.add(fields.integer_of(fields.need(body, "of"), "of"))
    if found:
        for line in lines:
            led_to = line.get("body")
            if isinstance(led_to, dict) and led_to.get("of") in found:
                found.add(fields.integer_of(fields.need(line, "n"), "n"))
    return frozenset(found)


def _entry(action: HostAction) -> TimelineEntry:
    kind = _KIND_OF[action.kind]
    return TimelineEntry(
        t=moment(action) if action.word or kind not in _SPOKEN_THEN_PRESSED else _pressed(action.t_ns),
        kind=kind,
        subject=action.subject,
        source=action.source,
        start=action.word.start if action.word else None,
        end=action.word.end if action.word else None,
        candidate=action.target if kind in _TARGET_KINDS else None,
        number=action.number,
        seats=action.seats,
        awake=action.awake or _WOKEN.get(action.kind),
        role=action.role,
        request=action.request,
        permission=action.permission,
    )


def _pressed(t_ns: int) -> Interval:
    """When something was said that a key pressed at `t_ns` records: people press while or after they speak."""
    return Interval(max(0, t_ns - KEY_LATE_NS), t_ns)


def _departure(body: Mapping[str, object], t_ns: int) -> TimelineEntry:
    seat: Seat = fields.seat_of(fields.need(body, "subject"), "subject")
    removed = body.get("text") in ("removal", "tournament", "team_defeat")
    kind = TimelineKind.REMOVED if removed else TimelineKind.ELIMINATED
    return TimelineEntry(t=exactly(t_ns), kind=kind, subject=seat)
