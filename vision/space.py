"""Heights and distances in millimetres, where two calibrated cameras see the same thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera, triangulate
from engine.cues import CameraId
from engine.intervals import NS_PER_MS

SAME_MOMENT_NS: Final = 60 * NS_PER_MS
"""Pictures of two cameras further apart than this do not show the same moment of a moving hand."""
MAX_MISS_MM: Final = 60.0
"""Rays that miss each other by more do not show the same point."""

F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The calibrated cameras of a table; with fewer than two of them nothing is measured in millimetres."""

    cameras: Mapping[CameraId, Camera]

    def sees(self, cameras: Sequence[CameraId]) -> bool:
        """Whether all of these cameras are calibrated and there are two or more."""
        return len(cameras) >= 2 and all(camera in self.cameras for camera in cameras)

    def points_mm(self, seen: Mapping[CameraId, NDArray[np.floating]]) -> F64:
        """(N, 3) points from their pixels (N, 2) in each camera; NaN where the rays do not meet."""
        cameras = [self.cameras[name] for name in seen]
        points, miss_mm = triangulate(cameras, list(seen.values()))
        points[~(miss_mm <= MAX_MISS_MM)] = np.nan
        return points

    def on_plane_mm(self, camera: CameraId, pixels: NDArray[np.floating], height_mm: float) -> F64:
        """(N, 3) where a calibrated camera's pixels (N, 2) meet a plane over the table."""
        return self.cameras[camera].on_plane(pixels, height_mm)
