"""The bench's figures as text; every line says synthetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.truth_events import LIFTS, TOUCHES, Pair
from benchmarks.truth_scores import Score, TierPrecision, by_trait, score
from engine.codes import CueKind

TRAITS: Final = ("seat", "skin", "distance", "light", "mask", "cameras")
BROKEN_DOWN: Final = (TOUCHES, LIFTS, CueKind.EYES_OPEN.value, CueKind.CONTACT.value)
_COLUMNS: Final = (
    ("true", "true", 0),
    ("said", "claimed", 0),
    ("hits", "hits", 0),
    ("prec", "precision", 2),
    ("recall", "recall", 2),
    ("AP ±1", "average_precision_1", 2),
    ("AP ±2", "average_precision_2", 2),
    ("false/h", "false_per_hour", 1),
    ("≤ 95 %", "false_per_hour_high", 1),
    ("med ms", "median_error_ms", 0),
    ("p95 ms", "p95_error_ms", 0),
    ("inside", "inside", 2),
    ("ECE", "calibration_error", 2),
    ("cover", "coverage", 2),
)


def as_text(name: str, scores: Sequence[Score], summary: Sequence[str], pairs: Sequence[Pair]) -> str:
    """One table, the summary, and the commonest kinds broken down by what might make it harder."""
    head = f"{'synthetic kind':22s}" + "".join(f"{title:>9s}" for title, _, _ in _COLUMNS)
    rows = [f"{s.kind:22s}" + "".join(f"{_text(getattr(s, f), d):>9s}" for _, f, d in _COLUMNS) for s in scores]
    return "\n".join([f"Truth bench on synthetic footage, set {name}", head, *rows, *summary, *_breakdowns(pairs)])


def _breakdowns(pairs: Sequence[Pair]) -> list[str]:
    lines = []
    for kind in BROKEN_DOWN:
        own = [p for p in pairs if p.happening and p.happening.kind == kind]
        for trait in TRAITS:
            groups = {value: score(kind, group, 0.0) for value, group in sorted(by_trait(own, trait).items())}
            if len(groups) > 1:
                shown = [
                    f"{v}: {_text(s.recall, 2)} (≥ {_text(s.recall_low, 2)}) of {s.true}, {_text(s.median_error_ms, 0)} ms"
                    for v, s in groups.items()
                ]
                lines.append(f"synthetic, {kind} by {trait} (recall, median error): {'; '.join(shown)}")
    return lines


def tiers_as_text(tiers: Sequence[TierPrecision]) -> list[str]:
    """Precision of cards by confidence, with the base rate that it supposes."""
    return [
        f"synthetic {t.kind}, {t.tier} (≥ {t.least:.2f}), supposing {t.base_per_hour:g} an hour in a game: "
        f"precision {_text(t.precision, 2)}, 95 % {_text(t.precision_low, 2)} or more "
        f"(recall {_text(t.recall, 2)}, {t.false_per_hour:.1f} false an hour)"
        for t in tiers
    ]


def _text(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
