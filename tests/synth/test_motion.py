"""Movement: minimum jerk, its inverse, and the refusal of movements that overlap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.synth.motion import Curve, blink_at, blinks, minimum_jerk, share_at


@given(st.floats(0.001, 0.999))
def test_share_of_time_and_way_are_inverse(way: float) -> None:
    assert minimum_jerk(share_at(way)) == pytest.approx(way, abs=1e-9)


@given(st.floats(0, 1), st.floats(0, 1))
def test_minimum_jerk_never_goes_back(a: float, b: float) -> None:
    assert (minimum_jerk(a) - minimum_jerk(b)) * (a - b) >= 0


def test_curve_rests_between_its_moves() -> None:
    curve = Curve(1.0)
    curve.go(2.0, 3.0, 5.0)
    curve.go(6.0, 7.0, 0.0)
    assert [curve.at(t) for t in (0.0, 2.0, 2.5, 3.0, 5.9, 7.0, 99.0)] == [1.0, 1.0, 3.0, 5.0, 5.0, 0.0, 0.0]


def test_overlapping_moves_are_refused() -> None:
    curve = Curve(0.0)
    curve.go(1.0, 2.0, 1.0)
    with pytest.raises(ValueError, match=r"begins before the one till 2\.00 s ends"):
        curve.go(1.5, 3.0, 0.0)


def test_a_blink_shuts_and_opens_the_eye() -> None:
    times = blinks(seed=4, until_s=60.0)
    assert 8 <= len(times) <= 30
    assert blink_at(times, times[0] + 0.08) == pytest.approx(1.0)
    assert blink_at(times, times[0] + 0.25) == 0.0
