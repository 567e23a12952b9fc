"""Sound is recorded as FLAC with the time at which each stretch was heard, and survives a crash."""

from __future__ import annotations

import multiprocessing
import shutil
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from audio.recording.sound_times import Hole, Stretch, read_recorded_sound, read_stretches, recover_sound
from audio.recording.sound_writer import SoundWriter
from engine.intervals import NS_PER_S
from ui.session.recorder_process import run_recorder
from vision.recording.recorder_order import RecorderOrder
from vision.recording.session_file import read_session

RATE_HZ = 16_000


def tone(seconds: float, hz: float = 440.0) -> np.ndarray:
    return (np.sin(np.arange(round(seconds * RATE_HZ)) * hz * 2 * np.pi / RATE_HZ) * 9000).astype(np.int16)


def written(folder: Path, pieces: list[tuple[float, np.ndarray]]) -> list[tuple[str, int]]:
    holes: list[tuple[str, int]] = []
    writer = SoundWriter(folder, lambda why, t_ns: holes.append((why, t_ns)))
    writer.start()
    for at_s, samples in pieces:
        writer.put(samples, RATE_HZ, round(at_s * NS_PER_S))
    writer.end()
    writer.join()
    return holes


def test_every_sample_is_kept_with_its_time(tmp_path: Path) -> None:
    whole = tone(3.0)
    pieces = [(10 + n * 0.02, whole[n * 320 : (n + 1) * 320]) for n in range(150)]
    assert written(tmp_path, pieces) == []
    sounds = read_recorded_sound(tmp_path)
    assert np.array_equal(np.rint(np.concatenate([s.samples for s in sounds]) * 32768).astype(np.int16), whole)
    assert all(abs(s.t_ns - expected) < 1000 for s, expected in zip(sounds, (10 * NS_PER_S,), strict=False))
    end_s = sounds[-1].end_ns / NS_PER_S
    assert abs(end_s - 13) < 0.001
    assert (tmp_path / "audio_000.flac").stat().st_mode & 0o077 == 0


def test_a_hole_is_a_row_and_what_follows_has_its_own_time(tmp_path: Path) -> None:
    holes = written(tmp_path, [(0, tone(0.5)), (0.9, tone(0.5))])
    assert holes == [("missing", NS_PER_S // 2)]
    rows = list(read_stretches(tmp_path))
    assert [type(row) for row in rows] == [Stretch, Hole, Stretch]
    assert [s.t_ns for s in read_recorded_sound(tmp_path)] == [0, 900_000_000]


@pytest.mark.parametrize("cut", [0, 1, 300, 3000])
def test_sound_of_a_crash_is_kept_as_far_as_it_is_there(tmp_path: Path, cut: int) -> None:
    written(tmp_path, [(5 + n * 0.1, tone(0.1)) for n in range(30)])
    path = tmp_path / "audio_000.flac"
    whole = path.read_bytes()
    path.unlink()
    (tmp_path / "audio_000.flac.writing").write_bytes(whole[: len(whole) - cut])
    times = tmp_path / "audio_times.csv"
    times.write_text("".join(times.read_text().splitlines(keepends=True)[:-1]) + "7000")  # the last row is half there
    assert recover_sound(tmp_path) == ("audio_000.flac.writing",)
    sounds = read_recorded_sound(tmp_path)
    assert sounds[0].t_ns == 5 * NS_PER_S
    assert 7.0 < sounds[-1].end_ns / NS_PER_S <= 8.001
    if cut == 0:
        assert abs(sounds[-1].end_ns / NS_PER_S - 8) < 0.001
    shutil.rmtree(tmp_path)


def test_a_file_with_sound_is_recorded_with_it(tmp_path: Path) -> None:
    path = tmp_path / "talk.mkv"
    with av.open(str(path), "w") as container:
        video = container.add_stream("mpeg4", rate=25)
        video.width, video.height, video.pix_fmt = 64, 48, "yuv420p"
        sound = container.add_stream("flac", rate=RATE_HZ)
        sound.layout = "mono"
        for number in range(50):
            picture = av.VideoFrame(64, 48, "yuv420p")
            picture.pts = number
            container.mux(video.encode(picture))
            samples = av.AudioFrame.from_ndarray(tone(0.04)[None, :], format="s16", layout="mono")
            samples.sample_rate, samples.pts, samples.time_base = RATE_HZ, number * 640, Fraction(1, RATE_HZ)
            container.mux(sound.encode(samples))
        container.mux(video.encode(None))
        container.mux(sound.encode(None))
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=run_recorder, args=(RecorderOrder((str(path),), tmp_path / "game", "test"), theirs)
    )
    process.start()
    theirs.close()
    process.join(60)
    ours.close()
    sounds = read_recorded_sound(tmp_path / "game")
    assert sounds[0].t_ns == 0
    assert abs(sum(len(s.samples) for s in sounds) - 2 * RATE_HZ) < RATE_HZ // 20
    recorded = read_session(tmp_path / "game").sound
    assert recorded is not None
    assert (recorded.name, recorded.rate_hz) == ("cam1", RATE_HZ)
