"""A clap is placed to a fraction of a millisecond; a knock is sharp and a voice is not."""

from __future__ import annotations

import numpy as np
import pytest

from audio.onsets import impacts, loudest_onset, onsets
from audio.sound import Sound
from engine.intervals import NS_PER_MS, NS_PER_S

ZERO_NS = 40 * NS_PER_S


def clap(rng: np.random.Generator, rate_hz: int, at_s: float, noise: float, decay_s: float = 0.008) -> np.ndarray:
    samples = rng.standard_normal(rate_hz) * noise
    first = int(np.ceil(at_s * rate_hz))
    t = (np.arange(round(0.2 * rate_hz)) + first) / rate_hz - at_s
    samples[first : first + len(t)] += 0.4 * np.exp(-t / decay_s) * rng.standard_normal(len(t))
    return samples.astype(np.float32)


@pytest.mark.parametrize("rate_hz", [16_000, 48_000])
@pytest.mark.parametrize("noise", [0.0, 1e-4, 1e-2])
def test_a_clap_is_found_to_less_than_half_a_millisecond(rate_hz: int, noise: float) -> None:
    rng = np.random.default_rng(3)
    for _ in range(12):
        at_s = rng.uniform(0.3, 0.7)
        (found,) = onsets(Sound(ZERO_NS, rate_hz, clap(rng, rate_hz, at_s, noise)))
        true_ns = ZERO_NS + round(at_s * NS_PER_S)
        assert abs(found.when.middle_ns - true_ns) < 0.5 * NS_PER_MS
        assert found.when.widened(100_000).contains(true_ns)
        assert found.sharp


def test_two_claps_are_two_and_steady_noise_is_none() -> None:
    rng = np.random.default_rng(4)
    two = clap(rng, 48_000, 0.3, 1e-3) + clap(rng, 48_000, 0.62, 0)
    assert len(onsets(Sound(0, 48_000, two))) == 2
    assert onsets(Sound(0, 48_000, (rng.standard_normal(48_000) * 0.1).astype(np.float32))) == ()
    assert onsets(Sound(0, 48_000, np.zeros(48_000, np.float32))) == ()
    assert onsets(Sound(0, 48_000, np.zeros(3, np.float32))) == ()


def test_a_sound_that_lasts_is_no_impact() -> None:
    rng = np.random.default_rng(5)
    lasting = Sound(0, 48_000, clap(rng, 48_000, 0.4, 1e-3, decay_s=0.4))
    assert len(onsets(lasting)) == 1
    assert impacts(lasting) == ()
    assert len(impacts(Sound(0, 48_000, clap(rng, 48_000, 0.4, 1e-3)))) == 1


def test_the_clap_that_was_asked_for_is_the_loudest() -> None:
    rng = np.random.default_rng(6)
    both = clap(rng, 48_000, 0.3, 1e-3) * 0.1 + clap(rng, 48_000, 0.7, 1e-3)
    found = loudest_onset(both.astype(np.float32), 0, 48_000)
    assert found is not None
    assert found.when.middle_ns == pytest.approx(0.7 * NS_PER_S, abs=NS_PER_MS)
    assert loudest_onset(np.zeros(48_000, np.float32), 0, 48_000) is None
