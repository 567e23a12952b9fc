"""Where each seat is in a camera's picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.seats import Subject

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the full frame."""
Polygon = npt.NDArray[np.float32]
"""(K, 2) pixels of the full frame, K ≥ 3."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatCrop:
    """The part of a picture in which one person is looked for.

    Everything outside the polygon is blanked before anyone is searched, so that a neighbour is never found; the points
    of a person once found may lie beyond it, as those of a reaching hand do.
    """

    seat: Subject
    polygon_px: Polygon
    head_px: Box | None = None
    table_strip_px: Polygon | None = None

    def __post_init__(self) -> None:
        for name, polygon in (("polygon", self.polygon_px), ("table strip", self.table_strip_px)):
            if polygon is not None and (polygon.ndim != 2 or polygon.shape[1] != 2 or len(polygon) < 3):
                raise ValueError(
                    f"The {name} of seat {self.seat} has the shape {polygon.shape}, not (K, 2) with K ≥ 3."
                )
        if self.head_px is not None and not (self.head_px[0] < self.head_px[2] and self.head_px[1] < self.head_px[3]):
            raise ValueError(f"The head box of seat {self.seat} is empty: {self.head_px}.")

    @property
    def box_px(self) -> Box:
        """The upright box around the polygon."""
        x0, y0 = self.polygon_px.min(0)
        x1, y1 = self.polygon_px.max(0)
        return float(x0), float(y0), float(x1), float(y1)

    def contains(self, point: npt.NDArray[np.floating]) -> bool:
        """Whether a point (x, y) lies within the polygon; a point that is not seen lies nowhere."""
        x, y = float(point[0]), float(point[1])
        if not (np.isfinite(x) and np.isfinite(y)):
            return False
        return cv2.pointPolygonTest(np.asarray(self.polygon_px, np.float32), (x, y), False) >= 0
