"""A camera in the table's frame: millimetres, z up from the table's top, origin at its centre."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Pinhole camera with OpenCV's distortion; x_camera = rotation · x_table + translation."""

    size_px: tuple[int, int]
    matrix: F64  # (3, 3) focal lengths and centre in pixels
    distortion: F64  # (5,) k1 k2 p1 p2 k3
    rotation: F64  # (3, 3)
    translation_mm: F64  # (3,)

    def __post_init__(self) -> None:
        for name, shape in (("matrix", (3, 3)), ("distortion", (5,)), ("rotation", (3, 3)), ("translation_mm", (3,))):
            if getattr(self, name).shape != shape:
                raise ValueError(f"Camera.{name} must have the shape {shape}, not {getattr(self, name).shape}.")

    @property
    def position_mm(self) -> F64:
        """(3,) where the camera is."""
        position: F64 = -self.rotation.T @ self.translation_mm
        return position

    def project(self, points_mm: F64) -> F64:
        """(N, 3) points of the table's frame to (N, 2) pixels; NaN behind the camera."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3)
        rotation_vector, _ = cv2.Rodrigues(self.rotation)
        pixels, _ = cv2.projectPoints(points, rotation_vector, self.translation_mm, self.matrix, self.distortion)
        result: F64 = pixels.reshape(-1, 2).astype(np.float64)
        depth = (points @ self.rotation.T + self.translation_mm)[:, 2]
        result[depth <= 0] = np.nan
        return result

    def rays(self, pixels: NDArray[np.floating]) -> F64:
        """(N, 2) pixels to (N, 3) unit directions in the table's frame; NaN stays NaN."""
        points = np.asarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        flat = cv2.undistortPoints(points, self.matrix, self.distortion).reshape(-1, 2)
        directions = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        result: F64 = directions / np.linalg.norm(directions, axis=1, keepdims=True)
        return result

    def on_plane(self, pixels: NDArray[np.floating], height_mm: float = 0.0) -> F64:
        """(N, 2) pixels to the (N, 3) points where their rays meet the plane z = height_mm; NaN where they do not."""
        directions = self.rays(pixels)
        position = self.position_mm
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (height_mm - position[2]) / directions[:, 2]
        points: F64 = position + directions * reach[:, None]
        points[~(reach > 0)] = np.nan
        return points


def triangulate(cameras: list[Camera], pixels: list[NDArray[np.floating]]) -> tuple[F64, F64]:
    """Points seen by two or more cameras: (N, 3) millimetres, and (N,) how far the rays miss each other (mm, rms).

    `pixels[k]` is (N, 2) in camera k; a NaN in any camera gives NaN. Least squares over the rays' distances.
    """
    if len(cameras) < 2 or len(cameras) != len(pixels):
        raise ValueError("triangulation needs the same points in two cameras or more.")
    directions = np.stack([camera.rays(points) for camera, points in zip(cameras, pixels, strict=True)])  # (K, N, 3)
    positions = np.stack([camera.position_mm for camera in cameras])  # (K, 3)
    across = np.eye(3) - directions[..., :, None] * directions[..., None, :]  # (K, N, 3, 3)
    left = across.sum(axis=0)
    right = np.einsum("knij,kj->ni", across, positions)
    points = np.full((left.shape[0], 3), np.nan)
    known = np.isfinite(left).all(axis=(1, 2))
    if known.any():
        points[known] = np.linalg.solve(left[known], right[known][..., None])[..., 0]
    misses = np.einsum("knij,knj->kni", across, points[None] - positions[:, None])
    return points, np.sqrt((misses**2).sum(axis=-1).mean(axis=0))
