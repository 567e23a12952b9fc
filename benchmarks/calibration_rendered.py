"""One rendered room end to end: the real pose network on tiles, the edge found in the pictures, four marks clicked."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.lens import lens_of_width
from calibration.people import BodiesSeen
from calibration.seat_proposal import SURE, Direction, propose_seats
from calibration.solve import CameraEvidence, Marks, solve
from calibration.table_shape import TableKind, TableShape
from engine.seats import Person
from models.networks import Networks
from tests.synth.raster import Raster
from tests.synth.scenario import parse_scenario
from tests.synth.stage import Stage, camera_of, set_stage
from vision.perception.tile_search import NETWORK_IDS, find_bodies

Row = tuple[str, str, str]
F64 = NDArray[np.float64]
TIMES_S: Final = (0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25)
LENS_DEG: Final = 72.0
"""What the person says of a lens that is 75° wide."""
MARKS_MM: Final = np.array([[1000.0, 0.0], [0.0, 650.0], [-1000.0, 0.0], [0.0, -650.0]])
SCENE: Final[dict[str, Any]] = {
    "schema": 1,
    "name": "calibration",
    "seed": 7,
    "rules": "a",
    "duration_s": 6,
    "table": {"half_length_m": 1.15, "half_width_m": 0.8},
    "light": [{"at": 0, "level": "usual"}],
    "camera": [
        {
            "id": name,
            "place_m": place,
            "look_at_m": (0.0, aim, 0.8),
            "hfov_deg": 75,
            "size_px": (1920, 1080),
            "distortion": -0.03,
        }
        for name, place, aim in (("cam1", (-0.6, -2.5, 2.2), 0.05), ("cam2", (0.5, 2.4, 2.2), -0.05))
    ],
    "rate": [{"at": 0, "fps": 10}],
    "person": [{"seat": seat, "mask": False} for seat in ("host", *range(1, 11))],
}


def rendered_rows() -> list[Row]:
    """People found, cameras' places, points of the table and seats, against the exact room."""
    stage = set_stage(parse_scenario(SCENE))
    networks = Networks.load(NETWORK_IDS)
    rng = np.random.default_rng(7)
    evidence, true = {}, {}
    for spec in stage.scenario.camera:
        own = camera_of(spec)
        pictures = _pictures(stage, spec.id)
        found = [find_bodies(networks, picture, k / len(pictures)) for k, picture in enumerate(pictures)]
        bodies = BodiesSeen(
            np.concatenate([np.full(len(one.head_px), k, np.int64) for k, one in enumerate(found)]),
            np.concatenate([one.head_px for one in found]).astype(np.float64),
            np.concatenate([one.shoulders_px for one in found]).astype(np.float64),
            np.concatenate([one.presence_01 for one in found]).astype(np.float64),
        )
        true[spec.id] = own
        metres = np.column_stack([MARKS_MM / 1000, np.full(4, stage.table.height_m)])
        clicked = own.project(metres) - 0.5 + rng.normal(0, 1, (4, 2))
        median = np.median(np.stack(pictures), axis=0).astype(np.uint8)
        evidence[spec.id] = CameraEvidence(
            lens_of_width(own.size_px, LENS_DEG, 0.05), median, bodies, Marks(MARKS_MM, clicked)
        )
    solved = solve(evidence, TableShape(TableKind.OVAL, 2300.0, 1600.0))
    proposal = propose_seats(solved.people, solved.shape, direction=Direction.COUNTERCLOCKWISE, host_mm=(1340.0, 0.0))
    places = [np.multiply(place.xy_m, 1000) for place in stage.places]
    off = [float(np.hypot(*(s.neck_mm - places[int(s.subject)]))) for s in proposal.seats if s.subject != Person.HOST]
    sure = [o for o, s in zip(off, proposal.seats, strict=False) if s.confidence >= SURE]
    points = rng.uniform(-600, 600, (200, 2))
    misses = np.concatenate([_table_misses(true[n], solved.refined.cameras[n], points, stage) for n in true])
    away = [
        float(np.linalg.norm(solved.refined.cameras[n].position_mm - _place_mm(true[n], stage)))
        for n in solved.refined.cameras
    ]
    seen = ", ".join(f"{len(people)}" for people in solved.persons.values())
    return [
        ("rendered room: people found of 11, each camera", seen, ""),
        ("  seats within 250 mm and rightly numbered", f"{sum(o < 250 for o in off)} of 10", "10"),
        ("  wrong ones said to be sure", f"{sum(o >= 250 for o in sure)}", "0"),
        ("  cameras' places off by", " and ".join(f"{a:.0f} mm" for a in away), ""),
        ("  point on the table by one camera, median", f"{np.median(misses):.1f} mm", "≤ 3 mm"),
        ("  95th percentile", f"{np.quantile(misses, 0.95):.1f} mm", "≤ 8 mm"),
    ]


def _pictures(stage: Stage, name: str) -> list[NDArray[np.uint8]]:
    spec = next(one for one in stage.scenario.camera if one.id == name)
    raster = Raster(stage.table, stage.room, stage.places, stage.figures)
    large = camera_of(spec).enlarged(1.25)
    drawn = [raster.draw(stage.solved(t), [large], stage.light(t))[0][:, :, ::-1] for t in TIMES_S]
    return [np.asarray(cv2.resize(d, (1920, 1080), interpolation=cv2.INTER_AREA), np.uint8) for d in drawn]


def _place_mm(camera: Any, stage: Stage) -> F64:
    return np.asarray((np.array(camera.place_m) - [0.0, 0.0, stage.table.height_m]) * 1000)


def _table_misses(true: Any, solved: Camera, points_mm: F64, stage: Stage) -> F64:
    """Where the solved camera says the points are that the true one shows."""
    metres = np.column_stack([points_mm / 1000, np.full(len(points_mm), stage.table.height_m)])
    pixels = true.project(metres) - 0.5  # the renderer counts from a pixel's corner
    return np.asarray(np.hypot(*(solved.on_plane(pixels)[:, :2] - points_mm).T))
