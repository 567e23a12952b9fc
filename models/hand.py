"""Hands: palms in a crop, and 21 points of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from models.detection import Detections, anchors, decode
from models.networks import Networks
from models.regions import (
    Floats,
    Image,
    Regions,
    angle_up,
    cut,
    shifted,
    to_frame,
    to_frame_affines,
    turned_boxes,
)
from models.session import Crops, Outputs

DETECTION: Final = "palm_detection"
LANDMARK: Final = "hand_landmark"
LANDMARK_LITE: Final = "hand_landmark_lite"

POINTS: Final = 21
WRIST, INDEX_MCP, MIDDLE_MCP, RING_MCP = 0, 5, 9, 13

_ANCHORS: Final = anchors((24, 2), (12, 6))
_MIN_DETECTION_01: Final = 0.5
_PALM_WRIST, _PALM_MIDDLE_MCP = 0, 2
_FROM_PALM_SCALE, _FROM_PALM_SHIFT_Y = 2.6, -0.5
_FROM_HAND_SCALE, _FROM_HAND_SHIFT_Y = 2.0, -0.1
_FROM_POSE_SCALE = 2.7
_STEADY_POINTS: Final = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]  # without the fingertips, which come and go


@dataclass(frozen=True, slots=True, eq=False)
class HandLandmarks:
    """21 points of N hands."""

    xy: Floats  # (N, 21, 2) pixels of the frame
    presence_01: Floats  # (N,)
    left_01: Floats  # (N,) how much it looks like the person's own left hand
    next_regions: Regions  # (N, 4) where each hand is looked for in the next frame


def detect(networks: Networks, crops: Crops, regions: Regions) -> list[Detections]:
    """Palms in the crops of upright regions, best first in each."""
    return decode_detections(networks.run(DETECTION, crops), regions, crops.shape[1])


def decode_detections(raw: Outputs, regions: Regions, size_px: int) -> list[Detections]:
    """The palm detector's outputs as detections in the frame."""
    regressors, logits = raw
    affines = to_frame_affines(regions, size_px)
    return decode(regressors, logits, _ANCHORS, size_px=size_px, affines=affines, min_score_01=_MIN_DETECTION_01)


def regions_from_palms(palms: Detections) -> Regions:
    """Where to look for the points of detected palms: wrist to middle knuckle upright, 2.6 palms wide, half up."""
    size = palms.box[:, 2:] - palms.box[:, :2]
    centre = (palms.box[:, 2:] + palms.box[:, :2]) / 2
    angle = angle_up(palms.keypoints[:, _PALM_WRIST], palms.keypoints[:, _PALM_MIDDLE_MCP])
    upright = np.column_stack([centre, size.max(1, initial=0) * _FROM_PALM_SCALE, angle])
    return shifted(upright, _FROM_PALM_SHIFT_Y * size[:, 1].astype(np.float64))


def regions_from_pose(wrist: Floats, index: Floats, pinky: Floats) -> Regions:
    """Where to look for hands whose wrist and knuckles (each (N, 2)) the pose network gave."""
    centre = (2 * index + pinky) / 3
    length = np.hypot(*(centre - wrist).astype(np.float64).T)
    return np.column_stack([centre, 2 * length * _FROM_POSE_SCALE, angle_up(wrist, centre)])


def landmarks(networks: Networks, image: Image, regions: Regions, network_id: str = LANDMARK) -> HandLandmarks:
    """The points of one hand in each region."""
    size = networks.input_size(network_id)
    raw = networks.run(network_id, cut(image, regions, size))
    return decode_landmarks(raw, regions, size)


def decode_landmarks(raw: Outputs, regions: Regions, size_px: int) -> HandLandmarks:
    """The landmark network's outputs as points in the frame.

    The third output is high for a right hand as a camera sees one (checked on renders and footage); MediaPipe's own
    labels are for mirrored pictures of oneself and so read the other way round.
    """
    points = raw[0].reshape(-1, POINTS, 3)
    xy = to_frame(points[:, :, :2], to_frame_affines(regions, size_px))
    return HandLandmarks(xy, raw[1].reshape(-1), 1 - raw[2].reshape(-1), regions_from_hands(xy))


def regions_from_hands(xy: Floats) -> Regions:
    """Where to look for hands again, from their last points (N, 21, 2): wrist to knuckles upright, twice the size."""
    knuckles = ((xy[:, INDEX_MCP] + xy[:, RING_MCP]) / 2 + xy[:, MIDDLE_MCP]) / 2
    angle = angle_up(xy[:, WRIST], knuckles)
    centre, size = turned_boxes(xy[:, _STEADY_POINTS].astype(np.float64), angle)
    upright = np.column_stack([centre, size.max(1, initial=0) * _FROM_HAND_SCALE, angle])
    return shifted(upright, _FROM_HAND_SHIFT_Y * size[:, 1])
