"""Regions: a part of the frame is shown upright to a network, and points come back to where they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.regions import (
    angle_across,
    angle_up,
    blank_outside,
    cut,
    square_around,
    to_frame,
    to_frame_affines,
    turned_boxes,
)

RIGHT_ANGLE = np.pi / 2


def points(*xy: tuple[float, float]) -> np.ndarray:
    return np.array([xy], np.float32)


@given(st.floats(0, 500), st.floats(0, 500), st.floats(1, 900), st.floats(-np.pi, np.pi))
def test_the_middle_and_a_corner_of_a_crop_come_back_to_the_regions_own(
    x: float, y: float, side: float, angle: float
) -> None:
    affines = to_frame_affines(np.array([[x, y, side, angle]]), 64)
    middle, corner = to_frame(points((32, 32), (0, 0)), affines)[0]
    assert middle == pytest.approx((x, y), abs=1e-3)
    assert np.hypot(*(corner - middle)) == pytest.approx(side / np.sqrt(2), rel=1e-4)


def test_a_region_turned_by_a_right_angle_has_its_up_on_the_frames_right() -> None:
    affines = to_frame_affines(np.array([[50, 50, 20, RIGHT_ANGLE]]), 10)
    assert to_frame(points((5, 0)), affines)[0, 0] == pytest.approx((60, 50))


def test_a_crop_shows_the_region_in_rgb_and_black_beyond_the_frame() -> None:
    frame = np.zeros((20, 20, 3), np.uint8)
    frame[:, 10:] = (255, 0, 10)  # blue, green, red
    (crop,) = cut(frame, square_around((10, 0, 30, 20)), 20)
    assert crop[10, 2].tolist() == [10, 0, 255]
    assert crop[10, 15].tolist() == [0, 0, 0]


def test_a_mirrored_crop_is_the_crop_mirrored() -> None:
    frame = np.random.default_rng(0).integers(0, 256, (20, 20, 3), dtype=np.uint8)
    regions = np.repeat(square_around((0, 0, 20, 20)), 2, axis=0)
    plain, mirrored = cut(frame, regions, 20, flip=np.array([False, True]))
    np.testing.assert_array_equal(mirrored, plain[:, ::-1])


def test_outside_the_polygon_a_crop_is_black_and_inside_untouched() -> None:
    frame = np.full((20, 20, 3), 200, np.uint8)
    regions = square_around((0, 0, 20, 20))
    polygon = np.array([[0, 0], [9, 0], [9, 20], [0, 20]], np.float32)
    crops = cut(frame, regions, 40)
    (kept,) = blank_outside(crops, regions, [polygon])
    assert kept[20, 10].tolist() == [200, 200, 200]
    assert kept[20, 30].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("end", "up", "across"),
    [((0.0, -1.0), 0.0, -RIGHT_ANGLE), ((1.0, 0.0), RIGHT_ANGLE, 0.0), ((-1.0, 0.0), -RIGHT_ANGLE, np.pi)],
)
def test_angles_turn_a_way_up_or_across(end: tuple[float, float], up: float, across: float) -> None:
    start = np.zeros((1, 2))
    assert angle_up(start, np.array([end]))[0] == pytest.approx(up)
    assert angle_across(start, np.array([end]))[0] == pytest.approx(across)


def test_a_turned_box_is_as_small_as_its_points_allow() -> None:
    slanted = np.array([[[0, 0], [10, 10], [9, 11], [-1, 1]]], np.float64)
    centre, size = turned_boxes(slanted, np.array([np.pi / 4]))
    assert centre[0] == pytest.approx((4.5, 5.5))
    assert size[0] == pytest.approx((10 * np.sqrt(2), np.sqrt(2)))
