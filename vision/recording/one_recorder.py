"""At most one recorder for a folder: a second one asks the first to end, and takes over.

A recorder whose starter was killed goes on recording; whoever starts again with the same folder gets it this way. The
system frees the lock of a process that was killed, so nothing stale is left.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S
from vision.clock import Clock
from vision.recording.ring import RING_PREFIX, forget_ring

LOCK_NAME: Final = "recorder.lock"
ASK_NAME: Final = "recorder.stop"
WITHIN_NS: Final = 10 * NS_PER_S


class RecorderBusy(Fault):
    template = "Another recorder writes into “{path}” and does not end: stop it, or name another folder."


class OneRecorder:
    """The right to write into a folder, until `release` or the end of the process."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        """Waits up to ten seconds for a recorder that is asked to end; raises RecorderBusy or OSError."""
        self._folder = folder
        self._handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        until_ns = clock.now_ns() + WITHIN_NS
        while not _locked(self._handle):
            if clock.now_ns() > until_ns:
                os.close(self._handle)
                raise RecorderBusy(path=folder)
            os.close(os.open(folder / ASK_NAME, os.O_WRONLY | os.O_CREAT, 0o600))
            clock.sleep_until(clock.now_ns() + 50 * NS_PER_MS)
        (folder / ASK_NAME).unlink(missing_ok=True)

    @property
    def asked_to_end(self) -> bool:
        """Whether another recorder wants this folder."""
        return (self._folder / ASK_NAME).exists()

    def rings(self, names: Iterable[str]) -> None:
        """Note the rings that this recorder writes; those of a recorder that was killed are given back to the system."""
        kept = set(names)
        os.lseek(self._handle, 0, os.SEEK_SET)
        noted = os.read(self._handle, 65536).decode(errors="replace").split()
        for name in noted:
            if name not in kept and name.startswith(RING_PREFIX):
                forget_ring(name)
        os.ftruncate(self._handle, 0)
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, "\n".join(sorted(kept)).encode())

    def release(self) -> None:
        """Let others write."""
        os.close(self._handle)


def _locked(handle: int) -> bool:
    """Take the lock if it is free."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
