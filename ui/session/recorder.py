"""Keeps a recorder running: starts it, listens to it, and starts it again at once when it dies or hangs."""

from __future__ import annotations

import logging
import multiprocessing
import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, TypeAlias

from audio.words import HeardWord
from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_S
from ui.session.live_words import MOST_WORDS
from ui.session.recorder_process import (
    RecorderDone,
    RecorderFailed,
    RecorderTells,
    StopRecording,
    run_recorder,
)
from vision.capture.camera_state import CameraState, CameraTrouble
from vision.clock import Clock, MachineClock
from vision.recording.camera_writer import DiskChanged, GapFound, LossBegan
from vision.recording.recorder_order import ClockStepped, RecorderNews, RecorderOrder, RecorderStatus
from vision.recording.ring import RING_PREFIX, forget_ring

log = logging.getLogger(__name__)

QUIET_POLLS: Final = 40
POLL_S: Final = 0.1
"""A recorder that says nothing for forty polls in a row hangs. Polls are counted, not time, so that a supervisor
which was itself frozen does not blame the recorder."""
LOADING_POLLS: Final = 600
"""A busy computer may need long to load a process."""
STARTS_IN_A_MINUTE: Final = 5
STOP_WITHIN_S: Final = 30.0
BEGIN_WITHIN_S: Final = 120.0


@dataclass(frozen=True, slots=True)
class RecorderDied:
    """The recorder's process ended by itself; it is being started again."""

    t_ns: int
    often: bool  # it keeps dying


News: TypeAlias = RecorderNews | RecorderDied
Body: TypeAlias = Callable[[RecorderOrder, Connection], None]


@dataclass(frozen=True, slots=True)
class SpareReady:
    """A spare process is loaded."""


def wait_for_order(body: Body, connection: Connection) -> None:
    """The body of a spare process: everything is loaded, so that a recorder which dies is replaced at once."""
    try:
        connection.send(SpareReady())
        order = connection.recv()
    except (EOFError, OSError):
        return  # it was not needed
    body(order, connection)


def with_rings(order: RecorderOrder) -> RecorderOrder:
    """The order with a name for its rings that nobody else has."""
    return replace(order, ring_prefix=f"{RING_PREFIX}{secrets.token_hex(6)}-")


class RecorderKeeper:
    """The supervisor; its methods may be called from any thread and none of them waits but `start` and `stop`."""

    def __init__(self, order: RecorderOrder, clock: Clock | None = None, body: Body = run_recorder) -> None:
        self._clock = clock if clock is not None else MachineClock()
        zero_ns = order.zero_ns if order.zero_ns is not None else self._clock.now_ns()
        self.order = replace(order, zero_ns=zero_ns)
        self._body = body
        self._lock = threading.Lock()
        self._news: deque[News] = deque()
        self._words: deque[HeardWord] = deque(maxlen=MOST_WORDS)
        self._status: RecorderStatus | None = None
        self._faults: dict[CameraId, Fault] = {}
        self._begun = threading.Event()
        self._heard = False  # whether the process that runs now has said anything: loading it may take long
        self._stopping = threading.Event()
        self._over = threading.Event()
        self._failure: Fault | None = None
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._spare: tuple[BaseProcess, Connection] | None = None
        self._starts: deque[int] = deque(maxlen=STARTS_IN_A_MINUTE)
        self._thread = threading.Thread(target=self._keep, name="recorder-keeper", daemon=True)

    def start(self) -> None:
        """Start the process and wait until it says that it runs; raises the Fault that keeps it from beginning."""
        self._spawn()
        self._thread.start()
        self._begun.wait(BEGIN_WITHIN_S)
        if self._failure is not None:
            self._thread.join()
            self._let_spare_go()
            raise self._failure

    def stop(self) -> None:
        """End every file; a recorder that does not end in half a minute is killed, its files can be recovered."""
        self._stopping.set()
        with self._lock:
            connection = self._connection
        try:
            if connection is not None:
                connection.send(StopRecording())
        except (BrokenPipeError, OSError):
            pass
        self._over.wait(STOP_WITHIN_S)
        process = self._process
        if process is not None:
            process.join(timeout=5.0)
            if process.is_alive():
                process.kill()
                process.join()
        self._thread.join()
        self._let_spare_go()
        for name in self.order.ring_names().values():
            forget_ring(name)

    def news(self) -> list[News]:
        """What happened since the last call."""
        with self._lock:
            found = list(self._news)
            self._news.clear()
        return found

    def words(self) -> list[HeardWord]:
        """What was said since the last call."""
        with self._lock:
            found = list(self._words)
            self._words.clear()
        return found

    @property
    def status(self) -> RecorderStatus | None:
        """The newest status; its age tells whether the recorder is well."""
        with self._lock:
            return self._status

    def fault(self, camera: CameraId) -> Fault | None:
        """Why a camera is lost, in words."""
        with self._lock:
            return self._faults.get(camera)

    @property
    def over(self) -> bool:
        """Whether the recorder ended because there was nothing more to record, or was told to."""
        return self._over.is_set()

    @property
    def spare_ready(self) -> bool:
        """Whether a recorder that dies now is replaced at once, not after loading another."""
        spare = self._spare
        return spare is not None and spare[1].poll()

    @property
    def process(self) -> BaseProcess | None:
        """The recorder's process now."""
        return self._process

    def _spawn(self) -> None:
        process, ours = self._spare if self._spare is not None else self._waiting_process()
        self._spare = None
        ours.send(self.order)
        self._heard = False
        self._starts.append(self._clock.now_ns())
        with self._lock:
            old, self._connection, self._process = self._connection, ours, process
        if old is not None:
            old.close()

    def _waiting_process(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=wait_for_order, args=(self._body, theirs), name="recorder", daemon=False)
        process.start()
        theirs.close()
        return process, ours

    def _let_spare_go(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            process, connection = spare
            connection.close()
            process.join(timeout=10.0)
            if process.is_alive():
                process.kill()
                process.join()

    def _keep(self) -> None:
        quiet = 0
        while not self._over.is_set():
            heard = self._listen()
            if heard:
                quiet, self._heard = 0, True
                if self._spare is None and self._begun.is_set() and not self._stopping.is_set():
                    self._spare = self._waiting_process()
                continue
            quiet += 1
            process = self._process
            dead = process is None or not process.is_alive()
            if dead and heard is None:
                self._died()
                quiet = 0
            elif quiet > (QUIET_POLLS if self._heard else LOADING_POLLS) and not self._stopping.is_set():
                assert process is not None
                log.warning("the recorder hangs and is started again")
                process.kill()
                process.join()
        self._begun.set()

    def _listen(self) -> bool | None:
        """True where something was heard, False where not yet, None where nothing ever will be."""
        assert self._connection is not None
        try:
            if not self._connection.poll(POLL_S):
                return False
            message = self._connection.recv()
        except (EOFError, OSError):
            if self._process is not None:
                self._process.join(timeout=POLL_S)
            return None
        if isinstance(message, SpareReady):
            return False  # loaded, but nothing is recorded yet
        match message:
            case RecorderTells():
                self._take(message)
            case RecorderDone(last):
                self._take(last)
                self._over.set()
            case RecorderFailed(fault):
                if not self._begun.is_set():
                    self._failure = fault
                    self._over.set()
        return True

    def _take(self, told: RecorderTells) -> None:
        with self._lock:
            self._news.extend(told.news)
            self._words.extend(told.words)
            self._status = told.status
            self._faults = dict(told.faults)
        self._begun.set()

    def _died(self) -> None:
        if self._stopping.is_set():
            self._over.set()
            return
        now_ns = self._clock.now_ns()
        often = len(self._starts) == STARTS_IN_A_MINUTE and now_ns - self._starts[0] < 60 * NS_PER_S
        assert self.order.zero_ns is not None
        with self._lock:
            self._news.append(RecorderDied(now_ns - self.order.zero_ns, often))
            if self._status is not None:
                self._status = _without_recorder(self._status)
        if often:
            self._stopping.wait(2.0)
        if not self._stopping.is_set():
            self._spawn()


def _without_recorder(status: RecorderStatus) -> RecorderStatus:
    """What is true while nothing is recorded: no camera is seen, and nothing may be judged."""
    cameras = (
        replace(camera, state=CameraState.LOST, trouble=CameraTrouble.RESTARTED, armed=False)
        for camera in status.cameras
    )
    return replace(status, cameras=tuple(cameras))


def as_gap(news: News) -> tuple[str, int]:
    """(why, t_ns) of a journal's gap line."""
    match news:
        case GapFound():
            return f"{news.camera} {news.reason}; frames {news.frames}; until {news.until_ns}", news.from_ns
        case LossBegan():
            return f"{news.camera} {news.reason} begins", news.t_ns
        case DiskChanged():
            return f"{news.camera} {news.trouble or 'disk takes pictures again'}", news.t_ns
        case ClockStepped():
            return f"calendar clock stepped by {news.by_ns} ns", news.t_ns
        case RecorderDied():
            return "recorder died and is started again", news.t_ns
