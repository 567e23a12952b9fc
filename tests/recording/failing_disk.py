"""A disk that fails when told to, so that a test needs no broken one."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

from vision.recording.disk import DiskFile, MachineDisk


class FailingDisk(MachineDisk):
    """A disk that fails when told to, in the middle of whatever is written."""

    def __init__(self) -> None:
        self.number: int | None = None
        self.free: int | None = None

    def create(self, path: Path) -> DiskFile:
        self.fail()
        return FailingFile(super().create(path), self)

    def append(self, path: Path) -> DiskFile:
        self.fail()
        return FailingFile(super().append(path), self)

    def free_bytes(self, folder: Path) -> int:
        return self.free if self.free is not None else super().free_bytes(folder)

    def fail(self) -> None:
        """Raise what is set."""
        if self.number is not None:
            raise OSError(self.number, "injected")


class FailingFile(io.FileIO):
    """Takes over an open file of the disk."""

    def __init__(self, file: DiskFile, disk: FailingDisk) -> None:
        super().__init__(os.dup(file.fileno()), "r+b" if file.tell() == 0 else "ab")
        file.close()
        self._disk = disk

    def write(self, piece: Any, /) -> int:
        self._disk.fail()
        return super().write(piece)
