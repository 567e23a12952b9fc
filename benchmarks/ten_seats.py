"""A table of ten people for timing: moving people of the footage, side by side in one picture of 3840 x 2160."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt

from engine.seats import GAME_SEATS
from vision.perception.crops import SeatCrop

Bgr = npt.NDArray[np.uint8]

TILE = (480, 480)  # width, height: square, since MediaPipe's body points are skewed on other shapes
_CELL = (768, 1080)  # of a tile and the black around it, so that no one reaches into a neighbour's picture
_CUTS = {"cam_0": 480, "cam_1": 440, "cam_2": 330, "cam_3": 110}  # left edge of the person's part of the picture
_CUT_WIDTH = 720  # of pictures 720 high, the shape of a tile
_FRAMES_APART = 9  # how far the people who come from one recording are apart in it


class NoFootage(Exception):
    """The recordings that the table is made of are absent."""


def footage() -> Path:
    """The folder of recordings; raises NoFootage."""
    folder = Path(os.environ.get("TABLE_MONITOR_FOOTAGE", "../shared/footage")) / "multi_camera" / "desk_hands_4cam"
    if not folder.is_dir():
        raise NoFootage(f"{folder} is absent; set TABLE_MONITOR_FOOTAGE to the folder of recordings.")
    return folder


@cache
def _person(camera: str) -> tuple[Bgr, ...]:
    left = _CUTS[camera]
    with av.open(str(footage() / f"{camera}.mp4")) as file:
        pictures = [frame.to_ndarray(format="bgr24") for frame in file.decode(video=0)]
    return tuple(np.asarray(cv2.resize(picture[:, left : left + _CUT_WIDTH], TILE), np.uint8) for picture in pictures)


def table(frame: int) -> Bgr:
    """The picture of the table at one moment."""
    picture = np.zeros((2 * _CELL[1], 5 * _CELL[0], 3), np.uint8)
    cameras = list(_CUTS)
    for seat in range(10):
        person = _person(cameras[seat % 4])
        x, y = corner(seat)
        picture[y : y + TILE[1], x : x + TILE[0]] = person[(frame + seat // 4 * _FRAMES_APART) % len(person)]
    return picture


def corner(seat: int) -> tuple[int, int]:
    """The upper left corner of a seat's tile; seats count from 0."""
    return seat % 5 * _CELL[0] + (_CELL[0] - TILE[0]) // 2, seat // 5 * _CELL[1] + (_CELL[1] - TILE[1]) // 2


def tiles(picture: Bgr) -> list[npt.NDArray[np.uint8]]:
    """The ten tiles as RGB, the form in which MediaPipe takes pictures."""
    cut = []
    for seat in range(10):
        x, y = corner(seat)
        cut.append(np.ascontiguousarray(picture[y : y + TILE[1], x : x + TILE[0], ::-1]))
    return cut


@cache
def seat_crops() -> tuple[SeatCrop, ...]:
    """Where our perception looks: exactly the tiles."""
    crops = []
    for seat in range(10):
        x, y = corner(seat)
        w, h = TILE
        crops.append(SeatCrop(GAME_SEATS[seat], np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)))
    return tuple(crops)
