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
    """Opens cameras in a process of their own; no call but `end` waits, and that one no longer than they close."""

    def __init__(self, program: str, clock: Clock | None = None) -> None:
        self._program = program
        self._clock = clock or MachineClock()
        self._sources: tuple[str, ...] = ()
        self._wrong: dict[int, Fault] = {}
        self._keeper: RecorderKeeper | None = None
        self._thread: threading.Thread | None = None
        self._failure: list[Fault] = []

    def begin(self, sources: Sequence[str]) -> None:
        """Look at these cameras, and no longer at those before."""
        self.end()
        self._sources = tuple(sources)
        self._wrong, self._failure = {}, []
        for index, text in enumerate(self._sources):
            try:
                address_of(text)
            except Fault as fault:
                self._wrong[index] = fault
        right = tuple(text for index, text in enumerate(self._sources) if index not in self._wrong)
        if not right:
            return
        keeper = RecorderKeeper(RecorderOrder(right, None, self._program, microphone=False), self._clock)
        self._keeper = keeper
        self._thread = threading.Thread(target=self._start, args=(keeper,), name="camera-probe", daemon=True)
        self._thread.start()

    def _start(self, keeper: RecorderKeeper) -> None:
        try:
            keeper.start()
        except Fault as fault:
            self._failure.append(fault)

    def found(self) -> tuple[Delivered, ...]:
        """What is known of each source now, in their order."""
        keeper = self._keeper
        status = keeper.status if keeper is not None else None
        told = iter(status.cameras if status is not None else ())
        rows = []
        for index, text in enumerate(self._sources):
            shown = shown_address(text)
            if index in self._wrong:
                rows.append(Delivered(shown, fault=self._wrong[index]))
                continue
            camera = next(told, None)
            if camera is None or keeper is None:
                rows.append(Delivered(shown, fault=self._failure[0] if self._failure else None))
            else:
                rows.append(_delivered(shown, camera, keeper.fault(camera.camera)))
        return tuple(rows)

    def end(self) -> None:
        """Let the cameras go."""
        keeper, thread = self._keeper, self._thread
        self._keeper = self._thread = None
        if keeper is None or thread is None:
            return
        thread.join()
        if not self._failure:
            keeper.stop()


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
