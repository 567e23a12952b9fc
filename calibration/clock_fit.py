"""One clock against another: moments that both saw, an offset and a drift through them, and what is left over.

Integer nanoseconds everywhere. A moment is anything that both can time: a clap, a flash of the screen, a knock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S

F64 = NDArray[np.float64]

KEPT: Final = 200
HISTORY: Final = 500
_DRIFT_SD_PPM: Final = 60.0  # of consumer clocks
_OUTLIER: Final = 4.0
_FORGET_NS: Final = 3600 * NS_PER_S


class ClocksUnknown(Fault):
    template = (
        "The clocks of camera {camera} and the sound could not be compared ({found} of {needed} claps found): clap "
        "three times in front of the camera, a second apart, well away from your body."
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """One moment on both clocks."""

    own_ns: int
    other_ns: int
    sd_ns: int


@dataclass(frozen=True, slots=True)
class Fit:
    """`other = own + offset + drift · (own − at)`."""

    at_ns: int
    offset_ns: int
    drift_ppm: float
    offset_sd_ns: int
    drift_sd_ppm: float
    residual_ns: int  # root mean square of what is left
    used: int

    def offset_at(self, own_ns: int) -> int:
        return self.offset_ns + round(self.drift_ppm * 1e-6 * (own_ns - self.at_ns))

    def sd_at(self, own_ns: int) -> int:
        """One standard deviation of `offset_at`."""
        return round(float(np.hypot(self.offset_sd_ns, self.drift_sd_ppm * 1e-6 * (own_ns - self.at_ns))))


class ClockFit:
    """Fits again with every moment; what does not fit is left out, the oldest are forgotten."""

    def __init__(self) -> None:
        self._pairs: deque[Pair] = deque(maxlen=KEPT)
        self.history: deque[tuple[int, int]] = deque(maxlen=HISTORY)  # (own_ns, how far the moment was off before)

    def add(self, pair: Pair) -> Fit:
        """Take a moment in; its own miss against the fit so far goes into the history."""
        before = self.fit()
        if before is not None:
            self.history.append((pair.own_ns, pair.other_ns - pair.own_ns - before.offset_at(pair.own_ns)))
        self._pairs.append(pair)
        while self._pairs and self._pairs[0].own_ns < pair.own_ns - _FORGET_NS:
            self._pairs.popleft()
        after = self.fit()
        assert after is not None
        return after

    def fit(self) -> Fit | None:
        """The line through all moments; None before the first."""
        return fitted(tuple(self._pairs)) if self._pairs else None


def fitted(pairs: Sequence[Pair]) -> Fit:
    """Least squares with a prior on the drift; moments beyond four deviations of the others are left out."""
    own = np.array([pair.own_ns for pair in pairs], np.float64)
    apart = np.array([pair.other_ns - pair.own_ns for pair in pairs], np.float64)
    sd = np.array([max(pair.sd_ns, 1) for pair in pairs], np.float64)
    at = own.mean()
    kept = np.ones(len(pairs), bool)
    middle = float(np.median(apart))
    for _ in range(4):
        design = np.stack([np.ones(len(own)), (own - at) * 1e-6], axis=1)[kept] / sd[kept, None]
        prior = np.array([[0.0, 1.0 / _DRIFT_SD_PPM]])
        left = np.concatenate([design, prior])
        right = np.concatenate([(apart - middle)[kept] / sd[kept], [0.0]])
        solved, *_ = np.linalg.lstsq(left, right, rcond=None)
        off = apart - middle - solved[0] - solved[1] * (own - at) * 1e-6
        scale = max(1.0, float(np.median(np.abs(off[kept]) / sd[kept])) / 0.675)
        again = np.abs(off) < _OUTLIER * scale * sd
        if (again == kept).all() or again.sum() < 2:
            break
        kept = again
    residual = float(np.sqrt(np.mean(off[kept] ** 2)))
    chi2 = float(np.mean((off[kept] / sd[kept]) ** 2)) if kept.sum() > 2 else 1.0
    covariance = np.linalg.inv(left.T @ left) * max(1.0, chi2)
    return Fit(
        round(float(at)),
        round(middle + float(solved[0])),
        float(solved[1]),
        round(float(np.sqrt(covariance[0, 0]))),
        float(np.sqrt(covariance[1, 1])),
        round(residual),
        int(kept.sum()),
    )


def matched(own_ns: Sequence[int], other_ns: Sequence[int], sd_ns: int, within_ns: int = NS_PER_S) -> list[Pair]:
    """Pairs of two lists of moments whose clocks may differ by `within_ns`: the offset with which most agree.

    Empty where fewer than two agree within three deviations: one clap alone could be any sound.
    """
    own, other = np.asarray(own_ns, np.int64), np.asarray(other_ns, np.int64)
    if not len(own) or not len(other):
        return []
    apart = other[None, :] - own[:, None]
    tolerance = max(3 * sd_ns, 20 * NS_PER_MS)
    best: list[Pair] = []
    for offset in apart[np.abs(apart) <= within_ns]:
        near = np.abs(apart - offset)
        pairs = [
            Pair(int(own[row]), int(other[column]), sd_ns)
            for row, column in enumerate(near.argmin(axis=1))
            if near[row, column] <= tolerance
        ]
        pairs = list({pair.other_ns: pair for pair in pairs}.values())
        if len(pairs) > len(best):
            best = pairs
    return best if len(best) >= 2 else []
