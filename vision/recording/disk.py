"""The disk that a recording lies on: files that only their owner may read, and what can go wrong with it, in codes."""

from __future__ import annotations

import errno
import os
import shutil
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from engine.faults import Fault

WRITING = ".writing"
"""The end of a file's name until it is closed."""


class DiskTrouble(StrEnum):
    """Why nothing can be written."""

    FULL = "disk_full"
    READ_ONLY = "disk_read_only"
    GONE = "disk_gone"
    FAILED = "disk_failed"


class FolderTaken(Fault):
    template = "“{path}” holds other files: name a new folder for the recording."


class FolderNotWritable(Fault):
    template = "“{path}” cannot be written: name a folder on a disk that you may write to."


class SpaceTooSmall(Fault):
    template = (
        "“{path}” has {free} GB free, {hours} hours of {cameras} cameras may need {needed} GB: free some space, "
        "name another disk or fewer hours."
    )


_TROUBLES = {
    errno.ENOSPC: DiskTrouble.FULL,
    errno.EDQUOT: DiskTrouble.FULL,
    errno.EFBIG: DiskTrouble.FULL,
    errno.EROFS: DiskTrouble.READ_ONLY,
    errno.EACCES: DiskTrouble.READ_ONLY,
    errno.EPERM: DiskTrouble.READ_ONLY,
    errno.ENOENT: DiskTrouble.GONE,
    errno.ENODEV: DiskTrouble.GONE,
    errno.ENXIO: DiskTrouble.GONE,
    errno.ESTALE: DiskTrouble.GONE,
}


def trouble_of(error: Exception) -> DiskTrouble:
    """An error of the system as a code."""
    number = getattr(error, "errno", None)
    return _TROUBLES.get(number, DiskTrouble.FAILED) if isinstance(number, int) else DiskTrouble.FAILED


class DiskFile(Protocol):
    """An open file; FFmpeg writes through it, so every failure is seen as it happens."""

    def write(self, piece: bytes | memoryview, /) -> int | None: ...

    def seek(self, offset: int, whence: int = 0, /) -> int: ...

    def tell(self) -> int: ...

    def truncate(self, size: int, /) -> int: ...

    def flush(self) -> None: ...

    def fileno(self) -> int: ...

    def close(self) -> None: ...


class Disk(Protocol):
    """Where files are made."""

    def create(self, path: Path) -> DiskFile: ...

    def append(self, path: Path) -> DiskFile: ...

    def free_bytes(self, folder: Path) -> int: ...


class MachineDisk:
    """The machine's own disks."""

    def create(self, path: Path) -> DiskFile:
        """A new file; raises OSError where one of this name is there."""
        return _opened(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, "w+b")

    def append(self, path: Path) -> DiskFile:
        """A file that only grows."""
        return _opened(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, "ab")

    def free_bytes(self, folder: Path) -> int:
        """Room for this user on the folder's disk."""
        return shutil.disk_usage(folder).free


def _opened(path: Path, flags: int, mode: str) -> DiskFile:
    binary = getattr(os, "O_BINARY", 0)
    no_link = getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags | binary | no_link, 0o600)
    return open(handle, mode, buffering=0)


def sync(file: DiskFile) -> None:
    """What was written survives a power cut."""
    file.flush()
    os.fsync(file.fileno())
