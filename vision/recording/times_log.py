"""cam1_times.csv while it grows: every row reaches the system at once, and none is lost while the disk is full."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from vision.recording.disk import Disk, DiskFile, sync
from vision.recording.times_file import COLUMNS, GapRow, PictureTime, line_of

HEADER: Final = (",".join(COLUMNS) + "\n").encode()
MAX_WAITING: Final = 4_000_000
"""Bytes of rows that wait for a disk; some twenty minutes of four cameras."""


class TimesLog:
    """One camera's times file, only ever appended to."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._path, self._disk = path, disk
        self._file: DiskFile | None = None
        self._waiting = bytearray()

    def add(self, rows: Iterable[PictureTime | GapRow]) -> None:
        """Append rows; raises OSError where the disk refuses, and keeps them for the next call."""
        for row in rows:
            if len(self._waiting) < MAX_WAITING:
                self._waiting += line_of(row).encode()
        self._write()

    def sync(self) -> None:
        """Rows written so far survive a power cut."""
        if self._file is not None:
            sync(self._file)

    def close(self) -> None:
        """End the file; raises OSError where rows are still waiting and cannot be written."""
        try:
            self._write()
            self.sync()
        finally:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _write(self) -> None:
        if self._file is None:
            if not self._waiting:
                return
            new = not self._path.exists() or self._path.stat().st_size == 0
            self._file = self._disk.append(self._path)
            if new:
                self._waiting[:0] = HEADER
        while self._waiting:
            written = self._file.write(bytes(self._waiting))
            del self._waiting[: written or 0]
