"""When a clap, a flash or a knock was: below the picture's interval in pictures, by the first wave in sound."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, sosfilt

from engine.intervals import NS_PER_S

F64 = NDArray[np.float64]

_QUIET_S: Final = 0.25  # a clap's own echo is not the next clap
_LOUDER: Final = 8.0  # than the room
_RISE: Final = 0.12  # of the peak: where the first wave begins
_APPROACH: Final = (0.06, 0.95)  # share of the way over which hands fly evenly
_FEWEST: Final = 3
SOUND_MM_PER_S: Final = 343_000.0


def onsets_ns(samples: NDArray[np.floating], rate_hz: int, t0_ns: int = 0) -> list[int]:
    """When short loud sounds begin, to a part of a millisecond; `samples` is (N,) mono −1…1."""
    if len(samples) < rate_hz // 20:
        return []
    high = min(7000.0, rate_hz * 0.45)
    sos = butter(2, (900.0, high), "bandpass", fs=rate_hz, output="sos")
    loud = np.abs(sosfilt(sos, np.asarray(samples, np.float64)))
    width = max(1, rate_hz // 1000)
    envelope = np.sqrt(np.convolve(loud**2, np.ones(width) / width, mode="full")[: len(loud)])
    floor = max(float(np.median(envelope)), 1e-6)
    found: list[int] = []
    at, quiet = 0, int(_QUIET_S * rate_hz)
    while at < len(envelope):
        above = np.flatnonzero(envelope[at:] > _LOUDER * floor)
        if not len(above):
            break
        start = at + int(above[0])
        peak = start + int(np.argmax(envelope[start : start + rate_hz // 50]))
        if envelope[peak] > 2 * _LOUDER * floor:
            before = loud[max(start - rate_hz // 100, 0) : peak + 1]
            first = int(np.flatnonzero(before > _RISE * loud[start : peak + 1].max())[0])
            found.append(t0_ns + round((max(start - rate_hz // 100, 0) + first) * NS_PER_S / rate_hz))
        at = start + quiet
    return found


def claps_ns(t_ns: NDArray[np.int64], apart: F64, least: float | None = None) -> list[tuple[int, int]]:
    """(moment, deviation) of every clap, from the distance (N,) of two hands over pictures at `t_ns`; NaN is not seen.

    Hands get faster until they meet; what they do afterwards differs from person to person. The moment is where
    the way in reaches the distance at which they rest. `least` is that distance, otherwise it is taken from all claps.
    """
    known = np.isfinite(apart)
    t_ns, apart = t_ns[known], apart[known]
    if len(apart) < 2 * _FEWEST:
        return []
    reach = float(np.quantile(apart, 0.9) - apart.min())
    if reach <= 0:
        return []
    low = apart < apart.min() + 0.35 * reach
    edges = np.flatnonzero(np.diff(np.concatenate([[0], low.astype(np.int8), [0]])))
    dips = edges.reshape(-1, 2).tolist()
    if least is None and dips:  # hands rest at one distance; each dip's lowest picture is a little below it by noise
        noise = float(np.median(np.abs(np.diff(apart, 2)))) / 0.675 / np.sqrt(6)
        least = float(np.median([apart[start:end].min() for start, end in dips])) + 0.5 * noise
    found = []
    for start, end in dips:
        clap = _clap(t_ns, apart, start, end, reach, least)
        if clap is not None:
            found.append(clap)
    return found


def _clap(
    t_ns: NDArray[np.int64], apart: F64, start: int, end: int, reach: float, least: float | None
) -> tuple[int, int] | None:
    """The way in alone: what follows the touch (rest, rebound) differs from person to person."""
    bottom = start + int(np.argmin(apart[start:end]))
    rest = least if least is not None else float(apart[start:end].min())
    first = bottom
    while first > 0 and apart[first - 1] > apart[first] and apart[first - 1] < rest + reach:
        first -= 1
    way = np.arange(first, bottom + 1)
    share = (apart[way] - rest) / reach
    used = way[(share > _APPROACH[0]) & (share < _APPROACH[1])]
    if len(used) < _FEWEST - 1:
        return None
    t = (t_ns[used] - t_ns[bottom]).astype(np.float64)
    order = 2 if len(used) >= 3 else 1  # hands get faster until they meet
    coefficients = np.polyfit(t, apart[used], order)
    coefficients[-1] -= rest
    roots = np.roots(coefficients)
    near = np.asarray(roots[np.isreal(roots)].real, np.float64)
    step = float(np.median(np.diff(t_ns)))
    soon = [float(root) for root in near if -0.2 * step < float(root) - float(t[-1]) < 2.0 * step]
    if not soon:
        return None
    moment = min(soon)
    return int(t_ns[bottom] + round(moment)), round(0.2 * step)


def flashes_ns(
    t_ns: NDArray[np.int64], brightness: F64, exposure_ns: int, readout_offset_ns: int = 0
) -> list[tuple[int, int]]:
    """(moment, deviation) of every step to bright, from the brightness (N,) of the lit part of the pictures.

    The first brighter picture was lit for a share of its exposure, which tells the moment inside it; a step between two
    exposures is only known to lie between them. `t_ns` is the middle of each exposure; a rolling shutter's rows are
    `readout_offset_ns` later.
    """
    step = np.asarray(np.diff(brightness), np.float64)
    high = float(np.quantile(brightness, 0.95) - np.quantile(brightness, 0.2))
    found = []
    for k in np.flatnonzero(step > 0.1 * high).tolist():
        if k and step[k - 1] > 0.1 * high:
            continue  # the second half of the same step
        dark = brightness[k]
        bright = float(brightness[min(k + 2, len(brightness) - 1)])
        if bright - dark < 0.5 * high:
            continue
        share = float(np.clip((brightness[k + 1] - dark) / (bright - dark), 0, 1))
        ends = int(t_ns[k + 1]) + exposure_ns // 2
        gap_ns = max(int(t_ns[k + 1] - t_ns[k]) - exposure_ns, 0)
        if share > 0.98:  # all of it was lit: before this exposure began, after the last one ended
            moment, unsure = ends - exposure_ns - gap_ns // 2, round(gap_ns / 3.46) + exposure_ns // 50
        else:
            moment, unsure = ends - round(share * exposure_ns), exposure_ns // 20
        found.append((moment + readout_offset_ns, max(unsure, 1)))
    return found


def heard_at_ns(seen_ns: int, distance_mm: float) -> int:
    """When a microphone at a distance hears what happened at `seen_ns`."""
    return seen_ns + round(distance_mm / SOUND_MM_PER_S * NS_PER_S)
