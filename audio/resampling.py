"""Sound at the rate that the networks take, sample by sample the same however it is cut into pieces."""

from __future__ import annotations

from math import gcd
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy.signal import firwin

from audio.sound import Samples

_BLOCK: Final = 512  # output samples at once, so that the work stays in the processor's cache
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
        offsets = np.arange(-self._reach, self._reach + 1)
        wanted = self._reach * self._up + np.arange(self._up)[:, None] - offsets * self._up
        inside = (wanted >= 0) & (wanted < taps)
        self._by_phase = self._filter[np.where(inside, wanted, 0)] * inside  # (up, window)
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
        blocks = range(self._made, until, _BLOCK)
        made = np.concatenate([self._between(first, min(first + _BLOCK, until)) for first in blocks])
        self._made = until
        keep_from = max(0, (until * self._down) // self._up - self._reach - self._first)
        self._held, self._first = self._held[keep_from:], self._first + keep_from
        return np.asarray(made, np.float32)

    def _between(self, first: int, last: int) -> Samples:
        """Output samples from first to before last."""
        if self._up == 1:  # every output has the same weights
            begin = first * self._down - self._reach - self._first
            windows = sliding_window_view(self._held[begin:], 2 * self._reach + 1)[:: self._down]
            return np.asarray(windows[: last - first] @ self._filter[::-1], np.float32)
        at = np.arange(first, last, dtype=np.int64) * self._down
        begins = at // self._up - self._reach - self._first
        windows = sliding_window_view(self._held, 2 * self._reach + 1)[begins]
        return np.asarray(np.einsum("ij,ij->i", windows, self._by_phase[at % self._up]), np.float32)
