"""A camera's clock against the sound's, from claps that both noticed; whose hands clapped shows in which fit the sound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.clap import claps_ns
from calibration.clock_fit import ClocksUnknown, Fit, Pair, fitted, matched
from engine.cues import CameraId
from engine.intervals import NS_PER_MS

F64 = NDArray[np.float64]
NEEDED: Final = 3  # claps that agree
LEAST_LIMIT_NS: Final = 20 * NS_PER_MS
"""What may be left over where the rules name no band: more than a clap seen at 25 pictures a second leaves by itself."""
_AGREEING: Final = 0.6  # of the claps that were seen must be heard: hands that move all the time agree with anything
_WITHIN_NS: Final = 500 * NS_PER_MS
_LEAST_REACH: Final = 0.6  # shoulder widths: hands that stay nearer than this do not clap


def offset_of_sound(camera: CameraId, t_ns: NDArray[np.int64], apart: F64, heard_ns: Sequence[int]) -> Fit:
    """How much later the sound's clock shows a clap than the camera's.

    `apart` (P, N) is the distance of each person's hands over pictures at `t_ns`, in widths of the shoulders. The way
    of the sound to the microphone, 3 ms a metre, is in the offset. Raises ClocksUnknown below NEEDED claps.
    """
    best: list[Pair] = []
    for hands in apart:
        known = hands[np.isfinite(hands)]
        if len(known) < 2 or np.quantile(known, 0.9) - known.min() < _LEAST_REACH:
            continue
        seen = claps_ns(t_ns, hands)
        if len(seen) < NEEDED:
            continue
        pairs = matched([moment for moment, _ in seen], heard_ns, max(sd for _, sd in seen), _WITHIN_NS)
        if len(pairs) >= _AGREEING * len(seen):
            best = max(best, pairs, key=len)
    if len(best) < NEEDED:
        raise ClocksUnknown(camera=camera, found=len(best), needed=NEEDED)
    return fitted(best)


def limit_ns(band_ns: int) -> int:
    """What may be left over for timing by sound to be trusted, under rules with such a band."""
    return max(LEAST_LIMIT_NS, band_ns)


def holds(fit: Fit, band_ns: int) -> bool:
    """Whether what is left over, and what is not known of the offset, lie within what the rules bear."""
    return max(fit.residual_ns, 2 * fit.offset_sd_ns) <= limit_ns(band_ns)
