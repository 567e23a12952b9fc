"""What every camera really delivers, all of them at once: the recorder itself opens them and keeps nothing."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.faults import Fault
from ui.session.recorder import RecorderKeeper
from vision.capture.addresses import address_of, redacted
from vision.capture.camera_state import CameraState
from vision.clock import Clock, MachineClock
from vision.recording.camera_path import CameraStatus
from vision.recording.recorder_order import RecorderOrder


@dataclass(frozen=True, slots=True)
class Delivered:
    """One camera as it is now; rate is measured."""

    address: str  # fit for a screen
    size_px: tuple[int, int] | None = None
    rate_hz: float = 0.0
    codec: str = ""
    pictures: int = 0
    fault: Fault | None = None
    over: bool = False  # a file that was read to its end

    @property
    def works(self) -> bool:
        """It has given pictures, and does not fail now."""
        return self.pictures > 0 and self.fault is None


class Probe(Protocol):
    """Looks at cameras until it is told to end."""

    def begin(self, sources: Sequence[str]) -> None: ...

    def found(self) -> tuple[Delivered, ...]: ...

    def end(self) -> None: ...


def shown_address(text: str) -> str:
    """A source as a screen may show it: without passwords."""
    return redacted(text) if "://" in text else text


class CameraProbe:
    """Opens cameras in a process of their own. Opening and letting go take their time in a thread: only `end` waits."""

    def __init__(self, program: str, clock: Clock | None = None) -> None:
        self._program = program
        self._clock = clock or MachineClock()
        self._change = threading.Condition()
        self._sources: tuple[str, ...] = ()
        self._wrong: dict[int, Fault] = {}
        self._wanted = 0  # grows with every choice
        self._ending = False
        self._open: tuple[int, RecorderKeeper, Fault | None] | None = None  # of which choice, and why it did not begin
        self._thread: threading.Thread | None = None

    def begin(self, sources: Sequence[str]) -> None:
        """Look at these cameras, and no longer at those before."""
        wrong: dict[int, Fault] = {}
        for index, text in enumerate(sources):
            try:
                address_of(text)
            except Fault as fault:
                wrong[index] = fault
        with self._change:
            self._sources, self._wrong = tuple(sources), wrong
            self._wanted += 1
            self._ending = False
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="camera-probe", daemon=True)
                self._thread.start()
            self._change.notify()

    def found(self) -> tuple[Delivered, ...]:
        """What is known of each source now, in their order."""
        with self._change:
            sources, wrong = self._sources, self._wrong
            of, keeper, failure = self._open if self._open is not None else (None, None, None)
            if of != self._wanted:
                keeper, failure = None, None
        status = keeper.status if keeper is not None else None
        told = iter(status.cameras if status is not None else ())
        rows = []
        for index, text in enumerate(sources):
            shown = shown_address(text)
            if index in wrong:
                rows.append(Delivered(shown, fault=wrong[index]))
                continue
            camera = next(told, None)
            if camera is None or keeper is None:
                rows.append(Delivered(shown, fault=failure))
            else:
                rows.append(_delivered(shown, camera, keeper.fault(camera.camera)))
        return tuple(rows)

    def end(self) -> None:
        """Let the cameras go."""
        with self._change:
            thread, self._thread = self._thread, None
            self._sources, self._ending = (), True
            self._wanted += 1
            self._change.notify()
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        """The newest choice is opened once the one before is let go; choices between are never opened."""
        done = 0
        while True:
            with self._change:
                self._change.wait_for(lambda done=done: self._wanted != done)  # type: ignore[misc]
                done, ending = self._wanted, self._ending
                right = tuple(text for index, text in enumerate(self._sources) if index not in self._wrong)
                old, self._open = self._open, None
            if old is not None and old[2] is None:
                old[1].stop()
            if ending:
                return
            if right:
                self._start(done, right)

    def _start(self, of: int, sources: tuple[str, ...]) -> None:
        keeper = RecorderKeeper(RecorderOrder(sources, None, self._program, microphone=False), self._clock)
        failure: Fault | None = None
        try:
            keeper.start()
        except Fault as fault:
            failure = fault
        with self._change:
            self._open = (of, keeper, failure)


def _delivered(shown: str, camera: CameraStatus, fault: Fault | None) -> Delivered:
    mode = camera.mode
    over = camera.state is CameraState.ENDED
    return Delivered(
        shown,
        mode.size_px if mode is not None else None,
        camera.rate_hz,
        mode.codec if mode is not None else "",
        camera.pictures,
        None if over or camera.state is CameraState.LIVE else fault,
        over,
    )
