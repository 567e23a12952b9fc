"""Moments known only to lie between two times, and how two such moments compare."""

from __future__ import annotations

from dataclasses import dataclass

from engine.codes import VoteVerdict, WordEdge

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


def against_word(event: Interval, word: Span, word_edge: WordEdge | None = None, band_ns: int = 0) -> VoteVerdict:
    """When `event` fell against a spoken word: decided only where the intervals do not overlap.

    `before` ends before the word can have begun, `after` begins when the word must have ended, `during` lies
    wholly inside what the word must have covered; everything else is `inconclusive`. With `word_edge` the word
    shrinks to that edge. Within `band_ns` of the word counts as during it.
    """
    end = word.end if word.end is not None else word.start
    first, last = word.start, end
    if word_edge is WordEdge.START:
        last = first
    elif word_edge is WordEdge.END:
        first = last
    if event.latest_ns < first.earliest_ns - band_ns:
        return VoteVerdict.BEFORE
    if event.earliest_ns > last.latest_ns + band_ns:
        return VoteVerdict.AFTER
    if event.earliest_ns >= first.latest_ns - band_ns and event.latest_ns <= last.earliest_ns + band_ns:
        return VoteVerdict.DURING
    return VoteVerdict.INCONCLUSIVE
