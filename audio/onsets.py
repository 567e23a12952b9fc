"""Where a sound suddenly begins, to a fraction of a millisecond: claps, knocks, a hand coming down.

The clap that measures the offset between camera and microphone is found with this; so is a knock on the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.ndimage import maximum_filter1d, percentile_filter
from scipy.signal import butter, sosfilt

from audio.sound import Samples, Sound
from engine.fusion import Impact
from engine.intervals import NS_PER_S, Interval

F64 = npt.NDArray[np.float64]
HOP_S: Final = 0.001
LOUDER_DB: Final = 15.0
"""An onset rises so far above what was heard before it."""
APART_S: Final = 0.08
_BEFORE_S: Final = 0.25
_RISE_S: Final = 0.006
_DECAY_S: Final = 0.06
_DECAY_DB: Final = 12.0
_LOWEST_HZ: Final = 200.0
_QUIETEST: Final = 1e-10  # of power: below any microphone's own noise


@dataclass(frozen=True, slots=True)
class Onset:
    """A sudden beginning; `sharp` where the sound died away again at once, as an impact does and a voice does not."""

    when: Interval
    above_noise_db: float
    sharp: bool


def onsets(sound: Sound, *, louder_db: float = LOUDER_DB) -> tuple[Onset, ...]:
    """Every sudden beginning in a stretch, in the order of time; the interval is the sampling's and the rise's."""
    if len(sound.samples) < sound.rate_hz * 0.02:
        return ()
    heard = sosfilt(butter(2, _LOWEST_HZ, "highpass", fs=sound.rate_hz, output="sos"), sound.samples.astype(np.float64))
    hop = max(1, round(HOP_S * sound.rate_hz))
    steps = len(heard) // hop
    power = (heard[: steps * hop].reshape(steps, hop) ** 2).mean(axis=1) + _QUIETEST
    rise_db = 10 * np.log10(power / _before(power))
    strong = (rise_db >= louder_db) & (rise_db == maximum_filter1d(rise_db, 2 * round(_RISE_S / HOP_S) + 1))
    found: list[Onset] = []
    last = -(10**9)
    for step in np.flatnonzero(strong):
        if step - last >= APART_S / HOP_S:
            last = int(step)
            found.append(_refined(sound, heard, power, int(step), hop, float(rise_db[step])))
    return tuple(found)


def impacts(sound: Sound) -> tuple[Impact, ...]:
    """Sharp onsets, with how sure it is that something was struck."""
    return tuple(
        Impact(onset.when, onset.above_noise_db, min(0.9, 0.3 + onset.above_noise_db / 60))
        for onset in onsets(sound)
        if onset.sharp
    )


def _before(power: F64) -> F64:
    """What was usual in the quarter second before each step, the few milliseconds of the rise left out."""
    width = round(_BEFORE_S / HOP_S)
    skip = round(_RISE_S / HOP_S)
    usual = percentile_filter(power, 80, size=width, origin=width // 2 - 1, mode="nearest")
    return np.concatenate([np.full(skip, usual[0]), usual[:-skip]])[: len(power)]


def _refined(sound: Sound, heard: F64, power: F64, step: int, hop: int, above_db: float) -> Onset:
    """The first sample that no noise before it reached."""
    first = max(0, (step - round(_RISE_S / HOP_S)) * hop)
    last = min(len(heard), (step + 2) * hop)
    noise_from = max(0, first - round(_BEFORE_S * sound.rate_hz))
    noise = heard[noise_from:first]
    loudest = float(np.abs(heard[first:last]).max())
    quiet = float(np.abs(noise).max()) if len(noise) else 0.0
    level = max(min(1.2 * quiet, 0.5 * loudest), 0.05 * loudest)
    crossing = first + int(np.argmax(np.abs(heard[first:last]) >= level))
    peak = first + int(np.argmax(np.abs(heard[first:last])))
    t_ns = sound.t_ns + round(crossing * NS_PER_S / sound.rate_hz)
    sample_ns = round(NS_PER_S / sound.rate_hz)
    slow_ns = round(min(peak - crossing, 0.0005 * sound.rate_hz) * NS_PER_S / sound.rate_hz)
    when = Interval(t_ns - sample_ns - slow_ns, t_ns + sample_ns)
    return Onset(when, above_db, _is_sharp(power, step))


def _is_sharp(power: F64, step: int) -> bool:
    after = power[step + round(_DECAY_S / HOP_S) : step + round(2 * _DECAY_S / HOP_S)]
    return bool(len(after) == 0 or 10 * np.log10(power[step] / after.mean()) >= _DECAY_DB)


def loudest_onset(samples: Samples, t_ns: int, rate_hz: int) -> Onset | None:
    """The onset that rises highest, for a clap that was asked for; None where nothing begins suddenly."""
    return max(onsets(Sound(t_ns, rate_hz, samples)), key=lambda onset: onset.above_noise_db, default=None)
