"""What was seen of one person in one picture of one camera, or that it was looked for and not seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.codes import Side
from engine.cues import CameraId
from engine.seats import Subject
from vision.frames import Frame
from vision.perception.percepts import Percepts
from vision.stillness import Patch, patch_of

Points = NDArray[np.float32]
PALM_POINTS: Final = (0, 5, 9, 13, 17)  # wrist and the four knuckles: the part of a hand that does not bend
WRIST, MIDDLE_KNUCKLE = 0, 9
MIN_PALM_PX: Final = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class HandSeen:
    """One hand; `side` is the player's own."""

    side: Side
    side_01: float
    presence_01: float
    xy: Points  # (21, 2)
    patch: Patch | None = None  # its picture, kept only while a vote is open
    at_wrist: bool = False  # whether it begins where the owner's body has the wrist of that side

    @property
    def palm_px(self) -> Points:
        """(2,) centre of wrist and knuckles."""
        centre: Points = self.xy[list(PALM_POINTS)].mean(axis=0)
        return centre

    @property
    def palm_length_px(self) -> float:
        """The palm's longest extent: it shrinks least when the hand is seen from the tip."""
        palm = self.xy[list(PALM_POINTS)]
        spread = np.linalg.norm(palm[:, None] - palm[None, :], axis=-1).max()
        return max(float(spread), MIN_PALM_PX)

    @property
    def box_px(self) -> tuple[float, float, float, float]:
        return box_around(self.xy)


@dataclass(frozen=True, slots=True, eq=False)
class FaceSeen:
    """A face: found means that a face's shape was found, not that its eyes are visible."""

    detector_01: float
    presence_01: float  # NaN where no mesh was fitted
    box_px: tuple[float, float, float, float]
    yaw_deg: float
    pitch_deg: float  # positive: bowed
    eye_band_skin_01: float
    eye_band_contrast: float
    opening: tuple[float, float]  # own left, own right; NaN where not measured
    eye_width_px: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class BodySeen:
    """A body's 33 points with their visibility."""

    score_01: float
    xy: Points  # (33, 2)
    visibility_01: NDArray[np.float32]  # (33,)


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """One person, one picture. What was not looked for is absent from `looked`; looked for and None is not found."""

    seat: Subject
    camera: CameraId
    t_ns: int
    looked: frozenset[str]  # of "body", "hands", "face", "eyes"
    body: BodySeen | None = None
    hands: tuple[HandSeen, ...] = ()
    face: FaceSeen | None = None


def box_around(points: Points) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 around the points that are seen."""
    x0, y0 = np.nanmin(points, axis=0)
    x1, y1 = np.nanmax(points, axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def observations(frame: Frame, percepts: Percepts, *, patches: bool = False) -> tuple[Observation, ...]:
    """One observation per seat that was looked at in this picture, also where nothing was found.

    `patches` keeps each hand's own picture with it.
    """
    seen = (_observation(frame, percepts, row, patches) for row in range(len(percepts.seats)))
    return tuple(observation for observation in seen if observation.looked)


def _observation(frame: Frame, percepts: Percepts, row: int, patches: bool) -> Observation:
    flags = {
        "body": percepts.poses.looked[row],
        "hands": percepts.hands.looked[row],
        "face": percepts.faces.looked[row],
        "eyes": percepts.eyes.looked[row],
    }
    return Observation(
        seat=percepts.seats[row],
        camera=frame.camera,
        t_ns=frame.t_ns,
        looked=frozenset(name for name, looked in flags.items() if looked),
        body=_body(percepts, row),
        hands=_hands(percepts, row, frame if patches else None),
        face=_face(percepts, row),
    )


def _body(percepts: Percepts, row: int) -> BodySeen | None:
    score = float(percepts.poses.score_01[row])
    if not percepts.poses.looked[row] or np.isnan(score):
        return None
    return BodySeen(score, percepts.poses.xy[row], percepts.poses.visibility_01[row])


def _hands(percepts: Percepts, row: int, pictured_in: Frame | None) -> tuple[HandSeen, ...]:
    hands = percepts.hands
    seen = [
        HandSeen(
            hands.side[i],
            float(hands.side_01[i]),
            float(hands.presence_01[i]),
            hands.xy[i],
            at_wrist=bool(hands.at_wrist[i]),
        )
        for i in hands.of(row)
    ]
    if pictured_in is None:
        return tuple(seen)
    return tuple(replace(hand, patch=patch_of(pictured_in.image, hand.xy, hand.palm_length_px)) for hand in seen)


def _face(percepts: Percepts, row: int) -> FaceSeen | None:
    faces, eyes = percepts.faces, percepts.eyes
    if not faces.looked[row] or np.isnan(faces.box_px[row]).any():
        return None
    x0, y0, x1, y1 = (float(v) for v in faces.box_px[row])
    contour = eyes.contour_px[row]  # (2, 71, 2)
    width = np.full(2, np.nan) if np.isnan(contour).all() else np.ptp(contour[..., 0], axis=1)
    return FaceSeen(
        detector_01=float(faces.detector_01[row]),
        presence_01=float(faces.presence_01[row]),
        box_px=(x0, y0, x1, y1),
        yaw_deg=float(faces.yaw_deg[row]),
        pitch_deg=float(faces.pitch_deg[row]),
        eye_band_skin_01=float(faces.eye_band_skin_01[row]),
        eye_band_contrast=float(faces.eye_band_contrast[row]),
        opening=(float(eyes.opening[row, 0]), float(eyes.opening[row, 1])),
        eye_width_px=(float(width[0]), float(width[1])),
    )
