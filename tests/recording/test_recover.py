"""A folder after a crash: everything that is in the files is kept, everything that is not is told."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cues import CameraId
from engine.intervals import NS_PER_S
from tests.recording.accounts import account
from tests.recording.clips import write_clip
from ui.commands.recover import recover_folder
from ui.words import Words
from vision.capture.game_folder import GameFolder
from vision.clock import MachineClock
from vision.recording.camera_writer import WriterLimits
from vision.recording.recorder import Recorder
from vision.recording.recorder_order import RecorderOrder
from vision.recording.recover import NothingToRecover, close_camera, recover
from vision.recording.session_file import read_session
from vision.recording.times_file import GapRow, PictureTime, line_of, read_times

PICTURES = 90


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clip recorded into three segments."""
    folder = tmp_path_factory.mktemp("recorded")
    source = write_clip(folder / "clip.mkv", PICTURES)
    recorder = Recorder(
        RecorderOrder((str(source),), folder / "game", "test", limits=WriterLimits(NS_PER_S, 0)), MachineClock()
    )
    recorder.start()
    while not recorder.ended:
        recorder.tick()
    recorder.stop()
    assert len(list((folder / "game").glob("*.mkv"))) == 3
    return folder / "game"


def killed(recorded: Path, folder: Path, cut_segment: int = 0, cut_rows: int = 0) -> Path:
    """As a recorder leaves it that is killed while it writes its last segment: cut anywhere, and so are its rows."""
    shutil.copytree(recorded, folder)
    last = folder / "cam1_002.mkv"
    if cut_segment:
        last.write_bytes(last.read_bytes()[:-cut_segment])
    last.rename(folder / "cam1_002.mkv.writing")
    times = folder / "cam1_times.csv"
    if cut_rows:
        times.write_bytes(times.read_bytes()[:-cut_rows])
    return folder


def test_a_whole_recording_is_left_as_it_is(recorded: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(recorded, folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    found = recover(folder)
    assert all(camera.whole for camera in found.cameras)
    assert not found.session_made
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_rows_that_were_never_written_are_made_from_the_container(recorded: Path, tmp_path: Path) -> None:
    folder = killed(recorded, tmp_path / "game", cut_rows=150)
    (camera,) = recover(folder).cameras
    assert camera.rescued == ("cam1_002.mkv.writing",)
    assert camera.rebuilt > 3
    found = account(folder)
    assert found.numbers == tuple(range(PICTURES))
    whole, _ = read_times(recorded / "cam1_times.csv")
    assert all(abs(row.t_ns - true.t_ns) <= 1_000_000 for row, true in zip(found.rows, whole, strict=True))
    assert [row.seq for row in found.rows] == list(range(PICTURES))


def test_pictures_that_were_written_down_and_are_gone_become_a_gap(recorded: Path, tmp_path: Path) -> None:
    size = (recorded / "cam1_002.mkv").stat().st_size
    folder = killed(recorded, tmp_path / "game", cut_segment=size // 2)
    (camera,) = recover(folder).cameras
    assert camera.lost > 0
    found = account(folder)
    assert found.told == camera.lost == PICTURES - len(found.rows)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(segment=st.integers(0, 30_000), rows=st.integers(0, 2_500), data=st.data())
def test_wherever_it_was_cut_rows_and_pictures_agree_afterwards(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, segment: int, rows: int, data: st.DataObject
) -> None:
    folder = killed(recorded, tmp_path_factory.mktemp("cut") / "game", segment, rows)
    if data.draw(st.booleans()):
        times = folder / "cam1_times.csv"
        spoilt = bytearray(times.read_bytes())
        for _ in range(data.draw(st.integers(1, 5))):
            if spoilt:
                spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))
        times.write_bytes(bytes(spoilt))
    recover(folder)
    pictures, _ = read_times(folder / "cam1_times.csv")
    assert all(later.t_ns > row.t_ns for row, later in pairwise(pictures))
    account(folder)  # every picture of a segment has its row, and every row its picture
    assert [row for row in recover(folder).cameras if not row.whole] == []  # a second time nothing is left to do


def test_a_lost_session_file_is_made_again_from_the_files(recorded: Path, tmp_path: Path) -> None:
    folder = killed(recorded, tmp_path / "game")
    (folder / "session.json").unlink()
    assert recover(folder).session_made
    session = read_session(folder)
    assert (session.cameras["cam1"].size, session.cameras["cam1"].codec) == ((320, 180), "h264")
    (source,) = GameFolder(folder).sources()
    assert len(list(source.frames())) == PICTURES


def test_what_was_found_is_kept_beside_what_was_made(recorded: Path, tmp_path: Path) -> None:
    folder = killed(recorded, tmp_path / "game", cut_rows=150)
    before = (folder / "cam1_times.csv").read_bytes()
    recover(folder)
    assert (folder / "cam1_times.csv.found").read_bytes() == before


def test_the_command_says_what_it_found(recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = killed(recorded, tmp_path / "game", cut_rows=150)
    assert recover_folder(Words("en"), folder) == 0
    assert "1 files were still open" in capsys.readouterr().out
    assert recover_folder(Words("en"), folder) == 0
    assert "nothing had to be done" in capsys.readouterr().out
    with pytest.raises(NothingToRecover):
        recover_folder(Words("en"), tmp_path)


def test_gap_rows_that_were_there_stay(recorded: Path, tmp_path: Path) -> None:
    folder = killed(recorded, tmp_path / "game", cut_rows=150)
    times = folder / "cam1_times.csv"
    lines = times.read_text().splitlines(keepends=True)
    lines.insert(20, ",600000000,,0,,refused; frames 7; until 640000000\n")
    times.write_text("".join(lines))
    recover(folder)
    _, gaps = read_times(times)
    assert [gap.note for gap in gaps if isinstance(gap, GapRow)] == ["refused; frames 7; until 640000000"]
    assert all(isinstance(row, PictureTime) for row in read_times(times)[0])


def test_going_on_takes_no_longer_after_hours(recorded: Path, tmp_path: Path) -> None:
    """A recorder that was killed late in a game was once away for seconds while it compared every row with all."""
    folder = killed(recorded, tmp_path / "game", cut_rows=40)
    times = folder / "cam1_times.csv"
    ahead = [PictureTime(n, n - 300_000_000, n % 3600 * 17, n // 3600 - 100) for n in range(200_000)]
    lines = times.read_text().splitlines(keepends=True)
    times.write_text(lines[0] + "".join(line_of(row) for row in ahead) + "".join(lines[1:]))
    last = close_camera(folder, CameraId("cam1"))
    assert len(last) < 40_000  # only the end was looked at
    assert last[-1].seq >= PICTURES - 1
    assert (folder / "cam1_002.mkv").is_file()
    pictures, _ = read_times(times)
    assert len(pictures) == 200_000 + PICTURES
