"""Pinhole cameras with a little barrel distortion, and where a point of the room falls in their picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tests.synth.geometry import F64, UP, cross, unit

_NEAR_M, _FAR_M = 0.05, 30.0


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a camera stands and what it takes in."""

    id: str
    size_px: tuple[int, int]
    place_m: tuple[float, float, float]
    look_at_m: tuple[float, float, float]
    hfov_deg: float
    distortion: float = 0.0  # k1 of the usual radial model, negative for barrel
    shift_px: tuple[float, float] = (0.0, 0.0)  # of the picture, for smoothing edges

    @property
    def focal_px(self) -> float:
        return self.size_px[0] / 2 / float(np.tan(np.deg2rad(self.hfov_deg) / 2))

    @property
    def view(self) -> F64:
        """(4, 4) from the world to the camera's axes (right, up, backwards)."""
        eye = np.array(self.place_m)
        forward = unit(np.array(self.look_at_m) - eye)
        right = unit(cross(forward, UP if abs(forward[2]) < 0.99 else np.array([0.0, 1.0, 0.0])))
        out = np.eye(4)
        out[0, :3], out[1, :3], out[2, :3] = right, cross(right, forward), -forward
        out[:3, 3] = -out[:3, :3] @ eye
        return out

    @property
    def matrix(self) -> F64:
        """(4, 4) from the world to clip space, without distortion."""
        width, height = self.size_px
        zoom = 1 / float(np.tan(np.deg2rad(self.hfov_deg) / 2))
        shift = np.eye(4)
        shift[:2, 3] = 2 * self.shift_px[0] / width, -2 * self.shift_px[1] / height
        return shift @ perspective(zoom, zoom * width / height, _NEAR_M, _FAR_M) @ self.view

    def enlarged(self, by: float) -> Camera:
        """The same view in a larger picture."""
        size = round(self.size_px[0] * by), round(self.size_px[1] * by)
        return replace(self, size_px=size)

    def aside(self, by_px: float) -> Camera:
        """The same view shifted by a part of a pixel, to the right and down."""
        return replace(self, shift_px=(by_px, by_px))

    def project(self, points: F64) -> F64:
        """(N, 2) pixels of (N, 3) world points; NaN for a point behind the camera."""
        q = points @ self.view[:3, :3].T + self.view[:3, 3]
        depth = np.where(q[:, 2] < -_NEAR_M, -q[:, 2], np.nan)
        flat = q[:, :2] / depth[:, None] * [1, -1]
        flat = flat * (1 + self.distortion * (flat**2).sum(axis=1))[:, None]
        return np.asarray(flat * self.focal_px + np.array(self.size_px) / 2)

    def pinhole(self, points: F64) -> tuple[F64, F64]:
        """(N, 2) pixels without the lens's distortion, and (N,) depth along the axis in metres."""
        q = points @ self.view[:3, :3].T + self.view[:3, 3]
        return q[:, :2] / -q[:, 2:] * [1, -1] * self.focal_px + np.array(self.size_px) / 2, -q[:, 2]

    def metres_of_depth(self, stored: F64) -> F64:
        """Distance along the axis from what a depth buffer holds, 0…1."""
        return np.asarray(2 * _FAR_M * _NEAR_M / (_FAR_M + _NEAR_M - (2 * stored - 1) * (_FAR_M - _NEAR_M)))

    def undistorted_map(self) -> F64:
        """(H, W, 2): for each pixel of the distorted picture, where it is in the rendered one."""
        width, height = self.size_px
        x, y = np.meshgrid((np.arange(width) + 0.5 - width / 2), (np.arange(height) + 0.5 - height / 2))
        bent = np.stack([x, y], axis=2) / self.focal_px
        straight = bent.copy()
        for _ in range(8):
            straight = bent / (1 + self.distortion * (straight**2).sum(axis=2, keepdims=True))
        return np.asarray(straight * self.focal_px + np.array([width, height]) / 2 - 0.5)


def perspective(zoom_x: float, zoom_y: float, near: float, far: float) -> F64:
    """OpenGL's projection matrix."""
    out = np.zeros((4, 4))
    out[0, 0], out[1, 1] = zoom_x, zoom_y
    out[2, 2], out[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
    out[3, 2] = -1
    return out
