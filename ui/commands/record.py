"""`record`: cameras, streams and files into the folder of a game, with every loss told as it happens."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

from engine.intervals import NS_PER_S
from ui.session.recorder import News, RecorderDied, RecorderKeeper
from ui.words import Words
from vision.capture.camera_state import CameraState
from vision.recording.camera_path import CameraStatus
from vision.recording.camera_writer import DiskChanged, GapFound, LossBegan
from vision.recording.recorder_order import ClockStepped, RecorderOrder, RecorderStatus

LINE_EVERY_NS: Final = 10 * NS_PER_S
PATIENCE_NS: Final = 5 * NS_PER_S  # for the first picture, beyond the length that was asked for
PROGRAM: Final = f"table-monitor {version('mafia-table-monitor')}"


def record(words: Words, sources: Sequence[str], out: Path, seconds: float | None, hours: float | None) -> int:
    """Exit code 1 where pictures are missing from the recording, each told in the times file."""
    order = RecorderOrder(sources=tuple(sources), folder=out, program=PROGRAM, event_hours=hours)
    order.cameras()  # a source that cannot be is said before a process is started
    keeper = RecorderKeeper(order)
    ending = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: ending.set())
    telling = Telling(words, hours)
    try:
        keeper.start()
        until_ns: int | None = None
        first_ns: int | None = None
        while not keeper.over and not ending.wait(0.1):
            status = keeper.status
            telling.tell(keeper, status)
            if seconds is None or status is None:
                continue
            first_ns = status.t_ns if first_ns is None else first_ns
            began = [camera for camera in status.cameras if camera.pictures]
            if not began and status.t_ns - first_ns >= round(seconds * NS_PER_S) + PATIENCE_NS:
                break  # nobody answers: the summary says so
            if until_ns is None and began:
                until_ns = status.t_ns + round(seconds * NS_PER_S)
            if until_ns is not None and status.t_ns >= until_ns:
                break
    except KeyboardInterrupt:
        say(words("Ending the recording …"))
    finally:
        keeper.stop()
        signal.signal(signal.SIGTERM, before)
    telling.tell(keeper, keeper.status)
    return telling.end(keeper.status, out)


class Telling:
    """Lines for a person at a terminal, on the error stream."""

    def __init__(self, words: Words, hours: float | None) -> None:
        self._words, self._hours = words, hours
        self._states: dict[str, CameraState] = {}
        self._notes: set[str] = set()
        self._next_ns = LINE_EVERY_NS
        self._lost = 0

    def tell(self, keeper: RecorderKeeper, status: RecorderStatus | None) -> None:
        """Whatever is new."""
        for news in keeper.news():
            self._lost += news.frames if isinstance(news, GapFound) else 0
            say(sentence(news, self._words))
        if status is None:
            return
        for camera in status.cameras:
            self._camera(camera, keeper)
        left = status.hours_left
        if left is not None and left < (self._hours or 1.0):
            self._once("space", self._words("The disk has room for {hours} h more.", hours=self._words.number(left, 1)))
        if status.t_ns >= self._next_ns:
            self._next_ns = status.t_ns + LINE_EVERY_NS
            say("  ".join(_figures(camera, self._words, status.t_ns) for camera in status.cameras))

    def end(self, status: RecorderStatus | None, out: Path) -> int:
        """The summary; 1 where something is missing."""
        for camera in status.cameras if status is not None else ():
            say(
                self._words(
                    "{camera}: {written} pictures recorded, {lost} missing",
                    camera=camera.camera,
                    written=camera.written,
                    lost=camera.lost,
                )
            )
        say(self._words("The recording lies in {path}.", path=out))
        empty = status is None or any(camera.written == 0 for camera in status.cameras)
        return 1 if self._lost or empty else 0

    def _camera(self, camera: CameraStatus, keeper: RecorderKeeper) -> None:
        words = self._words
        if camera.state is not self._states.get(camera.camera):
            self._states[camera.camera] = camera.state
            fault = keeper.fault(camera.camera)
            text = words.code("camera_state", camera.state)
            why = f" ({words.code('camera_trouble', camera.trouble)})" if camera.trouble is not None else ""
            say(f"{camera.camera}: {text}{why}" + ("" if fault is None else f" · {words.fault(fault)}"))
        if camera.state is CameraState.LIVE and camera.mode is not None:
            mode = camera.mode
            size = f"{mode.size_px[0]}×{mode.size_px[1]}"
            exposure = "" if mode.exposure_ns is None else f", {words.seconds(mode.exposure_ns, 4)} s"
            self._once(
                f"{camera.camera} mode",
                f"{camera.camera}: {camera.address} · {size}, {mode.codec}, {mode.pixel_format or '–'}{exposure}",
            )
        if camera.keyframes_rare:
            self._once(
                f"{camera.camera} keyframes",
                words(
                    "{camera}: a keyframe comes only every {seconds} s; set the camera to one a second.",
                    camera=camera.camera,
                    seconds=words.seconds(camera.keyframe_every_ns, 1),
                ),
            )
        if camera.rate_dropped:
            self._once(
                f"{camera.camera} rate",
                words(
                    "{camera}: only {rate} pictures a second instead of {usual}; more light or a fixed exposure helps.",
                    camera=camera.camera,
                    rate=words.number(camera.rate_hz, 1),
                    usual=words.number(camera.usual_rate_hz, 1),
                ),
            )

    def _once(self, key: str, text: str) -> None:
        if key not in self._notes:
            self._notes.add(key)
            say(text)


def sentence(news: News, words: Words) -> str:
    """One thing that happened, for a person."""
    match news:
        case GapFound():
            return words(
                "{camera}: {frames} pictures are missing from {start} s to {end} s ({reason})",
                camera=news.camera,
                frames=news.frames,
                start=words.seconds(news.from_ns),
                end=words.seconds(news.until_ns),
                reason=words.code("loss", news.reason),
            )
        case LossBegan():
            return words(
                "{camera}: pictures are being lost since {start} s ({reason})",
                camera=news.camera,
                start=words.seconds(news.t_ns),
                reason=words.code("loss", news.reason),
            )
        case DiskChanged(trouble=None):
            return words("{camera}: the disk takes pictures again", camera=news.camera)
        case DiskChanged():
            return f"{news.camera}: {words.code('loss', news.trouble or '')}"
        case ClockStepped():
            return words(
                "The computer's clock was set by {seconds} s; the recording's times are not affected.",
                seconds=words.seconds(news.by_ns, 3),
            )
        case RecorderDied():
            return words("The recorder stopped and is started again.")


def _figures(camera: CameraStatus, words: Words, t_ns: int) -> str:
    age = "–" if camera.newest_t_ns is None else words.seconds(max(0, t_ns - camera.newest_t_ns), 1)
    rate = words.number(camera.rate_hz, 1)
    return words(
        "{camera}: {written} pictures, {rate}/s, newest {age} s ago, {lost} missing",
        camera=camera.camera,
        written=camera.written,
        rate=rate,
        age=age,
        lost=camera.lost,
    )


def say(line: str) -> None:
    """A line on the error stream, at once."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
