"""What must be known around a cue to say which clause it falls under, from a running game or from a timeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.codes import Awake, CueKind, PermissionKind, Phase, RequestKind, Role, Section, TimelineKind, WordSource
from engine.cues import Cue
from engine.focus import Focus, Period
from engine.intervals import Interval, Span
from engine.periods import VoteWindow, focus_at, focuses, vote_windows
from engine.seats import Seat, Subject
from engine.timeline import TimelineEntry

SECTION_OF: Final[dict[Phase, Section]] = {
    Phase.SETUP: Section.EVENT,
    Phase.DEAL: Section.NIGHT_ZERO,
    Phase.AGREEMENT: Section.NIGHT_ZERO,
    Phase.INTRODUCTIONS: Section.NIGHT_ZERO,
    Phase.FREE_SEATING: Section.NIGHT_ZERO,
    Phase.DAY: Section.DAY,
    Phase.SPEECH: Section.DAY,
    Phase.VOTE: Section.VOTE,
    Phase.BALLOT: Section.VOTE,
    Phase.TIE: Section.SHOOTOUT,
    Phase.SHOOTOUT: Section.SHOOTOUT,
    Phase.LIFT: Section.VOTE,
    Phase.LIFT_BALLOT: Section.VOTE,
    Phase.FAREWELL: Section.LAST_WORD,
    Phase.LAST_WORD: Section.LAST_WORD,
    Phase.EVENING: Section.DAY,
    Phase.NIGHT: Section.NIGHT,
    Phase.SHOOTING: Section.NIGHT,
    Phase.DON_CHECK: Section.NIGHT,
    Phase.SHERIFF_CHECK: Section.NIGHT,
    Phase.BEST_MOVE: Section.NIGHT,
    Phase.MORNING: Section.NIGHT,
    Phase.OVER: Section.EVENT,
}
"""The section of the rulebook each phase belongs to; a repeated vote and a lift count as the vote."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The game around a cue. What is not known is None, and a claim that needs it is not made."""

    section: Section
    judged: frozenset[Seat]
    phase: Phase | None = None  # None where only a timeline is known
    awake: frozenset[Seat] | None = frozenset()  # None: somebody was woken and it is not known who
    waking: Awake | None = None  # whose call it is
    night_cue: Interval | None = None
    city_sleeps: Interval | None = None
    candidate: Seat | None = None  # whose vote is or was open
    last_candidate: bool = False
    word: Span | None = None  # the closing word of that vote
    word_source: WordSource | None = None
    count: Interval | None = None
    count_pending: bool = False  # the word is said, the count not yet
    speaker: Seat | None = None
    spoke_last: Seat | None = None
    speaker_known: bool = False
    requests: frozenset[tuple[RequestKind, Subject | None]] = frozenset()
    permissions: frozenset[tuple[PermissionKind, Subject | None]] = frozenset()
    roles: Mapping[Seat, Role] = field(default_factory=dict)
    fouls: Mapping[Seat, int] | None = None
    alive: int | None = None
    critical: bool | None = None  # a critical round; None without roles
    wins_by_delivery: bool | None = None  # whether this vote would win the game for the black team
    decided: bool = False  # a vote or kill has decided the game
    leaving: frozenset[Seat] = frozenset()  # players owed or saying a last word
    removal_cancels: str | None = None  # "today", "next" or "nothing"; None when not known
    paused: bool = False

    def asked(self, kind: RequestKind, seat: Subject) -> bool:
        """Whether the host asked this of the seat or of the whole table."""
        return (kind, seat) in self.requests or (kind, None) in self.requests

    def allowed(self, kind: PermissionKind, seat: Subject) -> bool:
        """Whether the host gave this leave to the seat or to the whole table."""
        return (kind, seat) in self.permissions or (kind, None) in self.permissions


_VOTE_CUES: Final = frozenset(
    {
        CueKind.TOUCH_DOWN,
        CueKind.LIFT,
        CueKind.PREMATURE_TOUCH,
        CueKind.HAND_HELD_PAST_WORD,
        CueKind.DOUBLE_VOTE,
        CueKind.VOTE_GESTURE,
    }
)


class Chronicle:
    """A timeline arranged so that the situation around any cue can be asked for."""

    def __init__(self, entries: Sequence[TimelineEntry], seats: Iterable[Seat]) -> None:
        self.entries = tuple(entries)
        self.seats = frozenset(seats)
        self.focuses = focuses(self.entries, self.seats)
        self.windows = vote_windows(self.entries)
        self._roles = {
            entry.subject: entry.role
            for entry in self.entries
            if entry.kind is TimelineKind.ROLE and isinstance(entry.subject, int) and entry.role is not None
        }

    def at(self, cue: Cue) -> Situation:
        """The situation in which a cue began; for a cue of the vote that of its candidate's window."""
        window = self.window_of(cue) if cue.kind in _VOTE_CUES else None
        t_ns = cue.when.start.middle_ns
        focus = focus_at(self.focuses, t_ns) or Focus(Period.DAY, t_ns, self.seats)
        past = [entry for entry in self.entries if entry.t.earliest_ns <= t_ns]
        speaker, spoke_last, speaker_known = _speaking(past)
        waking = _waking(past)
        return Situation(
            section=Section.VOTE if window else self._section(focus, past),
            judged=focus.judged,
            awake=focus.awake,
            waking=waking,
            night_cue=focus.night_cue,
            city_sleeps=self._city_sleeps(cue, focus) or _first_waking(past, focus),
            candidate=window.candidate if window else focus.candidate,
            last_candidate=window.last if window else False,
            word=window.word if window else None,
            word_source=window.word_source if window else None,
            count=window.count if window else None,
            speaker=speaker,
            spoke_last=spoke_last,
            speaker_known=speaker_known,
            requests=frozenset(
                (entry.request, entry.subject) for entry in _of_this_part(past) if entry.request is not None
            ),
            permissions=frozenset((entry.permission, entry.subject) for entry in past if entry.permission is not None),
            roles=self._roles,
            alive=len(focus.judged),
            paused=focus.period is Period.PAUSE,
        )

    def window_of(self, cue: Cue) -> VoteWindow | None:
        """The vote a cue speaks of: its target's, nearest in time; None when no vote is near."""
        t_ns = cue.when.start.middle_ns
        near = [
            window
            for window in self.windows
            if window.call.earliest_ns - PREMATURE_NS <= t_ns <= window.closes_ns
            and (not cue.targets or window.candidate in cue.targets or window.lift)
        ]
        return min(
            near, key=lambda window: (t_ns < window.call.earliest_ns, abs(window.call.middle_ns - t_ns)), default=None
        )

    def _city_sleeps(self, cue: Cue, focus: Focus) -> Interval | None:
        """When the city was sent to sleep in this night, as far as the cue lasted: eyes may stay open across it."""
        until = focus_at(self.focuses, (cue.when.end or cue.when.start).earliest_ns)
        same_night = until is not None and until.night_cue == focus.night_cue
        return until.city_sleeps if until is not None and same_night else focus.city_sleeps

    def _section(self, focus: Focus, past: Sequence[TimelineEntry]) -> Section:
        night_zero = not any(entry.kind is TimelineKind.DAY_CUE for entry in past)
        match focus.period:
            case Period.VOTE:
                return Section.VOTE
            case Period.NIGHT:
                return Section.NIGHT_ZERO if night_zero and self._has_deal(past) else Section.NIGHT
            case _:
                return Section.SHOOTOUT if _in_shootout(past) else Section.DAY

    def _has_deal(self, past: Sequence[TimelineEntry]) -> bool:
        return sum(entry.kind is TimelineKind.NIGHT_CUE for entry in past) == 1 and any(
            entry.kind is TimelineKind.WAKE and entry.awake is Awake.MAFIA for entry in past
        )


PREMATURE_NS: Final = 4_000_000_000
"""How long before its call a hand on the table is still taken to be meant for a candidate."""


def _speaking(past: Sequence[TimelineEntry]) -> tuple[Seat | None, Seat | None, bool]:
    speaker: Seat | None = None
    last: Seat | None = None
    known = False
    for entry in past:
        if entry.kind is TimelineKind.SPEECH_START and isinstance(entry.subject, int):
            speaker, last, known = entry.subject, None, True
        elif entry.kind is TimelineKind.SPEECH_END:
            speaker, last = None, speaker
    return speaker, last, known


def _waking(past: Sequence[TimelineEntry]) -> Awake | None:
    waking: Awake | None = None
    for entry in past:
        if entry.kind is TimelineKind.WAKE:
            waking = entry.awake
        elif entry.kind in (TimelineKind.SLEEP, TimelineKind.DAY_CUE):
            waking = None
    return waking


def _first_waking(past: Sequence[TimelineEntry], focus: Focus) -> Interval | None:
    """Once a role has been woken the city sleeps, whether or not the host said so."""
    if focus.night_cue is None:
        return None
    since = focus.night_cue.earliest_ns
    return next((e.t for e in past if e.kind is TimelineKind.WAKE and e.t.earliest_ns >= since), None)


def _of_this_part(past: Sequence[TimelineEntry]) -> Sequence[TimelineEntry]:
    """Entries since the last change of day and night: a request does not outlive it."""
    starts = [i for i, e in enumerate(past) if e.kind in (TimelineKind.NIGHT_CUE, TimelineKind.DAY_CUE)]
    return past[starts[-1] :] if starts else past


def _in_shootout(past: Sequence[TimelineEntry]) -> bool:
    for entry in reversed(past):
        if entry.kind is TimelineKind.SHOOTOUT_START:
            return True
        if entry.kind in (TimelineKind.DAY_CUE, TimelineKind.NIGHT_CUE, TimelineKind.VOTE_CLOSE):
            return False
    return False
