"""Where cameras should stand: tried in a room of given size before anything is screwed to a wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.coverage import SeatCoverage, SeatView, coverage
from calibration.lens import Lens
from calibration.seat_proposal import SeatPlace
from calibration.table_shape import TableShape
from calibration.zones import SeatZones, seat_zones
from engine.seats import Person, Seat

F64 = NDArray[np.float64]

HEIGHTS_MM: Final = (300.0, 600.0, 900.0, 1300.0)  # over the table
NEAREST_MM: Final = 700.0  # to the table's edge: behind a chair
_NUDGE_MM: Final = 400.0


class Move(StrEnum):
    """A way to move a camera that is already there."""

    CLOSER = "closer"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Advice:
    """The one move that gains most."""

    camera: str
    move: Move
    by_mm: float
    seats_gained: int  # eyes and hands that become judged, counted singly


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Cameras and what they give."""

    cameras: Mapping[str, Camera]
    views: tuple[SeatView, ...]
    seats: tuple[SeatCoverage, ...]

    @property
    def score(self) -> float:
        return score(self.seats)


def score(seats: Sequence[SeatCoverage]) -> float:
    """Eyes, hands and heights that can be judged; a second camera on the hands counts half."""
    return sum(bool(s.eyes) + bool(s.hands) + 0.5 * s.height_measured + 0.2 * bool(s.head) for s in seats)


def _with(seats: Sequence[SeatCoverage], own: Sequence[SeatCoverage]) -> tuple[SeatCoverage, ...]:
    """Seats as they are judged with one more camera."""
    return tuple(
        SeatCoverage(a.subject, a.eyes + b.eyes, a.hands + b.hands, a.head + b.head)
        for a, b in zip(seats, own, strict=True)
    )


def usual_seats(shape: TableShape, players: int = 10) -> tuple[SeatPlace, ...]:
    """Ten players and the host at even steps, the host at the table's end."""
    places = []
    for k in range(players + 1):
        way = -k * shape.perimeter_mm / (players + 1)
        edge, out = shape.at(way)[0], shape.outward(way)[0]
        neck, head = edge + out * 200.0, edge + out * 145.0
        places.append(
            SeatPlace(
                Person.HOST if k == 0 else Seat(k),
                float(way % shape.perimeter_mm),
                (float(neck[0]), float(neck[1])),
                (float(head[0]), float(head[1]), 490.0),
                0.0,
                1.0,
                (),
            )
        )
    return tuple(places)


def plan(
    shape: TableShape,
    room_mm: tuple[float, float],
    lens: Lens,
    count: int,
    seats: Sequence[SeatPlace] | None = None,
) -> Plan:
    """The best places for `count` cameras of one kind, chosen one after another; the table is in the room's middle."""
    zones = seat_zones(seats or usual_seats(shape), shape)
    tried = [looking_at_table(lens, place) for place in _places(shape, room_mm)]
    alone = [coverage({"": camera}, zones)[1] for camera in tried]  # what one sees does not depend on the others
    chosen: dict[str, Camera] = {}
    together: tuple[SeatCoverage, ...] = tuple(SeatCoverage(zone.subject, (), (), ()) for zone in zones)
    for k in range(count):
        scores = [score(_with(together, own)) for own in alone]
        best = int(np.argmax(scores))
        chosen[f"cam{k + 1}"] = tried[best]
        together = _with(together, alone[best])
    return Plan(chosen, *coverage(chosen, zones))


def advise(
    cameras: Mapping[str, Camera], zones: Sequence[SeatZones], room_mm: tuple[float, float] | None = None
) -> Advice | None:
    """The one move of 40 cm that makes most more of the seats judged; None where no move helps."""
    now = coverage(cameras, zones)[1]
    best: tuple[float, Advice] | None = None
    for name, camera in cameras.items():
        for move in Move:
            other = _nudged(camera, move)
            if room_mm is not None and (np.abs(other.position_mm[:2]) > np.array(room_mm) / 2).any():
                continue
            then = coverage({**cameras, name: other}, zones)[1]
            gain = score(then) - score(now)
            if gain > 0.4 and (best is None or gain > best[0]):
                pairs = zip(now, then, strict=True)
                gained = sum(bool(b.eyes) - bool(a.eyes) + bool(b.hands) - bool(a.hands) for a, b in pairs)
                best = (gain, Advice(name, move, _NUDGE_MM, gained))
    return None if best is None else best[1]


def looking_at_table(lens: Lens, place_mm: F64) -> Camera:
    """An upright camera aimed a little over the table's middle."""
    forward = np.array([0.0, 0.0, 120.0]) - place_mm
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right = right / np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    return Camera(lens.size_px, lens.matrix, lens.distortion, rotation, -rotation @ place_mm)


def _places(shape: TableShape, room_mm: tuple[float, float]) -> list[F64]:
    half = np.array(room_mm) / 2 - 100.0
    out = []
    for turn in np.linspace(0, 2 * np.pi, 16, endpoint=False):
        direction = np.array([np.cos(turn), np.sin(turn)])
        wall = float((half / np.maximum(np.abs(direction), 1e-9)).min())
        edge = 1 / float(np.hypot(*(direction / shape.half_mm)))
        for reach in {min(edge + NEAREST_MM, wall), wall}:
            out += [np.array([*(direction * reach), height]) for height in HEIGHTS_MM]
    return out


def _nudged(camera: Camera, move: Move) -> Camera:
    """The camera 40 cm further, still looking where it looked."""
    ahead = camera.rotation[2].copy()
    ahead[2] = 0.0
    ahead /= max(float(np.linalg.norm(ahead)), 1e-9)
    right = camera.rotation[0]
    step = {
        Move.CLOSER: ahead,
        Move.BACK: -ahead,
        Move.LEFT: -right,
        Move.RIGHT: right,
        Move.HIGHER: np.array([0.0, 0.0, 1.0]),
        Move.LOWER: np.array([0.0, 0.0, -1.0]),
    }[move]
    place = camera.position_mm + step * _NUDGE_MM
    return _aimed_alike(camera, place)


def _aimed_alike(camera: Camera, place_mm: F64) -> Camera:
    """The same camera elsewhere, aimed at the same point of the table's plane."""
    middle = np.array([(camera.size_px[0] - 1) / 2, (camera.size_px[1] - 1) / 2])
    aim = camera.on_plane(middle[None], 0.0)[0]
    if not np.isfinite(aim).all():
        aim = np.array([0.0, 0.0, 0.0])
    forward = aim - place_mm
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right = right / np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    return Camera(camera.size_px, camera.matrix, camera.distortion, rotation, -rotation @ place_mm)
