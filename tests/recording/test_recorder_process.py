"""The recorder's process: killed it is there again, abandoned it goes on, and whoever does not listen holds nothing up."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from engine.intervals import NS_PER_S
from tests.recording.accounts import account
from tests.recording.rtsp_camera import RtspCamera
from ui.session.live_recording import newest_frames, sources_of
from ui.session.recorder import RecorderDied, RecorderKeeper, as_gap, with_rings
from ui.session.recorder_process import RecorderDone, RecorderFailed, RecorderTells, Teller, run_recorder
from vision.clock import MachineClock
from vision.recording.camera_writer import GapFound, WriterLimits
from vision.recording.disk import FolderNotWritable
from vision.recording.one_recorder import OneRecorder
from vision.recording.recorder_order import RecorderOrder, RecorderStatus
from vision.recording.ring import RING_PREFIX, RingReader, RingWriter
from vision.recording.salvage import packets_of

pytestmark = pytest.mark.thorough

LIMITS = WriterLimits(segment_ns=2 * NS_PER_S, kept_free_bytes=0)


def until(keeper: RecorderKeeper, holds: Callable[[RecorderStatus], bool], within_s: float = 60.0) -> RecorderStatus:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        status = keeper.status
        if status is not None and holds(status):
            return status
        time.sleep(0.02)
    pytest.fail("it never came to that")


def test_a_killed_recorder_is_there_again_within_two_seconds_and_its_ring_still_shows(tmp_path: Path) -> None:
    with RtspCamera(rate_hz=30) as camera:
        keeper = RecorderKeeper(with_rings(RecorderOrder((camera.url,), tmp_path / "game", "test", limits=LIMITS)))
        keeper.start()
        eyes = sources_of(keeper, MachineClock())
        until(keeper, lambda status: status.cameras[0].written > 60)
        process = keeper.process
        assert process is not None
        until(keeper, lambda _: keeper.spare_ready)
        process.kill()
        process.join()
        until(keeper, lambda status: not status.cameras[0].armed)
        until(keeper, lambda status: status.cameras[0].armed and keeper.process is not process)
        seen = [frame.seq for _ in range(300) for frame in newest_frames(eyes)]
        for eye in eyes:
            eye.close()
        keeper.stop()
        news = keeper.news()
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert found.longest_gap_s < 2.0
    assert seen
    died = [n for n in news if isinstance(n, RecorderDied)]
    gaps = [n for n in news if isinstance(n, GapFound)]
    assert len(died) == 1
    assert [gap.frames for gap in gaps] == [found.told]
    assert "recorder_restarted" in as_gap(gaps[0])[0]
    assert not [path for path in (tmp_path / "game").glob("*.writing") if packets_of(path).pts]


def test_an_abandoned_recorder_goes_on_until_somebody_takes_its_folder(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with RtspCamera(rate_hz=30) as camera:
        order = RecorderOrder((camera.url,), tmp_path / "game", "test", limits=LIMITS)
        ours, theirs = context.Pipe()
        first = context.Process(target=run_recorder, args=(order, theirs))
        first.start()
        theirs.close()
        while not (ours.poll(30) and isinstance(told := ours.recv(), RecorderTells) and told.status.cameras[0].written):
            pass
        ours.close()  # whoever started it is gone
        time.sleep(1.0)
        assert first.is_alive()
        keeper = RecorderKeeper(order)
        keeper.start()
        until(keeper, lambda status: status.cameras[0].written > 10)
        keeper.stop()
        first.join(10)
    found = account(tmp_path / "game")
    assert found.unreported == 0
    assert len(found.gaps) == 1


def test_rings_of_a_recorder_that_was_killed_are_given_back(tmp_path: Path) -> None:
    """A killed recorder once left a minute of pictures in memory until the computer was started again."""
    name = f"{RING_PREFIX}test-{uuid4().hex[:8]}"
    first = OneRecorder(tmp_path, MachineClock())
    first.rings([name])
    ring = RingWriter(name, capacity=1000, slots=4)
    ring.close(forget=False)
    first.release()
    second = OneRecorder(tmp_path, MachineClock())
    second.rings([])
    second.release()
    with pytest.raises(FileNotFoundError):
        RingReader(name)


def test_a_folder_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    keeper = RecorderKeeper(RecorderOrder(("rtsp://127.0.0.1:9/x",), tmp_path / "file" / "game", "test"))
    with pytest.raises(FolderNotWritable):
        keeper.start()


def a_status() -> RecorderTells:
    return RecorderTells((), RecorderStatus(0, 0, (), None, None, ended=False))


def test_a_listener_that_does_not_listen_costs_old_news_only() -> None:
    """A frozen window or table: telling never waits, and memory is bounded."""
    ours, theirs = multiprocessing.Pipe()
    teller = Teller(theirs)
    began = time.process_time()
    for number in range(40_000):
        teller.tell([GapFound("cam1", number, number, 1, "refused")], a_status())  # type: ignore[arg-type]
    assert time.process_time() - began < 5.0
    assert len(teller._news) <= 10_000
    heard: list[GapFound] = []
    forgotten = 0
    teller._last = RecorderDone(a_status())
    while True:
        message = ours.recv()
        if isinstance(message, RecorderDone | RecorderFailed):
            break
        heard += [news for news in message.news if isinstance(news, GapFound)]
        forgotten = message.forgotten
    assert [news.from_ns for news in heard] == sorted(news.from_ns for news in heard)
    assert heard[-1].from_ns == 39_999
    assert len(heard) + forgotten == 40_000
    teller._thread.join(5)
    ours.close()
