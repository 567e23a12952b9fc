"""The table's edge in its own frame: millimetres, origin at the middle, x along the longer side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.faults import Fault

F64 = NDArray[np.float64]
SMALLEST_MM: Final = 500.0
LARGEST_MM: Final = 6000.0
_SAMPLES: Final = 2880
_UNITS_MM: Final = {"mm": 1.0, "cm": 10.0, "m": 1000.0}
_SPELLED: Final = re.compile(
    r"^(round|oval|rect):(\d+(?:\.\d+)?)(mm|cm|m)?(?:[x×](\d+(?:\.\d+)?)(mm|cm|m)?)?$", re.ASCII
)


class TableFault(Fault):
    """A table that cannot be what was said."""


class TableUnknown(TableFault):
    template = (
        "“{text}” is no table: write round:1500mm (diameter), oval:2400x1600mm or rect:2400x1200mm (length x width)."
    )


class TableSizeOdd(TableFault):
    template = "A table of {length} × {width} mm is not one that ten people sit at: measure its top with a tape."


class TableKind(StrEnum):
    """What the edge looks like from above."""

    ROUND = "round"
    OVAL = "oval"
    RECT = "rect"


@dataclass(frozen=True)
class TableShape:
    """A table top; `length_mm` lies along x, `width_mm` along y, both from edge to edge."""

    kind: TableKind
    length_mm: float
    width_mm: float

    def __post_init__(self) -> None:
        sizes = (self.length_mm, self.width_mm)
        if not all(SMALLEST_MM <= size <= LARGEST_MM for size in sizes):
            raise TableSizeOdd(length=round(self.length_mm), width=round(self.width_mm))

    @property
    def half_mm(self) -> tuple[float, float]:
        return self.length_mm / 2, self.width_mm / 2

    @property
    def perimeter_mm(self) -> float:
        return float(self._way[-1])

    @property
    def turns_onto_itself_deg(self) -> float:
        """The smallest turn after which the edge looks the same; 0 where every turn does."""
        if self.kind is TableKind.ROUND:
            return 0.0
        return 90.0 if self.kind is TableKind.RECT and self.length_mm == self.width_mm else 180.0

    def outside_mm(self, xy_mm: F64) -> F64:
        """(N,) signed distance from the edge, positive outside; of an ellipse to first order."""
        points = np.asarray(xy_mm, np.float64).reshape(-1, 2)
        half = np.asarray(self.half_mm)
        if self.kind is TableKind.RECT:
            over = np.abs(points) - half
            return np.asarray(np.hypot(*np.maximum(over, 0).T) + np.minimum(over.max(axis=1), 0))
        # radius · gradient form: exact on a circle, first order on an ellipse, finite in the middle
        scaled = np.hypot(*(points / half).T)
        steep = np.hypot(*(points / half**2).T)
        return np.asarray(scaled * (scaled - 1) / np.maximum(steep, 1e-9))

    def along_mm(self, xy_mm: F64) -> F64:
        """(N,) the way along the edge, against the clock from (+x, 0), to the edge's nearest point."""
        points = np.asarray(xy_mm, np.float64).reshape(-1, 2)
        nearest = np.argmin(((points[:, None] - self._edge[None]) ** 2).sum(axis=2), axis=1)
        return np.asarray(self._way[nearest])

    def at(self, along_mm: F64 | float) -> F64:
        """(N, 2) points of the edge; the way may be beyond the edge's length."""
        way = np.mod(np.atleast_1d(np.asarray(along_mm, np.float64)), self.perimeter_mm)
        closed = np.concatenate([self._edge, self._edge[:1]])
        return np.asarray(np.stack([np.interp(way, self._way, closed[:, axis]) for axis in (0, 1)], axis=1))

    def outward(self, along_mm: F64 | float) -> F64:
        """(N, 2) unit vectors away from the table."""
        way = np.atleast_1d(np.asarray(along_mm, np.float64))
        ahead = self.at(way + 4.0) - self.at(way - 4.0)
        return np.asarray(np.stack([ahead[:, 1], -ahead[:, 0]], axis=1) / np.hypot(*ahead.T)[:, None])

    @cached_property
    def _edge(self) -> F64:
        """Points against the clock, dense enough that the way between two is straight."""
        a, b = self.half_mm
        if self.kind is TableKind.RECT:
            corners = np.array([[a, 0], [a, b], [-a, b], [-a, -b], [a, -b], [a, 0]])
            lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(corners, axis=0).T))]
            way = np.linspace(0, lengths[-1], _SAMPLES, endpoint=False)
            return np.asarray(np.stack([np.interp(way, lengths, corners[:, axis]) for axis in (0, 1)], axis=1))
        turn = np.linspace(0, 2 * np.pi, _SAMPLES, endpoint=False)
        return np.asarray(np.stack([a * np.cos(turn), b * np.sin(turn)], axis=1))

    @cached_property
    def _way(self) -> F64:
        closed = np.concatenate([self._edge, self._edge[:1]])
        return np.asarray(np.r_[0.0, np.cumsum(np.hypot(*np.diff(closed, axis=0).T))])


def table_named(text: str) -> TableShape:
    """`round:1500mm`, `oval:2400x1600mm`, `rect:240x120cm`; raises TableUnknown or TableSizeOdd."""
    found = _SPELLED.match(text.strip().lower().replace(" ", ""))
    if found is None:
        raise TableUnknown(text=text)
    kind = TableKind(found[1])
    second = found[4] or (found[2] if kind is TableKind.ROUND else None)
    if second is None:
        raise TableUnknown(text=text)
    last_unit = found[5] or found[3] or "mm"
    first_mm = float(found[2]) * _UNITS_MM[found[3] or last_unit]
    second_mm = float(second) * _UNITS_MM[last_unit]
    if kind is TableKind.ROUND and first_mm != second_mm:
        raise TableUnknown(text=text)
    return TableShape(kind, max(first_mm, second_mm), min(first_mm, second_mm))
