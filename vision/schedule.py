"""Which networks look at whom in which picture: by the period of the game and the picture's time, never by load."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.focus import Focus, Period
from engine.intervals import NS_PER_MS
from engine.seats import Subject
from vision.perception.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Rates:
    """Least time between two looks of each kind."""

    night_eyes_ns: int = 100 * NS_PER_MS
    night_bodies_ns: int = 300 * NS_PER_MS
    vote_hands_ns: int = 60 * NS_PER_MS
    vote_bodies_ns: int = 300 * NS_PER_MS
    day_bodies_ns: int = 120 * NS_PER_MS
    day_hands_ns: int = 120 * NS_PER_MS
    day_eyes_ns: int = 1000 * NS_PER_MS  # to learn how far each player's eyes open


SLACK_NS = 5 * NS_PER_MS
"""Cameras are not exactly regular: a picture this little early counts as in time."""


@dataclass(slots=True)
class Schedule:
    """One camera's schedule; the same pictures and focuses always give the same looks."""

    seats: frozenset[Subject]
    rates: Rates = field(default_factory=Rates)
    _last_ns: dict[str, int] = field(default_factory=dict)

    def wanted(self, t_ns: int, focus: Focus) -> Wanted:
        """Whom to look at in a picture taken at `t_ns`."""
        if focus.period is Period.PAUSE:
            return Wanted()
        players = frozenset(seat for seat in self.seats if not isinstance(seat, int) or seat in focus.judged)
        nobody: frozenset[Subject] = frozenset()
        r = self.rates
        if focus.period is Period.NIGHT:
            eyes = players if self._due("night_eyes", t_ns, r.night_eyes_ns) else nobody
            bodies = self.seats if self._due("night_bodies", t_ns, r.night_bodies_ns) else nobody
            return Wanted(pose=bodies, hands=nobody, faces=eyes, eyes=eyes)
        if focus.period is Period.VOTE:
            hands = players if self._due("vote_hands", t_ns, r.vote_hands_ns) else nobody
            bodies = self.seats if self._due("vote_bodies", t_ns, r.vote_bodies_ns) else nobody
            return Wanted(pose=bodies, hands=hands)
        bodies = self.seats if self._due("day_bodies", t_ns, r.day_bodies_ns) else nobody
        hands = self.seats if self._due("day_hands", t_ns, r.day_hands_ns) else nobody
        eyes = players if self._due("day_eyes", t_ns, r.day_eyes_ns) else nobody
        return Wanted(pose=bodies, hands=hands, faces=eyes, eyes=eyes)

    def _due(self, what: str, t_ns: int, every_ns: int) -> bool:
        last = self._last_ns.get(what)
        if last is not None and t_ns - last < every_ns - SLACK_NS:
            return False
        self._last_ns[what] = t_ns
        return True
