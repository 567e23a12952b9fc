"""The moment of contact from motion alone: hands that land, lift, slide, and are lost, moved by a formula of their own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.timing.contact_fit import F64, Event, fit_contact

PX_PER_MM = 0.4
EXPOSURE_S = 0.01


def landing_mm(t: F64, at_s: float, speed_mm_s: float) -> F64:
    """Height of a hand that comes down at a steady speed and is stopped by the table."""
    return np.maximum((at_s - t) * speed_mm_s, 0.0)


def motion_px(
    t: F64, event: Event, at_s: float, speed_mm_s: float, slide_mm_s: float = 0.0, noise_px: float = 0.03, seed: int = 0
) -> F64:
    """What a camera from the front sees: height is up and down, the slide across goes on for 0.1 s after contact."""
    parts = (np.arange(20) + 0.5) / 20 * EXPOSURE_S - EXPOSURE_S / 2
    fine = t[:, None] + parts
    forward = 1.0 if event == "touch" else -1.0
    s, at = forward * fine, forward * at_s
    up = landing_mm(s, at, speed_mm_s).mean(axis=1)
    across = (np.maximum(at + 0.1 - s, 0.0) * slide_mm_s).mean(axis=1)
    noise = np.random.default_rng(seed).normal(0.0, noise_px, (len(t), 2))
    return np.stack([across, -up], axis=1) * PX_PER_MM + noise


def pictures(fps: float, phase: float = 0.0) -> F64:
    return np.arange(-0.4, 0.45, 1 / fps) + phase / fps


@pytest.mark.parametrize("event", ["touch", "lift"])
@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_a_clean_stop_is_found_between_the_pictures(event: Event, fps: float) -> None:
    t = pictures(fps, 0.3)
    fit = fit_contact(t, EXPOSURE_S, motion_px(t, event, 0.013, 400.0), event, (-0.08, 0.08), PX_PER_MM)
    assert fit is not None
    assert abs(fit.t_s - 0.013) < 0.25 / fps
    assert fit.low_s < 0.013 < fit.high_s
    assert not fit.soft


@given(
    at_ms=st.floats(-40, 40), speed=st.floats(150, 700), slide=st.floats(-150, 150), phase=st.floats(0, 1),
    seed=st.integers(0, 10_000), event=st.sampled_from(["touch", "lift"]), fps=st.sampled_from([25.0, 30.0, 60.0]),
)  # fmt: skip
def test_the_stated_interval_holds_the_moment_of_a_hand_that_is_stopped(
    at_ms: float, speed: float, slide: float, phase: float, seed: int, event: Event, fps: float
) -> None:
    """A hand stopped at once is the easy case: here the interval may not fail at all."""
    t = pictures(fps, phase)
    moved = motion_px(t, event, at_ms / 1000, speed, slide, seed=seed)
    fit = fit_contact(t, EXPOSURE_S, moved, event, (-0.09, 0.09), PX_PER_MM)
    assert fit is not None
    tolerance_s = 0.006  # a hand 2 mm above the table counts as touching
    assert fit.low_s - tolerance_s <= at_ms / 1000 <= fit.high_s + tolerance_s
    assert fit.high_s - fit.low_s < (0.13 if speed >= 250 else 0.2)


def test_a_hand_that_comes_to_rest_without_a_kink_is_called_soft_and_given_a_wider_interval() -> None:
    t = pictures(30.0)
    slow = np.where(t < 0.0, 400.0 * np.square(np.maximum(-t, 0.0)), 0.0)  # stops by itself, without the table
    gentle = np.stack([np.zeros_like(t), -slow * PX_PER_MM], axis=1)
    soft = fit_contact(t, EXPOSURE_S, gentle, "touch", (-0.1, 0.1), PX_PER_MM)
    firm = fit_contact(t, EXPOSURE_S, motion_px(t, "touch", 0.0, 400.0), "touch", (-0.1, 0.1), PX_PER_MM)
    assert soft is not None
    assert firm is not None
    assert soft.soft
    assert soft.high_s - soft.low_s > firm.high_s - firm.low_s


def test_a_lift_is_a_landing_seen_backwards() -> None:
    t = pictures(30.0)
    moved = motion_px(t, "touch", 0.02, 350.0, noise_px=0.0)
    touch = fit_contact(t, EXPOSURE_S, moved, "touch", (-0.1, 0.1), PX_PER_MM)
    lift = fit_contact(-t[::-1], EXPOSURE_S, moved[::-1], "lift", (-0.1, 0.1), PX_PER_MM)
    assert touch is not None
    assert lift is not None
    assert lift.t_s == pytest.approx(-touch.t_s)
    assert (lift.low_s, lift.high_s) == pytest.approx((-touch.high_s, -touch.low_s))


def test_a_hand_that_was_lost_about_the_contact_has_no_moment() -> None:
    t = pictures(30.0)
    moved = motion_px(t, "touch", 0.0, 400.0)
    moved[t < 0.25] = np.nan
    assert fit_contact(t, EXPOSURE_S, moved, "touch", (-0.1, 0.1), PX_PER_MM) is None
    assert fit_contact(t, EXPOSURE_S, np.full_like(moved, np.nan), "touch", (-0.1, 0.1), PX_PER_MM) is None


def test_the_same_motion_gives_the_same_answer() -> None:
    t = pictures(30.0)
    moved = motion_px(t, "touch", 0.005, 300.0, 80.0)
    first, second = (fit_contact(t, EXPOSURE_S, moved, "touch", (-0.1, 0.1), PX_PER_MM) for _ in range(2))
    assert first == second
