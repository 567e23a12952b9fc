"""One camera from its first connection to its last: opens it, opens it again whenever it goes away, and never gives up."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S
from vision.capture.addresses import Address
from vision.capture.camera_state import CameraFault, CameraState, CameraTrouble, DeliveredMode
from vision.capture.devices import Wish
from vision.capture.live import ArrivedSound, Connection, open_connection
from vision.capture.packets import PicturePacket, StreamForm
from vision.capture.picture_order import PictureOrder
from vision.capture.source import SourceFault
from vision.capture.stream_clock import Rate, StreamClock
from vision.capture.stream_times import StreamTimes, TimedPicture
from vision.clock import Clock

log = logging.getLogger(__name__)

BACK_OFF_NS: Final = (100 * NS_PER_MS, 250 * NS_PER_MS, 500 * NS_PER_MS, NS_PER_S)
"""The last one repeats: with it a camera is recorded again within three seconds of its return."""
WARM_NS: Final = NS_PER_S
"""Automatic exposure and the first pictures of a stream settle within about a second."""
SETTLE_NS: Final = 250 * NS_PER_MS
"""What was buffered before a stream was open comes all at once; only after it the stream's delay is known."""
MISSING: Final = "missing_in_stream"


class PictureSink(Protocol):
    """Who takes what a camera gives; none of these may wait, except `take` for sources that are not live."""

    def begin(self, form: StreamForm, mode: DeliveredMode) -> None: ...

    def take(self, packet: PicturePacket) -> None: ...

    def hear(self, sound: ArrivedSound, t_ns: int) -> None: ...

    def change(self, state: CameraState, trouble: CameraTrouble | None, fault: SourceFault | None) -> None: ...


@dataclass(slots=True)
class Numbering:
    """What outlives a connection: the next picture's number, and since when pictures are missing."""

    next_seq: int = 0
    last_ns: int | None = None  # capture time of the last picture
    missing_because: str = ""
    rate: Rate = field(default_factory=Rate)

    def again_at(self, t_ns: int) -> tuple[int, str]:
        """Number of the first picture after a break, and the break's reason; the numbers between are the lost ones."""
        if self.last_ns is None:
            return self.next_seq, ""
        period_ns = self.rate.period_ns or 40 * NS_PER_MS
        missing = max(1, round((t_ns - self.last_ns) / period_ns) - 1)
        return self.next_seq + missing, self.missing_because or CameraTrouble.ENDED.value

    def passed(self, seq: int, t_ns: int) -> None:
        """A picture was passed on."""
        self.next_seq = max(self.next_seq, seq + 1)
        self.last_ns = t_ns if self.last_ns is None else max(self.last_ns, t_ns)


class CameraReader(threading.Thread):
    """The thread of one camera."""

    def __init__(
        self,
        camera: CameraId,
        address: Address,
        wish: Wish,
        sink: PictureSink,
        clock: Clock,
        zero_ns: int,
        numbering: Numbering | None = None,
    ) -> None:
        """`numbering` continues an earlier recording of this camera."""
        super().__init__(name=f"camera-{camera}", daemon=True)
        self.camera, self.address = camera, address
        self._wish, self._sink, self._clock, self._zero_ns = wish, sink, clock, zero_ns
        self._stop_asked = threading.Event()
        self._failed_for_good = False
        self._numbering = numbering if numbering is not None else Numbering()
        if self._numbering.last_ns is not None:
            self._numbering.missing_because = CameraTrouble.RESTARTED.value

    def stop(self) -> None:
        """End soon; `join` waits for it."""
        self._stop_asked.set()

    def run(self) -> None:
        tries = 0
        while not self._stop_asked.is_set():
            self._sink.change(CameraState.OPENING, None, None)
            came_ns = self._clock.now_ns()
            self._one_connection()
            if self._stop_asked.is_set() or not self.address.live:
                break  # a file that ended or cannot be read will not be better by being asked again
            tries = 0 if self._clock.now_ns() - came_ns > 5 * NS_PER_S else tries + 1
            self._stop_asked.wait(BACK_OFF_NS[min(tries, len(BACK_OFF_NS) - 1)] / NS_PER_S)
        if not self._failed_for_good:
            self._sink.change(CameraState.ENDED, None, None)

    def _one_connection(self) -> None:
        """From opening to loss; says why it was lost."""
        fault: SourceFault | None = None
        trouble = CameraTrouble.ENDED
        try:
            connection = open_connection(self.address, self._wish, self._clock)
            try:
                if _Stretch(connection, self._sink, self._numbering, self.address.live, self._zero_ns).run(
                    self._stop_asked
                ):
                    trouble = CameraTrouble.TIME_JUMPED
            finally:
                connection.close()
        except SourceFault as found:
            fault = found
            trouble = found.trouble if isinstance(found, CameraFault) else CameraTrouble.UNREADABLE
        if self._stop_asked.is_set() or (fault is None and not self.address.live):
            return
        self._failed_for_good = not self.address.live
        self._numbering.missing_because = trouble.value
        self._sink.change(CameraState.LOST, trouble, fault)


class _Stretch:
    """What one connection brings."""

    def __init__(
        self, connection: Connection, sink: PictureSink, numbering: Numbering, live: bool, zero_ns: int
    ) -> None:
        self._connection, self._sink, self._numbering = connection, sink, numbering
        self._live, self._zero_ns = live, zero_ns
        self._stream_times = StreamTimes(connection.reorder_ns)
        self._clock = StreamClock()
        self._order: PictureOrder[TimedPicture] = PictureOrder()
        self._settling: list[tuple[TimedPicture | ArrivedSound, int]] | None = [] if live else None
        self._first_ns: int | None = None  # capture time of the first picture
        self._first_pts_ns: int | None = None  # None until the first keyframe
        self._shift = 0  # from rank to sequence number

    def run(self, stop_asked: threading.Event) -> bool:
        """Until the connection ends; True where the stream's own times jumped, so that it must be opened anew."""
        self._sink.begin(self._connection.form, self._connection.mode)
        self._numbering.rate.restart()
        for arrived in self._connection.arrivals():
            if stop_asked.is_set():
                break
            if isinstance(arrived, ArrivedSound):
                self._hear(arrived)
                continue
            for timed in self._stream_times.of(arrived):
                self._picture(timed)
            if self._live and self._stream_times.jumped:
                break
        for ready, rank in self._order.end():
            self._settle(ready, rank)
        self._settled()
        return self._live and self._stream_times.jumped

    def _picture(self, timed: TimedPicture) -> None:
        if self._first_pts_ns is None:
            if not timed.keyframe:
                return  # it cannot be decoded; the gap before the first keyframe tells of it
            self._first_pts_ns = timed.pts_ns
        for ready, rank in self._order.put(timed, timed.pts_ns, timed.dts_ns):
            self._settle(ready, rank)

    def _hear(self, arrived: ArrivedSound) -> None:
        if self._first_pts_ns is None:
            return
        if self._settling is not None:
            self._settling.append((arrived, 0))
        else:
            self._sink.hear(arrived, self._t_ns(arrived.pts_ns, arrived.arrived_ns))

    def _settle(self, ready: TimedPicture, rank: int) -> None:
        """Hold the first pictures until the delay is known, then pass everything straight on."""
        held = self._settling
        if held is None:
            self._pass_on(ready, rank)
            return
        self._clock.capture_ns(ready.pts_ns, ready.arrived_ns)
        held.append((ready, rank))
        if ready.arrived_ns - held[0][0].arrived_ns >= SETTLE_NS or self._clock.stamped_by_driver:
            self._settled()

    def _settled(self) -> None:
        held, self._settling = self._settling, None
        for ready, rank in held or ():
            if isinstance(ready, ArrivedSound):
                self._sink.hear(ready, self._t_ns(ready.pts_ns, ready.arrived_ns))
            else:
                self._pass_on(ready, rank)

    def _t_ns(self, pts_ns: int, arrived_ns: int) -> int:
        if self._live:
            return self._clock.capture_ns(pts_ns, arrived_ns) - self._zero_ns
        return pts_ns - (self._first_pts_ns or 0)

    def _pass_on(self, timed: TimedPicture, rank: int) -> None:
        numbering = self._numbering
        t_ns = self._t_ns(timed.pts_ns, timed.arrived_ns)
        in_order = timed.pts_ns == timed.dts_ns
        if in_order and numbering.last_ns is not None:
            t_ns = max(t_ns, numbering.last_ns + 1)
        after_gap = ""
        if self._first_ns is None:
            self._first_ns = t_ns
            first_seq, after_gap = numbering.again_at(t_ns)
            self._shift = first_seq - rank
            self._sink.change(CameraState.WARMING, None, None)
        if in_order and self._live:
            missing = numbering.rate.missing_before(timed.pts_ns)
            if missing:
                self._shift += missing
                after_gap = after_gap or MISSING
        packet = PicturePacket(
            seq=rank + self._shift,
            t_ns=t_ns,
            pts_ns=timed.pts_ns,
            dts_ns=timed.dts_ns,
            keyframe=timed.keyframe,
            payload=timed.payload,
            exposure_ns=self._connection.mode.exposure_ns,
            after_gap=after_gap,
            warm=not self._live or t_ns - self._first_ns >= WARM_NS,
        )
        self._sink.take(packet)
        numbering.passed(packet.seq, t_ns)
