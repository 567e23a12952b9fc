"""Sound as the word networks take it: logarithms of the power in mel bands, a hundred frames a second."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
RATE_HZ: Final = 16_000
HOP: Final = 160  # samples from frame to frame: 10 ms
WINDOW: Final = 400
BANDS: Final = 40
_FFT: Final = 512
_LOWEST_HZ, _HIGHEST_HZ = 60.0, 7600.0
_FLOOR: Final = 1e-6  # of power: about the quietest microphone's own noise
_SCALE: Final = 0.25


def logmel(samples: F32) -> F32:
    """(frames, BANDS) of mono sound at RATE_HZ, −1…1; frame n covers the WINDOW samples that begin at sample n·HOP."""
    frames = max(0, 1 + (len(samples) - WINDOW) // HOP)
    if frames == 0:
        return np.zeros((0, BANDS), np.float32)
    given = np.ascontiguousarray(samples, np.float32)
    cut = np.lib.stride_tricks.as_strided(given, (frames, WINDOW), (given.strides[0] * HOP, given.strides[0]))
    spectrum = np.fft.rfft(cut * _hann(), _FFT)
    power = np.square(np.abs(spectrum)).astype(np.float32)
    return np.asarray(np.log(power @ _filters() + np.float32(_FLOOR)) * np.float32(_SCALE), np.float32)


@cache
def _hann() -> F32:
    return np.hanning(WINDOW).astype(np.float32)


@cache
def _filters() -> F32:
    edges_mel = np.linspace(_mel(_LOWEST_HZ), _mel(_HIGHEST_HZ), BANDS + 2)
    edges = 700 * (10 ** (edges_mel / 2595) - 1)
    bins = np.fft.rfftfreq(_FFT, 1 / RATE_HZ)
    rising = (bins[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins[:, None]) / (edges[2:] - edges[1:-1])
    return np.clip(np.minimum(rising, falling), 0, None).astype(np.float32)


def _mel(hz: float) -> float:
    return float(2595 * np.log10(1 + hz / 700))
