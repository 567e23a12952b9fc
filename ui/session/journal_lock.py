"""At most one program writes a game's journal: the table while it is played, a judge's review afterwards.

The system frees the lock of a process that was killed, so nothing stale is left.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from engine.faults import Fault

LOCK_NAME: Final = "journal.lock"


class JournalBusy(Fault):
    template = "The game in “{path}” is still open in another window: close it there, then enter this again."


class JournalLock:
    """The right to write a folder's journal, until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        """Raises JournalBusy, or OSError where the folder cannot be written."""
        self._handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(self._handle):
            os.close(self._handle)
            raise JournalBusy(path=folder)

    def release(self) -> None:
        """Let others write."""
        os.close(self._handle)


def _locked(handle: int) -> bool:
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
