"""Sound by its presentation times: holes part it, wrong times of a container do not."""

from __future__ import annotations

from fractions import Fraction

import av
import numpy as np
import pytest

from audio.capture.track import _stretches

RATE_HZ, SAMPLES = 8000, 160


def frames(times_ms: list[float]) -> list[av.AudioFrame]:
    out = []
    for t_ms in times_ms:
        frame = av.AudioFrame.from_ndarray(np.zeros((1, SAMPLES), np.int16), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE_HZ, round(t_ms * 1000), Fraction(1, 1_000_000)
        out.append(frame)
    return out


@pytest.mark.parametrize(
    ("times_ms", "stretches"),
    [
        ([0, 20, 40, 60], [(0, 80)]),
        ([0, 20, 140, 160], [(0, 40), (140, 40)]),  # a hole
        ([0, 0.26, 0.52, 0.78], [(0, 80)]),  # packets counted as if they were bytes, as in some AVI files
        ([0, 21, 39, 61], [(0, 80)]),  # rounded times
    ],
)
def test_sound_is_parted_at_holes_only(times_ms: list[float], stretches: list[tuple[int, int]]) -> None:
    found = list(_stretches(iter(frames(times_ms)), 0))
    assert [(s.t_ns // 1_000_000, 1000 * len(s.samples) // s.rate_hz) for s in found] == stretches
