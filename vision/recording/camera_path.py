"""One camera's way through the recorder: its packets go to the ring at once and to the disk through a bounded queue."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final, Protocol

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S
from vision.capture.camera_state import CameraState, CameraTrouble, DeliveredMode
from vision.capture.live import ArrivedSound
from vision.capture.packets import PicturePacket, StreamForm
from vision.capture.source import SourceFault
from vision.clock import Clock
from vision.recording.camera_writer import OVERLOAD, CameraWriter
from vision.recording.packet_queue import Begins, PacketQueue
from vision.recording.ring import RingWriter

SILENT_NS: Final = 700 * NS_PER_MS
"""A camera without a picture for this long is silent; the alarm must come within a second."""
RATE_OVER: Final = 60
SLOWER: Final = 0.75
"""A rate below this part of the usual one is told: in a dark room drivers expose longer and give fewer pictures."""
KEYFRAMES_WANTED_NS: Final = 1_100 * NS_PER_MS


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How one camera is doing; age and rate are measured, never nominal."""

    camera: CameraId
    address: str  # without passwords
    state: CameraState
    trouble: CameraTrouble | None
    newest_t_ns: int | None  # of the newest picture
    pictures: int  # that came
    written: int  # that are on the disk
    lost: int  # that are missing from the recording
    rate_hz: float
    usual_rate_hz: float
    mode: DeliveredMode | None
    waiting: int  # pictures between camera and disk
    ring_ns: int  # how far back the ring reaches
    keyframe_every_ns: int
    written_bytes: int
    armed: bool  # whether detectors may judge what it shows

    @property
    def rate_dropped(self) -> bool:
        """Fewer pictures than usual come, as in a room that became dark."""
        return self.usual_rate_hz > 0 and self.rate_hz < SLOWER * self.usual_rate_hz

    @property
    def keyframes_rare(self) -> bool:
        """Keyframes are more than a second apart: a moment is decoded later than it should be."""
        return self.keyframe_every_ns > KEYFRAMES_WANTED_NS


class SoundTaker(Protocol):
    """Who records the sound that comes with pictures; must not wait."""

    def hear(self, camera: CameraId, sound: ArrivedSound, t_ns: int) -> None: ...


class CameraPath:
    """The sink of one CameraReader."""

    def __init__(
        self,
        camera: CameraId,
        address: str,
        live: bool,
        clock: Clock,
        zero_ns: int,
        ring: RingWriter | None,
        queue: PacketQueue | None,
        writer: CameraWriter | None,
        sound: SoundTaker | None,
    ) -> None:
        self.camera, self._address, self._live = camera, address, live
        self._clock, self._zero_ns = clock, zero_ns
        self._ring, self._queue, self._writer, self._sound = ring, queue, writer, sound
        self._lock = threading.Lock()
        self._state, self._trouble = CameraState.OPENING, CameraTrouble.NO_ANSWER
        self._fault: SourceFault | None = None
        self._mode: DeliveredMode | None = None
        self._times: deque[int] = deque(maxlen=RATE_OVER)
        self._usual_hz = 0.0
        self._pictures = 0
        self._since_ns = self._now_ns()
        self._warm = False
        self.lost = 0  # counted by whoever hears of gaps

    # Called by the camera's thread

    def begin(self, form: StreamForm, mode: DeliveredMode) -> None:
        if self._ring is not None:
            self._ring.begin(form)
        if self._queue is not None:
            self._queue.put(Begins(form, mode), wait=False)
        with self._lock:
            self._mode = mode
            self._times.clear()

    def take(self, packet: PicturePacket) -> None:
        if self._ring is not None:
            self._ring.put(packet)
        if self._queue is not None and not self._queue.put(packet, wait=not self._live):
            assert self._writer is not None
            self._writer.lost_before(OVERLOAD, packet.t_ns)
        with self._lock:
            self._pictures += 1
            self._times.append(packet.t_ns)
            self._warm = packet.warm
            self._state = CameraState.LIVE if packet.warm else CameraState.WARMING
            if self._pictures % RATE_OVER == 0 and packet.warm:
                self._usual_hz = max(self._usual_hz, self._rate_hz())

    def hear(self, sound: ArrivedSound, t_ns: int) -> None:
        if self._sound is not None:
            self._sound.hear(self.camera, sound, t_ns)

    def change(self, state: CameraState, trouble: CameraTrouble | None, fault: SourceFault | None) -> None:
        with self._lock:
            lost = self._state in (CameraState.LOST, CameraState.SILENT)
            if state is CameraState.OPENING and lost:
                return  # still lost as long as no picture comes: being asked again is no news
            self._state, self._fault = state, fault
            if trouble is not None:
                self._trouble = trouble
            self._warm = False
            newest_ns = self._times[-1] if self._times else None
        if state is CameraState.LOST and self._writer is not None and self._pictures:
            assert trouble is not None
            self._writer.lost_before(trouble.value, newest_ns or self._now_ns())

    # Called by the recorder

    def status(self) -> CameraStatus:
        """The camera now; a camera that went silent is found out here."""
        with self._lock:
            newest_ns = self._times[-1] if self._times else None
            age_ns = self._now_ns() - (newest_ns if newest_ns is not None else self._since_ns)
            going = self._state in (CameraState.LIVE, CameraState.WARMING)
            if self._live and going and age_ns > SILENT_NS:
                self._state, self._trouble, self._warm = CameraState.SILENT, CameraTrouble.NO_ANSWER, False
                silent_since_ns = newest_ns
            else:
                silent_since_ns = None
            status = self._status(newest_ns)
        if silent_since_ns is not None and self._writer is not None:
            self._writer.lost_before(CameraTrouble.NO_ANSWER.value, silent_since_ns)
        return status

    @property
    def mode(self) -> DeliveredMode | None:
        """What the camera delivers, once it was opened."""
        with self._lock:
            return self._mode

    @property
    def usual_rate_hz(self) -> float:
        """The highest rate measured so far."""
        with self._lock:
            return self._usual_hz

    @property
    def fault(self) -> SourceFault | None:
        """Why the camera is lost, in words."""
        with self._lock:
            return self._fault

    def _status(self, newest_ns: int | None) -> CameraStatus:
        bad = self._state in (CameraState.LOST, CameraState.SILENT)
        return CameraStatus(
            camera=self.camera,
            address=self._address,
            state=self._state,
            trouble=self._trouble if bad else None,
            newest_t_ns=newest_ns,
            pictures=self._pictures,
            written=self._writer.pictures if self._writer is not None else 0,
            lost=self.lost,
            rate_hz=self._rate_hz(),
            usual_rate_hz=self._usual_hz,
            mode=self._mode,
            waiting=self._queue.waiting if self._queue is not None else 0,
            ring_ns=self._ring.span_ns if self._ring is not None else 0,
            keyframe_every_ns=self._ring.keyframe_every_ns if self._ring is not None else 0,
            written_bytes=self._writer.written_bytes if self._writer is not None else 0,
            armed=self._warm and not bad,
        )

    def _rate_hz(self) -> float:
        if len(self._times) < 2 or self._times[-1] <= self._times[0]:
            return 0.0
        return (len(self._times) - 1) * NS_PER_S / (self._times[-1] - self._times[0])

    def _now_ns(self) -> int:
        return self._clock.now_ns() - self._zero_ns
