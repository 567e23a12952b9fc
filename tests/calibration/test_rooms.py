"""Seats proposed in synthetic rooms, and what cameras give of them; figures for many rooms: `benchmarks.calibration`."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.calibration_seats import Tally, judge
from calibration.coverage import coverage, table_px_per_mm
from calibration.lens import lens_named
from calibration.planner import Move, advise, looking_at_table, plan, usual_seats
from calibration.seats_file import check_overlap
from calibration.table_shape import TableKind, TableShape
from calibration.zones import seat_zones, seats_in_pictures
from engine.seats import Person, Seat
from tests.calibration.rooms import random_room

pytestmark = pytest.mark.thorough

OVAL = TableShape(TableKind.OVAL, 2400.0, 1600.0)
ROOM_MM = (5000.0, 4500.0)


def test_three_cameras_find_the_seats_of_crowded_rooms_and_none_wrong_surely() -> None:
    tally = Tally()
    for seed in range(2000, 2003):
        judge(random_room(seed, cameras=3), seed, tally)
    assert tally.share > 0.93
    assert tally.sure[False] == 0


def test_two_fine_cameras_give_more_than_one() -> None:
    one, two = (
        plan(OVAL, ROOM_MM, lens_named("webcam", (1920, 1080)), 1),
        plan(OVAL, ROOM_MM, lens_named("webcam", (3840, 2160)), 2),
    )
    assert one.score < two.score
    assert sum(seat.height_measured for seat in two.seats) > 0


def test_a_camera_behind_backs_is_told_to_go_up() -> None:
    zones = seat_zones(usual_seats(OVAL), OVAL)
    low = {"cam1": looking_at_table(lens_named("webcam", (1920, 1080)), np.array([0.0, -2600.0, 1300.0]))}
    advice = advise(low, zones)
    assert advice is not None
    assert advice.move is Move.HIGHER
    assert advice.seats_gained > 0


def test_a_back_hides_the_hands_and_the_eyes_of_who_sits_with_it_to_the_camera() -> None:
    zones = seat_zones(usual_seats(OVAL), OVAL)
    camera = looking_at_table(lens_named("webcam", (3840, 2160)), np.array([-2600.0, 0.0, 700.0]))
    views, _ = coverage({"cam1": camera}, zones)
    by_seat = {view.subject: view for view in views}
    assert by_seat[Person.HOST].eyes_judged  # opposite the camera
    assert not by_seat[Seat(5)].eyes_judged  # between the camera and the table
    assert abs(by_seat[Seat(5)].yaw_deg) > 120


def test_pixels_fall_with_distance() -> None:
    camera = looking_at_table(lens_named("webcam", (1920, 1080)), np.array([0.0, -2600.0, 1300.0]))
    near, far = table_px_per_mm(camera, np.array([[0.0, -600.0], [0.0, 600.0]]))
    assert near > far > 0


def test_the_seats_in_the_pictures_hold_the_heads_they_are_for() -> None:
    seats = usual_seats(OVAL)
    camera = looking_at_table(lens_named("webcam_wide", (1920, 1080)), np.array([0.0, -2500.0, 1400.0]))
    file = seats_in_pictures({"cam1": camera}, seats, OVAL)
    marked = file.cameras["cam1"]
    assert len(marked.seats) >= 9
    for region in marked.seats:
        seat = next(s for s in seats if s.subject == region.subject)
        x, y = camera.project(np.array([seat.head_mm]))[0]
        assert region.head is not None
        assert region.head[0] < x < region.head[2]
        assert region.head[1] < y < region.head[3]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_room_is_the_same_whenever_it_is_asked_for(seed: int) -> None:
    first, again = random_room(seed), random_room(seed)
    assert first.shape == again.shape
    assert all(np.array_equal(first.seats[s].head_mm, again.seats[s].head_mm) for s in first.seats)


def test_seats_behind_each_other_in_a_low_camera_are_still_a_file_that_can_be_used() -> None:
    seats = usual_seats(OVAL)
    lens = lens_named("webcam_wide", (1920, 1080))
    low = looking_at_table(lens, np.array([-2700.0, 300.0, 500.0]))
    check_overlap(seats_in_pictures({"cam1": low}, seats, OVAL))
    high = looking_at_table(lens, np.array([2500.0, 0.0, 1500.0]))
    both = seats_in_pictures({"cam1": low, "cam2": high}, seats, OVAL)
    check_overlap(both)
    assert len(both.subjects) >= 10
