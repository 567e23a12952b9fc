"""The game's sound: every line at its time, the room's echo, murmur and hiss."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import av
import numpy as np
from scipy import signal

from tests.synth.geometry import F32
from tests.synth.speech import spoken
from tests.synth.stage import Stage
from vision.recording.times_file import PictureTime, write_times

VOICE_PEAK: Final = 0.45
_FRAME: Final = 4096


def mix(stage: Stage) -> F32:
    """All samples, -1…1, from the scenario's zero to its end."""
    sound = stage.scenario.sound
    total: F32 = np.zeros(round(stage.scenario.duration_s * sound.rate_hz), np.float32)
    rng = np.random.default_rng([stage.scenario.seed, 53])
    for line in stage.lines:
        loud = VOICE_PEAK if line.say.who == "host" else VOICE_PEAK * 0.7
        _add(total, spoken(line.say, sound).samples * np.float32(loud), line.start_s, sound.rate_hz)
    if sound.talk:
        murmur = _pink(rng, len(total)) * np.abs(np.sin(np.arange(len(total)) / sound.rate_hz * 4.1)).astype(np.float32)
        total += np.float32(sound.talk) * murmur
    if sound.music:
        total += np.float32(sound.music) * _music(len(total), sound.rate_hz)
    if sound.reverb:
        total += np.float32(sound.reverb) * signal.fftconvolve(total, _echo(rng, sound.rate_hz))[: len(total)].astype(
            np.float32
        )
    total += np.float32(sound.room_noise) * _pink(rng, len(total))
    return np.clip(total, -1, 1)


def write_sound(stage: Stage, folder: Path) -> None:
    """Write `audio_000.flac` and `audio_times.csv`, where pts counts samples."""
    rate = stage.scenario.sound.rate_hz
    samples = np.rint(mix(stage) * 32767).astype(np.int16)
    with av.open(str(folder / "audio_000.flac"), "w", format="flac") as container:
        stream = container.add_stream("flac", rate=rate, layout="mono")
        for start in range(0, len(samples), _FRAME):
            frame = av.AudioFrame.from_ndarray(samples[None, start : start + _FRAME], format="s16", layout="mono")
            frame.sample_rate, frame.pts = rate, start
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    marks = range(0, len(samples), 10 * rate)
    write_times(
        folder / "audio_times.csv",
        [PictureTime(seq, round(start / rate * 1e9), start, 0) for seq, start in enumerate(marks)],
    )


def _add(total: F32, samples: F32, start_s: float, rate_hz: int) -> None:
    start = round(start_s * rate_hz)
    end = min(start + len(samples), len(total))
    total[start:end] += samples[: end - start]


def _echo(rng: np.random.Generator, rate_hz: int) -> F32:
    n = round(0.35 * rate_hz)
    tail = rng.standard_normal(n) * np.exp(-np.arange(n) / (0.07 * rate_hz))
    tail[: round(0.004 * rate_hz)] = 0
    return np.asarray(tail / np.sqrt((tail**2).sum()), np.float32)


def _pink(rng: np.random.Generator, n: int) -> F32:
    white = signal.lfilter([0.05], [1, -0.95], rng.standard_normal(n))
    return np.asarray(white / white.std(), np.float32)


def _music(n: int, rate_hz: int) -> F32:
    t = np.arange(n) / rate_hz
    beat = np.floor(t * 2) % 4
    tone = sum(np.sin(2 * np.pi * f * t) * (beat == k) for k, f in enumerate((220.0, 261.6, 329.6, 246.9)))
    return np.asarray(0.5 * tone * (1 - 0.6 * ((t * 2) % 1)), np.float32)
