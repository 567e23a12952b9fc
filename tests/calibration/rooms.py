"""Rooms as geometry: synthetic bodies seated round tables of all kinds, seen by cameras as a pose network would.

Nothing is drawn: joints of the synthetic bodies are projected, then missed, hidden, blurred and doubled as networks do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import moved
from calibration.camera import Camera
from calibration.lens import Lens, lens_of_width
from calibration.people import BodiesSeen
from calibration.seat_proposal import Direction
from calibration.table_shape import TableKind, TableShape
from engine.seats import Person, Seat, Subject
from tests.synth.actor import Actor
from tests.synth.figure import Figure
from tests.synth.looks import sample_look
from tests.synth.table import Table

F64 = NDArray[np.float64]
MOMENTS: Final = 12
"""Pictures looked at in two seconds."""
_LOOKS: Final = 8
_JOINTS: Final = ("eye.L", "eye.R", "upperarm01.L", "upperarm01.R")
_STANDING_UP_MM: Final = 390.0


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Somebody in the room; points in the table's frame, millimetres."""

    head_mm: F64
    shoulders_mm: F64  # (2, 3)
    eyes_mm: F64  # (2, 3)
    inward: F64  # (2,)

    @property
    def neck_mm(self) -> F64:
        return np.asarray(self.shoulders_mm.mean(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """A table, who sits where, who watches, and what films it."""

    shape: TableShape
    seats: Mapping[Subject, Body]  # players in order, the host
    extra: tuple[Body, ...]  # people on chairs that do not play
    watchers: tuple[Body, ...]
    host_stands: bool
    direction: Direction
    cameras: Mapping[str, Camera]
    calibrated: Mapping[str, Camera]  # the same with the errors of a calibration

    @property
    def everybody(self) -> list[Body]:
        return [*self.seats.values(), *self.extra, *self.watchers]


@cache
def bodies_at_rest() -> tuple[F64, ...]:
    """(4, 3) eyes and shoulders of some looks, millimetres: own left, away from the table, up from the table's top.

    Measured from the place where a seated person's middle is.
    """
    table = Table(1.1, 0.78)
    place = table.places()[0]
    axes = np.stack([place.axes @ np.array([1.0, 0, 0]), -place.inward, np.array([0.0, 0, 1])])
    out = []
    for seed in range(_LOOKS):
        figure = Figure(sample_look(seed), place, table)
        solved = figure.solve(Actor(Seat(1), figure, seed, 5.0).posture(1.0))
        points = np.stack([figure.joint(solved, name) for name in _JOINTS])
        out.append((points - [*place.xy_m, table.height_m]) @ axes.T * 1000)
    return tuple(out)


def random_room(seed: int, cameras: int | None = None) -> Room:
    """A room by chance: 8 to 12 chairs, round, oval or rectangular, host seated or standing, guests behind."""
    rng = np.random.default_rng([seed, 811])
    chairs = int(rng.integers(8, 13))
    shape = _table(rng, chairs)
    host_stands = bool(rng.random() < 0.5)
    direction = Direction.CLOCKWISE if rng.random() < 0.8 else Direction.COUNTERCLOCKWISE
    players = min(10, chairs if host_stands else chairs - 1)
    seats, extra = _seated(rng, shape, chairs, players, host_stands, direction)
    watchers = tuple(_watcher(rng, shape) for _ in range(rng.integers(0, 4)))
    count = cameras or int(rng.choice([1, 2, 2, 2, 3]))
    filming = {f"cam{k + 1}": camera for k, camera in enumerate(_cameras(rng, shape, count))}
    calibrated = {name: _with_errors(rng, camera) for name, camera in filming.items()}
    return Room(shape, seats, extra, watchers, host_stands, direction, filming, calibrated)


def seen_in(room: Room, name: str, seed: int) -> BodiesSeen:
    """What a pose network finds in two seconds of one camera."""
    rng = np.random.default_rng([seed, 813, sum(map(ord, name))])
    camera, everybody = room.cameras[name], room.everybody
    rows: list[tuple[int, F64, F64]] = []
    for k, body in enumerate(everybody):
        chance = chance_of(camera, body, [b for j, b in enumerate(everybody) if j != k])
        if rng.random() < 0.04:
            chance = 0.0  # some people are simply not found: hair, hats, backs against a dark wall
        torso = float(np.hypot(*np.diff(camera.project(np.stack([body.head_mm, body.neck_mm])), axis=0)[0]))
        bias = rng.normal(0, 0.08 * torso, (3, 2))
        for moment in range(MOMENTS):
            if rng.random() > chance:
                continue
            noise = bias + rng.normal(0, 0.05 * torso, (3, 2))
            sway = rng.normal(0, 8.0, 3) * [1, 1, 0.3]
            points = camera.project(np.concatenate([[body.head_mm], body.shoulders_mm]) + sway) + noise
            rows.append((moment, points[0], points[1:]))
            if rng.random() < 0.03:  # found twice, a little aside
                rows.append((moment, points[0] + rng.normal(0, 0.2 * torso, 2), points[1:]))
    for _ in range(rng.integers(0, 3)):  # a coat on a chair, once
        place = rng.uniform([0, 0], camera.size_px)
        rows.append((int(rng.integers(MOMENTS)), place, place + np.array([[-40, 70], [40, 70]])))
    moments = np.array([row[0] for row in rows], np.int64)
    heads = np.array([row[1] for row in rows]).reshape(-1, 2)
    return BodiesSeen(moments, heads, np.array([row[2] for row in rows]).reshape(-1, 2, 2), np.ones(len(rows)))


def _table(rng: np.random.Generator, chairs: int) -> TableShape:
    """Big enough for its chairs: half a metre of edge each and more."""
    kind = TableKind(str(rng.choice([kind.value for kind in TableKind])))
    around = chairs * rng.uniform(500, 620)
    if kind is TableKind.ROUND:
        size = float(np.clip(around / np.pi, 1200, 2400))
        return TableShape(kind, size, size)
    aspect = float(rng.uniform(1.35, 2.0))
    a = around / (np.pi * (1 + 1 / aspect)) if kind is TableKind.OVAL else around / (4 * (1 + 1 / aspect))
    return TableShape(kind, float(round(2 * a)), float(round(2 * a / aspect)))


def _seated(
    rng: np.random.Generator, shape: TableShape, chairs: int, players: int, host_stands: bool, direction: Direction
) -> tuple[dict[Subject, Body], tuple[Body, ...]]:
    spacing = shape.perimeter_mm / chairs
    start = float(rng.uniform(0, shape.perimeter_mm))
    ways = start + spacing * (np.arange(chairs) + rng.uniform(-0.1, 0.1, chairs))
    if direction is Direction.CLOCKWISE:
        ways = 2 * start - ways
    seats: dict[Subject, Body] = {}
    extra: list[Body] = []
    numbered = list(range(chairs))
    if not host_stands:
        seats[Person.HOST] = _sitting(rng, shape, float(ways[numbered.pop(0)]))
    spare = set(rng.choice(numbered, len(numbered) - players, replace=False).tolist())
    number = 1
    for k in numbered:
        body = _sitting(rng, shape, float(ways[k]))
        if k in spare:
            extra.append(body)
        else:
            seats[Seat(number)] = body
            number += 1
    if host_stands:  # between the last chair and the first
        way = float(ways[0] + (ways[0] - ways[1]) / 2)
        seats[Person.HOST] = _body(rng, shape, way, float(rng.uniform(250, 450)), stands=True)
    return seats, tuple(extra)


def _sitting(rng: np.random.Generator, shape: TableShape, way: float) -> Body:
    return _body(rng, shape, way, float(rng.normal(240, 45)), stands=False)


def _watcher(rng: np.random.Generator, shape: TableShape) -> Body:
    way = float(rng.uniform(0, shape.perimeter_mm))
    return _body(rng, shape, way, float(rng.uniform(1050, 1700)), stands=bool(rng.random() < 0.5))


def _body(rng: np.random.Generator, shape: TableShape, way: float, outside_mm: float, *, stands: bool) -> Body:
    rest = bodies_at_rest()[int(rng.integers(_LOOKS))].copy()
    rest[:, 2] += rng.normal(0, 30) + (_STANDING_UP_MM + rng.normal(0, 40) if stands else 0.0)
    rest[:2, 1] += rng.normal(0, 35)  # leaning
    out = shape.outward(way)[0]
    place = shape.at(way)[0] + out * outside_mm
    axes = np.array([[out[1], -out[0], 0], [out[0], out[1], 0], [0, 0, 1]])  # own left, away, up
    turn = np.radians(rng.normal(0, 12))
    c, s = np.cos(turn), np.sin(turn)
    world = rest @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ axes + [*place, 0.0]
    head = world[:2].mean(axis=0) + np.array([*(out * 60.0), 10.0])  # a head's middle is behind its eyes
    return Body(head, world[2:], world[:2], -out)


def _cameras(rng: np.random.Generator, shape: TableShape, count: int) -> list[Camera]:
    azimuth = rng.uniform(0, 2 * np.pi)
    made = []
    for k in range(count):
        lens = lens_of_width((1920, 1080), float(rng.uniform(72, 92)), k1=float(rng.uniform(-0.08, 0.02)))
        turn = azimuth + 2 * np.pi * k / max(count, 2) * rng.uniform(0.85, 1.15)
        direction = np.array([np.cos(turn), np.sin(turn)])
        edge = 1 / float(np.hypot(*(direction / shape.half_mm)))
        reach = edge + rng.uniform(900, 1500)
        made.append(
            camera_at(lens, np.array([*(direction * reach), rng.uniform(900, 1500)]), rng.uniform(-150, 150, 3))
        )
    return made


def camera_at(lens: Lens, place_mm: F64, look_at_mm: F64) -> Camera:
    """An upright camera."""

    forward = look_at_mm - place_mm
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    return Camera(lens.size_px, lens.matrix, lens.distortion, rotation, -rotation @ place_mm)


def _with_errors(rng: np.random.Generator, camera: Camera) -> Camera:
    """As a calibration from the table's edge leaves it."""
    sd = np.array([0.004, 0.004, 0.004, 8, 8, 12, 0.008, 3, 3, 0.01])
    return moved(camera, rng.normal(0, sd))


def chance_of(camera: Camera, body: Body, others: list[Body]) -> float:
    """How often a network finds somebody: the head in the picture, its face or back, and what stands before it."""
    head = camera.project(body.head_mm[None])[0]
    width, height = camera.size_px
    if not (np.isfinite(head).all() and 10 < head[0] < width - 10 and 10 < head[1] < height - 10):
        return 0.0
    ray = body.head_mm - camera.position_mm
    far = float(np.linalg.norm(ray))
    hidden = 0.0
    for other in others:
        for point, radius in ((other.head_mm, 110.0), (other.neck_mm, 170.0), (other.neck_mm - [0, 0, 250.0], 190.0)):
            along = float((point - camera.position_mm) @ ray) / far
            if 0 < along < far - 150:
                apart = float(np.linalg.norm(point - camera.position_mm - ray * along / far))
                hidden = max(hidden, float(np.clip((radius + 60 - apart) / 120, 0, 1)))
    facing = float(-(ray[:2] / np.linalg.norm(ray[:2])) @ body.inward)  # 1: faces the camera
    seen = 0.9 if facing > -0.3 else 0.6
    return seen * (1 - 0.92 * hidden)
