"""Which networks run on which part of a picture, and whose what they see is; with stand-ins for the networks."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from engine.codes import Side
from engine.seats import Seat
from models import face, hand, pose
from models.fake import Answer, FakeSession, fake_networks, one_detection
from tests.vision.perception_scenes import (
    LEFT_SEAT,
    PICTURE,
    RIGHT_SEAT,
    body,
    hands,
    person_in_the_middle,
    rectangle,
    shoulders_at,
)
from vision.perception.crops import SeatCrop
from vision.perception.patience import PICTURES_BETWEEN_SEARCHES
from vision.perception.perceive import Perception
from vision.perception.percepts import WrongShape
from vision.perception.wanted import Wanted

ONE, TWO = Seat(1), Seat(2)
POSE_OF_BOTH = Wanted(pose=frozenset({ONE, TWO}))
POSE_OF_ONE = Wanted(pose=frozenset({ONE}))
HANDS_OF_ONE = Wanted(pose=frozenset({ONE}), hands=frozenset({ONE}))


def perception(answers: Mapping[str, Answer], *crops: SeatCrop) -> tuple[Perception, Mapping[str, FakeSession]]:
    networks, sessions = fake_networks(answers)
    return Perception(networks, crops or (LEFT_SEAT, RIGHT_SEAT)), sessions


def seen_person(x: float = 0.5, presence_01: float = 0.9) -> dict[str, Answer]:
    return {pose.DETECTION: person_in_the_middle(), pose.LANDMARK: body(shoulders_at(x), presence_01)}


class TestCrops:
    def test_a_neighbour_is_blanked_before_anyone_is_searched(self) -> None:
        seat = SeatCrop(ONE, np.array([[0, 0], [200, 0], [0, 200]], np.float32))
        eyes, sessions = perception({}, seat)
        eyes.perceive(PICTURE, POSE_OF_ONE)
        (crop,) = sessions[pose.DETECTION].calls[0]
        assert crop[30, 30].tolist() == [90, 90, 90]
        assert not crop[180:, 180:].any()

    @pytest.mark.parametrize(
        "polygon", [np.zeros((2, 2), np.float32), np.zeros((4, 3), np.float32)], ids=["a line", "in space"]
    )
    def test_a_polygon_has_corners_in_the_picture(self, polygon: np.ndarray) -> None:
        with pytest.raises(ValueError, match="polygon of seat 1"):
            SeatCrop(ONE, polygon)

    def test_a_head_box_has_an_area(self) -> None:
        with pytest.raises(ValueError, match="head box of seat 1"):
            SeatCrop(ONE, rectangle(0, 0, 9, 9), head_px=(5, 5, 5, 9))

    def test_a_seat_has_one_crop_in_a_camera(self) -> None:
        with pytest.raises(ValueError, match="two crops"):
            perception({}, LEFT_SEAT, LEFT_SEAT)

    @pytest.mark.parametrize(
        "picture", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3), np.float32)], ids=["grey", "floats"]
    )
    def test_a_picture_is_bytes_in_colour(self, picture: np.ndarray) -> None:
        with pytest.raises(WrongShape, match="uint8"):
            perception({})[0].perceive(picture, POSE_OF_BOTH)


class TestBodies:
    def test_points_are_pixels_of_the_whole_picture(self) -> None:
        eyes, _ = perception(seen_person())
        poses = eyes.perceive(PICTURE, POSE_OF_BOTH).poses
        apart = poses.xy[1, pose.NOSE] - poses.xy[0, pose.NOSE]
        assert apart == pytest.approx((200, 0), abs=1e-3)
        assert poses.score_01.tolist() == pytest.approx([0.9, 0.9])

    def test_who_is_not_asked_for_is_not_claimed_to_be_absent(self) -> None:
        eyes, _ = perception(seen_person())
        poses = eyes.perceive(PICTURE, POSE_OF_ONE).poses
        assert poses.looked.tolist() == [True, False]
        assert np.isnan(poses.xy[1]).all()

    def test_looked_for_and_not_there_is_nan(self) -> None:
        eyes, _ = perception({})
        poses = eyes.perceive(PICTURE, POSE_OF_BOTH).poses
        assert poses.looked.all()
        assert np.isnan(poses.score_01).all()

    def test_a_body_whose_shoulders_are_beyond_the_seat_is_another_persons(self) -> None:
        eyes, _ = perception(seen_person(x=1.4))
        assert np.isnan(eyes.perceive(PICTURE, POSE_OF_ONE).poses.score_01[0])

    def test_where_the_head_is_known_a_lost_body_is_searched_in_wider_surroundings(self) -> None:
        seat = SeatCrop(ONE, rectangle(0, 0, 200, 200), head_px=(80, 20, 120, 70))
        assert perception({}, seat)[0].perceive(PICTURE, POSE_OF_ONE).crops_run == {pose.DETECTION: 3}

    def test_where_it_is_not_a_wider_search_would_take_a_hand_for_a_body(self) -> None:
        assert perception({})[0].perceive(PICTURE, POSE_OF_ONE).crops_run == {pose.DETECTION: 1}

    def test_a_body_whose_head_is_far_from_the_seats_head_is_not_believed(self) -> None:
        here = SeatCrop(ONE, rectangle(0, 0, 200, 200), head_px=(80, 40, 120, 90))
        elsewhere = SeatCrop(ONE, rectangle(0, 0, 200, 200), head_px=(0, 150, 30, 190))
        found = [perception(seen_person(), seat)[0].perceive(PICTURE, POSE_OF_ONE).poses for seat in (here, elsewhere)]
        assert [bool(np.isfinite(poses.score_01[0])) for poses in found] == [True, False]

    def test_one_body_in_two_overlapping_seats_is_one_seats(self) -> None:
        overlapping = SeatCrop(TWO, rectangle(10, 0, 210, 200))
        eyes, _ = perception(seen_person(), LEFT_SEAT, overlapping)
        assert np.isfinite(eyes.perceive(PICTURE, POSE_OF_BOTH).poses.score_01).sum() == 1

    def test_a_body_once_found_is_followed_without_searching(self) -> None:
        eyes, _ = perception(seen_person())
        first, second = (eyes.perceive(PICTURE, POSE_OF_BOTH).crops_run for _ in range(2))
        assert first == {pose.DETECTION: 2, pose.LANDMARK: 2}
        assert second == {pose.LANDMARK: 2}

    def test_a_body_that_fades_is_searched_in_the_same_picture_and_then_now_and_again(self) -> None:
        eyes, sessions = perception(seen_person())
        eyes.perceive(PICTURE, POSE_OF_ONE)
        sessions[pose.LANDMARK]._answer = body(shoulders_at(0.5), presence_01=0.1)
        looks = [eyes.perceive(PICTURE, POSE_OF_ONE) for _ in range(1 + 2 * PICTURES_BETWEEN_SEARCHES)]
        searches = [number for number, look in enumerate(looks) if look.crops_run.get(pose.DETECTION)]
        assert searches == [0, PICTURES_BETWEEN_SEARCHES, 2 * PICTURES_BETWEEN_SEARCHES]
        assert [number for number, look in enumerate(looks) if look.poses.looked[0]] == searches

    def test_forgetting_searches_anew(self) -> None:
        eyes, _ = perception(seen_person())
        eyes.perceive(PICTURE, POSE_OF_ONE)
        eyes.forget()
        assert eyes.perceive(PICTURE, POSE_OF_ONE).crops_run[pose.DETECTION] == 1


class TestHands:
    def test_hands_are_looked_for_at_the_bodys_wrists_and_named_by_them(self) -> None:
        eyes, _ = perception({**seen_person(), hand.LANDMARK: hands(lambda _: 0.9)}, LEFT_SEAT)
        percepts = eyes.perceive(PICTURE, HANDS_OF_ONE)
        assert percepts.hands.side == (Side.LEFT, Side.RIGHT)
        assert percepts.hands.owner.tolist() == [0, 0]
        left, right = percepts.hands.xy.mean(1)
        assert left[0] > right[0]  # someone who faces the camera has the left hand at the picture's right
        assert hand.DETECTION not in percepts.crops_run

    def test_a_hand_is_followed_from_its_own_points(self) -> None:
        eyes, _ = perception({**seen_person(), hand.LANDMARK: hands(lambda _: 0.9)}, LEFT_SEAT)
        eyes.perceive(PICTURE, HANDS_OF_ONE)
        again = eyes.perceive(PICTURE, Wanted(hands=frozenset({ONE})))
        assert again.crops_run == {hand.LANDMARK: 2}
        assert len(again.hands.owner) == 2

    def test_where_the_pose_does_not_know_the_wrists_the_crop_is_searched_for_palms(self) -> None:
        palm = one_detection(hand.DETECTION, anchor=24 * 2 * 12 + 24, box_px=(0, 0, 30, 30), logit=3)
        answers = {
            pose.DETECTION: person_in_the_middle(),
            pose.LANDMARK: body(shoulders_at(0.5), visibility=-4),
            hand.DETECTION: palm,
            hand.LANDMARK: hands(lambda _: 0.9, right_01=0.9),
        }
        eyes, _ = perception(answers, LEFT_SEAT)
        percepts = eyes.perceive(PICTURE, HANDS_OF_ONE)
        assert percepts.crops_run[hand.DETECTION] == 1
        assert percepts.hands.side == (Side.RIGHT,)
        assert percepts.hands.side_01[0] == pytest.approx(0.9)

    def test_a_wrist_without_a_hand_is_not_looked_at_again_before_it_moves(self) -> None:
        eyes, sessions = perception({**seen_person(), hand.LANDMARK: hands(lambda _: 0.1)}, LEFT_SEAT)
        assert eyes.perceive(PICTURE, HANDS_OF_ONE).crops_run[hand.LANDMARK] == 4  # two wrists, each looked at twice
        assert hand.LANDMARK not in eyes.perceive(PICTURE, HANDS_OF_ONE).crops_run
        sessions[pose.LANDMARK]._answer = body(shoulders_at(0.3))
        assert eyes.perceive(PICTURE, HANDS_OF_ONE).crops_run[hand.LANDMARK] == 4

    def test_hands_that_are_wanted_without_a_pose_get_one_to_begin_with(self) -> None:
        eyes, _ = perception({**seen_person(), hand.LANDMARK: hands(lambda _: 0.9)}, LEFT_SEAT)
        percepts = eyes.perceive(PICTURE, Wanted(hands=frozenset({ONE})))
        assert percepts.poses.looked[0]
        assert len(percepts.hands.owner) == 2

    def test_one_hand_in_two_overlapping_seats_is_one_seats(self) -> None:
        palm = one_detection(hand.DETECTION, anchor=24 * 2 * 12 + 24, box_px=(0, 0, 30, 30), logit=3)
        overlapping = SeatCrop(TWO, rectangle(2, 0, 202, 200))
        answers = {hand.DETECTION: palm, hand.LANDMARK: hands(lambda _: 0.9)}
        eyes, _ = perception(answers, LEFT_SEAT, overlapping)
        assert len(eyes.perceive(PICTURE, Wanted(hands=frozenset({ONE, TWO}))).hands.owner) == 1


class TestFaces:
    FACES = Wanted(faces=frozenset({ONE}))

    def test_a_face_that_is_not_found_still_has_the_detectors_score(self) -> None:
        eyes, _ = perception({}, LEFT_SEAT)
        faces = eyes.perceive(PICTURE, self.FACES).faces
        assert faces.looked[0]
        assert faces.detector_01[0] == pytest.approx(0, abs=1e-6)
        assert np.isnan(faces.xy).all()

    def test_a_face_is_searched_around_the_calibrated_head_where_no_pose_is_known(self) -> None:
        eyes, _ = perception({}, SeatCrop(ONE, rectangle(0, 0, 200, 200), head_px=(80, 20, 120, 60)))
        x0, y0, x1, y1 = eyes.perceive(PICTURE, self.FACES).faces.searched_px[0]
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((100, 40))
        assert x1 - x0 == pytest.approx(72)

    def test_a_face_is_searched_around_the_bodys_head_where_one_is_known(self) -> None:
        eyes, _ = perception(seen_person(), LEFT_SEAT)
        percepts = eyes.perceive(PICTURE, Wanted(pose=frozenset({ONE}), faces=frozenset({ONE})))
        x0, y0, x1, y1 = percepts.faces.searched_px[0]
        x, y = percepts.poses.xy[0, pose.NOSE]
        assert x0 < x < x1
        assert y0 < y < y1

    def test_a_mesh_that_denies_a_face_is_not_given_out(self) -> None:
        found = one_detection(face.DETECTION, anchor=8 * 16 * 2 + 16, box_px=(0, 0, 40, 40), logit=3)
        eyes, _ = perception({face.DETECTION: found}, LEFT_SEAT)
        faces = eyes.perceive(PICTURE, self.FACES).faces
        assert faces.detector_01[0] > 0.9
        assert faces.presence_01[0] < 0.01
        assert np.isnan(faces.xy).all()


def test_a_camera_that_does_not_watch_a_seat_has_no_row_for_it() -> None:
    eyes, _ = perception({}, LEFT_SEAT)
    percepts = eyes.perceive(PICTURE, POSE_OF_BOTH)
    assert percepts.row(ONE) == 0
    with pytest.raises(ValueError, match="not in tuple"):
        percepts.row(TWO)
