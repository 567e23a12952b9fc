"""From the moments of a timeline to what the senses watch: periods of the game and the windows of its votes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.codes import Awake, Role, TimelineKind, WordSource
from engine.focus import Focus, Period
from engine.intervals import NS_PER_S, Interval, Span
from engine.seats import Seat
from engine.timeline import TimelineEntry

HELD_PAST_WORD_NS: Final = 3 * NS_PER_S
"""How long hands are watched after a closing word when no count is written down."""

_ROLES_OF: Final = {
    Awake.MAFIA: frozenset({Role.MAFIA, Role.DON}),
    Awake.DON: frozenset({Role.DON}),
    Awake.SHERIFF: frozenset({Role.SHERIFF}),
}
_CALLS: Final = (TimelineKind.CALL, TimelineKind.LIFT_CALL)
_ENDS_A_WINDOW: Final = (
    *_CALLS,
    TimelineKind.VOTE_OPEN,
    TimelineKind.VOTE_CLOSE,
    TimelineKind.SHOOTOUT_START,
    TimelineKind.SPEECH_START,
    TimelineKind.NIGHT_CUE,
)


@dataclass(frozen=True, slots=True)
class VoteWindow:
    """One candidate's vote, from the call to the moment hands no longer matter.

    `round` counts the ballots of the recording from 1; in a lift vote `candidate` is None.
    """

    round: int
    candidate: Seat | None
    call: Interval
    word: Span | None  # the closing word; None when nobody wrote it down
    word_source: WordSource | None
    count: Interval | None
    closes_ns: int
    lift: bool = False
    last: bool = False  # the last candidate called in this round: hands not placed fall to it


def vote_windows(entries: Sequence[TimelineEntry]) -> tuple[VoteWindow, ...]:
    """Every called candidate in order of time, with the word and the count that closed it."""
    windows: list[VoteWindow] = []
    round_, called, opened = 0, set[Seat | None](), False
    for index, entry in enumerate(entries):
        if entry.kind is TimelineKind.VOTE_OPEN:
            opened = True
        if entry.kind not in _CALLS:
            continue
        lift = entry.kind is TimelineKind.LIFT_CALL
        if opened or lift or round_ == 0 or entry.candidate in called or (windows and windows[-1].lift):
            round_, called, opened = round_ + 1, set(), False
        called.add(entry.candidate)
        windows.append(_window(round_, entry, entries[index + 1 :]))
    return tuple(_with_last(windows))


def _window(round_: int, call: TimelineEntry, after: Iterable[TimelineEntry]) -> VoteWindow:
    word: TimelineEntry | None = None
    count: Interval | None = None
    closes_ns: int | None = None
    for entry in after:
        if entry.kind is TimelineKind.WORD and word is None:
            word = entry
        elif entry.kind is TimelineKind.COUNT:
            count, closes_ns = entry.t, entry.t.latest_ns
            break
        elif entry.kind in _ENDS_A_WINDOW:
            closes_ns = entry.t.earliest_ns
            break
    if word is not None:
        past_word_ns = (word.span.end or word.t).latest_ns + HELD_PAST_WORD_NS
        closes_ns = past_word_ns if closes_ns is None else closes_ns if count else min(closes_ns, past_word_ns)
    return VoteWindow(
        round=round_,
        candidate=None if call.kind is TimelineKind.LIFT_CALL else call.candidate,
        call=call.t,
        word=word.span if word else None,
        word_source=word.source if word else None,
        count=count,
        closes_ns=closes_ns if closes_ns is not None else call.t.latest_ns + HELD_PAST_WORD_NS,
        lift=call.kind is TimelineKind.LIFT_CALL,
    )


def _with_last(windows: Sequence[VoteWindow]) -> Iterable[VoteWindow]:
    for index, window in enumerate(windows):
        is_last = index + 1 == len(windows) or windows[index + 1].round != window.round
        yield replace(window, last=is_last and not window.lift)


def focuses(entries: Sequence[TimelineEntry], seats: Iterable[Seat]) -> tuple[Focus, ...]:
    """What to watch from when on, in order of time; empty when there is nothing to go by.

    A restriction begins at the latest moment it may have begun (night, sleep), a freedom at the earliest
    (waking, day), so that nobody is watched for what may have been allowed.
    """
    if not entries:
        return ()
    walk = _Walk(frozenset(seats), entries)
    for entry in entries:
        walk.take(entry)
    return walk.finished()


class _Walk:
    """Collects focuses along the timeline; lives only inside `focuses`."""

    def __init__(self, seats: frozenset[Seat], entries: Sequence[TimelineEntry]) -> None:
        self._roles: dict[Seat, Role] = {
            entry.subject: entry.role
            for entry in entries
            if entry.kind is TimelineKind.ROLE and isinstance(entry.subject, int) and entry.role is not None
        }
        self._closes = {window.call: window.closes_ns for window in vote_windows(entries)}
        self._now = Focus(Period.DAY, entries[0].t.earliest_ns, seats)
        self._paused = False
        self._found: list[Focus] = [self._now]

    def take(self, entry: TimelineEntry) -> None:
        """Follow one entry; kinds that change nothing for the senses are passed over."""
        self._vote_ran_out(entry.t.earliest_ns)
        earliest, latest = entry.t.earliest_ns, entry.t.latest_ns
        now = self._now
        match entry.kind:
            case TimelineKind.NIGHT_CUE:
                night = Focus(Period.NIGHT, latest, now.judged, frozenset(), night_cue=entry.t)
                self._set(night)
            case TimelineKind.CITY_SLEEPS:
                self._set(replace(now, period=Period.NIGHT, since_ns=latest, candidate=None, city_sleeps=entry.t))
            case TimelineKind.DAY_CUE:
                self._set(Focus(Period.DAY, earliest, now.judged))
            case TimelineKind.WAKE:
                self._set(replace(now, since_ns=earliest, awake=self._woken(entry)))
            case TimelineKind.SLEEP:
                self._set(replace(now, since_ns=latest, awake=frozenset()))
            case TimelineKind.VOTE_OPEN | TimelineKind.CALL | TimelineKind.LIFT_CALL:
                called = entry.candidate if entry.kind is TimelineKind.CALL else None
                lift = entry.kind is TimelineKind.LIFT_CALL
                self._set(Focus(Period.VOTE, earliest, now.judged, candidate=called, lift=lift))
            case TimelineKind.VOTE_CLOSE | TimelineKind.SHOOTOUT_START | TimelineKind.SPEECH_START:
                if now.period is Period.VOTE:
                    self._set(Focus(Period.DAY, latest, now.judged))
            case TimelineKind.COUNT:
                if now.period is Period.VOTE:
                    self._set(replace(now, since_ns=latest, candidate=None, lift=False))
            case TimelineKind.PAUSE:
                self._paused = True
                self._show(replace(now, period=Period.PAUSE, since_ns=earliest, candidate=None, lift=False))
            case TimelineKind.RESUME:
                self._paused = False
                self._set(replace(now, since_ns=latest))
            case TimelineKind.ELIMINATED | TimelineKind.REMOVED:
                if isinstance(entry.subject, int) and entry.subject in now.judged:
                    self._set(replace(now, since_ns=earliest, judged=now.judged - {entry.subject}))

    def finished(self) -> tuple[Focus, ...]:
        """All focuses, the last vote's end included."""
        if self._closes:
            self._vote_ran_out(max(self._closes.values()) + 1)
        return tuple(self._found)

    def _woken(self, entry: TimelineEntry) -> frozenset[Seat] | None:
        if entry.seats:
            return frozenset(entry.seats)
        if isinstance(entry.subject, int):
            return frozenset({entry.subject})
        if entry.awake is None or not _roles_known(self._roles, entry.awake):
            return None
        return frozenset(seat for seat, role in self._roles.items() if role in _ROLES_OF[entry.awake])

    def _vote_ran_out(self, t_ns: int) -> None:
        """A vote whose hands no longer matter gives way to the pause between two calls."""
        now = self._now
        if now.period is not Period.VOTE or (now.candidate is None and not now.lift):
            return
        ends = [closes for call, closes in self._closes.items() if call.earliest_ns == now.since_ns]
        if ends and ends[0] < t_ns:
            self._set(replace(now, since_ns=ends[0], candidate=None, lift=False))

    def _set(self, focus: Focus) -> None:
        self._now = focus
        if not self._paused:
            self._show(focus)

    def _show(self, focus: Focus) -> None:
        since_ns = max(focus.since_ns, self._found[-1].since_ns)
        shown = replace(focus, since_ns=since_ns)
        if self._found[-1].since_ns == since_ns:
            self._found.pop()
        self._found.append(shown)


def _roles_known(roles: dict[Seat, Role], awake: Awake) -> bool:
    """Whether every player who may be awake is known: three blacks, or the one don or sheriff."""
    found = sum(role in _ROLES_OF[awake] for role in roles.values())
    return found >= (3 if awake is Awake.MAFIA else 1)


def focus_at(found: Sequence[Focus], t_ns: int) -> Focus | None:
    """The focus in force at a time; None before the first."""
    current = None
    for focus in found:
        if focus.since_ns > t_ns:
            break
        current = focus
    return current
