"""Sound at the rate that the networks take, sample by sample the same however it is cut into pieces."""

from __future__ import annotations

from math import gcd
from typing import Final

import numpy as np
from scipy.signal import firwin

from audio.sound import Samples

_LOBES: Final = 12  # of the filter on each side, at the lower of the two rates


class Resampler:
    """Follows one stretch of sound from its first sample; output sample n lies at input time n / `to_hz`."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        shared = gcd(from_hz, to_hz)
        self._up, self._down = to_hz // shared, from_hz // shared
        self._same = self._up == self._down
        slower = max(self._up, self._down)
        self._reach = -(-_LOBES * slower // self._up)  # input samples on each side of an output
        taps = 2 * self._reach * self._up + 1
        self._filter = (firwin(taps, 0.92 / slower, window=("kaiser", 7.0)) * self._up).astype(np.float32)
        self._held = np.zeros(self._reach, np.float32)  # silence before the first sample
        self._first = -self._reach  # input index of the first held sample
        self._made = 0

    def feed(self, samples: Samples) -> Samples:
        """The output samples that are now certain."""
        if self._same:
            return samples
        self._held = np.concatenate([self._held, samples])
        return self._emit()

    def finish(self) -> Samples:
        """The rest, as if silence followed."""
        if self._same:
            return np.zeros(0, np.float32)
        self._held = np.concatenate([self._held, np.zeros(self._reach, np.float32)])
        return self._emit()

    def _emit(self) -> Samples:
        last_input = self._first + len(self._held) - 1 - self._reach
        until = (last_input * self._up) // self._down + 1
        if until <= self._made:
            return np.zeros(0, np.float32)
        at = np.arange(self._made, until, dtype=np.int64) * self._down
        centre, phase = at // self._up, at % self._up
        offsets = np.arange(-self._reach, self._reach + 1)
        rows = centre[:, None] + offsets - self._first
        taps = self._reach * self._up + phase[:, None] - offsets * self._up
        inside = (taps >= 0) & (taps < len(self._filter)) & (rows >= 0) & (rows < len(self._held))
        weights = self._filter[np.where(inside, taps, 0)] * inside
        made = (self._held[np.where(inside, rows, 0)] * weights).sum(axis=1)
        self._made = until
        keep_from = max(0, (until * self._down) // self._up - self._reach - self._first)
        self._held, self._first = self._held[keep_from:], self._first + keep_from
        return np.asarray(made, np.float32)
