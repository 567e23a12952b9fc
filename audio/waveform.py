"""A picture of the sound around a word, for a judge who checks where it begins and ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from audio.sound import Sound
from engine.intervals import NS_PER_S, Span

AROUND_NS: Final = NS_PER_S
F32 = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Waveform:
    """Lowest and highest sample of each column from `t_ns`; NaN where there is no sound."""

    t_ns: int
    column_ns: int
    low: F32
    high: F32
    word: Span | None  # to be drawn over it


def around(stretches: Iterable[Sound], word: Span, columns: int = 600) -> Waveform:
    """The sound from AROUND_NS before a word to as long after it."""
    start_ns = word.start.earliest_ns - AROUND_NS
    end_ns = (word.end or word.start).latest_ns + AROUND_NS
    column_ns = max(1, (end_ns - start_ns) // columns)
    low = np.full(columns, np.nan, np.float32)
    high = np.full(columns, np.nan, np.float32)
    for sound in stretches:
        first = max(0, round((start_ns - sound.t_ns) * sound.rate_hz / NS_PER_S))
        last = min(len(sound.samples), round((start_ns + columns * column_ns - sound.t_ns) * sound.rate_hz / NS_PER_S))
        if last <= first:
            continue
        at_ns = sound.t_ns + np.arange(first, last) * NS_PER_S / sound.rate_hz
        column = np.clip(((at_ns - start_ns) // column_ns).astype(np.int64), 0, columns - 1)
        edges = np.flatnonzero(np.diff(column, prepend=-1))
        piece = sound.samples[first:last]
        low[column[edges]] = np.fmin(low[column[edges]], np.minimum.reduceat(piece, edges))
        high[column[edges]] = np.fmax(high[column[edges]], np.maximum.reduceat(piece, edges))
    return Waveform(start_ns, column_ns, low, high, word)
