"""Is the calibration still true? A camera's own reference points, watched about twice a second.

Corners of what does not move (walls, pictures, the table's furniture) are kept from the picture of calibration and looked
for again. Who leans in front hides some; only when those that are left agree on one movement has the camera moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.bundle import turned
from calibration.camera import Camera

F64 = NDArray[np.float64]
ImageU8 = NDArray[np.uint8]
Mask = NDArray[np.bool_]

WORK_WIDTH_PX: Final = 960
_POINTS: Final = 72
_FEWEST: Final = 8
_HALF_PATCH_PX: Final = 11
_SEARCH_PX: Final = 26
_ALIKE: Final = 0.72
_AGREE_PX: Final = 1.0
_AGREEING_SHARE: Final = 0.6
_SPREAD_SHARE: Final = 0.25  # of the picture's width over which agreeing points must be spread
MOVED_SHARE: Final = 2.2 / 1920
"""Of the picture's width: a corner of the picture that surely shifted by more is a camera that moved."""
_SURELY: Final = 3.0
"""Standard deviations: faint corners of a dark, strongly compressed picture wander together by a pixel and more."""
_SETTLED_PX: Final = 0.4
_MOST_RESOLVED_PX: Final = 0.8
_FAR_MM: Final = 5000.0
_CHECKS_TO_MOVE: Final = 2
_CHECKS_TO_BLIND: Final = 3


class Trust(StrEnum):
    """What is known of a camera's place now."""

    TRUE = "true"  # where it was calibrated
    MOVED = "moved"  # it moves, or has moved and is not solved again
    RESOLVED = "resolved"  # it was moved and is known again
    HIDDEN = "hidden"  # too little of the room is seen to say


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """One look at the reference points; pixels of the full picture."""

    trust: Trust
    seen_share: float
    shift_px: float  # the largest of the picture's corners
    turn_deg: float  # in the picture's plane
    residual_px: float  # of the agreeing points about their common movement
    camera: Camera | None = None  # solved again, when `trust` has just become RESOLVED


class StillTrue:
    """Watches one camera."""

    def __init__(self, reference: ImageU8, camera: Camera | None = None, ignore: Mask | None = None) -> None:
        """`ignore` is True (full picture) where people are; without enough corners every look is HIDDEN."""
        self._camera = camera
        self._size_px = (reference.shape[1], reference.shape[0])
        self._scale = min(1.0, WORK_WIDTH_PX / reference.shape[1])
        small = self._small(reference)
        self._points = _corners(small, ignore)
        self._patches = [_patch(small, point) for point in self._points]
        self._moved_to = self._points.copy()  # where they are expected now
        self._suspect = self._hidden = 0
        self._last_shift: F64 | None = None
        self.trust = Trust.TRUE

    @property
    def points_px(self) -> F64:
        """(N, 2) the reference points in the full picture."""
        return np.asarray((self._points + 0.5) / self._scale - 0.5)

    def look(self, image: ImageU8) -> Looked:
        """One look; the trust changes only when several looks agree."""
        found = self._find(self._small(image))
        seen: Mask = np.asarray(np.isfinite(found).all(axis=1))
        share = float(seen.mean()) if len(seen) else 0.0
        movement = _common_movement(self._moved_to[seen], found[seen]) if seen.sum() >= _FEWEST else None
        if movement is None:
            return self._unsure(share)
        self._hidden = 0
        matrix, agreeing, residual = movement
        corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]]) * self._size_px * self._scale
        shifted = corners @ matrix[:, :2].T + matrix[:, 2] - corners
        shifts = np.hypot(*shifted.T) / self._scale
        doubts = _corner_doubt_px(self._moved_to[seen][agreeing], corners, residual) / self._scale
        turn = float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))
        looked = Looked(self.trust, share, float(shifts.max()), turn, residual / self._scale)
        if float((shifts - _SURELY * doubts).max()) <= MOVED_SHARE * self._size_px[0]:
            self._suspect, self._last_shift = 0, None
            if self.trust in (Trust.MOVED, Trust.HIDDEN):
                self.trust = Trust.TRUE  # it came back by itself, or the view is free again
            return _with(looked, self.trust)
        return self._moving(looked, shifted, self._moved_to[seen][agreeing], found[seen][agreeing])

    def _moving(self, looked: Looked, shifted: F64, before: F64, after: F64) -> Looked:
        self._suspect += 1
        settled = self._last_shift is not None and float(np.abs(shifted - self._last_shift).max()) < _SETTLED_PX
        self._last_shift = shifted
        if self._suspect < _CHECKS_TO_MOVE:
            return _with(looked, self.trust)
        self.trust = Trust.MOVED
        if not settled or self._suspect <= _CHECKS_TO_MOVE or self._camera is None:
            return _with(looked, self.trust)
        solved, residual = _turned_camera(
            self._camera, (before + 0.5) / self._scale - 0.5, (after + 0.5) / self._scale - 0.5
        )
        if residual > _MOST_RESOLVED_PX * self._size_px[0] / 1280:
            return _with(looked, self.trust)
        rays = self._camera.rays((self._moved_to + 0.5) / self._scale - 0.5)
        there = solved.project(rays * _FAR_MM + self._camera.position_mm)
        self._moved_to = np.asarray((there + 0.5) * self._scale - 0.5)
        self._camera, self.trust, self._suspect, self._last_shift = solved, Trust.RESOLVED, 0, None
        return Looked(self.trust, looked.seen_share, looked.shift_px, looked.turn_deg, residual, solved)

    def _unsure(self, share: float) -> Looked:
        self._hidden += 1
        if self._hidden >= _CHECKS_TO_BLIND:
            self.trust = Trust.HIDDEN
        return Looked(self.trust, share, np.nan, np.nan, np.nan)

    def _small(self, image: ImageU8) -> ImageU8:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
        if self._scale < 1.0:
            grey = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.uint8)

    def _find(self, small: ImageU8) -> F64:
        """(N, 2) where each point is now; NaN where nothing is enough like it."""
        out = np.full(self._points.shape, np.nan)
        height, width = small.shape
        reach = _HALF_PATCH_PX + _SEARCH_PX
        for k, (patch, place) in enumerate(zip(self._patches, self._moved_to, strict=True)):
            x, y = (round(float(v)) for v in place)
            x0, y0, x1, y1 = max(x - reach, 0), max(y - reach, 0), min(x + reach + 1, width), min(y + reach + 1, height)
            window = small[y0:y1, x0:x1]
            if window.shape[0] < patch.shape[0] + 2 or window.shape[1] < patch.shape[1] + 2:
                continue
            alike = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (column, row) = cv2.minMaxLoc(alike)
            if best < _ALIKE:
                continue
            part_x, part_y = _peak(alike, column, row)
            out[k] = [x0 + column + _HALF_PATCH_PX + part_x, y0 + row + _HALF_PATCH_PX + part_y]
            out[k] += self._points[k] - np.rint(self._points[k])  # the patch was cut at whole pixels
        return out


def _with(looked: Looked, trust: Trust) -> Looked:
    return Looked(trust, looked.seen_share, looked.shift_px, looked.turn_deg, looked.residual_px)


def _corners(small: ImageU8, ignore: Mask | None) -> F64:
    """Strong corners, spread over the picture, none where people are."""
    height, width = small.shape
    allowed = np.full((height, width), 255, np.uint8)
    edge = _HALF_PATCH_PX + 3
    allowed[:edge], allowed[-edge:], allowed[:, :edge], allowed[:, -edge:] = 0, 0, 0, 0
    if ignore is not None:
        allowed[cv2.resize(ignore.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST) > 0] = 0
    found = cv2.goodFeaturesToTrack(small, _POINTS, 0.003, min(width, height) / 18, mask=allowed, blockSize=7)
    return np.empty((0, 2)) if found is None else np.asarray(found.reshape(-1, 2), np.float64)


def _patch(small: ImageU8, point: F64) -> ImageU8:
    x, y = (round(float(v)) for v in point)
    half = _HALF_PATCH_PX
    return np.ascontiguousarray(small[y - half : y + half + 1, x - half : x + half + 1])


def _peak(alike: NDArray[np.generic], column: int, row: int) -> tuple[float, float]:
    """The part of a pixel by which the best place lies beside the grid's."""
    values = np.asarray(alike, np.float64)
    out = []
    for line, at in ((values[row], column), (values[:, column], row)):
        part = 0.0
        if 0 < at < len(line) - 1:
            bend = line[at - 1] - 2 * line[at] + line[at + 1]
            part = 0.5 * (line[at - 1] - line[at + 1]) / bend if bend < -1e-9 else 0.0
        out.append(float(np.clip(part, -1, 1)))
    return out[0], out[1]


def _common_movement(before: F64, after: F64) -> tuple[F64, Mask, float] | None:
    """The one movement (2, 3) that most points made, which they are, and their misses; None where they do not agree."""
    matrix, inliers = cast(
        "tuple[F64 | None, NDArray[np.uint8]]",  # None where nothing fits, which the stubs do not know
        cv2.estimateAffinePartial2D(before, after, ransacReprojThreshold=_AGREE_PX, maxIters=200),
    )
    if matrix is None:
        return None
    agreeing = inliers.ravel().astype(bool)
    if agreeing.sum() < max(_FEWEST, _AGREEING_SHARE * len(before)):
        return None
    spread = np.ptp(before[agreeing], axis=0)
    if spread.max() < _SPREAD_SHARE * WORK_WIDTH_PX:
        return None
    off = before[agreeing] @ matrix[:, :2].T + matrix[:, 2] - after[agreeing]
    return np.asarray(matrix, np.float64), agreeing, float(np.sqrt((off**2).sum(axis=1).mean()))


def _corner_doubt_px(points: F64, corners: F64, residual: float) -> F64:
    """(4,) standard deviation of the common movement at the picture's corners: greater the farther from the points."""
    middle = points.mean(axis=0)
    spread = ((points - middle) ** 2).sum()
    lever = ((corners - middle) ** 2).sum(axis=1) / spread
    return np.asarray(residual / np.sqrt(2) * np.sqrt(1 / len(points) + lever))


def _turned_camera(camera: Camera, before_px: F64, after_px: F64) -> tuple[Camera, float]:
    """A nudged camera: it turned about itself, so that each point's direction turned with it."""
    rays = camera.rays(before_px) * _FAR_MM + camera.position_mm  # far away: a nudge hardly shifts the camera itself

    def off(vector: F64) -> F64:
        return (turned_about_itself(camera, vector).project(rays) - after_px).ravel()

    found = least_squares(off, np.zeros(3), loss="soft_l1", f_scale=0.7)
    residual = float(np.sqrt((off(found.x) ** 2).reshape(-1, 2).sum(axis=1).mean()))
    return turned_about_itself(camera, np.asarray(found.x)), residual


def turned_about_itself(camera: Camera, vector_rad: F64) -> Camera:
    """The camera turned by a rotation vector of its own axes, staying where it is."""
    rotation = turned(camera.rotation, vector_rad)
    return Camera(camera.size_px, camera.matrix, camera.distortion, rotation, -rotation @ camera.position_mm)
