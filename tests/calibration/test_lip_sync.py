"""Claps that camera and microphone both noticed; hands that only move about agree with nothing."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.calibration_clocks import apart_mm
from calibration.clock_fit import ClocksUnknown, Fit
from calibration.lip_sync import holds, offset_of_sound
from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S

CAMERA = CameraId("cam1")
SHOULDERS_MM = 400.0
CLAPS_S = np.array([1.4, 2.3, 3.4, 4.2])


def pictures(rate: int = 30) -> np.ndarray:
    return np.arange(0, 6, 1 / rate)


def ns(t: np.ndarray) -> np.ndarray:
    return np.asarray(np.rint(t * NS_PER_S), np.int64)


def clapping(t: np.ndarray, seed: int = 1) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 5, len(t))
    return (apart_mm(t, CLAPS_S, rng_seed=seed) + noise) / SHOULDERS_MM


@pytest.mark.parametrize("late_ms", [-210, 0, 45])
def test_four_claps_give_the_offset_among_people_who_sit_still_or_are_not_seen(late_ms: int) -> None:
    t = pictures()
    still = np.full(len(t), 0.9) + np.random.default_rng(2).normal(0, 0.02, len(t))
    people = np.stack([still, clapping(t), np.full(len(t), np.nan)])
    heard = [*(ns(CLAPS_S) + late_ms * NS_PER_MS).tolist(), round(5.1 * NS_PER_S)]
    fit = offset_of_sound(CAMERA, ns(t), people, heard)
    assert abs(fit.offset_ns / NS_PER_MS - late_ms) < 6
    assert fit.used == 4
    assert holds(fit, 0)


def test_hands_that_move_all_the_time_are_no_claps() -> None:
    t = pictures()
    for seed in range(20):
        rng = np.random.default_rng(seed)
        people = 0.9 + np.cumsum(rng.normal(0, 0.12, (8, len(t))), axis=1)
        heard = np.sort(rng.uniform(0.5, 5.5, 8))
        with pytest.raises(ClocksUnknown, match="clap three times"):
            offset_of_sound(CAMERA, ns(t), np.abs(people), ns(heard).tolist())


def test_two_claps_or_none_are_too_few() -> None:
    t = pictures()
    heard: list[int]
    for heard in (ns(CLAPS_S[:2]).tolist(), []):
        with pytest.raises(ClocksUnknown):
            offset_of_sound(CAMERA, ns(t), clapping(t)[None], heard)


def test_what_is_left_over_is_held_against_the_rules() -> None:
    fit = Fit(0, 40 * NS_PER_MS, 0.0, NS_PER_MS, 1.0, residual_ns=30 * NS_PER_MS, used=4)
    assert not holds(fit, 0)
    assert holds(fit, 40 * NS_PER_MS)
