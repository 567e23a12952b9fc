"""A real person's Russian prompts: which words are found in them, as they are and in rooms."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import numpy as np

from audio.capture.track import read_sound
from audio.resampling import Resampler
from audio.sound import Samples, Sound
from audio.words import WordListener, words_in
from engine.codes import CueKind
from models.training.words.clips import RATE_HZ
from models.training.words.trials import room

COPIES: Final = 30
QUIET_S: Final = 0.75
FOLDER: Final = "audio_ru_prompts"
WITH_THANKS: Final = (
    "privacy-thankyou.wav",
    "privacy-thankyou.gsm",
    "queue-thankyou.wav",
    "pbx_user-not-avail-menu.wav",
)


def footage() -> Path | None:
    """The prompts, where the recordings by others are."""
    named = os.environ.get("TABLE_MONITOR_FOOTAGE")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "footage"
    return folder / FOLDER if (folder / FOLDER).is_dir() else None


def prompts() -> None:
    """Print what is found."""
    folder = footage()
    print("\n### A person's telephone prompts (8 kHz)\n")
    if folder is None:
        print("Not here: name the recordings by others with TABLE_MONITOR_FOOTAGE.")
        return
    print("| prompt | words found (end, s) | «спасибо» in 30 room copies |")
    print("| --- | --- | --- |")
    others = []
    for path in sorted(folder.iterdir()):
        samples = at_rate(path)
        found = words_in([Sound(0, RATE_HZ, samples)])
        told = ", ".join(f"{word.word} {word.end.middle_ns / 1e9 - QUIET_S:.2f} ({word.score:.2f})" for word in found)
        if path.name in WITH_THANKS:
            print(f"| {path.name} | {told or '–'} | {in_rooms(samples):.2f} |")
        else:
            others.append((path.name, told, any(word.kind is CueKind.CLOSING_WORD for word in found)))
    for name, told, _ in others:
        print(f"| {name} | {told or '–'} | |")
    print(f"\nClosing words in the other {len(others)} prompts: {sum(closing for *_, closing in others)}.")


def at_rate(path: Path) -> Samples:
    """A file's sound at the networks' rate with silence around it."""
    quiet = np.zeros(round(QUIET_S * RATE_HZ), np.float32)
    parts = [quiet]
    for stretch in read_sound(path):
        resampler = Resampler(stretch.rate_hz, RATE_HZ)
        parts += [resampler.feed(stretch.samples), resampler.finish()]
    return np.concatenate([*parts, quiet])


def in_rooms(samples: Samples) -> float:
    """The share of copies (tempo, level, room) in which «спасибо» is found."""
    rng = np.random.default_rng(5)
    listener = WordListener()
    hits = 0
    for _ in range(COPIES):
        rate = rng.uniform(0.93, 1.07)
        at = np.arange(int(len(samples) / rate)) * rate
        copy = np.interp(at, np.arange(len(samples)), samples) * 10 ** (rng.uniform(-20, 0) / 20)
        copy = room(rng, copy.astype(np.float32), ())
        hits += any(word.word == "спасибо" for word in words_in([Sound(0, RATE_HZ, copy)], listener))
    return hits / COPIES
