"""What was seen in one picture: parallel arrays, one row per seat, pixels of the full frame.

`looked` says for whom a network ran in this picture. Looked and NaN: not found. Not looked: nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.codes import Side
from engine.seats import Subject
from models.eye import CONTOUR_POINTS, IRIS_POINTS
from models.face import POINTS as FACE_POINTS
from models.hand import POINTS as HAND_POINTS
from models.pose import POINTS as POSE_POINTS

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
LEFT, RIGHT = 0, 1
"""Positions of the person's own left and right eye along the second axis of Eyes."""


class WrongShape(ValueError):
    """An array does not have the shape that its table promises."""


def _check(name: str, array: npt.NDArray[np.generic], shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
    if array.shape != shape or array.dtype != np.dtype(dtype):
        raise WrongShape(f"{name} is {array.dtype} {array.shape}, not {np.dtype(dtype)} {shape}.")


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Bodies, one row per seat; the 33 points are MediaPipe's (`models.pose` names those we use)."""

    looked: Flags  # (N,)
    xy: Floats  # (N, 33, 2)
    visibility_01: Floats  # (N, 33) how likely the point is in the picture and not hidden
    score_01: Floats  # (N,)

    def __post_init__(self) -> None:
        n = len(self.looked)
        _check("looked", self.looked, (n,), np.bool_)
        _check("xy", self.xy, (n, POSE_POINTS, 2), np.float32)
        _check("visibility_01", self.visibility_01, (n, POSE_POINTS), np.float32)
        _check("score_01", self.score_01, (n,), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands that were found, at most one of each side per seat, ordered by owner and then left before right."""

    looked: Flags  # (N,) per seat
    owner: npt.NDArray[np.intp]  # (M,) row of the seat
    xy: Floats  # (M, 21, 2)
    presence_01: Floats  # (M,)
    side: tuple[Side, ...]  # M times the player's own side
    side_01: Floats  # (M,) how much the hand itself looks like one of that side
    at_wrist: Flags  # (M,) whether it begins where the owner's body has the wrist of that side

    def __post_init__(self) -> None:
        m = len(self.owner)
        _check("looked", self.looked, self.looked.shape[:1], np.bool_)
        _check("owner", self.owner, (m,), np.intp)
        _check("xy", self.xy, (m, HAND_POINTS, 2), np.float32)
        _check("presence_01", self.presence_01, (m,), np.float32)
        _check("side_01", self.side_01, (m,), np.float32)
        _check("at_wrist", self.at_wrist, (m,), np.bool_)
        if len(self.side) != m:
            raise WrongShape(f"side has {len(self.side)} entries for {m} hands.")

    def of(self, row: int) -> npt.NDArray[np.intp]:
        """The positions of one seat's hands."""
        return np.flatnonzero(self.owner == row)


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Faces, one row per seat.

    A found face does not mean visible eyes: the mesh fits itself to a masked face as well. `eye_band_skin_01`,
    `eye_band_contrast` and `detector_01` are the signals that speak of it, to be voted over time.
    """

    looked: Flags  # (N,)
    searched_px: Floats  # (N, 4) where the face was looked for: x0, y0, x1, y1
    detector_01: Floats  # (N,) best score of the face detector there, however low
    box_px: Floats  # (N, 4) the detected face
    xy: Floats  # (N, 468, 2)
    presence_01: Floats  # (N,) of the mesh
    yaw_deg: Floats  # (N,) against the line of sight; positive looks to the picture's right
    pitch_deg: Floats  # (N,) positive looks down: a bowed head
    roll_deg: Floats  # (N,) positive leans clockwise as seen
    eye_band_skin_01: Floats  # (N,) share of the skin around the eyes that has the colour of the cheeks
    eye_band_contrast: Floats  # (N,) spread of brightness within the eyes' outlines over the cheeks' brightness

    def __post_init__(self) -> None:
        n = len(self.looked)
        _check("looked", self.looked, (n,), np.bool_)
        _check("xy", self.xy, (n, FACE_POINTS, 2), np.float32)
        for name in ("searched_px", "box_px"):
            _check(name, getattr(self, name), (n, 4), np.float32)
        for name in ("detector_01", "presence_01", "yaw_deg", "pitch_deg", "roll_deg"):
            _check(name, getattr(self, name), (n,), np.float32)
        for name in ("eye_band_skin_01", "eye_band_contrast"):
            _check(name, getattr(self, name), (n,), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Eyes:
    """Both eyes of each face, one row per seat; the second axis is the player's own left, then right."""

    looked: Flags  # (N,)
    contour_px: Floats  # (N, 2, 71, 2)
    iris_px: Floats  # (N, 2, 5, 2)
    opening: Floats  # (N, 2) gap of the lids over the eye's width, as from the front; NaN where the head turns too far

    def __post_init__(self) -> None:
        n = len(self.looked)
        _check("looked", self.looked, (n,), np.bool_)
        _check("contour_px", self.contour_px, (n, 2, CONTOUR_POINTS, 2), np.float32)
        _check("iris_px", self.iris_px, (n, 2, IRIS_POINTS, 2), np.float32)
        _check("opening", self.opening, (n, 2), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Percepts:
    """Everything that the networks said about one picture."""

    seats: tuple[Subject, ...]  # N, the order of all rows
    poses: Poses
    hands: Hands
    faces: Faces
    eyes: Eyes
    crops_run: Mapping[str, int]  # network id → crops that it saw for this picture

    def __post_init__(self) -> None:
        tables: Sequence[Poses | Hands | Faces | Eyes] = (self.poses, self.hands, self.faces, self.eyes)
        if any(len(table.looked) != len(self.seats) for table in tables):
            raise WrongShape(f"A table has another number of rows than the {len(self.seats)} seats.")

    def row(self, seat: Subject) -> int:
        """The row of a seat; raises ValueError for one that this camera does not watch."""
        return self.seats.index(seat)
