"""Scenes to learn from: a few people's words in a row, in a room, with noise, music and other talk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.signal import fftconvolve, lfilter

from models.training.words.clips import F32, RATE_HZ, Clip

CLEAN_SHARE: Final = 0.25  # of scenes without room, noise and others' talk
SECONDS: Final = 4.0
LENGTH: Final = int(SECONDS * RATE_HZ)


@dataclass(frozen=True, slots=True)
class Said:
    """A wanted word in a scene; `start_s` is NaN where its beginning is not known."""

    output: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A stretch in which an output may rightly answer and nobody knows when; output "" means every output."""

    output: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What is heard and what is true of it."""

    samples: F32
    said: tuple[Said, ...]
    unjudged: tuple[Unjudged, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """Clips to draw from: wanted by engine and output, other talk by engine, sounds that are no speech."""

    wanted: Mapping[str, Mapping[str, Sequence[Clip]]]
    talk: Mapping[str, Sequence[Clip]]
    weights: Mapping[str, float]  # of engines
    output_weights: Mapping[str, float]
    heard_in: Mapping[str, frozenset[str]]  # text → outputs that may answer in it
    music: Sequence[F32]
    effects: Sequence[F32]


class Director:
    """Draws scenes; equal seeds give equal scenes."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self._cast = cast
        self._rng = np.random.default_rng(seed)
        self._engines = sorted(cast.weights)
        shares = np.array([cast.weights[engine] for engine in self._engines])
        self._shares = shares / shares.sum()

    def scene(self) -> Scene:
        """One scene of SECONDS."""
        rng = self._rng
        samples = np.zeros(LENGTH, np.float32)
        said: list[Said] = []
        unjudged: list[Unjudged] = []
        at = int(rng.uniform(-0.3, 0.6) * RATE_HZ)
        while at < LENGTH:
            clip = self._wanted() if rng.random() < (0.7, 0.45, 0.25)[min(len(said), 2)] else self._talk()
            sound = self._spoken(clip) * np.float32(10 ** (rng.uniform(-6, 3) / 20))
            _add(samples, sound, at)
            start_s, end_s = at / RATE_HZ, (at + len(sound)) / RATE_HZ
            if clip.output:
                if 0 < end_s < SECONDS + 0.5:
                    said.append(Said(clip.output, float("nan") if clip.led_in else start_s, end_s))
            else:
                unjudged += [Unjudged(output, start_s, end_s + 0.1) for output in self._cast.heard_in[clip.text]]
            at += len(sound) + int(self._pause_s() * RATE_HZ)
        if self._rng.random() > CLEAN_SHARE:
            samples = self._noise(self._room(self._babble(samples)))
        samples = self._level(self._microphone(samples))
        return Scene(samples, tuple(said), tuple(unjudged))

    def _pause_s(self) -> float:
        rng = self._rng
        return float(rng.choice([rng.uniform(0.0, 0.08), rng.uniform(0.08, 0.4), rng.uniform(0.3, 1.2)]))

    def _wanted(self) -> Clip:
        rng, cast = self._rng, self._cast
        while True:
            outputs = list(cast.output_weights)
            weights = np.array([cast.output_weights[output] for output in outputs])
            output = outputs[int(rng.choice(len(outputs), p=weights / weights.sum()))]
            clips = cast.wanted[self._engines[int(rng.choice(len(self._engines), p=self._shares))]].get(output)
            if clips:
                return clips[int(rng.integers(len(clips)))]

    def _talk(self) -> Clip:
        rng, cast = self._rng, self._cast
        engine = "real" if rng.random() < 0.25 else self._engines[int(rng.choice(len(self._engines), p=self._shares))]
        clips = cast.talk.get(engine) or cast.talk["real"]
        return clips[int(rng.integers(len(clips)))]

    def _spoken(self, clip: Clip) -> F32:
        """Up to a sixth faster or slower, pitch and all: another throat."""
        rng = self._rng
        if rng.random() < 0.3:
            return clip.samples
        rate = rng.uniform(0.85, 1.18)
        at = np.arange(int(len(clip.samples) / rate)) * rate
        return np.interp(at, np.arange(len(clip.samples)), clip.samples).astype(np.float32)

    def _babble(self, samples: F32) -> F32:
        """One to three others talk at the same time, mostly quieter."""
        rng = self._rng
        chance = rng.random()
        if chance > 0.4:
            return samples
        others = np.zeros(LENGTH, np.float32)
        for _ in range(rng.integers(1, 4)):
            at = int(rng.uniform(-1, 1) * RATE_HZ)
            until = LENGTH if rng.random() < 0.7 else int(rng.uniform(0.5, SECONDS) * RATE_HZ)
            while at < until:
                sound = self._spoken(self._talk())
                _add(others, sound, at)
                at += len(sound) + int(rng.uniform(0, 0.4) * RATE_HZ)
        return samples + _scaled(others, samples, rng.uniform(3, 20))

    def _room(self, samples: F32) -> F32:
        rng = self._rng
        if rng.random() > 0.6:
            return samples
        length = int(rng.uniform(0.12, 0.8) * RATE_HZ)
        tail = rng.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length) * rng.uniform(0.015, 0.11)
        if rng.random() < 0.5:  # the room answers a little later, its first echoes apart from each other
            tail[: int(rng.uniform(0.001, 0.012) * RATE_HZ)] = 0
            for _ in range(rng.integers(2, 7)):
                tail[int(rng.uniform(0.002, 0.04) * RATE_HZ) % length] += rng.uniform(-0.4, 0.4)
        tail[0] = 1
        return fftconvolve(samples, tail)[:LENGTH].astype(np.float32)

    def _microphone(self, samples: F32) -> F32:
        rng = self._rng
        if rng.random() < 0.5:
            samples = lfilter([1, -rng.uniform(-0.6, 0.6)], [1], samples).astype(np.float32)
        if rng.random() < 0.25:
            samples = lfilter([1, -0.97], [1, -0.9], samples).astype(np.float32)
        if rng.random() < 0.25:  # a telephone's or an old codec's band
            spectrum = np.fft.rfft(samples)
            hz = np.fft.rfftfreq(LENGTH, 1 / RATE_HZ)
            spectrum[hz > rng.uniform(3300, 5500)] *= 10 ** rng.uniform(-5, -2)
            if rng.random() < 0.6:
                spectrum[hz < rng.uniform(60, 300)] *= 0.05
            samples = np.fft.irfft(spectrum, LENGTH).astype(np.float32)
        if rng.random() < 0.12:  # a codec's noise follows the speech
            samples = samples * (1 + rng.uniform(0.03, 0.3) * rng.standard_normal(LENGTH).astype(np.float32))
        return samples

    def _noise(self, samples: F32) -> F32:
        rng, cast = self._rng, self._cast
        chance = rng.random()
        if chance < 0.45:
            samples = samples + _scaled(_coloured(rng), samples, rng.uniform(2, 38))
        elif chance < 0.65 and cast.music:
            piece = cast.music[int(rng.integers(len(cast.music)))]
            at = rng.integers(0, len(piece) - LENGTH)
            samples = samples + _scaled(piece[at : at + LENGTH], samples, rng.uniform(1, 28))
        if rng.random() < 0.15 and cast.effects:
            sound = cast.effects[int(rng.integers(len(cast.effects)))]
            made = np.zeros(LENGTH, np.float32)
            _add(made, sound, int(rng.integers(0, LENGTH)))
            samples = samples + made * np.float32(10 ** (rng.uniform(-25, 0) / 20) * np.abs(samples).max())
        return samples

    def _level(self, samples: F32) -> F32:
        rng = self._rng
        peak = float(np.abs(samples).max()) + 1e-9
        samples = samples * np.float32(10 ** (rng.uniform(-40, -1) / 20) / peak)
        if rng.random() < 0.08:
            samples = np.clip(samples * 3, -0.7, 0.7)
        if rng.random() < 0.5:  # the microphone's own hiss
            samples = samples + rng.standard_normal(LENGTH).astype(np.float32) * np.float32(10 ** rng.uniform(-5, -3))
        return samples.astype(np.float32)


def _add(total: F32, sound: F32, at: int) -> None:
    first, last = max(0, -at), min(len(sound), len(total) - at)
    if last > first:
        total[at + first : at + last] += sound[first:last]


def _scaled(noise: F32, speech: F32, below_db: float) -> F32:
    """Noise whose power lies so far below the speech's."""
    level = float(np.sqrt(np.mean(speech**2)) / (np.sqrt(np.mean(noise**2)) + 1e-9))
    return (noise * np.float32(level * 10 ** (-below_db / 20))).astype(np.float32)


def _coloured(rng: np.random.Generator) -> F32:
    spectrum = np.fft.rfft(rng.standard_normal(LENGTH))
    spectrum /= np.maximum(np.arange(len(spectrum)), 1) ** rng.uniform(0, 1.1)
    return np.fft.irfft(spectrum, LENGTH).astype(np.float32)
