"""How much a hand that keeps its place still moves: a hand on a table lies still, a hand held above it drifts.

Landmarks are too rough for this (they shake by 1-2 % of a palm on a still hand). The hand's own picture is followed
instead, by optical flow below the pixel, on points inside the hand's outline only: the cloth around it never moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import ImageU8

MARGIN_LENGTHS: Final = 0.35  # of a palm, around the hand's outline
MAX_SIDE_PX: Final = 160
MAX_POINTS: Final = 24
MIN_POINTS: Final = 5
MAX_ROUND_TRIP_PX: Final = 0.5
PALM_MM: Final = 92.0  # wrist to the knuckle of the middle finger, a middling adult


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The part of a grey picture that shows a hand, and where in the frame its top left corner was."""

    grey: ImageU8  # (H, W)
    corner_px: tuple[int, int]


def patch_of(image: ImageU8, hand_px: NDArray[np.float32], palm_px: float) -> Patch | None:
    """Cut out a hand (21, 2) with a margin; None where it lies outside the picture or is larger than is useful."""
    margin = MARGIN_LENGTHS * palm_px
    x0, y0 = np.floor(hand_px.min(axis=0) - margin).astype(int)
    x1, y1 = np.ceil(hand_px.max(axis=0) + margin).astype(int)
    height, width = image.shape[:2]
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    if not (8 <= x1 - x0 <= MAX_SIDE_PX and 8 <= y1 - y0 <= MAX_SIDE_PX):
        return None
    return Patch(cv2.cvtColor(image[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY).astype(np.uint8), (int(x0), int(y0)))


def drift_mm(patches: Sequence[Patch], hands_px: Sequence[NDArray[np.float32]], palm_px: float) -> float | None:
    """Root mean square of a resting hand's way about its mean place, in millimetres at the hand.

    Every picture is registered to the one in the middle. None where too few pictures can be registered.
    """
    middle = len(patches) // 2
    shifts = [_shift_px(patches[middle], hands_px[middle], patch) for patch in patches]
    known = np.asarray([shift for shift in shifts if shift is not None])
    if len(known) < max(4, len(patches) // 2):
        return None
    about_mean = known - known.mean(axis=0)
    return float(np.sqrt((about_mean**2).sum(axis=1).mean())) * PALM_MM / palm_px


def _shift_px(first: Patch, hand_px: NDArray[np.float32], other: Patch) -> NDArray[np.float64] | None:
    """How far the hand moved from one patch to another, below the pixel; None where it cannot be followed."""
    x0 = max(first.corner_px[0], other.corner_px[0])
    y0 = max(first.corner_px[1], other.corner_px[1])
    x1 = min(first.corner_px[0] + first.grey.shape[1], other.corner_px[0] + other.grey.shape[1])
    y1 = min(first.corner_px[1] + first.grey.shape[0], other.corner_px[1] + other.grey.shape[0])
    if x1 - x0 < 12 or y1 - y0 < 12:
        return None
    here, there = (_cut(patch, x0, y0, x1, y1) for patch in (first, other))
    inside = np.zeros(here.shape, np.uint8)
    hull = cv2.convexHull((hand_px - (x0, y0)).astype(np.float32))
    cv2.fillConvexPoly(inside, np.rint(hull).astype(np.int32), 255)
    points = cv2.goodFeaturesToTrack(here, MAX_POINTS, 0.02, 3, mask=inside)
    if points is None or len(points) < MIN_POINTS:
        return None
    moved, found, _ = cv2.calcOpticalFlowPyrLK(here, there, points, points.copy(), winSize=(11, 11), maxLevel=1)
    back, found_back, _ = cv2.calcOpticalFlowPyrLK(there, here, moved, points.copy(), winSize=(11, 11), maxLevel=1)
    closed = np.linalg.norm((back - points).reshape(-1, 2), axis=1) <= MAX_ROUND_TRIP_PX
    good = closed & (found.ravel() == 1) & (found_back.ravel() == 1)
    if good.sum() < MIN_POINTS:
        return None
    shift: NDArray[np.float64] = np.median((moved - points).reshape(-1, 2)[good], axis=0).astype(np.float64)
    return shift


def _cut(patch: Patch, x0: int, y0: int, x1: int, y1: int) -> ImageU8:
    x, y = patch.corner_px
    return patch.grey[y0 - y : y1 - y, x0 - x : x1 - x]
