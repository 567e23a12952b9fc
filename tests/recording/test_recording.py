"""A recording that loses nothing: what the camera took is on the disk, or in a gap row that says why not."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import av
import pytest

from engine.cues import CameraId
from engine.intervals import NS_PER_S
from tests.recording.accounts import account
from tests.recording.clips import annexb, clip, write_clip
from tests.recording.failing_disk import FailingDisk
from tests.recording.rtsp_camera import RtspCamera
from vision.capture.addresses import address_of
from vision.capture.camera_state import CameraState, CameraTrouble
from vision.capture.devices import Wish
from vision.capture.game_folder import GameFolder
from vision.capture.live import ArrivedPicture, open_connection
from vision.capture.packets import PicturePacket
from vision.clock import MachineClock
from vision.recording.camera_writer import DiskChanged, GapFound, LossBegan, WriterLimits
from vision.recording.disk import DiskTrouble, FolderNotWritable, FolderTaken, MachineDisk, SpaceTooSmall
from vision.recording.recorder import Recorder
from vision.recording.recorder_order import ClockStepped, RecorderNews, RecorderOrder, RecorderStatus
from vision.recording.segment_file import SegmentFile
from vision.recording.session_file import read_session

SHORT = WriterLimits(segment_ns=NS_PER_S, kept_free_bytes=0)
CAM = CameraId("cam1")


class Running:
    """A recorder in this process, ticked while a test waits."""

    def __init__(
        self, order: RecorderOrder, clock: MachineClock | None = None, disk: MachineDisk | None = None
    ) -> None:
        self.recorder = Recorder(order, clock or MachineClock(), disk)
        self.heard: list[tuple[float, RecorderNews]] = []
        self.recorder.start()

    def until(self, holds: Callable[[RecorderStatus], bool], within_s: float = 20.0) -> RecorderStatus:
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            self.recorder.tick()
            status = self.recorder.status()
            self.heard += [(time.monotonic(), news) for news in self.recorder.news()]
            if holds(status):
                return status
            time.sleep(0.02)
        pytest.fail("it never came to that")

    def pictures(self, number: int) -> RecorderStatus:
        return self.until(lambda status: all(camera.written >= number for camera in status.cameras))

    def more(self, number: int) -> RecorderStatus:
        now = self.recorder.status().cameras[0].written
        return self.pictures(now + number)

    def stop(self) -> None:
        self.recorder.stop()
        self.heard += [(time.monotonic(), news) for news in self.recorder.news()]
        self.recorder.close(forget_rings=True)

    def found(self, kind: type) -> list[RecorderNews]:
        return [news for _, news in self.heard if isinstance(news, kind)]


@pytest.fixture
def camera() -> Iterator[RtspCamera]:
    with RtspCamera(rate_hz=60) as running:
        yield running


def order(camera: RtspCamera, folder: Path, limits: WriterLimits = SHORT) -> RecorderOrder:
    return RecorderOrder((camera.url,), folder, "test", limits=limits)


def test_not_a_picture_is_lost_over_the_seams_of_segments(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(150)
    running.stop()
    found = account(tmp_path / "game")
    assert len(list((tmp_path / "game").glob("*.mkv"))) >= 3
    assert found.numbers == tuple(range(found.numbers[0], found.numbers[0] + len(found.numbers)))
    assert found.gaps == ()
    assert [row.seq for row in found.rows] == list(range(len(found.rows)))


def test_times_are_those_at_which_the_camera_took_its_pictures(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(90)
    running.stop()
    found = account(tmp_path / "game")
    zero_s = read_session(tmp_path / "game").clock.monotonic_zero_ns / 1e9
    late = [row.t_ns / 1e9 + zero_s - camera.taken(n) for row, n in zip(found.rows, found.numbers, strict=True)]
    assert all(-0.001 < delay < 0.1 for delay in late)
    assert max(late) - min(late) < 0.02  # jitter of the way is taken out, whatever it is


def test_every_file_is_its_owners_and_says_no_password(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(30)
    status = running.recorder.status()
    running.stop()
    files = list((tmp_path / "game").iterdir())
    assert {path.stat().st_mode & 0o077 for path in files} == {0}
    assert "s3cret" not in repr(status) + "".join(path.read_text("utf-8", "replace") for path in files)
    assert not [path for path in files if path.name.endswith(".writing")]


def test_what_was_recorded_plays_as_a_game_folder(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(75)
    running.stop()
    (source,) = GameFolder(tmp_path / "game").sources()
    frames = list(source.frames())
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    assert len(frames) == len(account(tmp_path / "game").rows)
    assert source.losses == ()
    session = read_session(tmp_path / "game")
    assert (session.cameras["cam1"].size, session.cameras["cam1"].codec) == ((320, 180), "h264")


def test_a_camera_that_was_unplugged_is_recorded_again_within_three_seconds(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(60)
    unplugged = time.monotonic()
    camera.unplug()
    lost = running.until(lambda status: status.cameras[0].state is CameraState.LOST)
    assert time.monotonic() - unplugged < 1.0
    assert not lost.cameras[0].armed
    assert any(isinstance(news, LossBegan) for _, news in running.heard)
    running.until(lambda status: status.cameras[0].trouble is CameraTrouble.REFUSED)
    back = camera.newest()
    camera.plug_in()
    again = running.until(lambda status: status.cameras[0].state is CameraState.WARMING)
    assert not again.cameras[0].armed  # its first pictures may be grey: detectors wait until it is warm
    running.until(lambda status: status.cameras[0].state is CameraState.LIVE and status.cameras[0].armed)
    running.stop()
    found = account(tmp_path / "game")
    first_after = next(n for before, n in pairwise(found.numbers) if n - before > 20)
    assert (first_after - back) / camera.rate_hz < 3.0
    assert found.unreported == 0
    assert len(found.gaps) == 1
    assert abs(found.told - found.missing) <= 2
    assert sum(news.frames for news in running.found(GapFound) if isinstance(news, GapFound)) == found.told


def test_a_camera_that_falls_silent_is_told_within_a_second(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(60)
    silent = time.monotonic()
    camera.fall_silent(1.2)
    running.until(lambda status: status.cameras[0].state is CameraState.SILENT)
    told = next(at for at, news in running.heard if isinstance(news, LossBegan)) if running.heard else time.monotonic()
    assert told - silent < 1.0
    running.until(lambda status: status.cameras[0].state is CameraState.LIVE)
    running.more(20)
    running.stop()
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert found.missing > 40


def test_rubbish_in_a_stream_costs_only_itself(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(40)
    camera.send_rubbish(10)
    running.more(80)
    running.stop()
    assert account(tmp_path / "game", spoilt=frozenset(camera.spoilt)).unreported == 0


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (errno.ENOSPC, DiskTrouble.FULL),
        (errno.EROFS, DiskTrouble.READ_ONLY),
        (errno.EIO, DiskTrouble.FAILED),
        (errno.ENOENT, DiskTrouble.GONE),
    ],
)
def test_a_disk_that_fails_leaves_playable_files_an_alarm_and_a_gap(
    number: int, trouble: DiskTrouble, camera: RtspCamera, tmp_path: Path
) -> None:
    disk = FailingDisk()
    running = Running(order(camera, tmp_path / "game"), disk=disk)
    running.pictures(40)
    failed = time.monotonic()
    disk.number = number
    running.until(lambda _: any(isinstance(news, DiskChanged) for _, news in running.heard))
    assert time.monotonic() - failed < 1.0
    assert running.found(DiskChanged)[0] == DiskChanged(CAM, running.found(DiskChanged)[0].t_ns, trouble)  # type: ignore[union-attr]
    status = running.until(lambda status: status.cameras[0].pictures > 90)
    assert status.cameras[0].state is CameraState.LIVE  # the game goes on
    disk.number = None
    running.more(30)
    running.stop()
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert found.told == found.missing > 0
    (source,) = GameFolder(tmp_path / "game").sources()
    assert len(list(source.frames())) == len(found.rows)


def test_a_disk_that_takes_only_a_files_beginning_leaves_no_empty_file(tmp_path: Path) -> None:
    """A segment that was cut before its first picture was once left as an empty film that nothing could play."""
    connection = open_connection(address_of(str(write_clip(tmp_path / "clip.mkv", 4))), Wish(), MachineClock())
    picture = next(arrived for arrived in connection.arrivals() if isinstance(arrived, ArrivedPicture))
    packet = PicturePacket(0, 0, 0, 0, True, picture.payload)
    disk = FailingDisk()
    segment = SegmentFile(tmp_path / "cam1_000.mkv", connection.form, packet, disk)
    segment.write(packet)
    disk.number = errno.ENOSPC
    with pytest.raises(OSError, match="injected"):
        segment.finish()
    segment.cut()
    segment.seal()
    connection.close()
    assert [path.name for path in tmp_path.iterdir()] == ["clip.mkv"]


def test_recording_stops_before_the_disk_is_quite_full_and_goes_on_when_there_is_room(
    camera: RtspCamera, tmp_path: Path
) -> None:
    disk = FailingDisk()
    running = Running(order(camera, tmp_path / "game", WriterLimits(NS_PER_S, 1_000_000)), disk=disk)
    running.pictures(40)
    disk.free = 999_999
    running.until(lambda _: bool(running.found(DiskChanged)))
    time.sleep(0.2)
    written = running.recorder.status().cameras[0].written
    running.until(lambda status: status.cameras[0].pictures > written + 30)
    assert running.recorder.status().cameras[0].written == written
    assert not list((tmp_path / "game").glob("*.writing"))
    disk.free = None
    running.more(30)
    running.stop()
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert found.told == found.missing > 0


class SteppingClock(MachineClock):
    """A machine whose calendar clock is set while it runs."""

    by = timedelta()

    def utc(self) -> datetime:
        return datetime.now(UTC) + self.by


def test_setting_the_calendar_clock_moves_no_time_of_the_recording(camera: RtspCamera, tmp_path: Path) -> None:
    clock = SteppingClock()
    running = Running(order(camera, tmp_path / "game"), clock)
    running.pictures(40)
    clock.by = timedelta(seconds=-3600)
    running.until(lambda _: bool(running.found(ClockStepped)))
    running.more(30)
    running.stop()
    (step,) = read_session(tmp_path / "game").clock.steps
    assert abs(step.by_ns + 3600 * NS_PER_S) < NS_PER_S // 10
    found = account(tmp_path / "game")
    assert found.gaps == ()
    assert all(later.t_ns - row.t_ns < NS_PER_S // 5 for row, later in pairwise(found.rows))


def test_a_recorder_that_starts_again_goes_on_in_the_same_folder(camera: RtspCamera, tmp_path: Path) -> None:
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(40)
    running.stop()
    running = Running(order(camera, tmp_path / "game"))
    running.pictures(40)
    running.stop()
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert len(found.gaps) == 1
    assert CameraTrouble.RESTARTED in found.gaps[0].note
    assert abs(found.told - found.missing) <= 2


def test_a_video_file_is_recorded_whole_with_its_own_times(tmp_path: Path) -> None:
    source = write_clip(tmp_path / "clip.mkv", 60)
    running = Running(RecorderOrder((str(source),), tmp_path / "game", "test", limits=SHORT))
    running.until(lambda status: status.ended)
    running.stop()
    assert account(tmp_path / "game").numbers == tuple(range(60))


def test_a_file_without_times_is_said_not_to_have_them(tmp_path: Path) -> None:
    source = tmp_path / "clip.h264"
    source.write_bytes(b"".join(annexb(clip(), number) for number in range(5)))
    running = Running(RecorderOrder((str(source),), tmp_path / "game", "test", limits=SHORT))
    running.until(lambda status: status.ended)
    assert "no times" in str(running.recorder.fault(CAM))
    running.stop()


def test_a_folder_with_other_files_or_a_disk_without_room_is_refused(tmp_path: Path) -> None:
    source = write_clip(tmp_path / "clip.mkv", 2)
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "cam1_000.mkv").write_bytes(b"")
    with pytest.raises(FolderTaken):
        Recorder(RecorderOrder((str(source),), taken, "test"), MachineClock())
    with pytest.raises(FolderNotWritable):
        Recorder(RecorderOrder((str(source),), source / "game", "test"), MachineClock())
    with pytest.raises(SpaceTooSmall, match="free some space"):
        Recorder(RecorderOrder((str(source),), tmp_path / "game", "test", event_hours=1e6), MachineClock())
    assert not (tmp_path / "game" / "session.json").exists()


def test_b_pictures_are_numbered_in_the_order_of_showing(tmp_path: Path) -> None:
    path = tmp_path / "b.mkv"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25, options={"bf": "2", "g": "12", "x264-params": "b-adapt=0"})
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for number in range(48):
            frame = av.VideoFrame(64, 48, "yuv420p")
            frame.pts = number
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    running = Running(RecorderOrder((str(path),), tmp_path / "game", "test", limits=SHORT))
    running.until(lambda status: status.ended)
    running.stop()
    (source,) = GameFolder(tmp_path / "game").sources()
    frames = list(source.frames())
    assert [frame.seq for frame in frames] == list(range(48))
    assert [frame.t_ns for frame in frames] == [40_000_000 * n for n in range(48)]
    assert len(source.segments) == 2
