"""From the seats file to the crops in which each person is looked for."""

from __future__ import annotations

import numpy as np

from calibration.seats_file import CameraSeats, Point
from vision.perception.crops import Polygon, SeatCrop


def seat_crops(seats: CameraSeats) -> tuple[SeatCrop, ...]:
    """One crop per seat, in the seats file's order."""
    return tuple(
        SeatCrop(
            seat=region.subject,
            polygon_px=_array(region.polygon),
            head_px=region.head,
            table_strip_px=None if region.table_strip is None else _array(region.table_strip),
        )
        for region in seats.seats
    )


def _array(points: list[Point]) -> Polygon:
    return np.asarray(points, dtype=np.float32)
