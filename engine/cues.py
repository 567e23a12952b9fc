"""A cue: what seeing or hearing claims, with its times, confidence and evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NewType

from engine.codes import CueKind
from engine.intervals import Span
from engine.seats import Subject

CameraId = NewType("CameraId", str)
"""A camera's name in files, `cam1`, `cam2`, …"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One picture region that shows the claim."""

    camera: CameraId
    t_ns: int
    box_px: tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels of the full frame


@dataclass(frozen=True, slots=True)
class Cue:
    """What seems to happen; never a fact and never an intent."""

    kind: CueKind
    subject: Subject
    when: Span
    confidence: float  # 0…1
    targets: tuple[Subject, ...] = ()
    cameras: tuple[CameraId, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    measures: Mapping[str, float] = field(default_factory=dict, hash=False)  # names carry their unit

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence lies in 0…1, not {self.confidence}.")
