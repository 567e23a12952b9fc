"""A camera's first place from the people round the table: they sit at its edge, their heads at one height.

Good to some centimetres, enough to know where in the picture the edge is to be searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.bundle import NECK_OUTSIDE_MM, SITTING_HEAD_MM, SITTING_NECK_MM, Start, roll_rad, sitting_misfit
from calibration.camera import Camera
from calibration.edge_pose import looking_at_middle
from calibration.lens import Lens
from calibration.people import PersonSeen
from calibration.table_shape import TableFault, TableKind, TableShape

F64 = NDArray[np.float64]

FEWEST_PEOPLE: Final = 5
_SIZE_SD: Final = 0.15
_ROLL_SD_DEG: Final = 2.0
_ELEVATIONS_DEG: Final = (18.0, 30.0, 45.0)
_AZIMUTHS: Final = 12


class NobodyRoundTable(TableFault):
    template = (
        "Camera {camera} shows {found} people, {needed} are needed to find the table between them: let everybody sit "
        "down, clear the table and try again, or mark four points with --marks."
    )


def place_by_people(camera: str, people: Sequence[PersonSeen], lens: Lens, shape: TableShape) -> list[Start]:
    """Where the camera may stand, likeliest first; raises NobodyRoundTable."""
    if len(people) < FEWEST_PEOPLE:
        raise NobodyRoundTable(camera=camera, found=len(people), needed=FEWEST_PEOPLE)
    heads = np.array([person.head_px for person in people])
    necks = np.array([person.neck_px for person in people])
    low, high = necks.min(axis=0), necks.max(axis=0)
    middle = np.array([(low[0] + high[0]) / 2, low[1] + 0.45 * (high[1] - low[1])])
    azimuths = [-90.0] if shape.kind is TableKind.ROUND else np.linspace(-180, 180, _AZIMUTHS, endpoint=False)
    reach = float(np.mean(shape.half_mm)) * 2 + 2 * NECK_OUTSIDE_MM
    distance = lens.focal_px[0] * reach / max(float(high[0] - low[0]), 1.0)
    guesses = [
        looking_at_middle(float(azimuth), elevation, distance * scale, middle, lens)
        for azimuth in azimuths
        for elevation in _ELEVATIONS_DEG
        for scale in (0.8, 1.1)
    ]

    def cost(guess: F64) -> float:
        return float(np.minimum(np.abs(_misfits(guess, heads, necks, lens, shape)), 4.0).mean())

    fitted = []
    for guess in sorted(guesses, key=cost)[:6]:
        found = least_squares(
            _misfits, guess, args=(heads, necks, lens, shape), loss="soft_l1", f_scale=1.0,
            x_scale=[0.01, 0.01, 0.01, 20.0, 20.0, 20.0], max_nfev=40,
        )  # fmt: skip
        fitted.append((cost(found.x), found.x))
    fitted.sort(key=lambda pair: pair[0])
    starts = []
    for _, pose in fitted:
        rotation, _ = cv2.Rodrigues(pose[:3])
        starts.append(Start(lens, np.asarray(rotation, np.float64), np.asarray(pose[3:], np.float64)))
    return starts


def _misfits(pose: F64, heads: F64, necks: F64, lens: Lens, shape: TableShape) -> F64:
    """Standard deviations: distance of necks and heads from the edge, torsos' sizes, the camera's roll."""
    rotation, _ = cv2.Rodrigues(pose[:3])
    camera = Camera(lens.size_px, lens.matrix, lens.distortion, np.asarray(rotation, np.float64), pose[3:])
    off = sitting_misfit(camera, shape, np.stack([heads, necks], axis=1))
    neck = camera.on_plane(necks, SITTING_NECK_MM)
    tall = np.hypot(*(camera.project(neck + np.array([0.0, 0.0, SITTING_HEAD_MM - SITTING_NECK_MM])) - necks).T)
    seen = np.hypot(*(heads - necks).T)
    size = np.log(np.maximum(seen, 1.0) / np.maximum(tall, 1.0)) / _SIZE_SD
    roll = np.degrees(roll_rad(camera.rotation)) / _ROLL_SD_DEG
    every = np.concatenate([off.ravel(), size, [roll * np.sqrt(len(heads))]])
    return np.asarray(np.clip(np.nan_to_num(every, nan=8.0), -30, 30))
