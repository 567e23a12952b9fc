"""Clocks compared by claps, flashes and knocks, below the picture's interval."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration_clocks import drift_error_ms, offset_error_ms, rms
from calibration.clap import flashes_ns, heard_at_ns, onsets_ns
from calibration.clock_fit import ClockFit, Pair, fitted, matched

MS = 1_000_000


@pytest.mark.parametrize("rate", [30, 60])
def test_five_claps_tell_camera_and_sound_apart_to_a_few_milliseconds(rate: int) -> None:
    errors = np.array([offset_error_ms(1000 + seed, rate) for seed in range(12)])
    assert rms(errors) < 4.0


def test_a_running_fit_follows_two_hours_of_drift() -> None:
    assert max(drift_error_ms(500 + seed) for seed in range(3)) < 2.5


def test_a_moment_that_fits_nothing_is_left_out_and_shows_in_the_history() -> None:
    fit = ClockFit()
    for k in range(8):
        fit.add(Pair(k * 1000 * MS, k * 1000 * MS + 50 * MS, MS))
    after = fit.add(Pair(9000 * MS, 9000 * MS + 400 * MS, MS))
    assert abs(after.offset_at(9000 * MS) - 50 * MS) < MS
    assert fit.history[-1][1] == pytest.approx(350 * MS, abs=MS)


def test_one_clap_alone_could_be_any_sound() -> None:
    assert matched([1000 * MS], [1100 * MS], MS) == []


def test_claps_are_matched_although_the_room_knocks_too() -> None:
    own = [1000 * MS, 2100 * MS, 2900 * MS]
    heard = [700 * MS, *(t + 230 * MS for t in own), 3500 * MS]
    assert {pair.other_ns - pair.own_ns for pair in matched(own, heard, 2 * MS)} == {230 * MS}


def test_a_flash_is_timed_within_the_exposure_it_began_in() -> None:
    period, exposure, switched = 33.3e6, 20e6, 1_005.0e6
    middle = np.rint(np.arange(60) * period).astype(np.int64)
    lit = np.clip((middle + exposure / 2 - switched) / exposure, 0, 1)
    ((moment, deviation),) = flashes_ns(middle, 20.0 + 100.0 * lit, int(exposure))
    assert abs(moment - switched) < max(3 * deviation, 1e6)


def test_onsets_of_silence_and_of_nothing_are_none() -> None:
    assert onsets_ns(np.zeros(48_000), 48_000) == []
    assert onsets_ns(np.zeros(0), 48_000) == []


def test_sound_needs_three_milliseconds_a_metre() -> None:
    assert heard_at_ns(0, 1000.0) == pytest.approx(2.9 * MS, abs=0.05 * MS)


@given(
    st.lists(
        st.tuples(st.integers(0, 10**13), st.integers(-(10**9), 10**9), st.integers(1, 10**8)), min_size=1, max_size=12
    )
)
def test_any_moments_give_a_fit_with_finite_deviations(rows: list[tuple[int, int, int]]) -> None:
    fit = fitted([Pair(own, own + apart, sd) for own, apart, sd in rows])
    assert np.isfinite([fit.offset_sd_ns, fit.drift_sd_ppm, fit.residual_ns, fit.drift_ppm]).all()
