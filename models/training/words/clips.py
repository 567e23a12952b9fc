"""Spoken clips on disk: one file per engine and voice, so that rendering can stop and go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.signal import resample_poly

F32 = npt.NDArray[np.float32]
RATE_HZ: Final = 16_000
AUDIBLE_DB: Final = -38.0
"""A clip begins and ends where 5 ms of it first and last come within this of its loudest 5 ms."""


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """Speech trimmed to its audible part; `output` is the wanted word it is, or "" for other talk."""

    samples: F32  # −1…1 at RATE_HZ, loudest sample 0.9
    voice: str  # engine:voice
    language: str
    output: str
    text: str
    led_in: bool = False  # other words stand before the wanted one, so that its beginning is not known


def trimmed(samples: npt.NDArray[np.floating], rate_hz: int) -> F32 | None:
    """At RATE_HZ, audible from the first to the last sample; None where nothing is said."""
    given = np.asarray(samples, np.float32)
    if rate_hz != RATE_HZ:
        shared = gcd(rate_hz, RATE_HZ)
        given = resample_poly(given, RATE_HZ // shared, rate_hz // shared).astype(np.float32)
    pieces = len(given) // 80
    if pieces < 20:
        return None
    power = (given[: pieces * 80].reshape(pieces, 80) ** 2).mean(1) + 1e-12
    loud = np.flatnonzero(10 * np.log10(power / power.max()) > AUDIBLE_DB)
    cut = given[loud[0] * 80 : (loud[-1] + 1) * 80]
    peak = float(np.abs(cut).max())
    if len(cut) < 1200 or len(cut) > 6 * RATE_HZ or peak < 1e-4:
        return None
    return (cut * (0.9 / peak)).astype(np.float32)


def save(path: Path, clips: Iterable[Clip]) -> int:
    """Write a voice's clips whole or not at all; gives their number."""
    kept = list(clips)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".writing.npz")
    lengths = np.array([len(clip.samples) for clip in kept], np.int64)
    sound = np.concatenate([clip.samples for clip in kept]) if kept else np.zeros(0, np.float32)
    names = np.array([[c.voice, c.language, c.output, c.text, "1" if c.led_in else ""] for c in kept], dtype=np.str_)
    np.savez(unfinished, sound=(sound * 32767).astype(np.int16), lengths=lengths, names=names)
    unfinished.replace(path)
    return len(kept)


def load(path: Path) -> list[Clip]:
    """What `save` wrote."""
    with np.load(path) as stored:
        sound = stored["sound"].astype(np.float32) / 32767
        ends = np.cumsum(stored["lengths"])
        return [
            Clip(sound[end - length : end], str(n[0]), str(n[1]), str(n[2]), str(n[3]), bool(n[4]))
            for end, length, n in zip(ends, stored["lengths"], stored["names"], strict=True)
        ]


def rendered(cache: Path) -> list[Clip]:
    """Everything that was rendered into a cache folder."""
    return [clip for path in sorted(cache.glob("*/*.npz")) if ".writing" not in path.name for clip in load(path)]
