"""Cameras placed by marks, by the edge and by people: found again where they are, or refused with what to do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.bundle import Assumed, Points, Sightings, Start, refine
from calibration.camera import Camera
from calibration.edge_pose import EdgeNotFitting, EdgeTooShort, place_by_edge
from calibration.lens import LensUnknown, lens_named, lens_of_width
from calibration.marks import MarksContradict, MarksInLine, MarksTooFew, PictureMirrored, place_by_marks
from calibration.marks_file import CameraMarks, Mark, TagNotSeen
from calibration.table_shape import TableKind, TableShape, TableSizeOdd, TableUnknown, table_named
from calibration.uncertainty import point_covariances_mm2, table_covariances_mm2
from tests.calibration.rooms import camera_at

F64 = NDArray[np.float64]
LENS = lens_of_width((1920, 1080), 70, k1=-0.03)
LEFT = camera_at(LENS, np.array([-1500.0, -1700.0, 1400.0]), np.zeros(3))
RIGHT = camera_at(LENS, np.array([1600.0, -1500.0, 1300.0]), np.zeros(3))
MARKS: F64 = np.array([[900.0, 0], [0, 600], [-900, 0], [0, -600]])
OVAL = TableShape(TableKind.OVAL, 2200.0, 1560.0)


def flat(points: F64) -> F64:
    return np.column_stack([points, np.zeros(len(points))])


def edge_of(camera: Camera, shape: TableShape, count: int = 120) -> F64:
    return camera.project(flat(shape.at(np.linspace(0, shape.perimeter_mm, count, endpoint=False))))


@pytest.mark.parametrize(
    ("text", "length", "width"),
    [
        ("round:1500mm", 1500, 1500),
        ("oval:2400x1600mm", 2400, 1600),
        ("rect:120x240cm", 2400, 1200),
        ("round:1.5m", 1500, 1500),
    ],
)
def test_a_table_is_read_as_people_write_it(text: str, length: float, width: float) -> None:
    shape = table_named(text)
    assert (shape.length_mm, shape.width_mm) == (length, width)


@pytest.mark.parametrize("text", ["", "round", "square:1m", "oval:2400", "rect:axb", "round:1500x1400mm"])
def test_what_is_no_table_is_refused_with_examples(text: str) -> None:
    with pytest.raises(TableUnknown, match="rect:2400x1200mm"):
        table_named(text)


def test_a_table_for_dolls_is_refused() -> None:
    with pytest.raises(TableSizeOdd, match="tape"):
        table_named("round:150mm")


@pytest.mark.parametrize("kind", list(TableKind))
def test_the_way_along_the_edge_goes_there_and_back(kind: TableKind) -> None:
    shape = TableShape(kind, 2000.0, 2000.0 if kind is TableKind.ROUND else 1300.0)
    ways = np.linspace(10, shape.perimeter_mm - 10, 23)
    assert shape.along_mm(shape.at(ways)) == pytest.approx(ways, abs=3.0)
    assert np.abs(shape.outside_mm(shape.at(ways))).max() < 1.0
    beyond = shape.at(ways) + 100.0 * shape.outward(ways)
    assert shape.outside_mm(beyond) == pytest.approx(np.full(23, 100.0), abs=8.0)


def test_four_marks_place_a_camera() -> None:
    start = place_by_marks("cam1", MARKS, LEFT.project(flat(MARKS)), LENS)
    assert start.camera().position_mm == pytest.approx(LEFT.position_mm, abs=0.5)


def test_three_marks_are_too_few() -> None:
    with pytest.raises(MarksTooFew, match="mark 1 more"):
        place_by_marks("cam1", MARKS[:3], LEFT.project(flat(MARKS[:3])), LENS)


def test_marks_on_one_line_are_named() -> None:
    line = np.array([[-900.0, 0], [-300, 0], [300, 0], [900, 4]])
    with pytest.raises(MarksInLine, match="one line"):
        place_by_marks("cam1", line, LEFT.project(flat(line)), LENS)


def test_a_mirrored_picture_is_named() -> None:
    pixels = LEFT.project(flat(MARKS))
    pixels[:, 0] = 1919 - pixels[:, 0]
    with pytest.raises(PictureMirrored, match="mirrored"):
        place_by_marks("cam2", MARKS, pixels, LENS)


def test_marks_that_contradict_each_other_are_named() -> None:
    more = np.concatenate([MARKS, [[500.0, 300.0], [-500, 300], [-500, -300]]])
    pixels = LEFT.project(flat(more))
    pixels[[0, 1, 2]] += np.array([[300.0, -200], [-350, 250], [250, 300]])
    with pytest.raises(MarksContradict, match="measure and mark"):
        place_by_marks("cam1", more, pixels, LENS)


@pytest.mark.parametrize("kind", [TableKind.ROUND, TableKind.RECT])
def test_the_bare_edge_places_a_camera_up_to_the_tables_own_symmetry(kind: TableKind) -> None:
    shape = TableShape(kind, 2000.0, 2000.0 if kind is TableKind.ROUND else 1200.0)
    (start, *_) = place_by_edge("cam1", edge_of(LEFT, shape), LENS, shape)
    found, true = start.camera().position_mm, LEFT.position_mm
    assert found[2] == pytest.approx(true[2], abs=3.0)
    assert np.hypot(*found[:2]) == pytest.approx(np.hypot(*true[:2]), abs=3.0)
    if kind is TableKind.RECT:
        assert np.abs(found[:2]) == pytest.approx(np.abs(true[:2]), abs=3.0)


def test_a_corner_of_the_table_is_not_enough_and_another_table_does_not_fit() -> None:
    with pytest.raises(EdgeTooShort, match="too little"):
        place_by_edge("cam1", edge_of(LEFT, OVAL)[:5], LENS, OVAL)
    scribble = np.random.default_rng(1).uniform([200, 200], [1700, 900], (80, 2))
    with pytest.raises(EdgeNotFitting, match="does not fit"):
        place_by_edge("cam1", scribble, LENS, OVAL)


def refined_pair(seed: int) -> tuple[F64, F64]:
    """Points on the table as two cameras of a roughly known lens find them, and their squared error in deviations."""
    rng = np.random.default_rng(seed)
    lens = lens_named("webcam", (1920, 1080))
    starts: dict[str, Start] = {}
    seen: dict[str, Sightings] = {}
    tape = MARKS + rng.normal(0, 2, MARKS.shape)
    for name, camera in (("a", LEFT), ("b", RIGHT)):
        clicked = camera.project(flat(tape)) + rng.normal(0, 1, (4, 2))
        starts[name] = place_by_marks(name, MARKS, clicked, lens)
        edge = edge_of(camera, OVAL, 60) + rng.normal(0, 0.6, (60, 2))
        seen[name] = Sightings(np.arange(4), clicked, np.ones(4), edge, 0.6)
    refined = refine(starts, seen, Points(flat(MARKS), np.tile([2.0, 2.0, 0.5], (4, 1))), OVAL, Assumed(3.0))
    places = flat(rng.uniform(-450, 450, (12, 2)))
    pixels = [camera.project(places) + rng.normal(0, 1, (12, 2)) for camera in (LEFT, RIGHT)]
    cameras = [refined.cameras["a"], refined.cameras["b"]]
    found, spread = point_covariances_mm2(cameras, refined.covariance, pixels, 1.0)
    off = found - places
    return off, np.einsum("ni,nij,nj->n", off, np.linalg.inv(spread), off)


def test_two_cameras_by_marks_and_edge_measure_millimetres_and_know_how_well() -> None:
    rows = [refined_pair(seed) for seed in range(3)]
    off, squared = np.concatenate([r[0] for r in rows]), np.concatenate([r[1] for r in rows])
    assert np.median(np.hypot(*off[:, :2].T)) < 4.0
    assert np.median(np.abs(off[:, 2])) < 4.0
    assert 0.85 < np.mean(squared < 7.81) <= 1.0


def test_a_sighting_that_is_far_off_is_left_out() -> None:
    more = np.concatenate([MARKS, [[500.0, 300.0], [-500, 300], [-500, -300], [500, -300]]])
    clicked = LEFT.project(flat(more))
    clicked[5] += 60.0
    start = place_by_marks("a", MARKS, LEFT.project(flat(MARKS)), LENS)
    seen = {"a": Sightings(np.arange(8), clicked, np.ones(8))}
    refined = refine({"a": start}, seen, Points(flat(more), np.tile([1.0, 1.0, 0.5], (8, 1))))
    assert refined.dropped == 1
    assert refined.cameras["a"].position_mm == pytest.approx(LEFT.position_mm, abs=5.0)


def test_one_cameras_points_of_the_table_know_their_spread() -> None:
    covariance = np.diag([1e-6] * 3 + [4.0] * 3 + [1e-6, 1.0, 1.0, 1e-6])
    points, spread = table_covariances_mm2(LEFT, covariance, LEFT.project(flat(MARKS)), 1.0)
    assert points[:, :2] == pytest.approx(MARKS, abs=0.1)
    assert (np.linalg.eigvalsh(spread) > 1.0).all()


def test_an_unknown_lens_names_the_nearest() -> None:
    with pytest.raises(LensUnknown, match="webcam"):
        lens_named("webcan", (1280, 720))
    assert lens_named("90deg", (1280, 720)).focal_px[0] == pytest.approx(640.0)


def test_tags_lying_on_the_table_are_marks() -> None:
    size_mm, sheet = 160.0, np.full((1080, 1920), 200, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36H11)
    for number, (x, y) in enumerate(MARKS):
        tag = np.pad(
            np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 160), np.uint8), 24, constant_values=255
        )
        half = size_mm / 2 * tag.shape[0] / 160
        corners = LEFT.project(
            flat(np.array([[x, y]]) + np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))
        )
        source = (
            np.array([[0, 0], [tag.shape[1], 0], [tag.shape[1], tag.shape[0]], [0, tag.shape[0]]], np.float32) - 0.5
        )
        warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        laid = cv2.warpPerspective(tag, warp, (1920, 1080), flags=cv2.INTER_AREA, borderValue=200)
        inside = cv2.warpPerspective(np.full_like(tag, 255), warp, (1920, 1080), borderValue=0) > 128
        sheet[inside] = laid[inside]
    marks = [Mark(at_mm=(float(x), float(y)), tag=number) for number, (x, y) in enumerate(MARKS)]
    own = CameraMarks(image_size=(1920, 1080), marks=marks)
    start = place_by_marks("cam1", own.places_mm(), own.pixels("cam1", sheet), LENS)
    assert start.camera().position_mm == pytest.approx(LEFT.position_mm, abs=12.0)
    missing = CameraMarks(image_size=(1920, 1080), marks=[*marks, Mark(at_mm=(0.0, 0.0), tag=9)])
    with pytest.raises(TagNotSeen, match="tag 9"):
        missing.pixels("cam1", sheet)
