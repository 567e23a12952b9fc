"""Moments known only to lie between two times, and how two such moments compare."""

from __future__ import annotations

from dataclasses import dataclass

from engine.codes import VoteVerdict

NS_PER_S = 1_000_000_000
NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """A moment that lies in [earliest_ns, latest_ns] of the game's clock; raises ValueError if reversed."""

    earliest_ns: int
    latest_ns: int

    def __post_init__(self) -> None:
        if self.earliest_ns > self.latest_ns:
            raise ValueError(f"an interval cannot end ({self.latest_ns} ns) before it begins ({self.earliest_ns} ns).")

    @property
    def width_ns(self) -> int:
        return self.latest_ns - self.earliest_ns

    @property
    def middle_ns(self) -> int:
        return (self.earliest_ns + self.latest_ns) // 2

    def contains(self, t_ns: int) -> bool:
        return self.earliest_ns <= t_ns <= self.latest_ns

    def widened(self, by_ns: int) -> Interval:
        return Interval(self.earliest_ns - by_ns, self.latest_ns + by_ns)


def exactly(t_ns: int) -> Interval:
    """A moment known exactly."""
    return Interval(t_ns, t_ns)


@dataclass(frozen=True, slots=True)
class Span:
    """Something that began in `start` and ended in `end`; `end` is None while it lasts or when its end was not seen."""

    start: Interval
    end: Interval | None = None


def against_word(event: Interval, word: Span) -> VoteVerdict:
    """When `event` fell against a spoken word: decided only where the intervals do not overlap.

    `before` ends before the word can have begun, `after` begins when the word must have ended, `during` lies
    wholly inside what the word must have covered; everything else is `inconclusive`.
    """
    end = word.end if word.end is not None else word.start
    if event.latest_ns < word.start.earliest_ns:
        return VoteVerdict.BEFORE
    if event.earliest_ns > end.latest_ns:
        return VoteVerdict.AFTER
    if event.earliest_ns >= word.start.latest_ns and event.latest_ns <= end.earliest_ns:
        return VoteVerdict.DURING
    return VoteVerdict.INCONCLUSIVE
