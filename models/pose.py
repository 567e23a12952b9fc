"""People: where one is in a crop, and 33 points of the body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from models.detection import Detections, anchors, decode, sigmoid
from models.networks import Networks
from models.regions import Floats, Image, Regions, angle_up, cut, to_frame, to_frame_affines
from models.session import Crops, Outputs

DETECTION: Final = "pose_detection"
LANDMARK: Final = "pose_landmark"

POINTS: Final = 33
NOSE, LEFT_EAR, RIGHT_EAR = 0, 7, 8
LEFT_SHOULDER, RIGHT_SHOULDER = 11, 12
LEFT_WRIST, RIGHT_WRIST = 15, 16
LEFT_PINKY, RIGHT_PINKY = 17, 18
LEFT_INDEX, RIGHT_INDEX = 19, 20

DETECTED_HIP, DETECTED_CIRCLE, DETECTED_SHOULDER = 0, 1, 2  # keypoints of a detection

_ANCHORS: Final = anchors((28, 2), (14, 2), (7, 6))
_REGION_SCALE: Final = 1.25
_MIN_DETECTION_01: Final = 0.5
_ALL_POINTS: Final = 39
_REACH: Final = 3  # cells of the heat map looked at on each side of a point
_MIN_WARMTH_01: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class PoseLandmarks:
    """33 points of N bodies."""

    xy: Floats  # (N, 33, 2) pixels of the frame
    visibility_01: Floats  # (N, 33)
    presence_01: Floats  # (N,)
    next_regions: Regions  # (N, 4) where each body is looked for in the next frame


def detect(networks: Networks, crops: Crops, regions: Regions) -> list[Detections]:
    """People in the crops of upright regions, best first in each."""
    return decode_detections(networks.run(DETECTION, crops), regions, crops.shape[1])


def decode_detections(raw: Outputs, regions: Regions, size_px: int) -> list[Detections]:
    """The detector's outputs as detections in the frame."""
    regressors, logits = raw
    affines = to_frame_affines(regions, size_px)
    return decode(regressors, logits, _ANCHORS, size_px=size_px, affines=affines, min_score_01=_MIN_DETECTION_01)


def regions_from_detected(keypoints: Floats) -> Regions:
    """Where to look for the points of detected bodies, from keypoints (N, 4, 2).

    The first two are the middle of the hips and a point on the circle around the whole body; the way between them is
    the body's upright.
    """
    return _body_circles(keypoints[:, DETECTED_HIP], keypoints[:, DETECTED_CIRCLE])


def _body_circles(hip: Floats, on_circle: Floats) -> Regions:
    radius = np.hypot(*(on_circle - hip).astype(np.float64).T)
    return np.column_stack([hip, 2 * radius * _REGION_SCALE, angle_up(hip, on_circle)])


def landmarks(networks: Networks, image: Image, regions: Regions) -> PoseLandmarks:
    """The points of one body in each region."""
    size = networks.input_size(LANDMARK)
    raw = networks.run(LANDMARK, cut(image, regions, size))
    return decode_landmarks(raw, regions, size)


def decode_landmarks(raw: Outputs, regions: Regions, size_px: int) -> PoseLandmarks:
    """The landmark network's outputs as points in the frame; points 33 and 34 carry the next region."""
    points = raw[0].reshape(-1, _ALL_POINTS, 5)
    exact = refined(points[:, :, :2], raw[2], size_px / raw[2].shape[1])
    xy = to_frame(exact, to_frame_affines(regions, size_px))
    return PoseLandmarks(
        xy=xy[:, :POINTS],
        visibility_01=sigmoid(points[:, :POINTS, 3]),
        presence_01=raw[1].reshape(-1),
        next_regions=_body_circles(xy[:, 33], xy[:, 34]),
    )


def refined(xy: Floats, heat: Floats, cell_px: float) -> Floats:
    """Points (N, P, 2) moved to the middle of the warm cells around them, where the heat map is sure of any.

    `heat` (N, rows, columns, P) are logits, `cell_px` the size of a cell in the points' unit. MediaPipe's own step: the
    regressed points alone lie about twice as far from its results (docs/models.md).
    """
    count, rows, columns, points = heat.shape
    cell = np.floor(xy / cell_px).astype(np.intp)  # column, row
    inside = ((cell >= 0) & (cell < (columns, rows))).all(2)
    step = np.arange(-_REACH, _REACH + 1)
    column, row = cell[:, :, 0, None, None] + step, cell[:, :, 1, None, None] + step[:, None]
    exists = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
    person, point = np.arange(count)[:, None, None, None], np.arange(points)[:, None, None]
    logits = heat[person, np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1), point]  # (N, P, 7, 7)
    warmth = sigmoid(logits) * exists
    total = np.maximum(warmth.sum((2, 3)), 1e-9)
    middle = np.stack([(warmth * axis).sum((2, 3)) / total for axis in (column, row)], 2) * cell_px
    sure = inside & (warmth.max((2, 3)) >= _MIN_WARMTH_01)
    return np.asarray(np.where(sure[:, :, None], middle, xy), np.float32)
