"""What each camera gives of each seat before anybody plays: pixels, what stands between, and what can be judged with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.people import PersonSeen
from calibration.zones import SeatZones
from engine.seats import Subject

F64 = NDArray[np.float64]

EYE_MM: Final = (30.0, 10.0)  # the opening between the lids, wide and high
HAND_MM: Final = 180.0
HEAD_MM: Final = 230.0
EYE_NEEDED_PX: Final = (18.0, 6.0)
HAND_NEEDED_PX: Final = 45.0
HEAD_NEEDED_PX: Final = 40.0
MOST_YAW_DEG: Final = 45.0
LEAST_FREE_SHARE: Final = 0.6
_HEAD_RADIUS_MM: Final = 105.0
_TORSO_RADIUS_MM: Final = 190.0
_TORSO_BELOW_NECK_MM: Final = (0.0, 180.0, 360.0)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat in one camera; pixels are predicted, `head_measured_px` is what a person's torso in the picture says."""

    subject: Subject
    camera: str
    distance_mm: float
    yaw_deg: float  # of a face that looks to the table's middle, against the camera
    eye_px: tuple[float, float]
    hand_px: float
    head_px: float
    head_measured_px: float  # NaN where nobody was seen
    eyes_free: float  # shares that nothing stands before
    hands_free: float
    inside: float  # share of head and hands that is in the picture

    @property
    def eyes_judged(self) -> bool:
        return (
            abs(self.yaw_deg) <= MOST_YAW_DEG
            and self.eye_px[0] >= EYE_NEEDED_PX[0]
            and self.eye_px[1] >= EYE_NEEDED_PX[1]
            and min(self.eyes_free, self.inside) >= LEAST_FREE_SHARE
        )

    @property
    def hands_judged(self) -> bool:
        return self.hand_px >= HAND_NEEDED_PX and min(self.hands_free, self.inside) >= LEAST_FREE_SHARE

    @property
    def head_judged(self) -> bool:
        return self.head_px >= HEAD_NEEDED_PX and min(self.eyes_free, self.inside) >= LEAST_FREE_SHARE


@dataclass(frozen=True, slots=True)
class SeatCoverage:
    """What of a seat can be judged with all cameras together."""

    subject: Subject
    eyes: tuple[str, ...]  # the cameras that suffice
    hands: tuple[str, ...]
    head: tuple[str, ...]

    @property
    def height_measured(self) -> bool:
        """Two cameras see the hands, so their height is measured in millimetres."""
        return len(self.hands) >= 2


def coverage(
    cameras: Mapping[str, Camera],
    zones: Sequence[SeatZones],
    persons: Mapping[str, Mapping[Subject, PersonSeen]] | None = None,
) -> tuple[tuple[SeatView, ...], tuple[SeatCoverage, ...]]:
    """Every seat in every camera, and every seat with all of them."""
    views = tuple(
        _view(name, camera, zone, zones, ((persons or {}).get(name) or {}).get(zone.subject))
        for name, camera in cameras.items()
        for zone in zones
    )
    together = tuple(
        SeatCoverage(
            zone.subject,
            tuple(v.camera for v in views if v.subject == zone.subject and v.eyes_judged),
            tuple(v.camera for v in views if v.subject == zone.subject and v.hands_judged),
            tuple(v.camera for v in views if v.subject == zone.subject and v.head_judged),
        )
        for zone in zones
    )
    return views, together


def table_px_per_mm(camera: Camera, xy_mm: F64) -> F64:
    """(N,) the smaller of a table point's two scales in the picture; 0 where it is outside."""
    places = np.column_stack([xy_mm, np.zeros(len(xy_mm))])
    at = camera.project(places)
    scales = [np.hypot(*(camera.project(places + step) - at).T) for step in np.eye(3)[:2]]
    inside = (at >= 0).all(axis=1) & (at < camera.size_px).all(axis=1)
    return np.where(inside & np.isfinite(at).all(axis=1), np.minimum(*scales), 0.0)


def _view(
    name: str, camera: Camera, zone: SeatZones, zones: Sequence[SeatZones], person: PersonSeen | None
) -> SeatView:
    eyes = zone.eye_band_mm.mean(axis=0)
    hands = np.column_stack([zone.table_strip_mm, np.full(len(zone.table_strip_mm), 30.0)])
    ray = camera.position_mm - eyes
    distance = float(np.linalg.norm(ray))
    facing = eyes[:2] - zone.neck_mm
    yaw = float(np.degrees(np.arctan2(ray[1], ray[0]) - np.arctan2(facing[1], facing[0])))
    yaw = (yaw + 180) % 360 - 180
    pitch = np.arcsin(ray[2] / distance)
    px_per_mm = _px_per_mm(camera, eyes)
    eye = (px_per_mm * EYE_MM[0] * max(np.cos(np.radians(yaw)), 0.0), px_per_mm * EYE_MM[1] * np.cos(pitch))
    hand = _px_per_mm(camera, hands.mean(axis=0)) * HAND_MM * float(np.cos(pitch) * 0.5 + 0.5)
    others = [other for other in zones if other.subject != zone.subject]
    everything = camera.project(np.concatenate([zone.eye_band_mm, hands]))
    inside = np.isfinite(everything).all(axis=1)
    inside &= (everything >= 0).all(axis=1) & (everything < camera.size_px).all(axis=1)
    measured = np.nan if person is None else float(np.hypot(*(person.neck_px - person.head_px))) * HEAD_MM / 220.0
    return SeatView(
        zone.subject,
        name,
        distance,
        yaw,
        (float(eye[0]), float(eye[1])),
        float(hand),
        px_per_mm * HEAD_MM,
        measured,
        _free_share(camera, zone.eye_band_mm, others),
        _free_share(camera, hands, others),
        float(inside.mean()),
    )


def _px_per_mm(camera: Camera, point_mm: F64) -> float:
    depth = float((camera.rotation @ point_mm + camera.translation_mm)[2])
    return float(camera.matrix[0, 0]) / depth if depth > 0 else 0.0


def _free_share(camera: Camera, points_mm: F64, others: Sequence[SeatZones]) -> float:
    """The share of points before which nobody's head or torso stands."""
    if not others:
        return 1.0
    necks = np.array([[*other.neck_mm, other.head_mm[2] - 220.0] for other in others])
    torsos = [necks - [0.0, 0.0, below] for below in _TORSO_BELOW_NECK_MM]
    middles = np.concatenate([np.array([other.head_mm for other in others]), *torsos]) - camera.position_mm  # (B, 3)
    radii = np.repeat([_HEAD_RADIUS_MM, _TORSO_RADIUS_MM], [len(others), len(torsos) * len(others)])
    rays = points_mm - camera.position_mm
    lengths = np.linalg.norm(rays, axis=1)
    along = rays @ middles.T / lengths[:, None]  # (P, B)
    aside = np.sqrt(np.maximum((middles**2).sum(axis=1) - along**2, 0.0))
    before = (along > 0) & (along < lengths[:, None] - radii) & (aside < radii)
    return float(1.0 - before.any(axis=1).mean())
