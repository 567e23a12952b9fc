"""Eyes: the outline of the lids and the iris, and how far the lids are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from models.face import LEFT_EYE_INNER, LEFT_EYE_OUTER, RIGHT_EYE_INNER, RIGHT_EYE_OUTER
from models.networks import Networks
from models.regions import Floats, Image, Regions, angle_across, cut, to_frame, to_frame_affines
from models.session import Outputs

LANDMARK: Final = "iris_landmark"

CONTOUR_POINTS: Final = 71  # 0 and 8 are the corners, 1…7 the lower lid, 9…15 the upper; the rest lies around
IRIS_POINTS: Final = 5  # the centre, then four points of the edge
CORNERS: Final = (0, 8)
LOWER_LID: Final = slice(1, 8)
UPPER_LID: Final = slice(9, 16)

_REGION_SCALE: Final = 2.3


@dataclass(frozen=True, slots=True, eq=False)
class EyeLandmarks:
    """The eyes of N faces; axis 1 is the person's own left eye, then the right."""

    contour_xy: Floats  # (N, 2, 71, 2) pixels of the frame
    iris_xy: Floats  # (N, 2, 5, 2)


def regions_from_faces(face_xy: Floats) -> Regions:
    """Where to look for both eyes of N faces: (2N, 4), each face's left then its right."""
    start = face_xy[:, [LEFT_EYE_INNER, RIGHT_EYE_OUTER]].reshape(-1, 2)
    end = face_xy[:, [LEFT_EYE_OUTER, RIGHT_EYE_INNER]].reshape(-1, 2)
    side = np.abs(end - start).max(1, initial=0) * _REGION_SCALE
    return np.column_stack([(start + end) / 2, side, angle_across(start, end)])


def landmarks(networks: Networks, image: Image, face_xy: Floats) -> EyeLandmarks:
    """The eyes of N faces with points (N, 468, 2)."""
    size = networks.input_size(LANDMARK)
    regions = regions_from_faces(face_xy)
    raw = networks.run(LANDMARK, cut(image, regions, size, flip=is_mirrored(len(face_xy))))
    return decode_landmarks(raw, regions, size)


def is_mirrored(faces: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which of the 2N eye pictures the network sees mirrored: it was trained on the eye at the picture's left only."""
    return np.tile(np.array([True, False]), faces)


def decode_landmarks(raw: Outputs, regions: Regions, size_px: int) -> EyeLandmarks:
    """The iris network's outputs as points in the frame."""
    contour, iris = raw[0].reshape(-1, CONTOUR_POINTS, 3), raw[1].reshape(-1, IRIS_POINTS, 3)
    points = np.concatenate([contour, iris], 1)[:, :, :2]
    mirrored = is_mirrored(len(regions) // 2)
    points[mirrored, :, 0] = size_px - points[mirrored, :, 0]
    xy = to_frame(points, to_frame_affines(regions, size_px)).reshape(-1, 2, CONTOUR_POINTS + IRIS_POINTS, 2)
    return EyeLandmarks(xy[:, :, :CONTOUR_POINTS], xy[:, :, CONTOUR_POINTS:])


def opening(contour_xy: Floats) -> Floats:
    """The gap between the lids over the eye's width, for outlines (…, 71, 2)."""
    gap = contour_xy[..., LOWER_LID, :].mean(-2) - contour_xy[..., UPPER_LID, :].mean(-2)
    width = contour_xy[..., CORNERS[1], :] - contour_xy[..., CORNERS[0], :]
    return np.asarray(np.hypot(*np.moveaxis(gap, -1, 0)) / np.maximum(np.hypot(*np.moveaxis(width, -1, 0)), 1e-6))
