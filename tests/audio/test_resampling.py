"""Sound at another rate is the same sound, however it comes in pieces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audio.resampling import Resampler


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 22_050, 44_100, 48_000])
def test_a_tone_stays_where_it_is_in_time(rate_hz: int) -> None:
    def wave(t: np.ndarray) -> np.ndarray:
        return np.sin(2 * np.pi * 440 * t) + 0.3 * np.sin(2 * np.pi * 1500 * t + 1)

    resampler = Resampler(rate_hz, 16_000)
    made = resampler.feed(wave(np.arange(rate_hz) / rate_hz).astype(np.float32))
    made = np.concatenate([made, resampler.finish()])
    assert abs(len(made) - 16_000) <= 2
    inside = slice(300, -300)
    assert np.abs(made - wave(np.arange(len(made)) / 16_000))[inside].max() < 1e-3


@given(st.sampled_from([8_000, 44_100, 48_000]), st.lists(st.integers(1, 700), min_size=1, max_size=20))
def test_pieces_change_nothing(rate_hz: int, lengths: list[int]) -> None:
    samples = np.random.default_rng(0).standard_normal(sum(lengths)).astype(np.float32)
    whole, pieces = Resampler(rate_hz, 16_000), Resampler(rate_hz, 16_000)
    at_once = np.concatenate([whole.feed(samples), whole.finish()])
    cuts = np.split(samples, np.cumsum(lengths)[:-1])
    one_by_one = np.concatenate([*(pieces.feed(cut) for cut in cuts), pieces.finish()])
    assert at_once.shape == one_by_one.shape
    assert np.abs(at_once - one_by_one).max(initial=0) < 1e-5


def test_what_the_lower_rate_cannot_hold_does_not_fold_back() -> None:
    resampler = Resampler(48_000, 16_000)
    high = np.sin(2 * np.pi * 11_000 * np.arange(48_000) / 48_000).astype(np.float32)
    made = resampler.feed(high)
    assert np.abs(made[100:]).max() < 0.01
