"""A recorded game read back: times from its times file, gaps told, broken files named."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.json_file import FileFault
from engine.cues import CameraId
from tests.vision.recordings import recorded_game
from vision.capture.game_folder import GameFolder, SegmentsSource
from vision.capture.opening import open_recording
from vision.capture.source import SourceMissing
from vision.recording.session_file import read_session, write_session
from vision.recording.times_file import GapRow, PictureTime, TimesFault, read_times, write_times


def test_pictures_of_all_segments_have_the_times_of_the_times_file(tmp_path: Path) -> None:
    folder = recorded_game(tmp_path / "game")
    (source,) = GameFolder(folder).sources()
    frames = list(source.frames())
    assert [frame.t_ns for frame in frames] == [40_000_000 * n for n in range(len(frames))]
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    assert frames[0].exposure_ns == 10_000_000
    assert source.losses == ()


def test_a_gap_row_is_a_loss(tmp_path: Path) -> None:
    folder = recorded_game(tmp_path / "game", missing_ms=(1000, 1400))
    (source,) = GameFolder(folder).sources()
    times = [frame.t_ns for frame in source.frames()]
    assert not [t for t in times if 1_000_000_000 <= t < 1_400_000_000]
    assert [(loss.camera, loss.reason) for loss in source.losses] == [("cam1", "camera lost")]


def test_pictures_that_are_listed_but_not_in_the_segment_are_counted_as_lost(tmp_path: Path) -> None:
    folder = recorded_game(tmp_path / "game")
    pictures, gaps = read_times(folder / "cam1_times.csv")
    extra = PictureTime(999, pictures[-1].t_ns + 40_000_000, 999_999, 1)
    write_times(folder / "cam1_times.csv", [*pictures, *gaps, extra])
    (source,) = GameFolder(folder).sources()
    list(source.frames())
    assert [(loss.frames, loss.reason) for loss in source.losses] == [(1, "listed_but_not_decoded")]


@given(st.integers(-500, 4000), st.integers(0, 1500))
def test_a_stretch_is_what_the_whole_recording_shows_of_it(begin_ms: int, length_ms: int) -> None:
    source = one_game()
    from_ns, to_ns = begin_ms * 1_000_000, (begin_ms + length_ms) * 1_000_000
    times = [(frame.seq, frame.t_ns) for frame in source.frames_between(from_ns, to_ns)]
    assert times == [(n, 40_000_000 * n) for n in range(88) if from_ns <= 40_000_000 * n <= to_ns]


@cache
def one_game() -> SegmentsSource:
    return SegmentsSource(recorded_game(Path(tempfile.mkdtemp()) / "game"), CameraId("cam1"))


def test_a_stretch_of_which_a_segment_is_gone_is_what_is_left_of_it(tmp_path: Path) -> None:
    folder = recorded_game(tmp_path / "game")
    (folder / "cam1_000.mkv").unlink()
    (source,) = GameFolder(folder).sources()
    assert isinstance(source, SegmentsSource)
    kept = [frame.t_ns for frame in source.frames_between(0, 10_000_000_000)]
    assert kept == [40_000_000 * n for n in range(44, 88)]
    assert source.segments_between(0, 10_000_000_000) == (1,)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    rows: list[PictureTime | GapRow] = [
        PictureTime(0, 10, 0, 0),
        PictureTime(1, 20, 1, 0, exposure_ns=5),
        GapRow(25, 0, "disk full: 3 pictures"),
    ]
    write_times(tmp_path / "times.csv", rows)
    pictures, gaps = read_times(tmp_path / "times.csv")
    assert [*pictures, *gaps] == rows
    session = read_session(recorded_game(tmp_path / "game"))
    write_session(session, tmp_path)
    assert read_session(tmp_path) == session


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "columns"),
        ("seq,t_ns\n", "columns"),
        ("seq,t_ns,pts,segment,exposure_ns,note\nx,1,2,0,,\n", "not a row"),
        ("seq,t_ns,pts,segment,exposure_ns,note\n0,10,0,0,,\n1,10,1,0,,\n", "backwards"),
        ("seq,t_ns,pts,segment,exposure_ns,note\n0\n", "not a row"),
    ],
)
def test_a_times_file_that_says_no_times_is_refused_with_its_line(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "cam1_times.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TimesFault, match=reason) as caught:
        read_times(path)
    assert "line " in str(caught.value)


def test_a_folder_that_is_no_game_and_a_camera_without_segments_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match=r"session\.json"):
        open_recording([tmp_path])
    folder = recorded_game(tmp_path / "game")
    for segment in folder.glob("*.mkv"):
        segment.unlink()
    with pytest.raises(SourceMissing, match="cam1_000"):
        GameFolder(folder).sources()
    assert CameraId("cam1") in GameFolder(folder).session.cameras


@pytest.mark.parametrize("name", ["../elsewhere", "a/b", "", ".hidden", "a" * 40, "cam1\n"])
def test_a_cameras_name_leads_nowhere(name: str, tmp_path: Path) -> None:
    """It becomes part of file names that are read and written."""
    game = recorded_game(tmp_path / "game")
    session = json.loads((game / "session.json").read_text(encoding="utf-8"))
    session["cameras"] = {name: next(iter(session["cameras"].values()))}
    (game / "session.json").write_text(json.dumps(session), encoding="utf-8")
    with pytest.raises(FileFault):
        GameFolder(game)
