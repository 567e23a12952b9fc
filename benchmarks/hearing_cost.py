"""What listening costs, in processor time of one core."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from audio.sound import Sound
from audio.words import WordListener
from engine.intervals import NS_PER_S

RATE_HZ: Final = 48_000
BLOCK: Final = 960  # samples: 20 ms, as a microphone brings them
FILE_S: Final = 300
LIVE_S: Final = 60


def cost() -> None:
    """Print processor seconds of an hour's recording, and the share of a core that a microphone takes."""
    rng = np.random.default_rng(1)
    t = np.arange(FILE_S * RATE_HZ) / RATE_HZ
    loud = np.clip(np.sin(2 * np.pi * 0.4 * t), 0, None)  # swells as talk does
    samples = (rng.standard_normal(len(t)) * 0.05 * loud).astype(np.float32)
    listener = WordListener()
    begun = time.process_time()
    listener.feed(Sound(0, RATE_HZ, samples))
    listener.finish()
    hour_s = (time.process_time() - begun) * 3600 / FILE_S
    begun = time.process_time()
    for first in range(0, LIVE_S * RATE_HZ, BLOCK):
        listener.feed(Sound(round(first * NS_PER_S / RATE_HZ), RATE_HZ, samples[first : first + BLOCK]))
    live = (time.process_time() - begun) / LIVE_S
    print("\n### Cost\n")
    print(
        f"An hour of recording at 48 kHz: {hour_s:.0f} s of one core. Live, in blocks of 20 ms: {live * 100:.1f} % of one core."
    )
