"""What belongs to a seat, in millimetres, and where that is in each camera's picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.seat_proposal import SeatPlace
from calibration.seats_file import CameraSeats, Point, SeatRegion, SeatsFile, overlapping
from calibration.table_shape import TableShape
from engine.seats import Person, Subject

F64 = NDArray[np.float64]

STRIP_DEPTH_MM: Final = 360.0
STRIP_HALF_WIDTH_MM: Final = 310.0
OWN_DEPTH_MM: Final = 450.0
REACH_MM: Final = 800.0
"""From the neck to the finger tips of a seated person who leans a little."""
EYE_HALF_WIDTH_MM: Final = 75.0
EYE_HALF_HEIGHT_MM: Final = 45.0
HEAD_HALF_MM: Final = (115.0, 150.0)  # across, up and down: with hair, and some turning
SPECTATORS_FROM_MM: Final = 650.0
"""Beyond this distance from the edge nobody is a player."""
_BODY: Final = ((190.0, -40.0), (330.0, -250.0))  # half width and height of shoulders, elbows against the neck
_NEIGHBOURS_WITHIN_MM: Final = 1100.0
_LEAST_HEAD_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class SeatZones:
    """One seat's places in the table's frame."""

    subject: Subject
    table_strip_mm: F64  # (4, 2) where the hands vote
    own_zone_mm: F64  # (K, 2) the wedge of the table top that is nobody else's
    eye_band_mm: F64  # (4, 3) round both eyes, facing the table's middle
    head_mm: F64  # (3,)
    neck_mm: F64  # (2,)
    reach_mm: float
    neighbours: tuple[Subject, ...]  # who can be touched without leaving the chair


def seat_zones(seats: Sequence[SeatPlace], shape: TableShape) -> tuple[SeatZones, ...]:
    """Every seat's zones; the table between two neighbours is divided half way."""
    return tuple(_zones(seat, seats, shape) for seat in seats)


def is_spectator(xy_mm: F64, shape: TableShape) -> NDArray[np.bool_]:
    """(N,) whether people who stand or sit there are too far away to play."""
    return np.asarray(shape.outside_mm(xy_mm) > SPECTATORS_FROM_MM)


def _zones(seat: SeatPlace, seats: Sequence[SeatPlace], shape: TableShape) -> SeatZones:
    edge, out = shape.at(seat.along_mm)[0], shape.outward(seat.along_mm)[0]
    left = np.array([out[1], -out[0]])  # the person looks inwards: the own left is to the right of outwards
    strip = [
        edge - out * depth + left * side * STRIP_HALF_WIDTH_MM * narrow
        for depth, narrow in ((0.0, 1.0), (STRIP_DEPTH_MM, 0.8))
        for side in ((1, -1) if depth == 0.0 else (-1, 1))
    ]
    head = np.array(seat.head_mm)
    eyes = head - [*(out * 70.0), 10.0]
    across, up = np.array([*left, 0.0]) * EYE_HALF_WIDTH_MM, np.array([0.0, 0.0, EYE_HALF_HEIGHT_MM])
    band = np.array([eyes + across + up, eyes - across + up, eyes - across - up, eyes + across - up])
    beside = [
        other.subject
        for other in seats
        if other is not seat and np.hypot(*np.subtract(other.neck_mm, seat.neck_mm)) < _NEIGHBOURS_WITHIN_MM
    ]
    return SeatZones(
        seat.subject,
        np.array(strip),
        _own_zone(seat, seats, shape),
        band,
        head,
        np.array(seat.neck_mm),
        REACH_MM,
        tuple(beside),
    )


def _own_zone(seat: SeatPlace, seats: Sequence[SeatPlace], shape: TableShape) -> F64:
    """From half way to each neighbour along the edge, `OWN_DEPTH_MM` into the table."""
    around = shape.perimeter_mm
    ahead = [(other.along_mm - seat.along_mm) % around for other in seats if other is not seat]
    half_next = min(ahead, default=around) / 2
    half_before = (around - max(ahead, default=0.0)) / 2
    ways = np.linspace(seat.along_mm - min(half_before, 450.0), seat.along_mm + min(half_next, 450.0), 7)
    edge, out = shape.at(ways), shape.outward(ways)
    return np.concatenate([edge, (edge - out * OWN_DEPTH_MM)[::-1]])


def seats_in_pictures(cameras: Mapping[str, Camera], seats: Sequence[SeatPlace], shape: TableShape) -> SeatsFile:
    """The seats file: every seat in every camera that shows most of its head; a standing host has no seat."""
    zones = seat_zones(seats, shape)
    marked = {}
    for name, camera in cameras.items():
        regions = []
        for seat, zone in zip(seats, zones, strict=True):
            stands = seat.subject == Person.HOST and seat.head_mm[2] > 680.0
            region = None if stands else seat_region(name, camera, seat, zone)
            if region is not None:
                regions.append(region)
        marked[name] = CameraSeats(image_size=camera.size_px, seats=regions)
    far = {name: _distances(camera, seats) for name, camera in cameras.items()}
    for name in cameras:  # one after another: a seat left to another camera must still be in that one
        marked[name] = _untangled(name, marked, far[name])
    return SeatsFile(cameras=marked)


def _distances(camera: Camera, seats: Sequence[SeatPlace]) -> dict[Subject, float]:
    return {seat.subject: float(np.linalg.norm(camera.position_mm - np.array(seat.head_mm))) for seat in seats}


def _untangled(name: str, marked: Mapping[str, CameraSeats], far_mm: Mapping[Subject, float]) -> CameraSeats:
    """One camera's seats without those who are mostly behind somebody else.

    Who would be hidden is left to another camera, or cut down to the head where there is none.
    """
    camera = marked[name]
    while pairs := overlapping(camera):
        behind = max(pairs[0], key=lambda region: far_mm[region.subject])
        elsewhere = any(other.of(behind.subject) for key, other in marked.items() if key != name)
        rest = [region for region in camera.seats if region is not behind]
        if behind.head is not None and not elsewhere:
            x0, y0, x1, y1 = behind.head
            cut = behind.model_copy(update={"polygon": [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]})
            if not any(
                cut in pair for pair in overlapping(CameraSeats(image_size=camera.image_size, seats=[*rest, cut]))
            ):
                rest = [cut if region is behind else region for region in camera.seats]
        camera = CameraSeats(image_size=camera.image_size, seats=rest)
    return camera


def seat_region(name: str, camera: Camera, seat: SeatPlace, zone: SeatZones) -> SeatRegion | None:
    """One seat in one picture; where its person was seen, the head is where it was seen."""
    head = zone.head_mm
    px = camera.project(head[None])[0]
    seen = seat.person.seen.get(name) if seat.person is not None else None
    if seen is not None:
        px = seen.head_px
    if not np.isfinite(px).all():
        return None
    focal = camera.matrix[0, 0]
    depth = float((camera.rotation @ head + camera.translation_mm)[2])
    half = np.array(HEAD_HALF_MM) * focal / depth
    box = np.stack([px - half, px + half])
    if _share_inside(box, camera.size_px) < _LEAST_HEAD_SHARE:
        return None
    strip3 = np.column_stack([zone.table_strip_mm, np.zeros(4)])
    strip = camera.project(strip3)
    outline = np.concatenate([_body_px(camera, zone), strip, box, [[box[0, 0], box[1, 1]], [box[1, 0], box[0, 1]]]])
    outline = outline[np.isfinite(outline).all(axis=1)]
    size = np.array(camera.size_px, np.float64) - 1
    hull = cv2.convexHull(np.clip(outline, 0, size).astype(np.float32)).reshape(-1, 2)
    box = np.clip(box, 0, size)
    shown = np.isfinite(strip).all() and _share_inside(np.stack([strip.min(axis=0), strip.max(axis=0)]), camera.size_px)
    return SeatRegion(
        seat=seat.subject.value if isinstance(seat.subject, Person) else int(seat.subject),
        polygon=_points(hull),
        head=(*_pair(box[0]), *_pair(box[1])),
        table_strip=_points(np.clip(strip, 0, size)) if shown else None,
    )


def _body_px(camera: Camera, zone: SeatZones) -> F64:
    strip = zone.table_strip_mm
    left = strip[0] - strip[1]
    left = left / np.linalg.norm(left)
    neck_height = zone.head_mm[2] - 220.0
    corners = [
        [*(zone.neck_mm + left * side * half), neck_height + height] for half, height in _BODY for side in (1, -1)
    ]
    return camera.project(np.array(corners))


def _share_inside(box: F64, size_px: tuple[int, int]) -> float:
    """The share of a box (2, 2) that is in the picture."""
    clipped = np.clip(box, 0, np.array(size_px, np.float64) - 1)
    whole = float(np.prod(np.maximum(box[1] - box[0], 1e-6)))
    return float(np.prod(clipped[1] - clipped[0])) / whole


def _points(outline: NDArray[np.floating]) -> list[Point]:
    return [_pair(point) for point in outline]


def _pair(point: NDArray[np.floating]) -> Point:
    return round(float(point[0]), 1), round(float(point[1]), 1)
