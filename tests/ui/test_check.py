"""`check`: the offset between picture and sound of a film of claps, one sentence for a film that shows none."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from benchmarks.calibration_clocks import apart_mm
from models.networks import Networks
from tests.audio.silent_film import picture_only
from ui.cli import main
from ui.commands import check as command
from vision.clapping import HandsApart
from vision.frames import Frame

CLAPS_S = np.array([1.5, 2.5, 3.4])
RATE_HZ, PICTURES = 16_000, 30
SOUND_LATE_S = 0.05


def film(path: Path, claps_s: np.ndarray) -> None:
    """Grey pictures with claps to be heard, each late by SOUND_LATE_S."""
    rng = np.random.default_rng(4)
    samples = rng.normal(0, 0.001, 5 * RATE_HZ)
    for t in claps_s + SOUND_LATE_S:
        decay = np.exp(-np.arange(1600) / 200)
        samples[round(t * RATE_HZ) :][:1600] += rng.normal(0, 0.3, 1600) * decay
    with av.open(str(path), "w") as container:
        video = container.add_stream("mpeg4", rate=PICTURES)
        video.width = video.height = 64
        video.pix_fmt = "yuv420p"
        audio = container.add_stream("pcm_s16le", rate=RATE_HZ, layout="mono")
        for number in range(5 * PICTURES):
            picture = av.VideoFrame.from_ndarray(np.full((64, 64, 3), 90, np.uint8), format="rgb24")
            picture.pts, picture.time_base = number, Fraction(1, PICTURES)
            container.mux(video.encode(picture))
        container.mux(video.encode(None))
        sound = np.rint(np.clip(samples, -1, 1) * 32767).astype(np.int16)[None]
        block = av.AudioFrame.from_ndarray(sound, format="s16", layout="mono")
        block.sample_rate, block.pts = RATE_HZ, 0
        container.mux(audio.encode(block))
        container.mux(audio.encode(None))


def follow(_: object, frames: Iterable[Frame]) -> HandsApart:
    """Stands in for the networks: one person claps at CLAPS_S."""
    t_ns = np.array([frame.t_ns for frame in frames], np.int64)
    return HandsApart(t_ns, apart_mm(t_ns / 1e9, CLAPS_S, rng_seed=3)[None] / 400)


@pytest.fixture(autouse=True)
def no_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "hands_apart", follow)
    monkeypatch.setattr(Networks, "load", lambda _: None)


def test_the_offset_of_the_sound_is_told_for_programs_and_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claps.mkv"
    film(path, CLAPS_S)
    assert main(["check", str(path), "--json", "--rules", "b"]) == 0
    answer = json.loads(capsys.readouterr().out)
    cam1 = answer["cameras"]["cam1"]
    assert abs(cam1["offset_ms"] - 1000 * SOUND_LATE_S) < 8
    assert (cam1["claps"], cam1["holds"], answer["holds"]) == (3, True, True)
    assert main(["--language", "en", "check", str(path)]) == 0
    assert "cam1: sound comes" in capsys.readouterr().out


def test_without_claps_or_without_sound_one_sentence_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quiet, silent = tmp_path / "quiet.mkv", tmp_path / "silent.mp4"
    film(quiet, CLAPS_S[:1])
    picture_only(silent)
    for path, words in ((quiet, "clap three times"), (silent, "no sound"), (tmp_path / "none.mkv", "none.mkv")):
        assert main(["--language", "en", "check", str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert words in captured.err
        assert len(captured.err.strip().splitlines()) == 1
