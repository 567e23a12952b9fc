"""One short Matroska file that packets are copied into, untouched; playable at every moment, also after a crash."""

from __future__ import annotations

import contextlib
import io
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
from av.container import InputContainer, OutputContainer
from av.packet import Packet

from engine.intervals import NS_PER_MS
from vision.capture.packets import PicturePacket, StreamForm
from vision.recording.disk import WRITING, Disk, DiskFile, sync

MILLISECOND: Final = Fraction(1, 1000)
OPTIONS: Final = {
    "cluster_time_limit": "200",  # ms; what is newer is lost when the process is killed
    "flush_packets": "1",
}


class SegmentUnwritable(Exception):
    """The container does not take this packet, or cannot hold this codec."""


class _Through(io.RawIOBase):
    """Lets FFmpeg write through a DiskFile and keeps the first error, so that it reaches us unchanged."""

    def __init__(self, file: DiskFile) -> None:
        super().__init__()
        self._file = file
        self.error: OSError | None = None
        self.written = 0

    def write(self, piece: Any, /) -> int:
        if self.error is not None:  # nothing may follow a hole
            raise self.error
        view, written = memoryview(piece), 0
        try:
            while written < len(view):
                written += self._file.write(view[written:]) or 0
        except OSError as error:
            self.error = error
            raise
        self.written += written
        return written

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True


class SegmentFile:
    """An open segment; its name ends in `.writing` until it is closed."""

    def __init__(self, path: Path, form: StreamForm, first: PicturePacket, disk: Disk) -> None:
        """Raises OSError, or SegmentUnwritable where Matroska cannot hold the codec."""
        self.path = path
        self.open_path = path.with_name(path.name + WRITING)
        self.begins_ns = first.dts_ns
        self._base_ns = min(first.dts_ns, first.pts_ns)
        self._last_pts = -1
        self._taken = 0
        self._whole_bytes = 0  # up to here the file is whole clusters
        self.on_disk = 0
        """How many packets are in the file; the newest ones wait in memory until their cluster is complete."""
        self._file = disk.create(self.open_path)
        self._through = _Through(self._file)
        self._template: InputContainer | None = None
        self._container: OutputContainer | None = None
        try:
            self._template = form.opened()
            self._container = av.open(self._through, "w", format="matroska", options=dict(OPTIONS), buffer_size=1 << 17)
            self._stream = self._container.add_stream_from_template(self._template.streams.video[0])
            self._container.start_encoding()
        except (av.FFmpegError, OSError, ValueError) as error:
            self._abandon()
            self.open_path.unlink(missing_ok=True)  # there is no picture in it
            raise self._failure(error) from error

    def write(self, packet: PicturePacket) -> int:
        """Copy a packet; gives its presentation time in the file, in ms. Raises OSError or SegmentUnwritable."""
        assert self._container is not None
        pts = round((packet.pts_ns - self._base_ns) / NS_PER_MS)
        dts = round((packet.dts_ns - self._base_ns) / NS_PER_MS)
        if packet.pts_ns == packet.dts_ns:
            pts = dts = max(pts, self._last_pts + 1)
        self._last_pts = max(self._last_pts, pts)
        copy = Packet(packet.payload)
        copy.stream, copy.time_base, copy.pts, copy.dts = self._stream, MILLISECOND, pts, dts
        copy.is_keyframe = packet.keyframe
        before = self._through.written
        try:
            self._container.mux_one(copy)
        except (av.FFmpegError, OSError, ValueError) as error:
            raise self._failure(error) from error
        if self._through.written != before:
            self.on_disk, self._whole_bytes = self._taken, self._file.tell()
        self._taken += 1
        return pts

    def sync(self) -> None:
        """What was written survives a power cut."""
        sync(self._file)

    def finish(self) -> None:
        """Write the end of the file, after which all its packets are in it; raises OSError or SegmentUnwritable."""
        assert self._container is not None
        try:
            self._container.close()
        except (av.FFmpegError, OSError, ValueError) as error:
            raise self._failure(error) from error
        self.on_disk = self._taken

    def cut(self) -> None:
        """After a failure: end the file after its last whole cluster; so it stays playable, and tells no half."""
        assert self._container is not None
        self._through.error = self._through.error or OSError("cut")
        with contextlib.suppress(av.FFmpegError, OSError, ValueError):
            self._container.close()
        with contextlib.suppress(OSError):
            self._file.truncate(self._whole_bytes)

    def seal(self) -> None:
        """Wait until all is on the disk, and give the file its name; raises OSError.

        A file that the disk took no picture into is not a recording, and goes.
        """
        try:
            sync(self._file)
        finally:
            self._abandon()
            if self.on_disk:
                self.open_path.rename(self.path)
            else:
                self.open_path.unlink(missing_ok=True)

    def _abandon(self) -> None:
        for closable in (self._template, self._file):
            if closable is not None:
                with contextlib.suppress(av.FFmpegError, OSError):
                    closable.close()

    def _failure(self, error: Exception) -> OSError | SegmentUnwritable:
        if self._through.error is not None:
            return self._through.error
        return SegmentUnwritable(str(error))
