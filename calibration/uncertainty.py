"""How well a measured point is known: the cameras' own uncertainty and the pixels', carried to millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import CAMERA_PARAMETERS, moved
from calibration.camera import Camera, triangulate

F64 = NDArray[np.float64]

_COUNT: Final = len(CAMERA_PARAMETERS)


def point_covariances_mm2(
    cameras: Sequence[Camera], covariance: F64, pixels: Sequence[F64], sd_px: float
) -> tuple[F64, F64]:
    """Triangulated points (N, 3) and their covariances (N, 3, 3).

    `covariance` is the cameras' joint one (10 K, 10 K) in the order of `cameras`, `pixels[k]` is (N, 2).
    """
    points, _ = triangulate(list(cameras), list(pixels))
    roots = _root(covariance)
    count = len(points)
    total = np.zeros((count, 3, 3))
    for root in roots:  # one independent direction of the cameras' errors at a time
        changed = [moved(c, root[k * _COUNT : (k + 1) * _COUNT]) for k, c in enumerate(cameras)]
        other, _ = triangulate(changed, list(pixels))
        shift = other - points
        total += shift[:, :, None] * shift[:, None, :]
    for k in range(len(cameras)):
        for axis in (0, 1):
            nudged = [np.array(p, np.float64) for p in pixels]
            nudged[k][:, axis] += sd_px
            other, _ = triangulate(list(cameras), list(nudged))
            shift = other - points
            total += shift[:, :, None] * shift[:, None, :]
    return points, total


def table_covariances_mm2(camera: Camera, covariance: F64, pixels: F64, sd_px: float) -> tuple[F64, F64]:
    """Points of the table's plane (N, 3) seen by one camera, and their covariances (N, 2, 2)."""
    points = camera.on_plane(pixels)
    total = np.zeros((len(points), 2, 2))
    for step in _root(covariance):
        shift = (moved(camera, step).on_plane(pixels) - points)[:, :2]
        total += shift[:, :, None] * shift[:, None, :]
    for axis in np.eye(2) * sd_px:
        shift = (camera.on_plane(pixels + axis) - points)[:, :2]
        total += shift[:, :, None] * shift[:, None, :]
    return points, total


def _root(covariance: F64) -> F64:
    """Rows whose outer products sum to a covariance; negligible ones are left out."""
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    kept = values > max(float(values.max()), 0.0) * 1e-14
    return np.asarray((vectors[:, kept] * np.sqrt(values[kept])).T)
