"""Where a hand lay still, and between which looks that began and ended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import Side
from engine.seats import Seat
from tests.vision.scenes import CAM, hand_looks, s, ticks
from vision.tracks import HandId, HandRecord, Rest, rests_of

TABLE = (300.0, 400.0)
LAP = (300.0, 250.0)


def vote(touch_s: float, lift_s: float, *, travel_s: float = 0.3) -> list[Rest]:
    """Rests of a hand that comes from the lap, lies on the table and goes back, all at constant speed."""

    def path(t: float) -> tuple[float, float]:
        share = (
            max(0.0, 1.0 - (touch_s - t) / travel_s)
            if t < touch_s
            else min(1.0, max(0.0, 1.0 - (t - lift_s) / travel_s))
        )
        return (300.0, LAP[1] + (TABLE[1] - LAP[1]) * share)

    record = HandRecord()
    for look in hand_looks(3, path, ticks(0.0, 6.0)):
        record.add(look)
    hand = HandId(CAM, Seat(3), Side.RIGHT)
    return [rest for rest in rests_of(hand, record.looks[hand]) if rest.place_px[1] > 380]


def test_a_vote_is_one_rest_whose_intervals_hold_touch_and_lift() -> None:
    (rest,) = vote(touch_s=2.0, lift_s=3.5)
    assert rest.began.contains(s(2.0))
    assert rest.ended is not None
    assert rest.ended.contains(s(3.5))
    assert rest.left_upwards


@given(st.floats(1.0, 3.0), st.floats(0.4, 2.0), st.floats(0.15, 0.6))
def test_the_intervals_hold_the_truth_wherever_it_falls_between_looks(
    touch_s: float, stay_s: float, travel_s: float
) -> None:
    (rest,) = vote(touch_s, touch_s + stay_s, travel_s=travel_s)
    assert rest.began.contains(s(touch_s))
    assert rest.ended is not None
    assert rest.ended.contains(s(touch_s + stay_s))


def test_a_hand_that_slides_after_it_landed_is_still_one_rest() -> None:
    def path(t: float) -> tuple[float, float]:
        if t < 1.0:
            return (300.0, 250.0)
        return (300.0 + (25.0 if t > 1.45 else 0.0), 400.0)

    record = HandRecord()
    for look in hand_looks(3, path, ticks(0.0, 4.0)):
        record.add(look)
    hand = HandId(CAM, Seat(3), Side.RIGHT)
    on_table = [rest for rest in rests_of(hand, record.looks[hand]) if rest.place_px[1] > 380]
    assert len(on_table) == 1
    assert on_table[0].began.earliest_ns <= s(1.0) <= on_table[0].began.latest_ns


def test_a_hand_lost_from_sight_has_no_known_end() -> None:
    record = HandRecord()
    for look in hand_looks(3, lambda t: TABLE if t < 2.0 else None, ticks(0.0, 4.0)):
        record.add(look)
    hand = HandId(CAM, Seat(3), Side.RIGHT)
    (rest,) = rests_of(hand, record.looks[hand])
    assert rest.ended is None


def test_a_hand_that_never_stops_has_no_rest() -> None:
    record = HandRecord()
    for look in hand_looks(3, lambda t: (100.0 + 200.0 * t, 400.0), ticks(0.0, 3.0)):
        record.add(look)
    hand = HandId(CAM, Seat(3), Side.RIGHT)
    assert rests_of(hand, record.looks[hand]) == ()


@pytest.mark.parametrize("rate_hz", [8.0, 15.0, 30.0])
def test_the_answer_does_not_depend_on_the_rate_of_looks(rate_hz: float) -> None:
    record = HandRecord()

    def path(t: float) -> tuple[float, float]:
        return TABLE if 2.0 <= t <= 3.5 else LAP

    for look in hand_looks(3, path, ticks(0.0, 6.0, rate_hz)):
        record.add(look)
    hand = HandId(CAM, Seat(3), Side.RIGHT)
    (rest,) = [rest for rest in rests_of(hand, record.looks[hand]) if rest.place_px[1] > 380]
    assert rest.began.contains(s(2.0))
    assert rest.ended is not None
    assert rest.ended.contains(s(3.5)) or rest.ended.earliest_ns <= s(3.5) <= rest.ended.latest_ns
