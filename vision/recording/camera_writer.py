"""The thread that brings one camera's packets to the disk, and writes down every picture that did not get there."""

from __future__ import annotations

import heapq
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from engine.cues import CameraId
from engine.intervals import NS_PER_S
from vision.capture.camera_state import DeliveredMode
from vision.capture.packets import PicturePacket, StreamForm
from vision.recording.disk import Disk, DiskTrouble, trouble_of
from vision.recording.packet_queue import Begins, PacketQueue
from vision.recording.segment_file import SegmentFile, SegmentUnwritable
from vision.recording.times_file import GapRow, PictureTime, gap_note
from vision.recording.times_log import TimesLog

log = logging.getLogger(__name__)

SEGMENT_NS: Final = 60 * NS_PER_S
KEPT_FREE_BYTES: Final = 200_000_000
"""Recording ends before the disk is quite full, so that the journal and the files' own ends still fit."""
RETRY_NS: Final = NS_PER_S
SYNC_NS: Final = NS_PER_S
OVERLOAD: Final = "recorder_overloaded"
NOT_RECORDABLE: Final = "not_recordable"


@dataclass(frozen=True, slots=True)
class GapFound:
    """Pictures that are missing from the recording: after `from_ns`, before `until_ns`."""

    camera: CameraId
    from_ns: int
    until_ns: int
    frames: int
    reason: str


@dataclass(frozen=True, slots=True)
class LossBegan:
    """Pictures are being lost now."""

    camera: CameraId
    t_ns: int
    reason: str


@dataclass(frozen=True, slots=True)
class DiskChanged:
    """The disk takes no more, or takes again (None)."""

    camera: CameraId
    t_ns: int
    trouble: DiskTrouble | None


WriterNews: TypeAlias = GapFound | LossBegan | DiskChanged


@dataclass(frozen=True, slots=True, order=True)
class _Row:
    """A picture whose row is not written yet."""

    pts_ns: int
    seq: int
    picture: PictureTime = field(compare=False)
    place: int = field(compare=False)  # among its segment's packets


@dataclass(frozen=True, slots=True)
class WriterLimits:
    """How files are cut and how much of the disk is left alone."""

    segment_ns: int = SEGMENT_NS
    kept_free_bytes: int = KEPT_FREE_BYTES


class CameraWriter(threading.Thread):
    """Packets in, segments and times out; never lets a failure of the disk reach the camera."""

    def __init__(
        self,
        camera: CameraId,
        folder: Path,
        queue: PacketQueue,
        disk: Disk,
        tell: Callable[[WriterNews], None],
        limits: WriterLimits,
        first_segment: int = 0,
        last: PictureTime | None = None,
    ) -> None:
        """`last` is the last row of an earlier recording that is continued."""
        super().__init__(name=f"writer-{camera}", daemon=True)
        self.camera = camera
        self._folder, self._queue, self._disk, self._tell, self._limits = folder, queue, disk, tell, limits
        self._times = TimesLog(folder / f"{camera}_times.csv", disk)
        self._segment: SegmentFile | None = None
        self._sealing: list[threading.Thread] = []
        self._number = first_segment  # of the next segment
        self._form: StreamForm | None = None
        self._rows: list[_Row] = []  # heap by time: packets come in the order of decoding
        self._in_segment = 0  # packets given to the open segment
        self._last: PictureTime | None = last
        self._losing = ""  # why pictures are being lost, while they are …
        self._losing_ns = 0  # … and since when
        self._lost_at_end: PicturePacket | None = None
        self._trouble: DiskTrouble | None = None
        self._retry_dts_ns: int | None = None
        self._checked_ns = 0
        self.mode: DeliveredMode | None = None
        self.written_bytes = 0
        self.pictures = 0

    def run(self) -> None:
        while not self._queue.ended:
            for item in self._queue.get(0.1):
                if isinstance(item, Begins):
                    self._begin(item)
                else:
                    self._take(item)
            if self._segment is None:
                self._flush_rows(None)
        self._end()

    def lost_before(self, reason: str, t_ns: int) -> None:
        """Somebody before the queue lost pictures; the gap itself shows in the numbers. Any thread may call it."""
        if not self._losing:
            self._losing, self._losing_ns = reason, t_ns
            self._tell(LossBegan(self.camera, t_ns, reason))

    def sync(self) -> None:
        """What was written survives a power cut; another thread calls this once a second."""
        segment = self._segment
        if segment is not None:
            try:
                segment.sync()
            except (OSError, ValueError):  # it was closed meanwhile, or the disk went: the writer finds out itself
                return

    # Packets

    def _begin(self, begins: Begins) -> None:
        self._close_segment()
        self._form, self.mode = begins.form, begins.mode

    def _take(self, packet: PicturePacket) -> None:
        if packet.after_gap and not self._losing:
            self._losing, self._losing_ns = packet.after_gap, packet.t_ns
        try:
            if not self._segment_for(packet):
                return self._lose(packet, self._losing or NOT_RECORDABLE)
            assert self._segment is not None
            pts = self._segment.write(packet)
        except SegmentUnwritable:
            return self._lose(packet, NOT_RECORDABLE)
        except OSError as error:
            self._cut_segment()
            self._disk_failed(trouble_of(error), packet)
            return self._lose(packet, trouble_of(error).value)
        self.written_bytes += len(packet.payload)
        self.pictures += 1
        self._lost_at_end = None
        row = PictureTime(packet.seq, packet.t_ns, pts, self._number - 1, packet.exposure_ns)
        heapq.heappush(self._rows, _Row(packet.pts_ns, packet.seq, row, self._in_segment))
        self._in_segment += 1
        self._flush_rows(packet.dts_ns)
        return None

    def _segment_for(self, packet: PicturePacket) -> bool:
        """Have a segment that this packet belongs into; False where only a keyframe could begin one."""
        if self._trouble is None and packet.t_ns - self._checked_ns > RETRY_NS:
            self._checked_ns = packet.t_ns
            if self._disk.free_bytes(self._folder) < self._limits.kept_free_bytes:
                self._disk_failed(DiskTrouble.FULL, packet)
        segment = self._segment
        full = segment is not None and packet.dts_ns - segment.begins_ns >= self._limits.segment_ns
        if segment is not None and not (full and packet.keyframe):
            return True
        if not packet.keyframe or self._form is None or not self._disk_answers(packet):
            return False
        self._close_segment()
        path = self._folder / f"{self.camera}_{self._number:03}.mkv"
        self._number += 1
        self._segment = SegmentFile(path, self._form, packet, self._disk)
        self._in_segment = 0
        if self._trouble is not None:
            self._trouble = None
            self._tell(DiskChanged(self.camera, packet.t_ns, None))
        return True

    def _disk_answers(self, packet: PicturePacket) -> bool:
        """Whether a disk that failed may be asked again."""
        if self._trouble is None:
            return True
        if self._retry_dts_ns is not None and packet.dts_ns < self._retry_dts_ns:
            return False
        self._retry_dts_ns = packet.dts_ns + RETRY_NS
        return self._disk.free_bytes(self._folder) >= self._limits.kept_free_bytes

    def _close_segment(self) -> None:
        """End the segment; waiting for the disk is left to a thread of its own, pictures do not wait."""
        if self._segment is None:
            return
        try:
            self._segment.finish()
        except (OSError, SegmentUnwritable) as error:
            log.warning("%s could not be ended: %s", self._segment.path.name, error)
            self._cut_segment()
            return
        segment, self._segment = self._segment, None
        self._flush_rows(None)
        self._seal(segment)

    def _cut_segment(self) -> None:
        """The disk failed: what is not in the file is lost, and its rows are not written."""
        segment, self._segment = self._segment, None
        if segment is None:
            return
        segment.cut()
        gone = [row for row in self._rows if row.picture.segment == self._number - 1 and row.place >= segment.on_disk]
        self._rows = [row for row in self._rows if row not in gone]
        heapq.heapify(self._rows)
        self.pictures -= len(gone)
        self._flush_rows(None)
        self._seal(segment)

    def _seal(self, segment: SegmentFile) -> None:
        sealing = threading.Thread(target=_seal, args=(segment,), name=f"sealing-{segment.path.name}", daemon=True)
        sealing.start()
        self._sealing = [*(thread for thread in self._sealing if thread.is_alive()), sealing]

    def _disk_failed(self, trouble: DiskTrouble, packet: PicturePacket) -> None:
        self._close_segment()
        self._retry_dts_ns = packet.dts_ns + RETRY_NS
        if self._trouble is not trouble:
            self._trouble = trouble
            self._tell(DiskChanged(self.camera, packet.t_ns, trouble))
        self.lost_before(trouble.value, packet.t_ns)

    def _lose(self, packet: PicturePacket, reason: str) -> None:
        self._lost_at_end = packet
        self.lost_before(reason, packet.t_ns)

    # Rows

    def _flush_rows(self, until_dts_ns: int | None) -> None:
        """Write the rows of all pictures up to a time of decoding (None: all): none earlier can follow them."""
        rows: list[PictureTime | GapRow] = []
        on_disk = self._segment.on_disk if self._segment is not None else 0
        while self._rows and (until_dts_ns is None or self._rows[0].pts_ns <= until_dts_ns):
            first = self._rows[0]
            if self._segment is not None and first.picture.segment == self._number - 1 and first.place >= on_disk:
                break  # its cluster is still in memory
            row = heapq.heappop(self._rows).picture
            if self._last is not None and row.seq != self._last.seq + 1:
                rows.append(self._gap(self._last, row.seq, row.t_ns))
            elif self._losing and row.t_ns > self._losing_ns:
                self._losing = ""  # it was only late: nothing is missing
            if self._last is not None and row.t_ns <= self._last.t_ns:
                row = PictureTime(row.seq, self._last.t_ns + 1, row.pts, row.segment, row.exposure_ns)
            rows.append(row)
            self._last = row
        try:
            self._times.add(rows)
        except OSError as error:
            if rows and self._trouble is None:
                self._trouble = trouble_of(error)
                self._tell(DiskChanged(self.camera, self._last.t_ns if self._last else 0, self._trouble))

    def _gap(self, last: PictureTime, next_seq: int, until_ns: int) -> GapRow:
        reason, self._losing = self._losing or NOT_RECORDABLE, ""
        frames = max(0, next_seq - last.seq - 1)
        self._tell(GapFound(self.camera, last.t_ns, until_ns, frames, reason))
        return GapRow(last.t_ns, last.segment, gap_note(reason, frames, until_ns))

    def _end(self) -> None:
        self._close_segment()
        self._flush_rows(None)
        lost = self._lost_at_end
        if lost is not None and self._last is not None:
            try:
                self._times.add([self._gap(self._last, lost.seq + 1, lost.t_ns)])
            except OSError:
                log.warning("%s: the last gap could not be written", self.camera)
        try:
            self._times.close()
        except OSError:
            log.warning("%s: the times could not all be written", self.camera)
        for thread in self._sealing:
            thread.join()


def _seal(segment: SegmentFile) -> None:
    try:
        segment.seal()
    except OSError as error:
        log.warning("%s could not be given its name: %s", segment.open_path.name, error)
