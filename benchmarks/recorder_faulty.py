"""The body of a recorder whose clock and disk do what a file says; loads nothing that a recorder does not."""

from __future__ import annotations

import contextlib
import os
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from tests.recording.failing_disk import FailingDisk
from ui.session.recorder_process import run_recorder
from vision.clock import MachineClock
from vision.recording.recorder_order import RecorderOrder


class FaultyClock(MachineClock):
    """The calendar clock as a file says that it is set."""

    def __init__(self, control: Path) -> None:
        self._control = control

    def utc(self) -> datetime:
        with contextlib.suppress(OSError, ValueError):
            return datetime.now(UTC) + timedelta(seconds=float((self._control / "step").read_text()))
        return datetime.now(UTC)


class FaultyDisk(FailingDisk):
    """A disk that fails as long as a file says so."""

    def __init__(self, control: Path) -> None:
        super().__init__()
        self._control = control / "errno"

    def fail(self) -> None:
        """Raise what the file says."""
        with contextlib.suppress(FileNotFoundError, ValueError):
            number = int(self._control.read_text())
            raise OSError(number, "injected")


def control_of(folder: Path) -> Path:
    """Where the files are that say what fails."""
    return folder.parent.parent / f"control-{folder.parent.name}"


def faulty_recorder(order: RecorderOrder, connection: Connection) -> None:
    """Says its process id, then records."""
    assert order.folder is not None
    control = control_of(order.folder)
    (control / "recorder.pid").write_text(str(os.getpid()))
    run_recorder(order, connection, FaultyClock(control), FaultyDisk(control))
