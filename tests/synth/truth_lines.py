"""What every line of truth.jsonl begins with."""

from __future__ import annotations

from typing import Any

from engine.seats import Subject


def lead_of(t_s: float, kind: str, who: Subject) -> dict[str, Any]:
    """Time, kind and subject."""
    return {"t": [nanoseconds(t_s), nanoseconds(t_s)], "kind": kind, "subject": who, "source": "truth"}


def span_of(from_s: float, to_s: float) -> dict[str, Any]:
    """Beginning and end, exact."""
    return {"start": [nanoseconds(from_s)] * 2, "end": [nanoseconds(to_s)] * 2}


def nanoseconds(t_s: float) -> int:
    """Nanoseconds, whole microseconds: finer than anything here is exact."""
    return round(t_s * 1e6) * 1000
