"""The bench's arithmetic: matching, rates with their bounds, calibration, fairness."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.truth_events import TOUCHES, Claim, Happening, paired
from benchmarks.truth_scores import (
    average_precision,
    calibration_error,
    rate_upper_bound,
    score,
    share_lower_bound,
    unfair,
    verdict,
)
from engine.intervals import NS_PER_MS, NS_PER_S, Interval

TOUCH = Happening("one", TOUCHES, seat=3, start_ns=5 * NS_PER_S, end_ns=7 * NS_PER_S)


def claim(
    late_ms: float = 0.0, *, half_ms: float = 40.0, confidence: float = 0.9, seat: int = 3, scene: str = "one"
) -> Claim:
    """A claimed touch of seat 3 near TOUCH."""
    middle = TOUCH.start_ns + round(late_ms * NS_PER_MS)
    half = round(half_ms * NS_PER_MS)
    return Claim(scene, TOUCHES, seat, Interval(middle - half, middle + half), None, confidence)


def test_a_claim_finds_its_happening() -> None:
    (pair,) = paired([claim(12)], [TOUCH])
    assert pair.error_ns == 12 * NS_PER_MS
    assert pair.inside


@pytest.mark.parametrize("wrong", [claim(2000), claim(seat=4), claim(scene="two")])
def test_a_claim_about_something_else_is_false_and_the_happening_missed(wrong: Claim) -> None:
    pairs = paired([wrong], [TOUCH])
    assert sorted((p.claim is None, p.happening is None) for p in pairs) == [(False, True), (True, False)]


def test_two_claims_for_one_happening_are_one_hit() -> None:
    result = score(TOUCHES, paired([claim(5), claim(8, confidence=0.5)], [TOUCH]), exposure_h=0.5)
    assert (result.hits, result.claimed, result.true) == (1, 2, 1)
    assert result.precision == 0.5
    assert result.false_per_hour == 2.0


def test_nothing_seen_is_not_zero() -> None:
    """No false claim in one hour still allows three an hour (rule of three)."""
    assert rate_upper_bound(0, 1.0) == pytest.approx(2.996, abs=0.001)
    assert rate_upper_bound(0, 0.0) is None


@given(st.integers(0, 50), st.floats(0.1, 100))
def test_the_bound_is_above_the_rate(count: int, hours: float) -> None:
    assert (rate_upper_bound(count, hours) or 0) > count / hours


def test_a_target_is_met_only_when_its_bound_is() -> None:
    assert verdict(True, True) == "met"
    assert verdict(True, False) == "not shown"
    assert verdict(False, False) == "not met"
    assert verdict(None, None) == "not shown"


def test_four_of_four_show_little() -> None:
    assert share_lower_bound(4, 4) == pytest.approx(0.473, abs=0.001)
    assert share_lower_bound(0, 4) == 0.0
    few = score(TOUCHES, paired([claim(5)], [TOUCH]), exposure_h=1.0)
    assert few.recall == 1.0
    assert few.recall_low is not None
    assert few.recall_low < 0.1


def test_average_precision_asks_for_the_time() -> None:
    pairs = paired([claim(50)], [TOUCH])
    assert average_precision(pairs, 33 * NS_PER_MS) == 0.0
    assert average_precision(pairs, 66 * NS_PER_MS) == 1.0


def test_confidence_that_says_what_happens_has_no_error() -> None:
    right = paired([claim(confidence=1.0)], [TOUCH])
    assert calibration_error(right) == 0.0
    assert calibration_error(paired([claim(confidence=1.0)], [])) == 1.0
    assert calibration_error([]) is None


def test_a_seat_that_is_measured_worse_is_named() -> None:
    true = [
        replace(TOUCH, scene=f"s{k}", seat=seat, traits=(("skin", "dark" if seat == 4 else "light"),))
        for k in range(12)
        for seat in (3, 4, 5)
    ]
    found = [claim(60 if h.seat == 4 else 10 + k % 5, seat=h.seat, scene=h.scene) for k, h in enumerate(true)]
    assert unfair(paired(found, true), "skin") == ["dark"]
    assert unfair(paired([claim(10, seat=h.seat, scene=h.scene) for h in true], true), "skin") == []
