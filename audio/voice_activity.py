"""When somebody speaks. Whose voice it is, a sound does not say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

import numpy as np

from audio.resampling import Resampler
from audio.sound import Samples, Sound
from engine.fusion import Voice
from engine.intervals import NS_PER_MS, NS_PER_S
from models.voice import RATE_HZ, STEP, VoiceNetwork

BEGINS: Final = 0.5
ENDS: Final = 0.35
LEAST_NS: Final = 200 * NS_PER_MS
JOINED_NS: Final = 300 * NS_PER_MS
"""Pauses shorter than this are part of the speech."""
_LATE_NS: Final = 60 * NS_PER_MS  # the network goes on this long after a voice ends (measured 40…100 ms)
_STEP_NS: Final = STEP * NS_PER_S // RATE_HZ


class Scoring(Protocol):
    """What is used of the voice network."""

    def forget(self) -> None: ...

    def score(self, samples: Samples) -> Samples: ...


def voices_in(stretches: Iterable[Sound], network: Scoring | None = None) -> tuple[Voice, ...]:
    """Every stretch of voice; raises WeightsMissing where the network was never fetched."""
    scoring = network or VoiceNetwork()
    found: list[Voice] = []
    for sound in stretches:
        scoring.forget()
        resampler = Resampler(sound.rate_hz, RATE_HZ)
        samples = np.concatenate([resampler.feed(sound.samples), resampler.finish(), np.zeros(STEP, np.float32)])
        scores = scoring.score(samples[: len(samples) // STEP * STEP])
        found += _segments(scores, sound.t_ns)
    return tuple(found)


def _segments(scores: Samples, t_ns: int) -> list[Voice]:
    spans: list[tuple[int, int]] = []
    begun: int | None = None
    for step, score in enumerate(scores):
        if begun is None and score >= BEGINS:
            begun = step
        elif begun is not None and score < ENDS:
            spans.append((begun, step))
            begun = None
    if begun is not None:
        spans.append((begun, len(scores)))
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and (start - joined[-1][1]) * _STEP_NS < JOINED_NS:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    voices = [
        Voice(t_ns + a * _STEP_NS, max(t_ns + b * _STEP_NS - _LATE_NS, t_ns + a * _STEP_NS), float(scores[a:b].mean()))
        for a, b in joined
    ]
    return [voice for voice in voices if voice.end_ns - voice.start_ns >= LEAST_NS]


def spoken_ns(voices: Iterable[Voice], start_ns: int, end_ns: int) -> int:
    """How long somebody spoke within a turn."""
    return sum(max(0, min(voice.end_ns, end_ns) - max(voice.start_ns, start_ns)) for voice in voices)
