"""Rooms with two 1080p cameras at 2-3 m, calibrated by four marks and the edge: errors and stated covariances."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import Assumed, Points, Refined, Sightings, refine
from calibration.camera import Camera
from calibration.lens import lens_named, lens_of_width
from calibration.marks import place_by_marks
from calibration.table_shape import TableKind, TableShape
from calibration.uncertainty import point_covariances_mm2
from tests.calibration.rooms import camera_at

F64 = NDArray[np.float64]
Row = tuple[str, str, str]

ROOMS: Final = 50
CLICK_SD_PX: Final = 1.0
TAPE_SD_MM: Final = 2.0
EDGE_SD_PX: Final = 0.6
EDGE_BIAS_PX: Final = 0.3
POINT_SD_PX: Final = 1.0
CHI2_3_95: Final = 7.815


def geometry_rows(rooms: int = ROOMS) -> list[Row]:
    """Figures over all rooms."""
    on_table, heights, inside = [], [], []
    for seed in range(rooms):
        errors, high, chi2 = measured_room(seed)
        on_table.append(errors)
        heights.append(high)
        inside.append(chi2 < CHI2_3_95)
    table, height, covered = np.concatenate(on_table), np.concatenate(heights), np.concatenate(inside)
    return [
        (f"point on the table, {rooms} rooms, median", f"{np.median(table):.2f} mm", "≤ 3 mm"),
        ("  95th percentile", f"{np.quantile(table, 0.95):.2f} mm", "≤ 8 mm"),
        ("height above the plane, median", f"{np.median(np.abs(height)):.2f} mm", "≤ 5 mm"),
        ("  95th percentile", f"{np.quantile(np.abs(height), 0.95):.2f} mm", ""),
        ("stated covariances cover (3 axes together, 95 %)", f"{covered.mean():.1%} of {len(covered)}", "95 %"),
    ]


def measured_room(seed: int) -> tuple[F64, F64, F64]:
    """(N,) errors of points on the table, (N,) of heights above it, (2 N,) squared errors in stated deviations."""
    rng = np.random.default_rng([seed, 821])
    shape, cameras = _room(rng)
    refined = calibrated(rng, shape, cameras)
    names = list(cameras)
    places = _inside(rng, shape, 40)
    flat = np.column_stack([places, np.zeros(len(places))])
    raised = np.column_stack([places, rng.uniform(5, 150, len(places))])
    out = []
    for points in (flat, raised):
        pixels = [cameras[n].project(points) + rng.normal(0, POINT_SD_PX, (len(points), 2)) for n in names]
        found, spread = point_covariances_mm2(
            [refined.cameras[n] for n in names], refined.covariance, pixels, POINT_SD_PX
        )
        off = found - points
        out.append((off, np.einsum("ni,nij,nj->n", off, np.linalg.inv(spread), off)))
    return np.hypot(*out[0][0][:, :2].T), out[1][0][:, 2], np.concatenate([out[0][1], out[1][1]])


def calibrated(rng: np.random.Generator, shape: TableShape, cameras: dict[str, Camera]) -> Refined:
    """As a person does it: a lens of a preset, four marks measured by tape and clicked, the edge found by itself."""
    half = np.array(shape.half_mm) * 0.8
    marks = np.array([[half[0], 0.0], [0.0, half[1]], [-half[0], 0.0], [0.0, -half[1]]])
    true = np.column_stack([marks + rng.normal(0, TAPE_SD_MM, marks.shape), rng.normal(0, 0.4, 4)])
    measured = TableShape(
        shape.kind, shape.length_mm + float(rng.normal(0, 3)), shape.width_mm + float(rng.normal(0, 3))
    )
    if shape.kind is TableKind.ROUND:
        measured = TableShape(shape.kind, measured.length_mm, measured.length_mm)
    way = np.linspace(0, shape.perimeter_mm, 160, endpoint=False)
    edge = np.column_stack([shape.at(way), np.zeros(len(way))])
    starts, seen = {}, {}
    for name, camera in cameras.items():
        lens = lens_named("webcam", camera.size_px)
        clicked = camera.project(true) + rng.normal(0, CLICK_SD_PX, (4, 2))
        starts[name] = place_by_marks(name, marks, clicked, lens)
        found = camera.project(edge) + rng.normal(0, EDGE_SD_PX, (len(edge), 2)) + rng.normal(0, EDGE_BIAS_PX, 2)
        found = found[rng.random(len(found)) < 0.6]  # the rest is behind somebody
        seen[name] = Sightings(np.arange(4), clicked, np.full(4, CLICK_SD_PX), found, EDGE_SD_PX)
    points = Points(np.column_stack([marks, np.zeros(4)]), np.tile([TAPE_SD_MM, TAPE_SD_MM, 0.5], (4, 1)))
    return refine(starts, seen, points, measured, Assumed(size_sd_mm=3.0, edge_systematic_px=EDGE_BIAS_PX))


def _room(rng: np.random.Generator) -> tuple[TableShape, dict[str, Camera]]:
    kind = TableKind(str(rng.choice([kind.value for kind in TableKind])))
    length = float(rng.uniform(1700, 2500))
    width = length if kind is TableKind.ROUND else length * float(rng.uniform(0.6, 0.8))
    shape = TableShape(kind, length, width)
    azimuth = float(rng.uniform(0, 2 * np.pi))
    cameras = {}
    for k in range(2):
        turn = azimuth + k * float(rng.uniform(np.pi / 3, np.pi))
        hfov = 70.4 * float(np.exp(rng.normal(0, 0.03)))
        lens = lens_of_width((1920, 1080), hfov, k1=float(rng.normal(0, 0.04)))
        distance, elevation = rng.uniform(2000, 3000), np.radians(rng.uniform(25, 50))
        flat = distance * np.cos(elevation)
        place = np.array([flat * np.cos(turn), flat * np.sin(turn), distance * np.sin(elevation)])
        cameras[f"cam{k + 1}"] = camera_at(lens, place, rng.uniform(-100, 100, 3))
    return shape, cameras


def _inside(rng: np.random.Generator, shape: TableShape, count: int) -> F64:
    points = rng.uniform(-1, 1, (count * 4, 2)) * shape.half_mm
    return np.asarray(points[shape.outside_mm(points) < -60.0][:count])
