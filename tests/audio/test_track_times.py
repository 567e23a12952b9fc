"""Sound by its presentation times: holes part it, wrong times of a container do not."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from audio.capture.track import SoundTooCoarse, SoundUnreadable, _stretches, read_sound

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


def file_of_floats(path: Path, samples: np.ndarray, rate_hz: int = RATE_HZ) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_f32le", rate=rate_hz, layout="mono")
        frame = av.AudioFrame.from_ndarray(samples.astype(np.float32)[None], format="flt", layout="mono")
        frame.sample_rate = rate_hz
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def test_floats_that_are_no_sound_are_silence_and_too_loud_ones_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "floats.wav"
    file_of_floats(path, np.array([0.5, np.nan, np.inf, -np.inf, 1e30, -3.0, 0.25]))
    (sound,) = read_sound(path)
    assert sound.samples.tolist() == [0.5, 0.0, 1.0, -1.0, 1.0, -1.0, 0.25]


def test_too_few_samples_a_second_and_rubbish_are_one_sentence(tmp_path: Path) -> None:
    coarse, rubbish = tmp_path / "coarse.wav", tmp_path / "rubbish.wav"
    file_of_floats(coarse, np.zeros(100), rate_hz=50)
    rubbish.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(SoundTooCoarse, match="50 samples of sound a second"):
        read_sound(coarse)
    with pytest.raises(SoundUnreadable) as refused:
        read_sound(rubbish)
    assert "Errno" not in str(refused.value)
