"""A camera's first place from the picture of the table's edge alone: a search over places, then a fit."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.bundle import Start, edge_residual_px
from calibration.camera import Camera
from calibration.lens import Lens
from calibration.table_shape import TableFault, TableKind, TableShape

F64 = NDArray[np.float64]

FEWEST_EDGE_PIXELS: Final = 12
MAX_FIT_PX: Final = 12.0  # at a width of 1280
_AZIMUTHS: Final = 24
_ELEVATIONS_DEG: Final = (12.0, 22.0, 34.0, 48.0, 65.0)
_FITTED: Final = 6
_ROLL_SD_PX: Final = 4.0  # pixels of edge that one sigma of roll is worth


class EdgeTooShort(TableFault):
    template = (
        "Camera {camera} shows too little of the table's edge ({found} places): turn it so that most of the table is "
        "in the picture, or mark four points with --marks."
    )


class EdgeNotFitting(TableFault):
    template = (
        "What looks like the table in camera {camera} does not fit {table} (off by {residual} px): check the size, "
        "clear the table, or mark four points with --marks."
    )


def place_by_edge(camera: str, edge_px: F64, lens: Lens, shape: TableShape, *, keep_best: int = 1) -> list[Start]:
    """Where the camera stands, best first; more than one where the table's symmetry allows it.

    A table that looks the same after a turn gives each place as often; the first has the camera on the table's −y half
    (round: exactly at −y). Raises EdgeTooShort or EdgeNotFitting.
    """
    known = edge_px[np.isfinite(edge_px).all(axis=1)]
    if len(known) < FEWEST_EDGE_PIXELS:
        raise EdgeTooShort(camera=camera, found=len(known))
    thinned = known[:: max(1, len(known) // 90)]
    guesses = sorted(_guesses(thinned, lens, shape), key=lambda guess: _cost(guess, lens, shape, thinned))[:_FITTED]
    fitted = [_fitted(guess, lens, shape, thinned) for guess in guesses]
    fitted.sort(key=lambda pair: pair[1])
    allowed = MAX_FIT_PX * lens.size_px[0] / 1280
    if not np.isfinite(fitted[0][1]) or fitted[0][1] > allowed:
        raise EdgeNotFitting(camera=camera, table=_spelled(shape), residual=round(float(fitted[0][1]), 1))
    starts: list[Start] = []
    for guess, _ in fitted:
        start = Start(lens, *_pose(guess))
        if all(_differ(start, other) for other in starts):
            starts.append(start)
    return [_canonical(start, shape) for start in starts][:keep_best]


def turned_about_table(start: Start, deg: float) -> Start:
    """The same camera with the table's frame turned by `deg` against the clock."""
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    about = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return Start(start.lens, np.asarray(start.rotation @ about.T), start.translation_mm, start.lens_change)


def _guesses(edge_px: F64, lens: Lens, shape: TableShape) -> list[F64]:
    """Places round the table that see its middle where the edge's middle is, at the distance its size says."""
    low, high = edge_px.min(axis=0), edge_px.max(axis=0)
    middle, width_px = (low + high) / 2, max(float(high[0] - low[0]), 1.0)
    azimuths = [-90.0] if shape.kind is TableKind.ROUND else np.linspace(-180, 180, _AZIMUTHS, endpoint=False)
    guesses = []
    for azimuth in azimuths:
        across = _width_across(shape, float(azimuth))
        distance = lens.focal_px[0] * across / width_px
        for elevation in _ELEVATIONS_DEG:
            for scale in (0.85, 1.1):
                guesses.append(looking_at_middle(float(azimuth), elevation, distance * scale, middle, lens))
    return guesses


def _width_across(shape: TableShape, azimuth_deg: float) -> float:
    """How wide the table is across a line of sight."""
    a, b = shape.half_mm
    s, c = abs(np.sin(np.radians(azimuth_deg))), abs(np.cos(np.radians(azimuth_deg)))
    return float(2 * (a * s + b * c)) if shape.kind is TableKind.RECT else float(2 * np.hypot(a * s, b * c))


def looking_at_middle(azimuth_deg: float, elevation_deg: float, distance_mm: float, middle_px: F64, lens: Lens) -> F64:
    """(6,) rotation vector and translation of an upright camera that sees the table's middle at a pixel."""
    az, el = np.radians(azimuth_deg), np.radians(elevation_deg)
    place = distance_mm * np.array([np.cos(el) * np.cos(az), np.cos(el) * np.sin(az), np.sin(el)])
    forward = -place / np.linalg.norm(place)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    # turned so that the middle is where it is seen, staying upright: first about the vertical, then about right
    flat = cv2.undistortPoints(middle_px.reshape(1, 1, 2), lens.matrix, lens.distortion).reshape(2)
    pan, tilt = np.arctan(flat[0]), np.arctan(flat[1])
    up = rotation @ np.array([0.0, 0.0, 1.0])
    rotation = cv2.Rodrigues(-up * -pan)[0] @ rotation
    rotation = cv2.Rodrigues(np.array([-tilt, 0.0, 0.0]))[0] @ rotation
    vector, _ = cv2.Rodrigues(rotation)
    return np.concatenate([vector.ravel(), -rotation @ place])


def _pose(guess: F64) -> tuple[F64, F64]:
    rotation, _ = cv2.Rodrigues(guess[:3])
    return np.asarray(rotation, np.float64), np.asarray(guess[3:], np.float64)


def _camera(guess: F64, lens: Lens) -> Camera:
    rotation, translation = _pose(guess)
    return Camera(lens.size_px, lens.matrix, lens.distortion, rotation, translation)


def _residuals(guess: F64, lens: Lens, shape: TableShape, edge_px: F64) -> F64:
    rotation, _ = _pose(guess)
    roll = np.degrees(np.arctan2(-rotation[0, 2], -rotation[1, 2]))
    return np.append(edge_residual_px(_camera(guess, lens), shape, edge_px), roll * _ROLL_SD_PX)


def _cost(guess: F64, lens: Lens, shape: TableShape, edge_px: F64) -> float:
    off = np.abs(edge_residual_px(_camera(guess, lens), shape, edge_px))
    return float(np.minimum(off, 40.0).mean())


def _fitted(guess: F64, lens: Lens, shape: TableShape, edge_px: F64) -> tuple[F64, float]:
    found = least_squares(
        _residuals,
        guess,
        args=(lens, shape, edge_px),
        loss="soft_l1",
        f_scale=3.0,
        x_scale=[0.01, 0.01, 0.01, 20.0, 20.0, 20.0],
        max_nfev=60,
    )
    best = np.asarray(found.x)
    off = np.abs(_residuals(best, lens, shape, edge_px)[:-1])
    above = _camera(best, lens).position_mm[2] > 0
    return best, float(np.median(off) + 0.2 * np.minimum(off, 40).mean()) if above else np.inf


def _canonical(start: Start, shape: TableShape) -> Start:
    x, y, _ = start.camera().position_mm
    azimuth = float(np.degrees(np.arctan2(y, x)))
    step = shape.turns_onto_itself_deg
    if step == 0.0:
        return turned_about_table(start, -90.0 - azimuth)
    turn = step * round((-90.0 - azimuth) / step)
    return turned_about_table(start, turn)


def _differ(one: Start, other: Start) -> bool:
    apart = float(np.linalg.norm(one.camera().position_mm - other.camera().position_mm))
    return apart > 60.0


def _spelled(shape: TableShape) -> str:
    return f"{shape.kind}:{shape.length_mm:.0f}x{shape.width_mm:.0f}mm"
