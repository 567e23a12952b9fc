"""New throats from old clips by the WORLD vocoder: formants, pitch, breath and tempo changed, the words kept."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pyworld

from models.training.words.clips import F32, RATE_HZ, Clip, save, trimmed

PART: Final = 250


def widen(cache: Path, clips: Sequence[Clip], parts: int, tell: Callable[[str], None]) -> None:
    """Convert parts · PART clips, wanted words first; what is there is not made again."""
    by_output: dict[tuple[str, str], list[Clip]] = {}
    for clip in clips:
        if len(clip.samples) < 2.2 * RATE_HZ:
            by_output.setdefault((clip.output, clip.language), []).append(clip)
    wanted = sorted(key for key in by_output if key[0])
    other = sorted(key for key in by_output if not key[0])
    for part in range(parts):
        path = cache / "world" / f"{part:02d}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng([11, part])
        made = []
        for number in range(PART):
            keys = other if number % 4 == 3 else wanted
            group = by_output[keys[rng.integers(len(keys))]]
            clip = group[rng.integers(len(group))]
            sound = trimmed(_converted(clip.samples, rng), RATE_HZ)
            if sound is not None:
                name = f"world:{zlib.crc32(clip.voice.encode()):08x}"
                made.append(Clip(sound, name, clip.language, clip.output, clip.text))
        tell(f"world {part}: {save(path, made)} clips")


def _converted(samples: F32, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    sound = samples.astype(np.float64)
    pitch, times = pyworld.dio(sound, RATE_HZ, f0_floor=60, f0_ceil=500)
    pitch = pyworld.stonemask(sound, pitch, times, RATE_HZ)
    envelope = pyworld.cheaptrick(sound, pitch, times, RATE_HZ, f0_floor=71)
    breath = pyworld.d4c(sound, pitch, times, RATE_HZ)
    throat = _throat(np.log(envelope + 1e-12), rng)
    bins = breath.shape[1]
    breath = np.clip(breath + rng.uniform(-0.1, 0.35) * (np.arange(bins) / bins) * (1 - breath), 1e-3, 1)
    pitch = _melody(pitch, rng)
    where = _tempo(len(pitch), rng)
    made: npt.NDArray[np.float64] = pyworld.synthesize(
        np.ascontiguousarray(pitch[where]),
        np.ascontiguousarray(np.exp(throat[where])),
        np.ascontiguousarray(breath[where]),
        RATE_HZ,
    )
    return made


def _throat(log_envelope: npt.NDArray[np.float64], rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Formants scaled, front and back apart; another colour; flatter or sharper articulation."""
    bins = log_envelope.shape[1]
    place = np.arange(bins)
    bend = 1 + rng.uniform(-0.08, 0.08) * np.sin(np.pi * place / bins)
    source = np.clip(place / (rng.uniform(0.84, 1.2) * bend), 0, bins - 1)
    low = np.minimum(source.astype(int), bins - 2)
    share = source - low
    shaped = log_envelope[:, low] * (1 - share) + log_envelope[:, low + 1] * share
    shaped += sum(rng.normal(0, 0.35) * np.cos(np.pi * k * place / bins) for k in range(1, 7))
    middle = shaped.mean(axis=0)
    return middle + (shaped - middle) * rng.uniform(0.85, 1.15)


def _melody(pitch: npt.NDArray[np.float64], rng: np.random.Generator) -> npt.NDArray[np.float64]:
    voiced = pitch > 0
    if not voiced.any():
        return pitch
    logs = np.log(pitch[voiced])
    slope = rng.normal(0, 0.08) * np.linspace(-1, 1, voiced.sum())
    sung = np.log(rng.uniform(85, 260)) + (logs - logs.mean()) * rng.uniform(0.4, 2.0) + slope
    changed = pitch.copy()
    changed[voiced] = np.exp(np.clip(sung, np.log(65), np.log(420)))
    return changed


def _tempo(frames: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Which frame to say when: uneven, faster or slower."""
    weights = np.interp(np.linspace(0, 3, frames), range(4), np.exp(rng.normal(0, 0.22, 4)))
    weights *= rng.uniform(0.78, 1.3) * frames / weights.sum()
    reached = np.concatenate([[0], np.cumsum(weights)])
    count = max(8, int(reached[-1]))
    at = np.interp(np.arange(count), reached[:frames], np.arange(frames))
    return np.clip(np.round(at), 0, frames - 1).astype(np.int64)
