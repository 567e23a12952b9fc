"""How far a hand is from where it rests, in every picture of a stretch, below the pixel.

The hand's own resting picture is the pattern: optical flow on points inside the hand's outline, outwards from rest, each
picture's search begun where the one before left off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import ImageU8

PATTERN_PICTURES: Final = 4
MAX_POINTS: Final = 60
MIN_POINTS: Final = 4
ROUND_TRIP_PX: Final = 0.6
WINDOW_PX: Final = 13
GROWN: Final = 1.08
"""Points on a hand's own outline are the sharpest ones."""


def motion_px(
    pictures: Sequence[ImageU8], outline_px: NDArray[np.float32], resting: Sequence[int]
) -> NDArray[np.float64]:
    """(n, 2) displacement of the hand in each grey picture against the pictures in which it rests.

    `outline_px` is (m, 2) around the resting hand; `resting` are neighbouring indices. A picture in which the hand is
    lost is NaN, and so is everything beyond it, seen from the rest.
    """
    out = np.full((len(pictures), 2), np.nan)
    chosen = list(resting)[:PATTERN_PICTURES]
    if not chosen:
        return out
    pattern = np.mean([pictures[k] for k in chosen], axis=0).round().astype(np.uint8)
    points = _points(pattern, outline_px)
    if points is None:
        return out
    middle = chosen[len(chosen) // 2]
    for way in (range(middle, -1, -1), range(middle, len(pictures))):
        _follow(pictures, pattern, points, way, out)
    return out


def _follow(
    pictures: Sequence[ImageU8],
    pattern: ImageU8,
    points: NDArray[np.float32],
    way: range,
    out: NDArray[np.float64],
) -> None:
    """Fill in the displacements outwards from rest until the hand is lost."""
    at, speed = np.zeros(2), np.zeros(2)
    for k in way:
        shift = _shift_px(pattern, pictures[k], points, at + speed)
        if shift is None:
            shift = _shift_px(pattern, pictures[k], points, at)
        if shift is None:
            return
        speed, at = shift - at, shift
        out[k] = shift


def _points(pattern: ImageU8, outline_px: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """(m, 1, 2) corners inside the outline."""
    middle = outline_px.mean(axis=0)
    inside = np.zeros(pattern.shape, np.uint8)
    hull = cv2.convexHull(((outline_px - middle) * GROWN + middle).astype(np.float32))
    cv2.fillConvexPoly(inside, np.rint(hull).astype(np.int32), 255)
    points = cv2.goodFeaturesToTrack(pattern, MAX_POINTS, 0.008, 3, mask=inside)
    return None if points is None or len(points) < MIN_POINTS else points.astype(np.float32)


def _shift_px(
    pattern: ImageU8, picture: ImageU8, points: NDArray[np.float32], guess_px: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """Median way of the points that can be followed there and back."""
    window = (WINDOW_PX, WINDOW_PX)
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 0.005)
    flags = cv2.OPTFLOW_USE_INITIAL_FLOW
    start = (points + guess_px).astype(np.float32)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        pattern, picture, points, start, winSize=window, maxLevel=2, criteria=until, flags=flags
    )
    back, found_back, _ = cv2.calcOpticalFlowPyrLK(
        picture, pattern, moved, points.copy(), winSize=window, maxLevel=2, criteria=until, flags=flags
    )
    closed = np.linalg.norm((back - points).reshape(-1, 2), axis=1) <= ROUND_TRIP_PX
    good = closed & (found.ravel() == 1) & (found_back.ravel() == 1)
    if good.sum() < MIN_POINTS:
        return None
    shift: NDArray[np.float64] = np.median((moved - points).reshape(-1, 2)[good], axis=0).astype(np.float64)
    return shift
