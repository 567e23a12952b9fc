"""Clocks: claps seen at 30 and 60 pictures a second against their sound, and drift over two hours."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.clap import claps_ns, onsets_ns
from calibration.clock_fit import ClockFit, Pair, fitted, matched
from engine.intervals import NS_PER_S

F64 = NDArray[np.float64]
Row = tuple[str, str, str]
SETS: Final = 60
CLAPS: Final = 5
RATE_HZ: Final = 48_000
WRIST_SD_MM: Final = 6.0
HOURS: Final = 2
EVERY_S: Final = 120.0
KNOWN_AFTER: Final = 5


def clock_rows() -> list[Row]:
    """Root mean square of the offsets' errors."""
    rows = []
    for rate in (30, 60):
        off = np.array([offset_error_ms(seed, rate) for seed in range(SETS)])
        rows.append((f"camera to sound, {CLAPS} claps at {rate}/s, RMSE of {SETS}", f"{rms(off):.2f} ms", "≤ 3 ms"))
        rows.append(("  bias", f"{off.mean():+.2f} ms", ""))
    drift = np.array([drift_error_ms(seed) for seed in range(20)])
    rows.append((f"after {HOURS} h of drift, a moment every 2 min, worst of 20", f"{drift.max():.2f} ms", "≤ 2 ms"))
    return rows


def rms(values: F64) -> float:
    return float(np.sqrt(np.mean(values**2)))


def offset_error_ms(seed: int, rate: int) -> float:
    """Five claps as two wrists that a network follows, and their sound in a room, on clocks that differ."""
    rng = np.random.default_rng([seed, 827, rate])
    offset_s = float(rng.uniform(-0.4, 0.4))
    touches = 1.0 + np.cumsum(rng.uniform(0.7, 1.3, CLAPS))
    frames = np.arange(0, touches[-1] + 1, 1 / rate) + float(rng.uniform(0, 1 / rate))
    exposure = float(rng.uniform(0.004, 0.012))
    seen = np.mean([apart_mm(frames + e, touches, rng_seed=seed) for e in np.linspace(-0.5, 0.5, 5) * exposure], axis=0)
    seen = seen + rng.normal(0, WRIST_SD_MM, len(seen))
    stamps = np.rint((frames + offset_s) * NS_PER_S).astype(np.int64)
    found = [moment for moment, _ in claps_ns(stamps, seen)]
    heard = onsets_ns(_sound(rng, touches), RATE_HZ)
    pairs = matched(found, heard, round(0.2 * NS_PER_S / rate))
    if not pairs:
        return float("inf")
    return (-fitted(pairs).offset_ns / NS_PER_S - offset_s) * 1000


def apart_mm(t: F64, touches: F64, rng_seed: int) -> F64:
    """The distance of two wrists: apart, together in a ballistic way, a short rest, and apart again."""
    rng = np.random.default_rng([rng_seed, 829])
    rest, wide = rng.uniform(60, 110), rng.uniform(250, 450)
    out = np.full(len(t), rest + wide)
    for touch in touches:
        down, hold, up = rng.uniform(0.10, 0.18), rng.uniform(0.02, 0.06), rng.uniform(0.15, 0.25)
        bend = rng.uniform(1.3, 2.0)  # the hands are fastest when they meet
        before = np.clip((touch - t) / down, 0, 1)
        after = np.clip((t - touch - hold) / up, 0, 1)
        way = np.where(t < touch, 1 - (1 - before) ** bend, np.where(t < touch + hold, 0, after * (2 - after)))
        near = (t > touch - down) & (t < touch + hold + up)
        out[near] = rest + wide * way[near]
    return out


def _sound(rng: np.random.Generator, touches: F64) -> F64:
    """Claps with their decay and echoes in a noisy room."""
    length = int((touches[-1] + 1) * RATE_HZ)
    out = rng.normal(0, 0.004, length)
    decay = np.exp(-np.arange(int(0.12 * RATE_HZ)) / (0.012 * RATE_HZ))
    for touch in touches:
        start = round(float(touch) * RATE_HZ)
        burst = rng.normal(0, 1, len(decay)) * decay * float(rng.uniform(0.2, 0.7))
        for late, share in ((0, 1.0), (int(0.011 * RATE_HZ), 0.4), (int(0.023 * RATE_HZ), 0.25)):
            end = min(start + late + len(burst), length)
            out[start + late : end] += share * burst[: end - start - late]
    return np.clip(out, -1, 1)


def drift_error_ms(seed: int) -> float:
    """The worst error of the running fit from the sixth moment on, over two hours."""
    rng = np.random.default_rng([seed, 831])
    ppm, offset_ns = float(rng.uniform(-50, 50)), int(rng.uniform(-3e8, 3e8))
    wander = np.cumsum(rng.normal(0, 0.1, HOURS * 30 + 1))  # temperature moves a clock a little
    fit, worst = ClockFit(), 0.0
    own_s, true_ns = 0.0, float(offset_ns)
    for k in range(HOURS * 30 + 1):
        sd_ns = 800_000
        own_ns = round(own_s * NS_PER_S)
        fit.add(Pair(own_ns, own_ns + round(true_ns + rng.normal(0, sd_ns)), sd_ns))
        own_s += EVERY_S
        true_ns += (ppm + wander[k]) * 1e-6 * EVERY_S * NS_PER_S
        now = fit.fit()
        if k >= KNOWN_AFTER and now is not None:
            worst = max(worst, abs(now.offset_at(round(own_s * NS_PER_S)) - true_ns) / 1e6)
    return worst
