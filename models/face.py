"""Faces: where one is in a crop, and 468 points of its surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from models.detection import Detections, anchors, best_scores, decode, sigmoid
from models.networks import Networks
from models.regions import Floats, Image, Regions, angle_across, cut, to_frame, to_frame_affines
from models.session import Crops, Outputs

DETECTION: Final = "face_detection"
LANDMARK: Final = "face_landmark"

POINTS: Final = 468
DETECTED_RIGHT_EYE, DETECTED_LEFT_EYE = 0, 1  # keypoints of a detection, the person's own sides
RIGHT_EYE_OUTER, RIGHT_EYE_INNER = 33, 133
LEFT_EYE_INNER, LEFT_EYE_OUTER = 362, 263
BROW_TOP, CHIN = 10, 152

_ANCHORS: Final = anchors((16, 2), (8, 6))
_MIN_DETECTION_01: Final = 0.5
REGION_SCALE: Final = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class FaceLandmarks:
    """468 points of N faces."""

    xyz: Floats  # (N, 468, 3) pixels of the frame; z in the same unit, towards the camera negative
    presence_01: Floats  # (N,)
    next_regions: Regions  # (N, 4)


def detect(networks: Networks, crops: Crops, regions: Regions) -> tuple[list[Detections], Floats]:
    """Faces in the crops of upright regions, best first in each, and each region's best score (N,), however low."""
    raw = networks.run(DETECTION, crops)
    return decode_detections(raw, regions, crops.shape[1]), best_scores(raw[1])


def decode_detections(raw: Outputs, regions: Regions, size_px: int) -> list[Detections]:
    """The detector's outputs as detections in the frame; keypoints: right eye, left eye, nose, mouth, ears."""
    affines = to_frame_affines(regions, size_px)
    return decode(raw[0], raw[1], _ANCHORS, size_px=size_px, affines=affines, min_score_01=_MIN_DETECTION_01)


def regions_from_detected(box: Floats, keypoints: Floats) -> Regions:
    """Where to look for the points of detected faces, from boxes (N, 4) and keypoints (N, 6, 2): eyes level."""
    return _around(box, angle_across(keypoints[:, DETECTED_RIGHT_EYE], keypoints[:, DETECTED_LEFT_EYE]))


def regions_from_faces(xy: Floats) -> Regions:
    """Where to look for faces again, from their last points (N, 468, 2)."""
    box = np.concatenate([xy.min(1), xy.max(1)], 1)
    return _around(box, angle_across(xy[:, RIGHT_EYE_OUTER], xy[:, LEFT_EYE_OUTER]))


def _around(box: Floats, angle: npt.NDArray[np.float64]) -> Regions:
    side = (box[:, 2:] - box[:, :2]).max(1, initial=0)
    return np.column_stack([(box[:, :2] + box[:, 2:]) / 2, side * REGION_SCALE, angle])


def landmarks(networks: Networks, image: Image, regions: Regions) -> FaceLandmarks:
    """The points of one face in each region."""
    size = networks.input_size(LANDMARK)
    raw = networks.run(LANDMARK, cut(image, regions, size))
    return decode_landmarks(raw, regions, size)


def decode_landmarks(raw: Outputs, regions: Regions, size_px: int) -> FaceLandmarks:
    """The mesh network's outputs as points in the frame."""
    points = raw[0].reshape(-1, POINTS, 3)
    xy = to_frame(points[:, :, :2], to_frame_affines(regions, size_px))
    depth = points[:, :, 2] * (regions[:, 2] / size_px)[:, None]
    xyz = np.concatenate([xy, depth[:, :, None].astype(np.float32)], 2)
    return FaceLandmarks(xyz, sigmoid(raw[1].reshape(-1)), regions_from_faces(xy))


def head_angles_deg(xyz: Floats) -> Floats:
    """How heads are turned, (N, 3) degrees from face points (N, 468, 3): yaw, pitch, roll.

    Yaw is positive where the face looks to the picture's right, pitch where it looks down (a bowed head), roll where
    the head leans clockwise as seen. The angles are against the line of sight, not against the room.
    """
    across = xyz[:, LEFT_EYE_OUTER] - xyz[:, RIGHT_EYE_OUTER]
    down = xyz[:, CHIN] - xyz[:, BROW_TOP]
    ahead = np.cross(down, across)  # out of the face, so z is negative for one that looks at the camera
    yaw = np.arctan2(ahead[:, 0], -ahead[:, 2])
    pitch = np.arctan2(ahead[:, 1], np.hypot(ahead[:, 0], ahead[:, 2]))
    roll = np.arctan2(across[:, 1], across[:, 0])
    return np.asarray(np.degrees(np.stack([yaw, pitch, roll], 1)), np.float32)
