"""From people in pictures to people at the table: where each is in millimetres, and whether they sit, stand or watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from calibration.bundle import NECK_OUTSIDE_MM, SITTING_HEAD_MM, SITTING_NECK_MM
from calibration.camera import Camera, triangulate
from calibration.people import PersonSeen
from calibration.table_shape import TableShape

F64 = NDArray[np.float64]

SITTING_SD_MM: Final = 60.0
STANDING_HEAD_MM: Final = 860.0
STANDING_SD_MM: Final = 90.0
HEAD_OVER_NECK_MM: Final = SITTING_HEAD_MM - SITTING_NECK_MM
_SIZE_SD: Final = 0.16  # of the logarithm of a torso's size in the picture
SEATED_OUTSIDE_MM: Final = (-160.0, 480.0)
"""A seated person's neck against the table's edge."""
STANDING_OUTSIDE_MM: Final = (60.0, 750.0)
_MATCH_GATE: Final = 14.0
_TOO_STRANGE: Final = 10.0  # squared deviations: no torso is so small or so large there
_NOT_MATCHED: Final = 7.5
_HEAD_SD_MM: Final = 28.0  # a head's middle as two cameras see it need not be one point


class Posture(StrEnum):
    """What somebody does at or near the table."""

    SITS = "sits"
    STANDS = "stands"
    WATCHES = "watches"


@dataclass(frozen=True, slots=True, eq=False)
class PersonPlaced:
    """Somebody in the table's frame."""

    neck_mm: F64  # (2,) on the table's plane
    head_mm: F64  # (3,)
    sd_mm: float  # of the place, worst direction
    posture: Posture
    misfit: float = 0.0  # squared deviations between what several cameras say of one person
    seen: Mapping[str, PersonSeen] = field(default_factory=dict)

    @property
    def found_share(self) -> float:
        return max(person.found_share for person in self.seen.values())


def place_people(
    cameras: Mapping[str, Camera], persons: Mapping[str, Sequence[PersonSeen]], shape: TableShape
) -> tuple[PersonPlaced, ...]:
    """Everybody once: people of several cameras are matched, then placed and judged by height and distance."""
    groups: list[dict[str, PersonSeen]] = []
    for name in sorted(persons, key=lambda camera: -len(persons[camera])):
        groups = _joined(groups, name, persons[name], cameras, shape)
    placed = [_placed(group, cameras, shape) for group in groups]
    return tuple(_without_doubles(placed))


def _joined(
    groups: list[dict[str, PersonSeen]],
    name: str,
    persons: Sequence[PersonSeen],
    cameras: Mapping[str, Camera],
    shape: TableShape,
) -> list[dict[str, PersonSeen]]:
    """The groups with one more camera's people: matched where that is likelier than two persons, else new."""
    if not groups or not persons:
        return groups + [{name: person} for person in persons]
    costs = np.array([[_mismatch({**group, name: person}, cameras, shape) for person in persons] for group in groups])
    padded = np.full((len(groups) + len(persons), len(groups) + len(persons)), _NOT_MATCHED)
    padded[: len(groups), : len(persons)] = np.where(costs < _MATCH_GATE, costs, 1e3)
    padded[len(groups) :, len(persons) :] = 0.0
    out = [dict(group) for group in groups]
    matched = set()
    for row, column in np.stack(linear_sum_assignment(padded), axis=1).tolist():
        if row < len(groups) and column < len(persons) and padded[row, column] < 1e3:
            out[row][name] = persons[column]
            matched.add(column)
    return out + [{name: person} for k, person in enumerate(persons) if k not in matched]


def _mismatch(group: Mapping[str, PersonSeen], cameras: Mapping[str, Camera], shape: TableShape) -> float:
    """How unlike one person the sightings are, in squared standard deviations."""
    head, miss_mm = _triangulated(group, cameras, neck=False)
    neck, neck_miss_mm = _triangulated(group, cameras, neck=True)
    if not (np.isfinite(head).all() and np.isfinite(neck).all()):
        return 1e3
    likely = min(
        ((head[2] - SITTING_HEAD_MM) / (1.5 * SITTING_SD_MM)) ** 2,
        ((head[2] - STANDING_HEAD_MM) / (1.5 * STANDING_SD_MM)) ** 2 + 1.0,
    )
    over = (head[2] - neck[2] - HEAD_OVER_NECK_MM) / 70.0
    aside = np.hypot(*(head[:2] - neck[:2])) / 150.0
    inside_mm = max(0.0, NECK_OUTSIDE_MM - 100.0 - float(shape.outside_mm(neck[None, :2])[0]))
    placed = (inside_mm / 70.0) ** 2  # nobody's neck is over the table
    return float((miss_mm / 45.0) ** 2 + (neck_miss_mm / 60.0) ** 2 + likely + over**2 + aside**2 + placed)


def _triangulated(group: Mapping[str, PersonSeen], cameras: Mapping[str, Camera], *, neck: bool) -> tuple[F64, float]:
    seen = [(person.neck_px if neck else person.head_px)[None] for person in group.values()]
    points, miss = triangulate([cameras[name] for name in group], list(seen))
    return points[0], float(miss[0])


def _placed(group: Mapping[str, PersonSeen], cameras: Mapping[str, Camera], shape: TableShape) -> PersonPlaced:
    if len(group) > 1:
        return _placed_by_rays(group, cameras, shape)
    (person,) = group.values()
    return _placed_by_height(person, cameras[person.camera], shape)


def _placed_by_rays(group: Mapping[str, PersonSeen], cameras: Mapping[str, Camera], shape: TableShape) -> PersonPlaced:
    head, _ = _triangulated(group, cameras, neck=False)
    neck, _ = _triangulated(group, cameras, neck=True)
    outside = float(shape.outside_mm(neck[None, :2])[0])
    sits = abs(head[2] - SITTING_HEAD_MM) / SITTING_SD_MM
    stands = abs(head[2] - STANDING_HEAD_MM) / STANDING_SD_MM
    near = [np.linalg.norm(cameras[n].position_mm - head) / cameras[n].matrix[0, 0] * p.sd_px for n, p in group.items()]
    return PersonPlaced(
        neck[:2],
        head,
        float(np.hypot(_HEAD_SD_MM, max(near))),
        _posture(outside, sits < stands),
        _mismatch(group, cameras, shape),
        dict(group),
    )


def _placed_by_height(person: PersonSeen, camera: Camera, shape: TableShape) -> PersonPlaced:
    """One camera: the height is assumed, sitting or standing, whichever the torso's size in the picture fits better."""
    tried = []
    for stands, height, sd in ((False, SITTING_HEAD_MM, SITTING_SD_MM), (True, STANDING_HEAD_MM, STANDING_SD_MM)):
        head = camera.on_plane(person.head_px[None], height)[0]
        neck = camera.on_plane(person.neck_px[None], height - HEAD_OVER_NECK_MM)[0]
        if not (np.isfinite(head).all() and np.isfinite(neck).all()):
            continue
        outside = float(shape.outside_mm(neck[None, :2])[0])
        low, high = STANDING_OUTSIDE_MM if stands else SEATED_OUTSIDE_MM
        beyond = max(low - outside, outside - high, 0.0)
        strange = _size_misfit(person, camera, neck) ** 2 + (2.0 if stands else 0.0) + (beyond / 300.0) ** 2
        other = camera.on_plane(person.neck_px[None], height - HEAD_OVER_NECK_MM + sd)[0]
        slide = float(np.hypot(*(other - neck)[:2])) if np.isfinite(other).all() else 1e3
        px_mm = np.linalg.norm(camera.position_mm - neck) / camera.matrix[0, 0]
        unsure_mm = float(np.hypot(slide, px_mm * person.sd_px))
        posture = _posture(outside, not stands)
        tried.append((strange, PersonPlaced(neck[:2], head, unsure_mm, posture, 0.0, {person.camera: person})))
    if not tried:
        return PersonPlaced(np.full(2, np.nan), np.full(3, np.nan), 1e4, Posture.WATCHES, 0.0, {person.camera: person})
    strange, placed = min(tried, key=lambda pair: pair[0])
    return replace(placed, posture=Posture.WATCHES) if strange > _TOO_STRANGE else placed


def _size_misfit(person: PersonSeen, camera: Camera, neck_mm: F64) -> float:
    """Standard deviations between a torso's size in the picture and a torso at that place."""
    seen = float(np.hypot(*(person.neck_px - person.head_px)))
    wide = float(np.hypot(*(person.shoulders_px[0] - person.shoulders_px[1])))
    focal = camera.matrix[0, 0]
    depth = float((camera.rotation @ neck_mm + camera.translation_mm)[2])
    if depth <= 0:
        return 10.0
    down = camera.position_mm - neck_mm
    steep = np.hypot(*down[:2]) / np.linalg.norm(down)  # share of a vertical that a look from above leaves
    tall = focal * HEAD_OVER_NECK_MM * max(steep, 0.3) / depth
    broad = focal * 360.0 / depth
    by_height = np.log(max(seen, 1.0) / tall) / _SIZE_SD
    by_width = max(0.0, float(np.log(max(wide, 1.0) / broad)) / _SIZE_SD)  # a turned torso is narrower, none wider
    return float(np.hypot(by_height, by_width))


def _posture(outside_mm: float, sits: bool) -> Posture:
    low, high = SEATED_OUTSIDE_MM if sits else STANDING_OUTSIDE_MM
    if not low <= outside_mm <= high:
        return Posture.WATCHES
    return Posture.SITS if sits else Posture.STANDS


def _without_doubles(placed: Sequence[PersonPlaced]) -> list[PersonPlaced]:
    """People of different cameras who are in one place are one: heads are never nearer than a head's width."""
    out: list[PersonPlaced] = []
    for person in sorted(placed, key=lambda one: one.sd_mm):
        if not np.isfinite(person.neck_mm).all():
            continue
        twin = next((other for other in out if _are_one(person, other)), None)
        if twin is None:
            out.append(person)
    return out


def _are_one(person: PersonPlaced, other: PersonPlaced) -> bool:
    if set(person.seen) & set(other.seen):
        return False  # one camera saw both beside each other
    apart = float(np.hypot(*(person.neck_mm - other.neck_mm)))
    return apart < 240.0 + person.sd_mm / 2
