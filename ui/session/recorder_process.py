"""The recorder's process: records whatever happens to those it talks to."""

from __future__ import annotations

import logging
import signal
import threading
from collections import deque
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Final, TypeAlias

from audio.words import HeardWord
from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S
from ui.session.recorder_sound import RecorderSound
from vision.clock import Clock, MachineClock
from vision.recording.disk import Disk, FolderNotWritable
from vision.recording.one_recorder import OneRecorder
from vision.recording.recorder import Recorder
from vision.recording.recorder_order import RecorderNews, RecorderOrder, RecorderStatus

log = logging.getLogger(__name__)

STATUS_EVERY_NS: Final = 200 * NS_PER_MS
ALONE_FOR_NS: Final = 1800 * NS_PER_S
"""A recorder whose starter died goes on for half an hour, so that the game is whole, and then frees the cameras."""
MAX_NEWS: Final = 10_000


@dataclass(frozen=True, slots=True)
class StopRecording:
    """End every file and stop."""


@dataclass(frozen=True, slots=True)
class RecorderTells:
    """What happened, in order, and how everything is now."""

    news: tuple[RecorderNews, ...]
    status: RecorderStatus
    faults: tuple[tuple[CameraId, Fault], ...] = ()  # why a camera is lost, in words
    words: tuple[HeardWord, ...] = ()  # heard since the last message
    forgotten: int = 0  # news that nobody took in time; the times files have them all


@dataclass(frozen=True, slots=True)
class RecorderFailed:
    """The recorder could not begin."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class RecorderDone:
    """Every file is closed."""

    last: RecorderTells


RecorderMessage: TypeAlias = RecorderTells | RecorderFailed | RecorderDone


class Teller:
    """Sends on a thread of its own: whoever does not listen holds nothing up, and of old statuses none is kept."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Condition()
        self._news: deque[RecorderNews] = deque(maxlen=MAX_NEWS)
        self._words: deque[HeardWord] = deque(maxlen=MAX_NEWS)
        self._forgotten = 0
        self._status: RecorderTells | None = None
        self._last: RecorderFailed | RecorderDone | None = None
        self._gone = False
        self._thread = threading.Thread(target=self._send, name="teller", daemon=True)
        self._thread.start()

    def tell(self, news: list[RecorderNews], status: RecorderTells | None) -> None:
        """Never waits."""
        with self._lock:
            self._forgotten += max(0, len(self._news) + len(news) - MAX_NEWS)
            self._news.extend(news)
            self._words.extend(status.words if status is not None else ())
            self._status = status or self._status
            self._lock.notify()

    def end(self, last: RecorderFailed | RecorderDone) -> None:
        """Send what waits and something last, but no longer than two seconds."""
        with self._lock:
            self._last = last
            self._lock.notify()
        self._thread.join(timeout=2.0)

    def _next(self) -> RecorderMessage | None:
        with self._lock:
            while self._status is None and self._last is None:
                self._lock.wait()
            if self._status is not None:
                status, self._status = self._status, None
                words = tuple(self._words)
                told = RecorderTells(tuple(self._news), status.status, status.faults, words, self._forgotten)
                self._news.clear()
                self._words.clear()
                return told
            last, self._last = self._last, None
            return last

    def _send(self) -> None:
        while (message := self._next()) is not None:
            try:
                self._connection.send(message)
            except (BrokenPipeError, ConnectionResetError, OSError):
                return
            if isinstance(message, RecorderFailed | RecorderDone):
                return


def run_recorder(
    order: RecorderOrder, connection: Connection, clock: Clock | None = None, disk: Disk | None = None
) -> None:
    """The process's body; `clock` and `disk` are the machine's unless a test of faults brings its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the starter tells us to stop
    ending = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ending.set())
    clock = clock if clock is not None else MachineClock()
    teller = Teller(connection)
    lock: OneRecorder | None = None
    try:
        if order.folder is not None:
            lock = _only_one(order, clock)
        sound = _sound(order, clock)
        recorder = Recorder(order, clock, disk, sound)
    except Fault as fault:
        teller.end(RecorderFailed(fault))
        return
    if sound is not None:
        sound.start(recorder.zero_ns)
    recorder.start()
    try:
        _run(recorder, sound, connection, teller, clock, ending, lock)
    finally:
        recorder.stop()
        if sound is not None:
            sound.stop()
            _note_sound(recorder, sound)
        teller.end(RecorderDone(_told(recorder)))
        recorder.close(forget_rings=False)
        if lock is not None:
            lock.release()


def _only_one(order: RecorderOrder, clock: Clock) -> OneRecorder:
    assert order.folder is not None
    try:
        order.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = OneRecorder(order.folder, clock)
        lock.rings(order.ring_names().values())
    except OSError as error:
        raise FolderNotWritable(path=order.folder) from error
    return lock


def _sound(order: RecorderOrder, clock: Clock) -> RecorderSound | None:
    if order.folder is None:
        return None
    live = any(address.live for address in order.cameras().values())
    return RecorderSound(order.folder, clock, microphone=live and order.microphone, live=live)


def _note_sound(recorder: Recorder, sound: RecorderSound | None) -> None:
    if sound is not None and sound.rate_hz is not None:
        recorder.note_sound(sound.source, sound.rate_hz)


def _run(
    recorder: Recorder,
    sound: RecorderSound | None,
    connection: Connection,
    teller: Teller,
    clock: Clock,
    ending: threading.Event,
    lock: OneRecorder | None,
) -> None:
    next_ns = 0
    alone_since_ns: int | None = None
    while not ending.is_set() and not recorder.ended:
        if alone_since_ns is None:
            asked = _asked(connection)
            if asked is StopRecording:
                return
            if asked is EOFError:
                alone_since_ns = clock.now_ns()
        else:
            ending.wait(0.05)
            if clock.now_ns() - alone_since_ns > ALONE_FOR_NS:
                return
        if lock is not None and lock.asked_to_end:
            return
        now_ns = clock.now_ns()
        recorder.tick()
        _note_sound(recorder, sound)
        news = recorder.news()
        words = sound.words() if sound is not None else ()
        if news or words or now_ns >= next_ns:
            next_ns = now_ns + STATUS_EVERY_NS
            told = replace(_told(recorder, news), words=words)
            teller.tell(news, told)


def _asked(connection: Connection) -> type | None:
    try:
        if connection.poll(0.05):
            return StopRecording if isinstance(connection.recv(), StopRecording) else None
    except (EOFError, OSError):
        return EOFError
    return None


def _told(recorder: Recorder, news: list[RecorderNews] | None = None) -> RecorderTells:
    found = tuple(news) if news is not None else tuple(recorder.news())
    status = recorder.status()
    faults = [(camera.camera, recorder.fault(camera.camera)) for camera in status.cameras]
    return RecorderTells(found, status, tuple((camera, fault) for camera, fault in faults if fault is not None))
