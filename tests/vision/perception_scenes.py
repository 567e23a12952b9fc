"""Answers for stand-in networks: people, hands and faces at known places of a picture."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models import pose
from models.fake import Answer, one_detection
from models.session import Crops, Outputs
from vision.perception.crops import Polygon, SeatCrop

Points = dict[int, tuple[float, float]]

PICTURE = np.full((200, 400, 3), 90, np.uint8)
"""A picture in which nothing is to be seen; what the networks say of it is up to the test."""


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


LEFT_SEAT = SeatCrop(1, rectangle(0, 0, 200, 200))  # type: ignore[arg-type]
RIGHT_SEAT = SeatCrop(2, rectangle(200, 0, 400, 200))  # type: ignore[arg-type]


def person_in_the_middle(logit: float = 3) -> Answer:
    """The pose detector sees someone in the middle of every crop, upright; the face box counts for nothing."""
    anchor = 28 * 14 * 2 + 14 * 2  # row 14, column 14 of the first level
    detect = one_detection(pose.DETECTION, anchor=anchor, box_px=(0, 0, 30, 30), logit=logit)

    def answer(crops: Crops) -> Outputs:
        regressors, logits = detect(crops)
        regressors[:, anchor, 4:8] = (0, 20, 0, -40)  # hips below the middle, the circle's top above
        return regressors, logits

    return answer


def body(points: Points, presence_01: float = 0.9, visibility: float = 4) -> Answer:
    """The pose network sees a body with some points at places (0…1) of every crop."""

    def answer(crops: Crops) -> Outputs:
        rows = np.zeros((len(crops), 39, 5), np.float32)
        rows[:, :, :2] = 128
        rows[:, 34, :2] = (128, 28)
        rows[:, :33, 3] = visibility
        for point, (x, y) in points.items():
            rows[:, point, :2] = (x * 256, y * 256)
        presence = np.full((len(crops), 1), presence_01, np.float32)
        return rows.reshape(-1, 195), presence, np.full((len(crops), 64, 64, 39), -80, np.float32)

    return answer


def hands(presence_01: Callable[[int], float], right_01: float = 0.5) -> Answer:
    """The hand network sees a hand that points up in every crop; presence by the number of the call, from 0."""
    call = -1
    shape = np.zeros((21, 3), np.float32)
    shape[:, 0], shape[:, 1] = np.linspace(80, 144, 21), np.linspace(150, 80, 21)
    shape[0, :2], shape[9, :2], shape[5, :2], shape[13, :2] = (112, 160), (112, 110), (100, 112), (124, 112)

    def answer(crops: Crops) -> Outputs:
        nonlocal call
        call += 1
        count = len(crops)
        columns = (np.full((count, 1), value, np.float32) for value in (presence_01(call), right_01))
        return np.repeat(shape.reshape(1, 63), count, 0), *columns

    return answer


def shoulders_at(x: float, y: float = 0.5) -> Points:
    """A body whose shoulders' middle lies at one place of its crop, wrists below."""
    return {
        pose.LEFT_SHOULDER: (x + 0.1, y),
        pose.RIGHT_SHOULDER: (x - 0.1, y),
        pose.NOSE: (x, y - 0.2),
        pose.LEFT_EAR: (x + 0.04, y - 0.21),
        pose.RIGHT_EAR: (x - 0.04, y - 0.21),
        pose.LEFT_WRIST: (x + 0.15, y + 0.2),
        pose.RIGHT_WRIST: (x - 0.15, y + 0.2),
        pose.LEFT_INDEX: (x + 0.15, y + 0.15),
        pose.RIGHT_INDEX: (x - 0.15, y + 0.15),
        pose.LEFT_PINKY: (x + 0.16, y + 0.15),
        pose.RIGHT_PINKY: (x - 0.16, y + 0.15),
    }
