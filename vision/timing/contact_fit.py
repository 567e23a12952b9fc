"""The moment of contact from a hand's motion about it: a sudden change of velocity, if there is one.

The table stops a hand's descent at once, but not its slide: what changes suddenly at contact is the motion that appears
up and down in the picture. The model, for each possible moment t0 and for each direction of the picture apart:

    motion = own motion before t0 (v s + a s²/2 + j s³/6, s = t0 - t, averaged over the exposure)
           + smooth unrest that goes on through the contact and dies away after it (sliding, tilting, settling)
           + error of registration (a floor, and a share of how far the hand is from its resting picture)

All are Gaussian, so the evidence for each t0 is exact; the size of the unrest is chosen by evidence too, from none (the
simple knee) to so much that a direction says nothing. Contact is where the own motion has come within a tolerance of the
table, since a soft landing has no sharp end. A hand that lifts is a hand that lands, seen backwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
Event = Literal["touch", "lift"]

STEP_S: Final = 0.002
_PARTS_OF_EXPOSURE: Final = 5
_MIN_PICTURES: Final = 6
_MIN_RESTING: Final = 3
_SURELY_ABOVE: Final = 4.0
"""In scatters of the resting hand."""
_LONGEST_APPROACH_S: Final = 0.08
"""A landing that is within the tolerance for longer than this is taken to have been there."""


@dataclass(frozen=True, slots=True)
class FitSettings:
    """Found on the develop seeds of `benchmarks.touch_times`; millimetres at the hand, seconds."""

    tolerance_mm: float = 1.5  # of clearance as it appears: 2 mm seen from 40 degrees above
    speed_mm_s: float = 500.0
    acceleration_mm_s2: float = 8000.0
    jerk_mm_s3: float = 1.5e5
    unrest_mm: tuple[float, ...] = (0.2, 1.5, 6.0, 25.0)
    unrest_across: tuple[float, ...] = (0.40, 0.20, 0.20, 0.20)  # how probable each is across the picture
    unrest_upright: tuple[float, ...] = (0.55, 0.25, 0.15, 0.05)  # and up and down
    unrest_lasts_s: float = 0.04
    unrest_dies_s: float = 0.12
    floor_px: float = 0.05
    floor_mm: float = 0.05
    rough_share: float = 0.04  # of the displacement, from picture to picture
    drift_share: float = 0.03  # of the displacement, the same for neighbouring pictures
    drift_lasts_s: float = 0.04
    farthest_mm: float = 45.0
    farthest_s: float = 0.15
    doubt: float = 6.0
    """How many times too sure the model is of itself at 30 pictures a second; it grows with the root of their number."""
    soft_mm_s: float = 120.0
    widened_frames: float = 0.3  # on either side: with it, 95 in 100 stated intervals hold the true moment


@dataclass(frozen=True, slots=True)
class ContactFit:
    """The moment in seconds; 95 in 100 of [low_s, high_s] hold it, measured on synthetic hands."""

    t_s: float
    low_s: float
    high_s: float
    speed_mm_s: float  # up and down, at contact
    soft: bool  # no kink: a contact without a sharp moment


def fit_contact(
    times_s: F64,
    exposure_s: float,
    motion_px: F64,
    event: Event,
    within_s: tuple[float, float],
    px_per_mm: float,
    settings: FitSettings | None = None,
) -> ContactFit | None:
    """The moment of contact, looked for `within_s`; None where the motion about it could not be followed.

    `times_s` (n,) are the middles of the exposures, `motion_px` (n, 2) the displacements from rest, NaN where lost.
    """
    s = settings or FitSettings()
    forward = 1.0 if event == "touch" else -1.0
    low_s, high_s = sorted(forward * t for t in within_s)
    landing = _landing(forward * times_s, motion_px / px_per_mm, low_s, high_s, s)
    if landing is None:
        return None
    t, mm, rest_mm = landing
    floor_mm = max(s.floor_px / px_per_mm, rest_mm)
    moments = np.arange(low_s, high_s + STEP_S, STEP_S)
    evidence, own = _evidence(t, mm, exposure_s, moments, floor_mm, s)
    frame_s = float(np.median(np.diff(t)))
    doubt = s.doubt * (30 * frame_s) ** -0.5
    weight = _weights(evidence / doubt, s)
    contact = moments - _approach_s(own, s.tolerance_mm)
    low, middle, high = (forward * q for q in _quantiles(contact, weight, (0.025, 0.5, 0.975)))
    speed = float((weight * np.abs(own[..., 0])).sum())
    wide_s = s.widened_frames * frame_s
    return ContactFit(middle, min(low, high) - wide_s, max(low, high) + wide_s, speed, soft=speed < s.soft_mm_s)


def _landing(t: F64, mm: F64, low_s: float, high_s: float, s: FitSettings) -> tuple[F64, F64, float] | None:
    """Times and displacements of the pictures that count, in the order of landing, and the rest's own scatter."""
    known = np.isfinite(mm[:, 0])
    order = np.argsort(t[known])
    t, mm = t[known][order], mm[known][order]
    if len(t) < _MIN_PICTURES:
        return None
    resting = t > high_s + 0.05
    if resting.sum() < _MIN_RESTING:
        resting = t >= t[-_MIN_RESTING]
    place = np.median(mm[resting], axis=0)
    mm = mm - place
    scatter = 1.48 * float(np.median(np.abs(mm[resting])))
    counts = t > low_s - s.farthest_s
    away = np.nonzero((np.linalg.norm(mm, axis=1) > s.farthest_mm) & (t < high_s + 0.05))[0]
    if len(away):
        counts[: away[-1] + 1] = False
    above = np.abs(mm[counts, 1]) > max(s.tolerance_mm, _SURELY_ABOVE * scatter)
    if counts.sum() < _MIN_PICTURES - 1 or not above.any():
        return None  # a hand that is first seen on the table may have touched it long before
    return t[counts], mm[counts], scatter


def _evidence(t: F64, mm: F64, exposure_s: float, moments: F64, floor_mm: float, s: FitSettings) -> tuple[F64, F64]:
    """(unrests, moments, 2) log evidence by direction, and (unrests, moments, 3) the upright own motion v, a, j."""
    basis = _own_motion(t, exposure_s, moments)
    prior = np.diag(np.square([s.speed_mm_s, s.acceleration_mm_s2, s.jerk_mm_s3]))
    far = np.linalg.norm(mm, axis=1)
    apart = np.square(t[:, None] - t[None])
    drift = s.drift_share**2 * far[:, None] * far[None] * np.exp(-0.5 * apart / s.drift_lasts_s**2)
    rough = floor_mm**2 + np.square(s.rough_share * far)
    error = np.diag(rough) + drift + 0.25 * floor_mm**2 + s.floor_mm**2
    without = basis @ prior @ basis.transpose(0, 2, 1) + error
    dying = np.exp(-np.square(np.maximum(t[None] - moments[:, None], 0) / s.unrest_dies_s))
    unrest = dying[:, :, None] * dying[:, None, :] * np.exp(-0.5 * apart / s.unrest_lasts_s**2)
    seen_moving = (basis[:, :, 0] > 0).sum(axis=1) >= 2
    evidence, own = [], []
    for size_mm in s.unrest_mm:
        spread = without + size_mm**2 * unrest
        solved = np.linalg.solve(spread, np.broadcast_to(mm, (len(moments), *mm.shape)))
        _, volume = np.linalg.slogdet(spread)
        log = -0.5 * (solved * mm[None]).sum(axis=1) - 0.5 * volume[:, None]
        evidence.append(np.where(seen_moving[:, None], log, -1e9))
        own.append(np.einsum("ij,mnj,mn->mi", prior, basis, solved[:, :, 1]))
    return np.stack(evidence), np.stack(own)


def _own_motion(t: F64, exposure_s: float, moments: F64) -> F64:
    """(moments, n, 3): s, s²/2 and s³/6 before each moment, each averaged over the exposure."""
    parts = exposure_s * ((np.arange(_PARTS_OF_EXPOSURE) + 0.5) / _PARTS_OF_EXPOSURE - 0.5)
    left = np.maximum(moments[:, None, None] - (t[None, :, None] + parts), 0)
    return np.stack([left.mean(axis=-1), (left**2).mean(axis=-1) / 2, (left**3).mean(axis=-1) / 6], axis=-1)


def _weights(evidence: F64, s: FitSettings) -> F64:
    """(unrests, moments) posterior over moments and the upright unrest; the one across is summed over."""
    across = np.logaddexp.reduce(evidence[..., 0] + np.log(s.unrest_across)[:, None], axis=0)
    log = evidence[..., 1] + np.log(s.unrest_upright)[:, None] + across[None]
    weight = np.exp(log - log.max())
    return np.asarray(weight / weight.sum())


def _approach_s(own: F64, tolerance_mm: float) -> F64:
    """(unrests, moments): how long before it stops the own motion came within the tolerance."""
    left = np.arange(0.0, _LONGEST_APPROACH_S, 0.001)
    way = np.abs(own @ np.stack([left, left**2 / 2, left**3 / 6]))
    outside = way >= tolerance_mm
    return np.asarray(np.where(outside.any(axis=-1), left[outside.argmax(axis=-1)], left[-1]))


def _quantiles(values: F64, weight: F64, shares: tuple[float, ...]) -> list[float]:
    order = np.argsort(values, axis=None)
    summed = np.cumsum(weight.ravel()[order])
    at = np.minimum(np.searchsorted(summed, shares), len(order) - 1)
    return [float(v) for v in values.ravel()[order][at]]
