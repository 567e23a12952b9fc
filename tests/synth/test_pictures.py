"""Pictures: geometry agrees with the drawing, what hides what, and the same again on one machine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.seats import Seat
from tests.synth.builders import stage
from tests.synth.calibrated import calibration_of
from tests.synth.camera import Camera
from tests.synth.geometry import F64, I64, Mask
from tests.synth.raster import Raster
from tests.synth.seating import mark_seats
from tests.synth.stage import Stage, camera_of
from tests.synth.visibility import HAND_TOLERANCE_M, in_sight, joints_at, seen_at

_PLAIN = {"glasses": False, "hair": "short", "skin": 0.1, "hat": False}


@pytest.fixture(scope="module")
def scene() -> Stage:
    return stage(
        [
            {"kind": "vote", "seat": 3, "at": 1.5, "lift": 4.0},
            {"kind": "mask_on", "seat": 2, "at": 1.0},
            {"kind": "hands_on_table", "seat": 4, "at": 1.5},
        ],
        seats=(2, 3, 4),
        table={"cups": False, "number_cards": False},
    )


@pytest.fixture(scope="module")
def raster(scene: Stage) -> Raster:
    return Raster(scene.table, scene.room, scene.places, scene.figures)


@pytest.fixture(scope="module")
def camera(scene: Stage) -> Camera:
    return camera_of(scene.scenario.camera[0])


def test_the_picture_is_the_same_again(scene: Stage, raster: Raster, camera: Camera) -> None:
    first, second = (raster.draw(scene.solved(2.5), [camera], scene.light(2.5))[0] for _ in range(2))
    assert np.array_equal(first, second)
    assert first.std() > 20


def test_depth_agrees_with_projected_vertices(scene: Stage, raster: Raster, camera: Camera) -> None:
    """Hands in full sight: the drawn surface is where the mesh says, to a few millimetres."""
    solved = scene.solved(2.5)
    depth = raster.depth(solved, camera, scene.light(2.5))
    hand = solved[1].hand_vertices["R"]
    visible = in_sight(hand, camera, depth, HAND_TOLERANCE_M)
    at, away = camera.pinhole(hand[visible])
    column, row = at.astype(int).T
    assert visible.mean() > 0.3
    assert np.median(np.abs(depth[row, column] - away)) < 0.006


def test_what_is_hidden_agrees_with_rays(scene: Stage, raster: Raster, camera: Camera) -> None:
    """The depth buffer and rays through all triangles say the same of nearly every point of hands and eyes."""
    solved = scene.solved(2.5)
    depth = raster.depth(solved, camera := camera.enlarged(3), scene.light(2.5))
    corners, triangles = _everything(scene)
    points = np.concatenate([solved[1].hand_vertices["R"][::40], solved[2].hand_vertices["L"][::40]])
    by_depth = in_sight(points, camera, depth, HAND_TOLERANCE_M)
    by_rays = np.array([not _hidden(point, camera, corners, triangles) for point in points])
    assert (by_depth == by_rays).mean() > 0.9
    assert 0.2 < by_rays.mean() < 0.95


def test_a_mask_hides_the_eyes(scene: Stage, raster: Raster, camera: Camera) -> None:
    before = {line["subject"]: line for line in seen_at(scene, raster, 0.3)}
    after = {line["subject"]: line for line in seen_at(scene, raster, 5.0)}
    assert min(before[2]["eyes"].values()) > 0.3
    assert max(after[2]["eyes"].values()) == 0.0
    assert min(after[3]["eyes"].values()) > 0.3


def test_shut_lids_hide_the_eyes() -> None:
    shut = stage([{"kind": "lids", "seat": 3, "at": 1.0, "closure": 1.0}], seats=(3,))
    raster = Raster(shut.table, shut.room, shut.places, shut.figures)
    (awake,), (asleep,) = seen_at(shut, raster, 0.3), seen_at(shut, raster, 2.0)
    assert min(awake["eyes"].values()) > 0.3
    assert max(asleep["eyes"].values()) == 0.0


def test_shut_lids_cover_the_iris_in_the_picture() -> None:
    """The lids move in the drawing too: the dark of the iris goes away."""
    shut = stage(
        [{"kind": "lids", "seat": 3, "at": 1.0, "closure": 1.0}], seats=(3,), person=[{"seat": 3, "look": _PLAIN}]
    )
    raster = Raster(shut.table, shut.room, shut.places, shut.figures)
    darkest = []
    for t in (0.3, 2.0):
        (solved,) = shut.solved(t)
        eye = shut.actors[Seat(3)].figure.joint(solved, "eye.L")
        close = Camera("eye", (120, 60), tuple(eye + shut.places[3].inward * 0.5), tuple(eye), 6)
        darkest.append(np.percentile(raster.draw([solved], [close], shut.light(t))[0].mean(axis=2), 2))
    assert darkest[1] > darkest[0] + 8


def test_joints_of_the_truth_are_where_the_calibration_puts_them(scene: Stage) -> None:
    """Two ways to the same pixels: the renderer's own camera, and OpenCV's with the calibration file that is written."""
    bent = scene.scenario.camera[0].model_copy(update={"distortion": -0.09})
    there = replace(scene, scenario=scene.scenario.model_copy(update={"camera": [bent]}))
    camera = calibration_of(there, mark_seats(there)).cameras["cam1"].camera()
    compared = 0
    for line in joints_at(there, 2.5):
        for name, px in line["at_px"]["cam1"].items():
            if px is None or not (0 < px[0] < 480 and 0 < px[1] < 270):
                continue  # outside the picture a lens model need not hold
            found = camera.project(np.array([line["at_mm"][name]]))[0]
            assert found + 0.5 == pytest.approx(px, abs=0.1)
            compared += 1
    assert compared > 20


def test_a_wrist_in_the_truth_is_at_its_hand(scene: Stage) -> None:
    """Clearances and joints are told in one frame: the voting hand is down, its wrist a palm's thickness over it."""
    (voter,) = (line for line in joints_at(scene, 2.5) if line["subject"] == 3)
    assert 0 < voter["at_mm"]["right_knuckle"][2] < 120
    solved = scene.solved(2.5)[1]
    assert abs(solved.clearance_m["R"]) < 2e-4


def test_distortion_and_its_inverse_meet() -> None:
    bent = Camera("x", (320, 180), (0, -1, 1.5), (0, 1, 0.9), 80, distortion=-0.12)
    points = np.random.default_rng(2).uniform((-0.6, 0.2, 0.6), (0.6, 1.2, 1.2), (50, 3))
    at = bent.project(points)
    inside = ((at >= 1) & (at < np.array(bent.size_px) - 1)).all(axis=1)
    column, row = at[inside].astype(int).T
    straight, _ = bent.pinhole(points[inside])
    assert np.abs(bent.undistorted_map()[row, column] - straight).max() < 2.5


def _everything(scene: Stage) -> tuple[F64, I64]:
    corners, triangles, start = [], [], 0
    for actor, solved in zip(scene.actors.values(), scene.solved(2.5), strict=True):
        figure = actor.figure
        placed = np.zeros_like(figure.rest)
        placed[figure.visible_ids] = figure.skin(solved.transforms, solved.posture, figure.visible_ids)
        corners.append(placed)
        triangles.append(figure.surface_triangles + start)
        start += len(placed)
    return np.concatenate(corners), np.concatenate(triangles)


def _hidden(point: F64, camera: Camera, corners: F64, triangles: I64) -> bool:
    """Whether a ray from the camera meets a triangle clearly before the point (Möller and Trumbore 1997)."""
    eye = np.array(camera.place_m)
    ray = point - eye
    a = corners[triangles[:, 0]]
    ab, ac = corners[triangles[:, 1]] - a, corners[triangles[:, 2]] - a
    p = np.cross(ray, ac)
    det = (ab * p).sum(axis=1)
    det = np.where(np.abs(det) < 1e-14, np.nan, det)
    s = eye - a
    u = (s * p).sum(axis=1) / det
    q = np.cross(s, ab)
    v = (q @ ray) / det
    along = (ac * q).sum(axis=1) / det
    before = 1 - HAND_TOLERANCE_M / np.linalg.norm(ray)
    hit: Mask = (u >= 0) & (v >= 0) & (u + v <= 1) & (along > 0) & (along < before)
    return bool(hit.any())
