"""From what the cameras see to cameras, table and seats in one frame: the whole of a calibration, on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import (
    SITTING_HEAD_MM,
    SITTING_NECK_MM,
    Assumed,
    Points,
    Refined,
    Sightings,
    SolveFailed,
    Start,
    joined,
    refine,
)
from calibration.camera import Camera
from calibration.edge_finder import cloth_outline, refined_edge
from calibration.edge_pose import FEWEST_EDGE_PIXELS, EdgeTooShort, place_by_edge, turned_about_table
from calibration.lens import Lens
from calibration.marks import place_by_marks
from calibration.people import BodiesSeen, PersonSeen, persons_of
from calibration.people_pose import FEWEST_PEOPLE, place_by_people
from calibration.seated import PersonPlaced, Posture, place_people
from calibration.table_shape import TableKind, TableShape

F64 = NDArray[np.float64]
ImageU8 = NDArray[np.uint8]

MARK_SD_PX: Final = 1.0
MARK_SD_MM: Final = (2.0, 2.0, 0.5)
_REACHES_PX: Final = (90.0, 45.0, 24.0, 12.0, 8.0)  # at a width of 1920: how far from the expected edge it is searched
_ROLL_SD_DEG: Final = 1.5
_FROM_PEOPLE: Final = (0.06, 150.0)  # how far a place found from people is off: radians, millimetres
_FROM_EDGE: Final = (0.02, 60.0)
_HEAD_SPREAD_MM: Final = 28.0
_MOST_RESIDUAL_PX: Final = 6.0
_EDGE_SD_PX: Final = 0.7
_ROUND_TURNS: Final = 72


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Points of the table that somebody pointed at in one camera."""

    mm: F64  # (N, 2)
    px: F64  # (N, 2)


@dataclass(frozen=True, slots=True, eq=False)
class CameraEvidence:
    """What one camera gives: its lens, a picture without movement, the people found, marks pointed at."""

    lens: Lens
    picture: ImageU8
    bodies: BodiesSeen
    marks: Marks | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Cameras in one frame with everybody in it."""

    refined: Refined
    people: tuple[PersonPlaced, ...]
    persons: Mapping[str, Sequence[PersonSeen]]
    edges_px: Mapping[str, F64]
    placed_by: Mapping[str, str]
    shape: TableShape
    turned_freely: bool = field(default=False)  # nothing tells which end of the table is which


def solve(evidence: Mapping[str, CameraEvidence], shape: TableShape, size_sd_mm: float = 5.0) -> Solved:
    """Place every camera, bring them into one frame, refine all together.

    Raises TableFault, MarksFault or SolveFailed in one sentence that names the camera.
    """
    persons = {name: persons_of(name, one.bodies) for name, one in evidence.items()}
    starts, placed_by = {}, {}
    for name, one in evidence.items():
        starts[name], placed_by[name] = _first_place(name, one, persons[name], shape)
    starts = _in_one_frame(starts, placed_by, persons, shape)
    assumed = Assumed(size_sd_mm, _ROLL_SD_DEG, fix_turn=_turns_freely(shape, placed_by))
    if "marks" not in placed_by.values():  # an oval's picture alone lets a camera slide round it: people hold it
        assumed = replace(assumed, pose_sd=_FROM_EDGE)
    edges: dict[str, F64] = {}
    refined: Refined | None = None
    for reach in _REACHES_PX[-2:]:
        edges = {name: _edge(evidence[name], start.camera(), shape, reach) for name, start in starts.items()}
        refined = _refined(starts, edges, evidence, persons, shape, assumed)
        starts = {name: start.moved_to(refined.cameras[name]) for name, start in starts.items()}
    assert refined is not None
    for name, residual in refined.residual_px.items():
        if residual > _MOST_RESIDUAL_PX * evidence[name].lens.size_px[0] / 1280:
            raise SolveFailed(camera=name, residual=round(residual, 1))
    found = refined.shape or shape
    people = place_people(refined.cameras, persons, found)
    return Solved(refined, people, persons, edges, placed_by, found, _turns_freely(shape, placed_by))


def _first_place(name: str, one: CameraEvidence, people: Sequence[PersonSeen], shape: TableShape) -> tuple[Start, str]:
    if one.marks is not None:
        return place_by_marks(name, one.marks.mm, one.marks.px, one.lens), "marks"
    if len(people) >= FEWEST_PEOPLE:
        start = place_by_people(name, people, one.lens, shape)[0]
        tracked = _tracked(name, one, start, people, shape)
        if tracked is not None:
            return tracked, "people and edge"
    outline = cloth_outline(one.picture)
    start = place_by_edge(name, outline, one.lens, shape)[0]
    tracked = _tracked(name, one, start, people, shape)
    if tracked is None:
        raise EdgeTooShort(camera=name, found=len(outline))
    return tracked, "edge"


def _tracked(
    name: str, one: CameraEvidence, start: Start, people: Sequence[PersonSeen], shape: TableShape
) -> Start | None:
    """The start after the edge was found round where it was expected, nearer and nearer; None where it never is."""
    scale = one.lens.size_px[0] / 1920
    for reach in _REACHES_PX[:-1]:
        edge = refined_edge(one.picture, start.camera(), shape, reach_px=reach * scale)
        if len(edge) < FEWEST_EDGE_PIXELS * 2:
            return None
        sd = max(_EDGE_SD_PX, reach * scale / 12)
        seen = {name: Sightings(edge_px=edge, edge_sd_px=sd, sitting_px=_sitting(people))}
        nothing = Points(np.empty((0, 3)), np.empty((0, 3)))
        found = refine({name: start}, seen, nothing, shape, Assumed(1.0, _ROLL_SD_DEG, pose_sd=_FROM_PEOPLE))
        start = start.moved_to(found.cameras[name])
    return start


def _sitting(people: Sequence[PersonSeen]) -> F64:
    """Heads and necks; watchers among them are left out as outliers when everything is refined."""
    return np.array([[person.head_px, person.neck_px] for person in people]).reshape(-1, 2, 2)


def _edge(one: CameraEvidence, camera: Camera, shape: TableShape, reach: float) -> F64:
    return refined_edge(one.picture, camera, shape, reach_px=reach * one.lens.size_px[0] / 1920)


def _turns_freely(shape: TableShape, placed_by: Mapping[str, str]) -> bool:
    return shape.kind is TableKind.ROUND and "marks" not in placed_by.values()


def _in_one_frame(
    starts: Mapping[str, Start],
    placed_by: Mapping[str, str],
    persons: Mapping[str, Sequence[PersonSeen]],
    shape: TableShape,
) -> dict[str, Start]:
    """Turn each camera that only knows the table's edge so that its people sit where the first camera's do."""
    names = sorted(starts, key=lambda name: (placed_by[name] != "marks", -len(persons[name]), name))
    out = {names[0]: starts[names[0]]}
    for _, name in pairwise(names):
        if placed_by[name] == "marks":
            out[name] = starts[name]
            continue
        step = shape.turns_onto_itself_deg or 360.0 / _ROUND_TURNS
        turns = np.arange(0.0, 360.0, step)
        turned = [turned_about_table(starts[name], float(turn)) for turn in turns]
        out[name] = max(turned, key=lambda start: _agreement({**out, name: start}, persons, shape))
    return {name: out[name] for name in starts}


def _agreement(starts: Mapping[str, Start], persons: Mapping[str, Sequence[PersonSeen]], shape: TableShape) -> float:
    """How many people are the same in all cameras, and how well."""
    cameras = {name: start.camera() for name, start in starts.items()}
    people = place_people(cameras, {name: persons[name] for name in cameras}, shape)
    return sum(float(np.exp(-person.misfit / 8)) for person in people if len(person.seen) > 1)


def _refined(
    starts: Mapping[str, Start],
    edges: Mapping[str, F64],
    evidence: Mapping[str, CameraEvidence],
    persons: Mapping[str, Sequence[PersonSeen]],
    shape: TableShape,
    assumed: Assumed,
) -> Refined:
    """Marks, the edge, and the people that two cameras see, all at once."""
    marks, marked = _mark_points(evidence)
    cameras = {name: start.camera() for name, start in starts.items()}
    people = [
        person
        for person in place_people(cameras, persons, shape)
        if len(person.seen) > 1 and person.posture is Posture.SITS and person.misfit < 4.0
    ]
    points = joined([marks, *(_person_points(person) for person in people)])
    seen = {}
    for name, camera in cameras.items():
        rows, pixels, spread = list(marked.get(name, ((), ()))[0]), list(marked.get(name, ((), ()))[1]), []
        spread += [MARK_SD_PX] * len(rows)
        for k, person in enumerate(people):
            own = person.seen.get(name)
            if own is None:
                continue
            depth = float((camera.rotation @ person.head_mm + camera.translation_mm)[2])
            sd = float(np.hypot(own.sd_px, _HEAD_SPREAD_MM * camera.matrix[0, 0] / max(depth, 300.0)))
            first = len(marks.mm) + 2 * k
            rows += [first, first + 1]
            pixels += [own.head_px, own.neck_px]
            spread += [sd, sd]
        seen[name] = Sightings(
            np.array(rows, np.int64),
            np.array(pixels).reshape(-1, 2),
            np.array(spread),
            edges[name],
            _EDGE_SD_PX,
            _sitting(persons[name]),
        )
    return refine(starts, seen, points, shape, assumed)


def _person_points(person: PersonPlaced) -> Points:
    """A head and a neck: their heights are usual ones, their places free."""
    head = np.array([*person.head_mm[:2], SITTING_HEAD_MM])
    neck = np.array([*person.neck_mm, SITTING_NECK_MM])
    return Points(np.stack([head, neck]), np.array([[500.0, 500.0, 60.0], [500.0, 500.0, 50.0]]))


def _mark_points(
    evidence: Mapping[str, CameraEvidence],
) -> tuple[Points, dict[str, tuple[list[int], list[F64]]]]:
    """Every marked place once, and which camera sees it where."""
    places: dict[tuple[float, float], int] = {}
    marked: dict[str, tuple[list[int], list[F64]]] = {}
    for name, one in evidence.items():
        if one.marks is None:
            continue
        rows = [places.setdefault((float(x), float(y)), len(places)) for x, y in one.marks.mm]
        marked[name] = (rows, list(one.marks.px))
    at = np.array([[x, y, 0.0] for x, y in places]).reshape(-1, 3)
    return Points(at, np.tile(MARK_SD_MM, (len(at), 1))), marked
