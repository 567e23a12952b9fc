"""Marks at known places of the table: four are enough for a camera; what is wrong with them is named."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bundle import Start
from calibration.lens import Lens
from engine.faults import Fault

F64 = NDArray[np.float64]
FEWEST: Final = 4
_FLAT_SHARE: Final = 0.04  # a quadrangle's height over its length below which its marks lie on one line
_MISS_SHARE: Final = 0.02  # of the picture's width: marks that miss by more were mixed up


class MarksFault(Fault):
    """Marks that place no camera."""


class MarksTooFew(MarksFault):
    template = "Camera {camera} has {found} marks, four or more are needed: mark {missing} more points of the table."


class MarksInLine(MarksFault):
    template = "The marks of camera {camera} lie on one line: put one well to the side of it."


class PictureMirrored(MarksFault):
    template = (
        "The marks of camera {camera} run the wrong way round: the picture is mirrored (switch mirroring off in the "
        "camera's own program) or two marks are swapped."
    )


class MarksContradict(MarksFault):
    template = (
        "The marks of camera {camera} do not fit each other (off by {residual} px, worst the one at {worst} mm): "
        "measure and mark that one again."
    )


def place_by_marks(camera: str, at_mm: F64, at_px: F64, lens: Lens) -> Start:
    """A camera from four or more marks of the table's plane, (N, 2 or 3) millimetres and (N, 2) pixels.

    Raises a MarksFault that names what is wrong.
    """
    known = np.isfinite(at_px).all(axis=1) & np.isfinite(at_mm).all(axis=1)
    at_px = np.asarray(at_px, np.float64)[known]
    places = np.zeros((int(known.sum()), 3))
    places[:, : at_mm.shape[1]] = np.asarray(at_mm, np.float64)[known]
    if len(places) < FEWEST:
        raise MarksTooFew(camera=camera, found=len(places), missing=FEWEST - len(places))
    if _on_one_line(places[:, :2]) or _on_one_line(at_px):
        raise MarksInLine(camera=camera)
    flat = cv2.undistortPoints(at_px.reshape(-1, 1, 2), lens.matrix, lens.distortion).reshape(-1, 2)
    if _mirrored(places[:, :2], np.asarray(flat, np.float64)):
        raise PictureMirrored(camera=camera)
    rotation, translation = _solved(places, at_px, lens)
    start = Start(lens, rotation, translation)
    off = np.hypot(*(start.camera().project(places) - at_px).T)
    allowed = _MISS_SHARE * lens.size_px[0] * (1 + 3 * lens.focal_sd_share)
    if not np.isfinite(off).all() or np.median(off) > allowed or start.camera().position_mm[2] <= 0:
        worst = places[int(np.nanargmax(off))] if np.isfinite(off).any() else places[0]
        raise MarksContradict(
            camera=camera, residual=round(float(np.nanmedian(off)), 1), worst=f"{worst[0]:.0f}, {worst[1]:.0f}"
        )
    return start


def _solved(places: F64, at_px: F64, lens: Lens) -> tuple[F64, F64]:
    """The likeliest pose that looks down on the table, made better by all points."""
    method = cv2.SOLVEPNP_IPPE if np.all(np.abs(places[:, 2]) < 1e-6) else cv2.SOLVEPNP_SQPNP
    _, turns, shifts, errors = cv2.solvePnPGeneric(places, at_px, lens.matrix, lens.distortion, flags=method)
    poses = []
    for k in np.argsort(np.asarray(errors).ravel()).tolist():
        turn, shift = cv2.solvePnPRefineLM(places, at_px, lens.matrix, lens.distortion, turns[k], shifts[k])
        rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
        poses.append((rotation, np.asarray(shift, np.float64).ravel()))
    return next((pose for pose in poses if (-pose[0].T @ pose[1])[2] > 0), poses[0])


def _on_one_line(points: F64) -> bool:
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(spread[1] < _FLAT_SHARE * max(spread[0], 1e-9))


def _mirrored(places: F64, flat: F64) -> bool:
    """Whether most triangles of marks run the other way round than a camera from above sees them."""
    votes = 0
    for a, b, c in combinations(range(min(len(places), 8)), 3):
        on_table = _turn(places[a], places[b], places[c])
        if abs(on_table) < 100.0:
            continue
        votes += 1 if on_table * _turn(flat[a], flat[b], flat[c]) < 0 else -1
    return votes < 0


def _turn(a: F64, b: F64, c: F64) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
