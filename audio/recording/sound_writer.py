"""The thread that brings sound to the disk as FLAC, with the time at which it was heard."""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import OutputContainer
from numpy.typing import NDArray

from audio.recording.sound_times import COLUMNS, FILE_NAME, Hole, Stretch, line_of
from engine.intervals import NS_PER_S

log = logging.getLogger(__name__)

SEGMENT_NS: Final = 60 * NS_PER_S
QUEUE_PIECES: Final = 3_000
"""A minute of 20 ms pieces."""
HOLE_NS: Final = 2_000_000
ROW_NS: Final = NS_PER_S
"""Times are written down once a second, and whenever they do not follow from the samples before."""


class SoundWriter(threading.Thread):
    """Mono sound in, FLAC segments and times out; a disk that fails ends a segment, never the recording."""

    def __init__(self, folder: Path, tell: Callable[[str, int], None], first_segment: int = 0) -> None:
        """`tell` hears of holes: why, and when."""
        super().__init__(name="sound-writer", daemon=True)
        self._folder, self._tell = folder, tell
        self._queue: queue.Queue[tuple[NDArray[np.int16], int, int] | None] = queue.Queue(QUEUE_PIECES)
        self._number = first_segment
        self._container: OutputContainer | None = None
        self._file: Any = None
        self._stream: AudioStream | None = None
        self._path: Path | None = None
        self._rate_hz = 0
        self._began_ns = 0
        self._samples = 0  # in the open segment
        self._row: Stretch | None = None  # grows until it is written
        self._overflowed = 0
        self.rate_hz: int | None = None
        self.seconds = 0.0

    def put(self, samples: NDArray[np.int16], rate_hz: int, t_ns: int, *, wait: bool = False) -> None:
        """Samples (N,) and when the first was heard; waits for room only if asked to, as for sound of a file."""
        if wait:
            self._queue.put((samples, rate_hz, t_ns))
            return
        try:
            self._queue.put_nowait((samples, rate_hz, t_ns))
        except queue.Full:
            self._overflowed += len(samples)

    def end(self) -> None:
        """Nothing more comes; `join` waits for the files."""
        self._queue.put(None)

    def run(self) -> None:
        while (item := self._queue.get()) is not None:
            samples, rate_hz, t_ns = item
            try:
                self._take(samples, rate_hz, t_ns)
            except (OSError, av.FFmpegError) as error:
                log.warning("sound is not recorded: %s", error)
                self._tell("disk", t_ns)
                self._close()
        self._close()

    def _take(self, samples: NDArray[np.int16], rate_hz: int, t_ns: int) -> None:
        if self._container is None or rate_hz != self._rate_hz or t_ns - self._began_ns >= SEGMENT_NS:
            self._close()
            self._open(rate_hz, t_ns)
        row = self._row
        if row is not None:
            expected_ns = row.t_ns + round(row.samples * NS_PER_S / rate_hz)
            if abs(t_ns - expected_ns) > HOLE_NS:
                self._write_row()
                if t_ns > expected_ns:
                    why = "overload" if self._overflowed else "missing"
                    self._overflowed = 0
                    self._append(Hole(expected_ns, self._number, f"{why}; until {t_ns}"))
                    self._tell(why, expected_ns)
            elif t_ns - row.t_ns >= ROW_NS:
                self._write_row()
        if self._row is None:
            self._row = Stretch(t_ns, self._number, self._samples, 0)
        self._encode(samples)
        row = self._row
        self._row = Stretch(row.t_ns, row.segment, row.sample, row.samples + len(samples))
        self.seconds += len(samples) / rate_hz

    def _open(self, rate_hz: int, t_ns: int) -> None:
        self._path = self._folder / f"audio_{self._number:03}.flac"
        handle = os.open(
            f"{self._path}.writing", os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
        )
        self._file = os.fdopen(handle, "w+b", buffering=0)
        self._container = av.open(self._file, "w", format="flac", options={"flush_packets": "1"})
        self._stream = self._container.add_stream("flac", rate=rate_hz)
        self._stream.layout, self._stream.format = "mono", "s16"
        self._rate_hz = self.rate_hz = rate_hz
        self._began_ns, self._samples, self._row = t_ns, 0, None

    def _encode(self, samples: NDArray[np.int16]) -> None:
        assert self._container is not None
        assert self._stream is not None
        frame = AudioFrame.from_ndarray(np.ascontiguousarray(samples)[None, :], format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = self._rate_hz, self._samples, Fraction(1, self._rate_hz)
        self._container.mux(self._stream.encode(frame))
        self._samples += len(samples)

    def _write_row(self) -> None:
        row, self._row = self._row, None
        if row is not None:
            self._append(row)

    def _append(self, row: Stretch | Hole) -> None:
        path = self._folder / FILE_NAME
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            if os.fstat(handle).st_size == 0:
                os.write(handle, (",".join(COLUMNS) + "\n").encode())
            os.write(handle, line_of(row).encode())
        finally:
            os.close(handle)

    def _close(self) -> None:
        if self._container is None:
            return
        container, self._container = self._container, None
        assert self._stream is not None
        assert self._path is not None
        try:
            self._write_row()
            container.mux(self._stream.encode(None))
            container.close()
            os.fsync(self._file.fileno())
        except (OSError, av.FFmpegError) as error:
            log.warning("%s was closed without its end: %s", self._path.name, error)
        self._file.close()
        os.replace(f"{self._path}.writing", self._path)
        self._number += 1
