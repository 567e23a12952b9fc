"""From raw numbers of the landmark networks to points, and from points to where to look next."""

from __future__ import annotations

import numpy as np
import pytest

from models import eye, face, hand, pose
from models.regions import square_around

SQUARE = square_around((100, 100, 356, 356))  # one frame pixel to one of a 256-pixel crop


def test_body_points_come_back_into_the_frame_and_two_more_say_where_to_look_next() -> None:
    points = np.zeros((1, 39, 5), np.float32)
    points[0, pose.NOSE, :2] = (10, 20)
    points[0, 33, :2], points[0, 34, :2] = (128, 128), (128, 28)  # hips, and a point of the circle straight above
    raw = (points.reshape(1, 195), np.array([[0.9]], np.float32), np.full((1, 64, 64, 39), -80, np.float32))
    seen = pose.decode_landmarks(raw, SQUARE, 256)
    assert seen.xy[0, pose.NOSE] == pytest.approx((110, 120))
    assert seen.next_regions[0] == pytest.approx((228, 228, 250, 0))
    assert seen.presence_01[0] == pytest.approx(0.9)
    assert seen.visibility_01[0, 0] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("logit", "expected"), [(4.0, (44, 40)), (-4.0, (40, 38))], ids=["sure: to the warm cell", "unsure: stays"]
)
def test_a_heat_map_that_is_sure_moves_its_point_and_no_other(logit: float, expected: tuple[int, int]) -> None:
    xy = np.array([[[40, 38], [40, 38]]], np.float32)
    heat = np.full((1, 64, 64, 2), -80, np.float32)
    heat[0, 10, 11, 0] = logit  # row 10, column 11 of cells 4 pixels wide
    moved = pose.refined(xy, heat, 4)
    assert moved[0, 0] == pytest.approx(expected)
    assert moved[0, 1] == pytest.approx((40, 38))


def test_a_point_beyond_the_heat_map_stays() -> None:
    xy = np.array([[[-3, 900]]], np.float32)
    assert pose.refined(xy, np.full((1, 64, 64, 1), 9, np.float32), 4)[0, 0] == pytest.approx((-3, 900))


def test_a_lying_body_is_shown_upright() -> None:
    """The circle's point lies to the right of the hips, so the region turns a quarter clockwise."""
    keypoints = np.array([[[50, 50], [90, 50], [0, 0], [0, 0]]], np.float32)
    assert pose.regions_from_detected(keypoints)[0] == pytest.approx((50, 50, 100, np.pi / 2))


def test_a_hand_points_up_in_its_next_region() -> None:
    """Fingers to the picture's left: wrist at the right, knuckles left of it."""
    xy = np.zeros((1, hand.POINTS, 2), np.float32)
    xy[0, :, 0] = np.linspace(100, 40, hand.POINTS)
    xy[0, hand.WRIST] = (100, 50)
    xy[0, :, 1] = 50
    region = hand.regions_from_hands(xy)[0]
    assert region[3] == pytest.approx(-np.pi / 2)
    assert region[1] == pytest.approx(50)
    assert region[0] < xy[0, hand._STEADY_POINTS, 0].mean()  # moved towards the fingers


def test_a_high_third_output_is_a_right_hand() -> None:
    raw = (np.zeros((1, 63), np.float32), np.ones((1, 1), np.float32), np.array([[0.9]], np.float32))
    assert hand.decode_landmarks(raw, SQUARE, 224).left_01[0] == pytest.approx(0.1)


def test_a_hand_at_a_pose_wrist_is_looked_for_ahead_of_the_wrist() -> None:
    wrist, index, pinky = (np.array([xy], np.float32) for xy in ((100, 100), (100, 70), (100, 70)))
    x, y, side, angle = hand.regions_from_pose(wrist, index, pinky)[0]
    assert (x, y, angle) == pytest.approx((100, 70, 0))
    assert side == pytest.approx(2 * 30 * 2.7)


def face_points(yaw_deg: float = 0, pitch_deg: float = 0, roll_deg: float = 0) -> np.ndarray:
    """A flat face of 100 x 100 pixels, turned as said: yaw to the picture's right, pitch down, roll clockwise."""
    flat = np.zeros((face.POINTS, 3))
    flat[face.RIGHT_EYE_OUTER], flat[face.LEFT_EYE_OUTER] = (-50, -20, 0), (50, -20, 0)
    flat[face.BROW_TOP], flat[face.CHIN] = (0, -50, 0), (0, 50, 0)
    yaw, pitch, roll = np.radians((yaw_deg, pitch_deg, roll_deg))
    nod = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
    turn = np.array([[np.cos(yaw), 0, -np.sin(yaw)], [0, 1, 0], [np.sin(yaw), 0, np.cos(yaw)]])
    lean = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    return np.asarray(flat @ (lean @ turn @ nod).T, np.float32)[None]


@pytest.mark.parametrize(
    ("turned", "angles"),
    [
        ({}, (0, 0, 0)),
        ({"yaw_deg": 30}, (30, 0, 0)),
        ({"pitch_deg": 25}, (0, 25, 0)),
        ({"roll_deg": -15}, (0, 0, -15)),
    ],
)
def test_a_turned_head_has_its_angles(turned: dict[str, float], angles: tuple[float, float, float]) -> None:
    assert face.head_angles_deg(face_points(**turned))[0] == pytest.approx(angles, abs=1e-3)


def lids(gap_px: float, width_px: float = 30) -> np.ndarray:
    contour = np.zeros((1, 2, eye.CONTOUR_POINTS, 2), np.float32)
    contour[:, :, 8, 0] = width_px
    contour[:, :, eye.LOWER_LID, 1], contour[:, :, eye.UPPER_LID, 1] = gap_px, 0
    return contour


def test_opening_is_gap_over_width() -> None:
    assert eye.opening(lids(gap_px=9)) == pytest.approx(np.full((1, 2), 0.3))


def test_the_left_eye_comes_first_and_is_shown_mirrored() -> None:
    """A point at the right edge of the mirrored crop lies at the left edge of the eye's region."""
    regions = np.concatenate([square_around((0, 0, 64, 64)), square_around((100, 0, 164, 64))])
    contour = np.zeros((2, eye.CONTOUR_POINTS, 3), np.float32)
    contour[:, 0] = (60, 10, 0)
    raw = (contour.reshape(2, -1), np.zeros((2, 15), np.float32))
    seen = eye.decode_landmarks(raw, regions, 64)
    assert seen.contour_xy[0, 0, 0] == pytest.approx((4, 10))
    assert seen.contour_xy[0, 1, 0] == pytest.approx((160, 10))
