"""Turned squares in a picture: how networks are shown a part of it and how their points come back.

A region is a row (centre x, centre y, side, angle): pixels of the full frame and radians, the angle from the
picture's x axis to the region's own, clockwise as seen because y points down. N regions are one float64 array (N, 4).
The conventions (which points, which scale, which shift) are MediaPipe's, since its networks were trained with them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from models.session import Crops

Image = npt.NDArray[np.uint8]  # (height, width, 3), BGR
Regions = npt.NDArray[np.float64]  # (N, 4)
Affines = npt.NDArray[np.float64]  # (N, 2, 3)
Floats = npt.NDArray[np.float32]

NO_REGIONS: Regions = np.empty((0, 4))


def square_around(box: Sequence[float], scale: float = 1.0) -> Regions:
    """The upright square (1, 4) around a box (x0, y0, x1, y1), its side the longer side of the box times `scale`."""
    x0, y0, x1, y1 = box
    return np.array([[(x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0) * scale, 0.0]])


def to_frame_affines(regions: Regions, size_px: int) -> Affines:
    """The maps from pixels of a crop of `size_px` to pixels of the frame."""
    scale = regions[:, 2] / size_px
    cos, sin = np.cos(regions[:, 3]) * scale, np.sin(regions[:, 3]) * scale
    half = size_px / 2
    x = regions[:, 0] - half * (cos - sin)
    y = regions[:, 1] - half * (sin + cos)
    return np.stack([np.stack([cos, -sin, x], 1), np.stack([sin, cos, y], 1)], 1)


def cut(image: Image, regions: Regions, size_px: int, *, flip: npt.NDArray[np.bool_] | None = None) -> Crops:
    """The regions as RGB pictures (N, size, size, 3); black beyond the frame, mirrored where `flip` says so."""
    crops = np.empty((len(regions), size_px, size_px, 3), np.uint8)
    for number, affine in enumerate(to_frame_affines(regions, size_px)):
        crop = cv2.warpAffine(image, affine, (size_px, size_px), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        cv2.cvtColor(crop, cv2.COLOR_BGR2RGB, dst=crops[number])
    if flip is not None:
        crops[flip] = crops[flip, :, ::-1]
    return crops


def blank_outside(crops: Crops, regions: Regions, polygons: Sequence[Floats]) -> Crops:
    """Copies of the regions' crops, black outside each one's polygon (K, 2) of the frame."""
    kept = np.zeros_like(crops)
    size_px = crops.shape[1]
    for number, (affine, polygon) in enumerate(zip(to_frame_affines(regions, size_px), polygons, strict=True)):
        mask = np.zeros((size_px, size_px), np.uint8)
        in_crop = (polygon - affine[:, 2]) @ np.linalg.inv(affine[:, :2]).T
        cv2.fillPoly(mask, [np.round(in_crop).astype(np.int32)], 255)
        cv2.copyTo(crops[number], mask, kept[number])
    return kept


def to_frame(points: npt.NDArray[np.floating], affines: Affines) -> Floats:
    """Points (N, K, 2) of crops as pixels of the frame."""
    return np.asarray(points @ affines[:, :, :2].transpose(0, 2, 1) + affines[:, None, :, 2], np.float32)


def angle_up(start: npt.NDArray[np.floating], end: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """The angle that turns a region so that the way from `start` to `end` (each (N, 2)) goes straight up in it."""
    way = np.asarray(end - start, np.float64)
    return wrapped(np.arctan2(way[:, 1], way[:, 0]) + np.pi / 2)


def angle_across(start: npt.NDArray[np.floating], end: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """The angle that turns a region so that the way from `start` to `end` (each (N, 2)) goes straight right in it."""
    way = np.asarray(end - start, np.float64)
    return np.arctan2(way[:, 1], way[:, 0])


def wrapped(angle: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The same angles in -π…π."""
    return angle - 2 * np.pi * np.floor((angle + np.pi) / (2 * np.pi))


def shifted(regions: Regions, shift_y: npt.NDArray[np.float64]) -> Regions:
    """Regions moved along their own y axis by `shift_y` pixels of the frame."""
    moved = regions.copy()
    moved[:, 0] -= np.sin(regions[:, 3]) * shift_y
    moved[:, 1] += np.cos(regions[:, 3]) * shift_y
    return moved


def turned_boxes(
    points: npt.NDArray[np.floating], angles: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Centres (N, 2) and sizes (N, 2) of the smallest boxes, turned by `angles`, around points (N, K, 2)."""
    cos, sin = np.cos(angles), np.sin(angles)
    axes = np.stack([np.stack([cos, -sin], 1), np.stack([sin, cos], 1)], 1)  # columns: the box's own x and y axes
    along = points @ axes
    low, high = along.min(1), along.max(1)
    centres = np.einsum("nij,nj->ni", axes, (low + high) / 2)
    return centres, high - low
