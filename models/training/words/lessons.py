"""Scenes turned into what the network sees and should answer, kept in shards so that the work can stop and go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from models.logmel import logmel
from models.training.words.scenes import Cast, Director, Scene
from models.training.words.vocabulary import OUTPUTS
from models.words import DELAY_FRAMES, FRAME_MIDDLE, STRIDE

FRAMES: Final = 398  # of a scene
STEPS: Final = FRAMES // STRIDE
BUMP_FRAMES: Final = 2.5
SHARD: Final = 500


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """N scenes: what is seen, the bumps to answer, where not to judge, how long the word was."""

    seen: npt.NDArray[np.float16]  # (N, FRAMES, bands)
    bumps: npt.NDArray[np.uint8]  # (N, STEPS, outputs), 255 at a word's end
    judged: npt.NDArray[np.uint8]  # (N, STEPS, outputs), 0 or 1
    length_s: npt.NDArray[np.float16]  # (N, STEPS), NaN where no word has just ended


def lesson(scene: Scene) -> tuple[npt.NDArray[np.float16], ...]:
    """One scene's arrays, in the order of Lessons' fields."""
    seen = logmel(scene.samples)[:FRAMES].astype(np.float16)
    at = np.arange(STEPS) * STRIDE + STRIDE - 1
    bumps = np.zeros((STEPS, len(OUTPUTS)), np.float32)
    judged = np.ones((STEPS, len(OUTPUTS)), np.uint8)
    length_s = np.full(STEPS, np.nan, np.float16)
    for one in scene.unjudged:
        first, last = (100 * t + DELAY_FRAMES for t in (one.start_s, one.end_s))
        where = (at >= first) & (at <= last + 5)
        judged[where, OUTPUTS.index(one.output) if one.output else slice(None)] = 0
    for word in scene.said:
        column = OUTPUTS.index(word.output)
        peak = 100 * word.end_s - FRAME_MIDDLE + DELAY_FRAMES
        bump = np.exp(-((at - peak) ** 2) / (2 * BUMP_FRAMES**2))
        bumps[:, column] = np.maximum(bumps[:, column], bump)
        near = bump > 0.3
        judged[near, column] = 1
        length_s[near] = word.end_s - word.start_s
    return seen, (bumps * 255).astype(np.uint8), judged, length_s  # type: ignore[return-value]


def make(cast: Cast, folder: Path, shards: Sequence[int], tell: Callable[[str], None]) -> None:
    """Make the shards that are missing; shard n is always the same."""
    folder.mkdir(parents=True, exist_ok=True)
    for shard in shards:
        path = folder / f"{shard:03d}.npz"
        if path.exists():
            continue
        director = Director(cast, seed=1000 + shard)
        rows = [lesson(director.scene()) for _ in range(SHARD)]
        columns = [np.stack(column) for column in zip(*rows, strict=True)]
        unfinished = path.with_suffix(".writing.npz")
        np.savez(unfinished, *columns)
        unfinished.replace(path)
        tell(f"scenes {(shard + 1) * SHARD}")


def load(folder: Path, shards: Sequence[int]) -> Lessons:
    """Those shards together."""
    parts = []
    for shard in shards:
        with np.load(folder / f"{shard:03d}.npz") as stored:
            parts.append([stored[f"arr_{number}"] for number in range(4)])
    return Lessons(*(np.concatenate(column) for column in zip(*parts, strict=True)))
