"""Which time each sample of a microphone was heard at: samples are counted, callbacks only tell how the count drifts.

A sound card's own clock is steady but a little fast or slow; a callback's time is right on average and late by the
machine's mood. Late is the only way it errs, so the earliest callbacks of each half second are the ones to believe.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np

from engine.intervals import NS_PER_MS, NS_PER_S

BIN_NS: Final = NS_PER_S // 2
KEPT_BINS: Final = 240  # two minutes
FIT_AFTER_BINS: Final = 12
DRIFT_LIMIT: Final = 500e-6  # no sound card is further off
JUMP_NS: Final = 40 * NS_PER_MS
"""A callback later or earlier than this against the fit means that samples are missing."""


class SampleClock:
    """The line from sample numbers to the monotonic clock, fitted all the time."""

    def __init__(self, rate_hz: int) -> None:
        self._nominal_ns = NS_PER_S / rate_hz
        self._bins: deque[tuple[int, int]] = deque(maxlen=KEPT_BINS)  # sample, its time, by the earliest callback
        self._best: tuple[int, int] | None = None
        self._bin_from = 0
        self._zero: tuple[int, int] | None = None
        self._ns_per_sample = self._nominal_ns
        self._offset_ns = 0.0

    @property
    def drift_ppm(self) -> float:
        """How much faster the card counts than it says; 0 until there is enough to tell."""
        return (self._nominal_ns / self._ns_per_sample - 1) * 1e6

    def late_ns(self, sample: int, t_ns: int) -> int:
        """How much later than the fit a callback says that a sample was heard."""
        return 0 if self._zero is None else t_ns - self.time_ns(sample)

    def add(self, sample: int, t_ns: int) -> None:
        """A callback says that this sample was heard at this time."""
        if self._zero is None:
            self._zero = (sample, t_ns)
            self._bin_from = t_ns
        self._earliest(sample, t_ns)
        if t_ns - self._bin_from >= BIN_NS:
            assert self._best is not None
            self._bins.append(self._best)
            self._best, self._bin_from = None, t_ns
            if len(self._bins) >= FIT_AFTER_BINS:
                self._fit()
        elif len(self._bins) < FIT_AFTER_BINS:
            self._settle()

    def time_ns(self, sample: int) -> int:
        """When a sample was heard; raises ValueError before the first callback."""
        if self._zero is None:
            raise ValueError("no callback has come yet.")
        return self._zero[1] + round((sample - self._zero[0]) * self._ns_per_sample + self._offset_ns)

    def _earliest(self, sample: int, t_ns: int) -> None:
        if self._best is None or self._residual(sample, t_ns) < self._residual(*self._best):
            self._best = (sample, t_ns)

    def _residual(self, sample: int, t_ns: int) -> float:
        assert self._zero is not None
        return (t_ns - self._zero[1]) - (sample - self._zero[0]) * self._nominal_ns

    def _settle(self) -> None:
        """Too few callbacks for a drift: the earliest one so far is right."""
        points = [*self._bins] + ([self._best] if self._best is not None else [])
        self._offset_ns = min(self._residual(*point) for point in points)

    def _fit(self) -> None:
        assert self._zero is not None
        samples = np.array([sample - self._zero[0] for sample, _ in self._bins], np.float64)
        residual = np.array([self._residual(*point) for point in self._bins])
        weights = np.ones(len(samples))
        slope = offset = 0.0
        for _ in range(4):  # callbacks that were late count less each time
            slope, offset = np.polyfit(samples, residual, 1, w=weights)
            above = residual - (slope * samples + offset)
            weights = 1 / (1 + np.clip(above, 0, None) / (0.3 * NS_PER_MS))
        limit = DRIFT_LIMIT * self._nominal_ns
        slope = float(np.clip(slope, -limit, limit))
        self._ns_per_sample = self._nominal_ns + slope
        self._offset_ns = float(offset)
