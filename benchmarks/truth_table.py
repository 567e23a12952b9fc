"""The bench's figures as text; every line says synthetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.truth_events import TOUCHES, Pair
from benchmarks.truth_scores import Score, by_trait, score

TRAITS: Final = ("seat", "skin", "distance", "light", "mask", "cameras")
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
)


def as_text(name: str, scores: Sequence[Score], summary: Sequence[str], pairs: Sequence[Pair]) -> str:
    """One table, the summary, and every touch broken down by what might make it harder."""
    head = f"{'synthetic kind':22s}" + "".join(f"{title:>9s}" for title, _, _ in _COLUMNS)
    rows = [f"{s.kind:22s}" + "".join(f"{_text(getattr(s, f), d):>9s}" for _, f, d in _COLUMNS) for s in scores]
    return "\n".join([f"Truth bench on synthetic footage, set {name}", head, *rows, *summary, *_breakdowns(pairs)])


def _breakdowns(pairs: Sequence[Pair]) -> list[str]:
    touches = [p for p in pairs if p.happening and p.happening.kind == TOUCHES]
    lines = []
    for trait in TRAITS:
        groups = {value: score(TOUCHES, group, 0.0) for value, group in sorted(by_trait(touches, trait).items())}
        if len(groups) > 1:
            shown = [
                f"{v}: {_text(s.recall, 2)} of {s.true}, {_text(s.median_error_ms, 0)} ms" for v, s in groups.items()
            ]
            lines.append(f"synthetic, {TOUCHES} by {trait} (recall, median error): {'; '.join(shown)}")
    return lines


def _text(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
