"""The picture of a word's sound is true: every peak in its column, holes empty."""

from __future__ import annotations

import numpy as np

from audio.sound import Sound
from audio.waveform import AROUND_NS, around
from engine.intervals import NS_PER_S, Span, exactly

RATE = 16_000


def test_a_click_stands_in_the_column_of_its_time_and_holes_are_empty() -> None:
    samples = np.zeros(2 * RATE, np.float32)
    samples[RATE] = 0.8
    sound = Sound(9 * NS_PER_S, RATE, samples)  # 9 s … 11 s
    word = Span(exactly(10 * NS_PER_S), exactly(10 * NS_PER_S + NS_PER_S // 2))
    drawn = around([sound], word, columns=500)
    assert drawn.t_ns == 10 * NS_PER_S - AROUND_NS
    column = (10 * NS_PER_S - drawn.t_ns) // drawn.column_ns
    assert drawn.high[column] == np.float32(0.8)
    assert np.nansum(drawn.high) == np.float32(0.8)
    heard = np.isfinite(drawn.high)
    assert heard[: 2 * NS_PER_S // drawn.column_ns].all()
    assert not heard[2 * NS_PER_S // drawn.column_ns + 1 :].any()


def test_two_stretches_fill_one_picture() -> None:
    word = Span(exactly(NS_PER_S), exactly(2 * NS_PER_S))
    halves = [
        Sound(0, RATE, np.full(RATE, 0.1, np.float32)),
        Sound(NS_PER_S, RATE, np.full(2 * RATE, -0.2, np.float32)),
    ]
    drawn = around(halves, word, columns=300)
    assert np.nanmax(drawn.high) == np.float32(0.1)
    assert np.nanmin(drawn.low) == np.float32(-0.2)
    assert np.isfinite(drawn.low).all()
