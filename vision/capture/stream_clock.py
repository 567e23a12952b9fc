"""From a stream's own times to the machine's monotonic clock."""

from __future__ import annotations

from collections import deque
from typing import Final

from engine.intervals import NS_PER_S

SAME_CLOCK_NS: Final = 5 * NS_PER_S
"""A driver whose times are this near to the monotonic clock uses it (V4L2 does)."""
BLOCK_NS: Final = 10 * NS_PER_S
BLOCKS: Final = 3


class StreamClock:
    """Capture time of each picture of one connection.

    A driver that stamps with the monotonic clock is believed. Otherwise a picture cannot have been taken later than
    it arrived, so the smallest delay of the last half minute counts as none: waiting in networks and buffers only
    ever adds. What is constant in the delay (encoder, network) stays in; calibration finds it.
    """

    def __init__(self) -> None:
        self._same_clock: bool | None = None
        self._least: deque[list[int]] = deque(maxlen=BLOCKS)  # [block's begin, smallest arrival − pts]

    @property
    def stamped_by_driver(self) -> bool:
        """Whether times are the driver's own, not the arrival's."""
        return bool(self._same_clock)

    def capture_ns(self, pts_ns: int, arrived_ns: int) -> int:
        """The monotonic time at which the picture with this presentation time was taken; strictly increasing
        as long as presentation times are."""
        if self._same_clock is None:
            self._same_clock = abs(arrived_ns - pts_ns) < SAME_CLOCK_NS and pts_ns > SAME_CLOCK_NS
        if self._same_clock and abs(arrived_ns - pts_ns) < SAME_CLOCK_NS:
            return pts_ns
        delay_ns = arrived_ns - pts_ns
        if not self._least or arrived_ns - self._least[-1][0] > BLOCK_NS:
            self._least.append([arrived_ns, delay_ns])
        self._least[-1][1] = min(self._least[-1][1], delay_ns)
        return pts_ns + min(least for _, least in self._least)


class Rate:
    """The interval between pictures as it really is, and whether one is missing."""

    def __init__(self, remembered: int = 31, assumed_ns: int | None = None) -> None:
        """`assumed_ns` holds until some intervals were measured."""
        self._intervals: deque[int] = deque(maxlen=remembered)
        self._assumed_ns = assumed_ns
        self._last_ns: int | None = None

    @property
    def period_ns(self) -> int | None:
        """Median interval; before there are a few, what was assumed."""
        if len(self._intervals) < 5:
            return self._assumed_ns
        return sorted(self._intervals)[len(self._intervals) // 2]

    def missing_before(self, t_ns: int) -> int:
        """How many pictures fewer than the rate so far came between the last picture and this one, by stream times."""
        last_ns, self._last_ns = self._last_ns, t_ns
        if last_ns is None:
            return 0
        interval_ns = t_ns - last_ns
        usual = bool(self._intervals) and interval_ns < 1.5 * self._intervals[-1]
        period_ns = None if usual else self.period_ns
        self._intervals.append(interval_ns)
        if not period_ns or interval_ns < 1.75 * period_ns:
            return 0
        return round(interval_ns / period_ns) - 1

    def restart(self) -> None:
        """After a break, whose length is told elsewhere."""
        self._last_ns = None
