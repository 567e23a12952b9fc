"""From pairs of claims and happenings to figures: precision, recall, times, calibration, bounds. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import stats

from benchmarks.truth_events import FRAME_NS, STATES, Pair

SURE: Final = 0.95
_BOOTSTRAPS: Final = 400
_BINS: Final = 10
_ENOUGH_SCENES: Final = 8


@dataclass(frozen=True, slots=True)
class Score:
    """Figures of one kind; None where there is nothing to count."""

    kind: str
    true: int
    claimed: int
    hits: int
    precision: float | None
    recall: float | None
    recall_low: float | None  # 95 % lower bound, scenes resampled
    average_precision_1: float | None  # a hit begins within ±1 frame of 1/30 s
    average_precision_2: float | None
    false_per_hour: float | None
    false_per_hour_high: float | None  # 95 % upper bound (Poisson, exact)
    median_error_ms: float | None
    p95_error_ms: float | None
    inside: float | None  # share of true times inside the claimed interval
    calibration_error: float | None
    coverage: float | None  # states: median share of the true stretch that is claimed


def score(kind: str, pairs: Sequence[Pair], exposure_h: float) -> Score:
    """All figures of one kind over `exposure_h` hours of game."""
    own = [p for p in pairs if kind in {p.claim.kind if p.claim else None, p.happening.kind if p.happening else None}]
    hits = [p for p in own if p.claim and p.happening]
    claimed = [p for p in own if p.claim]
    true = [p for p in own if p.happening]
    false = len(claimed) - len(hits)
    errors = np.array([abs(p.error_ns) for p in hits if p.error_ns is not None], float) / 1e6
    return Score(
        kind=kind,
        true=len(true),
        claimed=len(claimed),
        hits=len(hits),
        precision=_share(len(hits), len(claimed)),
        recall=_share(len(hits), len(true)),
        recall_low=_recall_low(true),
        average_precision_1=None if kind in STATES else average_precision(own, FRAME_NS),
        average_precision_2=None if kind in STATES else average_precision(own, 2 * FRAME_NS),
        false_per_hour=false / exposure_h if exposure_h else None,
        false_per_hour_high=rate_upper_bound(false, exposure_h),
        median_error_ms=float(np.median(errors)) if len(errors) else None,
        p95_error_ms=float(np.percentile(errors, 95)) if len(errors) else None,
        inside=None if kind in STATES else _share(sum(p.inside for p in hits), len(hits)),
        calibration_error=calibration_error(claimed),
        coverage=_median([p.coverage for p in hits if p.coverage is not None]),
    )


@dataclass(frozen=True, slots=True)
class TierPrecision:
    """What a card of one kind would be worth among cards of at least one confidence, at a stated base rate."""

    kind: str
    tier: str
    least: float  # confidence
    base_per_hour: float  # stated, not measured
    recall: float | None
    false_per_hour: float
    precision: float | None
    precision_low: float | None  # with recall's lower and the false rate's upper 95 % bound


def tier_precision(
    kind: str, pairs: Sequence[Pair], exposure_h: float, tier: str, least: float, base_per_hour: float
) -> TierPrecision:
    """Precision as Bayes has it: scenes hold far more happenings an hour than a game, so their own precision misleads."""
    own = [p for p in pairs if kind in {p.claim.kind if p.claim else None, p.happening.kind if p.happening else None}]
    said = [p for p in own if p.claim is not None and p.claim.confidence >= least]
    true = sum(p.happening is not None for p in own)
    hits = sum(p.happening is not None for p in said)
    false = len(said) - hits
    recall = _share(hits, true)
    rate = false / exposure_h if exposure_h else 0.0
    high = rate_upper_bound(false, exposure_h)
    low = None if recall is None or high is None else _worth(share_lower_bound(hits, true), high, base_per_hour)
    precision = None if recall is None else _worth(recall, rate, base_per_hour)
    return TierPrecision(kind, tier, least, base_per_hour, recall, rate, precision, low)


def _worth(recall: float, false_per_hour: float, base_per_hour: float) -> float | None:
    found = recall * base_per_hour
    return found / (found + false_per_hour) if found + false_per_hour > 0 else None


def _median(values: Sequence[float]) -> float | None:
    return float(np.median(values)) if values else None


def _recall_low(true: Sequence[Pair]) -> float | None:
    """The lower of two bounds: scenes drawn again, and Clopper and Pearson's, which is not fooled by few events."""
    low = bootstrap_low(true, lambda some: _share(sum(p.claim is not None for p in some), len(some)))
    return None if low is None else min(low, share_lower_bound(sum(p.claim is not None for p in true), len(true)))


def share_lower_bound(part: int, whole: int, sure: float = SURE) -> float:
    """The exact lower bound of a share: four of four show no more than 0.47."""
    return float(stats.beta.ppf(1 - sure, part, whole - part + 1)) if part else 0.0


def rate_upper_bound(count: int, exposure: float, sure: float = SURE) -> float | None:
    """The exact upper bound of a Poisson rate: with nothing seen in one hour it is 3.0 an hour, not 0."""
    return float(stats.chi2.ppf(sure, 2 * count + 2) / 2 / exposure) if exposure > 0 else None


def average_precision(pairs: Sequence[Pair], tolerance_ns: int) -> float | None:
    """Area under precision over recall, claims in order of confidence; a hit must begin within the tolerance."""
    true = sum(p.happening is not None for p in pairs)
    claimed = sorted((p for p in pairs if p.claim), key=lambda p: -(p.claim.confidence if p.claim else 0))
    if not true:
        return None
    hit = np.array([p.error_ns is not None and abs(p.error_ns) <= tolerance_ns for p in claimed], float)
    precision = np.cumsum(hit) / np.arange(1, len(hit) + 1)
    return float((precision * hit).sum() / true)


def calibration_error(claimed: Sequence[Pair]) -> float | None:
    """Mean distance of stated confidence and share of hits, over ten bins (ECE)."""
    if not claimed:
        return None
    confidence = np.array([p.claim.confidence for p in claimed if p.claim])
    hit = np.array([p.happening is not None for p in claimed], float)
    bins = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    parts = [(bins == b) for b in range(_BINS)]
    return float(
        sum(part.sum() * abs(confidence[part].mean() - hit[part].mean()) for part in parts if part.any()) / len(hit)
    )


def bootstrap_low(
    pairs: Sequence[Pair], figure: Callable[[Sequence[Pair]], float | None], seed: int = 1
) -> float | None:
    """The 5 % quantile of a figure when whole scenes are drawn again; events of one scene are not independent."""
    scenes: dict[str, list[Pair]] = {}
    for pair in pairs:
        about = pair.happening or pair.claim
        if about is not None:
            scenes.setdefault(about.scene, []).append(pair)
    if not scenes:
        return None
    rng = np.random.default_rng(seed)
    names = sorted(scenes)
    drawn = ([p for k in rng.integers(0, len(names), len(names)) for p in scenes[names[k]]] for _ in range(_BOOTSTRAPS))
    values = [value for some in drawn if (value := figure(some)) is not None]
    return float(np.quantile(values, 1 - SURE)) if values else None


def verdict(reached: bool | None, bound_reached: bool | None) -> str:
    """`met` only when the bound reaches the target, too."""
    if reached is None:
        return "not shown"
    return "not met" if not reached else "met" if bound_reached else "not shown"


def by_trait(pairs: Sequence[Pair], trait: str) -> dict[str, list[Pair]]:
    """Pairs whose happening has the trait, by its value."""
    out: dict[str, list[Pair]] = {}
    for pair in pairs:
        value = dict(pair.happening.traits).get(trait) if pair.happening else None
        if value is not None:
            out.setdefault(value, []).append(pair)
    return out


def unfair(pairs: Sequence[Pair], trait: str, limit: float = 1.5) -> list[str]:
    """Values of a trait whose median time error is above `limit` times the median of all, even at its lower bound.

    Values seen in fewer than eight scenes are passed over: drawing two or three scenes again bounds nothing.
    """
    everything = _median_error(pairs)
    if not everything:
        return []
    groups = by_trait(pairs, trait)
    large = {v: group for v, group in groups.items() if len(_scenes(group)) >= _ENOUGH_SCENES}
    low = {value: bootstrap_low(group, _median_error) for value, group in large.items()}
    return sorted(value for value, bound in low.items() if bound is not None and bound > limit * everything)


def _scenes(pairs: Sequence[Pair]) -> set[str]:
    return {p.happening.scene for p in pairs if p.happening}


def _median_error(pairs: Sequence[Pair]) -> float | None:
    errors = [abs(p.error_ns) for p in pairs if p.error_ns is not None]
    return float(np.median(errors)) if errors else None


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
