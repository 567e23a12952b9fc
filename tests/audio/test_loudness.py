"""Loud is what stands out in its own part of the game; at night every voice does. None of it is about anybody."""

from __future__ import annotations

import numpy as np
import pytest

from audio.loudness import HintKind, after_pass, at_night, levels, loud
from audio.sound import Sound
from engine.focus import Period
from engine.fusion import Impact, Voice
from engine.intervals import NS_PER_S, Interval

RATE, S = 16_000, NS_PER_S


def noise(seconds: float, level_db: float, seed: int = 0) -> np.ndarray:
    samples = np.random.default_rng(seed).standard_normal(round(seconds * RATE))
    return (samples * 10 ** (level_db / 20)).astype(np.float32)


def day_then_night(t_ns: int) -> Period:
    return Period.DAY if t_ns < 40 * S else Period.NIGHT


def test_a_level_is_that_of_the_sound() -> None:
    assert levels(Sound(0, RATE, noise(5, -30))).db == pytest.approx(-30, abs=1.5)
    assert levels(Sound(0, RATE, np.zeros(RATE, np.float32))).db.max() == -100.0


def test_loud_by_day_is_louder_than_the_day_and_at_night_than_the_night() -> None:
    samples = np.concatenate([noise(40, -40), noise(40, -60)])
    samples[20 * RATE : 22 * RATE] = noise(2, -18, 1)  # a shout by day
    samples[60 * RATE : 62 * RATE] = noise(2, -42, 2)  # as loud as an ordinary day
    shout, murmur = loud([levels(Sound(0, RATE, samples))], day_then_night)
    assert (shout.kind, murmur.kind) == (HintKind.LOUD, HintKind.LOUD)
    assert shout.start_ns == pytest.approx(20 * S, abs=S / 5)
    assert shout.end_ns == pytest.approx(22 * S, abs=S / 5)
    assert murmur.start_ns == pytest.approx(60 * S, abs=S / 5)
    assert shout.above_usual_db == pytest.approx(22, abs=3)


def test_a_short_bang_is_not_loud_and_a_short_night_has_nothing_unusual() -> None:
    samples = noise(40, -40)
    samples[20 * RATE : round(20.3 * RATE)] = noise(0.3, -10)
    assert loud([levels(Sound(0, RATE, samples))], day_then_night) == ()
    brief = np.concatenate([noise(5, -60), noise(3, -20)])
    assert loud([levels(Sound(41 * S, RATE, brief))], day_then_night) == ()


def test_voices_and_noises_at_night_are_told_unless_the_host_speaks_then() -> None:
    voices = [Voice(10 * S, 11 * S, 0.9), Voice(50 * S, 51 * S, 0.9), Voice(70 * S, 71 * S, 0.9)]
    bang = Impact(Interval(60 * S, 60 * S), 25.0, 0.8)
    found = at_night(voices, [bang], day_then_night, hosts=[50 * S])
    assert [(hint.kind, hint.start_ns) for hint in found] == [
        (HintKind.NOISE_AT_NIGHT, 60 * S),
        (HintKind.VOICE_AT_NIGHT, 70 * S),
    ]


def test_talk_after_pass_ends_with_the_next_turn() -> None:
    voices = [Voice(9 * S, 10 * S + 100, 0.9), Voice(11 * S, 15 * S, 0.9), Voice(20 * S, 21 * S, 0.9)]
    (hint,) = after_pass(voices, passed_ns=10 * S, next_turn_ns=14 * S)
    assert (hint.start_ns, hint.end_ns) == (11 * S, 14 * S)
