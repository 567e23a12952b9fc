"""The recorder: every camera from its plug to the disk and the ring, and what it has to tell of them.

It runs in a process of its own; nothing that happens to a window, a network or the table reaches it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S
from vision.capture.addresses import Address
from vision.capture.camera_reader import CameraReader, Numbering
from vision.capture.stream_clock import Rate
from vision.clock import Clock
from vision.recording.camera_path import CameraPath, CameraStatus, SoundTaker
from vision.recording.camera_writer import CameraWriter, GapFound
from vision.recording.continuing import Continued, continue_recording
from vision.recording.disk import Disk, FolderNotWritable, FolderTaken, MachineDisk, SpaceTooSmall
from vision.recording.packet_queue import PacketQueue
from vision.recording.recorder_order import ClockStepped, RecorderNews, RecorderOrder, RecorderStatus
from vision.recording.ring import RingWriter
from vision.recording.session_file import (
    FILE_NAME,
    ClockStep,
    SessionCamera,
    SessionClock,
    SessionFile,
    SessionSound,
    replace_session,
)

STEP_NS: Final = 50 * NS_PER_MS
"""The calendar clock moving this much against the monotonic one is a step (NTP, a person), not drift."""
DRIFT_CHECK_NS: Final = NS_PER_S
ASSUMED_BYTES_PER_S: Final = 1_000_000
"""Of one camera, for the room that is asked for before anything is known: 8 Mbit/s."""


class Recorder:
    """All cameras of one table."""

    def __init__(
        self, order: RecorderOrder, clock: Clock, disk: Disk | None = None, sound: SoundTaker | None = None
    ) -> None:
        """Makes the folder and its session file before anything else; raises a Fault in one sentence."""
        self._order, self._clock = order, clock
        self._disk = disk if disk is not None else MachineDisk()
        self._news: deque[RecorderNews] = deque()
        self._news_lock = threading.Lock()
        addresses = order.cameras()
        self._session: SessionFile | None = None
        continued: dict[CameraId, Continued] = {}
        self.zero_ns = order.zero_ns if order.zero_ns is not None else clock.now_ns()
        if order.folder is not None:
            continued = self._prepare(order.folder, addresses)
        self._rings: dict[CameraId, RingWriter] = {}
        self._writers: dict[CameraId, CameraWriter] = {}
        self._queues: dict[CameraId, PacketQueue] = {}
        self._paths: dict[CameraId, CameraPath] = {}
        self._readers: dict[CameraId, CameraReader] = {}
        for camera, address in addresses.items():
            self._add(camera, address, continued.get(camera, Continued()), sound)
        self._utc_ahead_ns = self._utc_minus_monotonic()
        self._checked_ns = clock.now_ns()
        self._started_ns = clock.now_ns()
        self._known_modes: dict[CameraId, SessionCamera] = {}
        self._syncing_asked = threading.Event()
        self._syncing = threading.Thread(target=self._sync, name="syncing", daemon=True)

    def start(self) -> None:
        """Begin."""
        for writer in self._writers.values():
            writer.start()
        for reader in self._readers.values():
            reader.start()
        self._syncing.start()

    def stop(self) -> None:
        """End every file; waits until everything is on the disk."""
        for reader in self._readers.values():
            reader.stop()
        for reader in self._readers.values():
            reader.join(timeout=5.0)
        for queue in self._queues.values():
            queue.end()
        for writer in self._writers.values():
            writer.join()
        self._syncing_asked.set()
        self._syncing.join()
        self.tick()

    def close(self, *, forget_rings: bool) -> None:
        """Let go of the rings' memory, after `stop`."""
        for ring in self._rings.values():
            ring.close(forget=forget_rings)

    @property
    def ended(self) -> bool:
        """Whether no camera will ever give a picture again: all sources were files, and all are at their end."""
        return not any(reader.is_alive() for reader in self._readers.values())

    def tick(self) -> None:
        """Several times a second: find out what happened to the clock and the cameras' modes."""
        now_ns = self._clock.now_ns()
        if now_ns - self._checked_ns >= DRIFT_CHECK_NS:
            self._checked_ns = now_ns
            self._check_clock()
        self._note_modes()

    def news(self) -> list[RecorderNews]:
        """What happened since the last call."""
        with self._news_lock:
            found = list(self._news)
            self._news.clear()
        return found

    def status(self) -> RecorderStatus:
        """How everything is now."""
        cameras = tuple(path.status() for path in self._paths.values())
        free = self._free_bytes()
        return RecorderStatus(
            t_ns=self._clock.now_ns() - self.zero_ns,
            zero_ns=self.zero_ns,
            cameras=cameras,
            free_bytes=free,
            hours_left=self._hours_left(free, cameras),
            ended=self.ended,
            sound=self._session.sound.name if self._session is not None and self._session.sound is not None else "",
        )

    def note_sound(self, source: str, rate_hz: int) -> None:
        """The session file learns where sound comes from."""
        sound = SessionSound(name=source, rate_hz=rate_hz)
        if self._session is not None and self._session.sound != sound:
            self._write_session(self._session.model_copy(update={"sound": sound}))

    def fault(self, camera: CameraId) -> Fault | None:
        """Why a camera is lost, in words."""
        return self._paths[camera].fault

    # Making

    def _prepare(self, folder: Path, addresses: dict[CameraId, Address]) -> dict[CameraId, Continued]:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise FolderNotWritable(path=folder) from error
        if (folder / FILE_NAME).exists():
            continuing = continue_recording(folder, list(addresses), self._clock)
            self._session, self.zero_ns = continuing.session, continuing.zero_ns
            return dict(continuing.cameras)
        if any(folder.glob("cam*")):
            raise FolderTaken(path=folder)
        self._check_space(folder, len(addresses))
        cameras = {
            str(camera): SessionCamera(name=str(address), size=(0, 0), codec="")
            for camera, address in addresses.items()
        }
        utc = self._utc_of(self.zero_ns)
        session = SessionFile(
            program=self._order.program,
            clock=SessionClock(monotonic_zero_ns=self.zero_ns, utc=utc.isoformat()),
            cameras=cameras,
            rules=self._order.rules,
            answers=dict(self._order.answers),
            consent=self._order.consent,
        )
        try:
            replace_session(session, folder)
        except OSError as error:
            raise FolderNotWritable(path=folder) from error
        self._session = session
        return {}

    def _check_space(self, folder: Path, cameras: int) -> None:
        hours = self._order.event_hours
        if hours is None:
            return
        needed = round(hours * 3600 * ASSUMED_BYTES_PER_S * cameras) + self._order.limits.kept_free_bytes
        free = self._disk.free_bytes(folder)
        if free < needed:
            raise SpaceTooSmall(
                path=folder, free=round(free / 1e9, 1), needed=round(needed / 1e9, 1), hours=hours, cameras=cameras
            )

    def _add(self, camera: CameraId, address: Address, continued: Continued, sound: SoundTaker | None) -> None:
        folder = self._order.folder
        name = self._order.ring_names().get(camera)
        ring = RingWriter(name, self._order.ring_bytes) if name is not None else None
        if ring is not None:
            self._rings[camera] = ring
        queue: PacketQueue | None = None
        writer: CameraWriter | None = None
        if folder is not None:
            queue = self._queues[camera] = PacketQueue()
            writer = self._writers[camera] = CameraWriter(
                camera,
                folder,
                queue,
                self._disk,
                self._tell,
                self._order.limits,
                first_segment=continued.next_segment,
                last=continued.last,
            )
        path = CameraPath(camera, str(address), address.live, self._clock, self.zero_ns, ring, queue, writer, sound)
        self._paths[camera] = path
        numbering = Numbering()
        if continued.last is not None:
            rate = Rate(assumed_ns=continued.period_ns)
            numbering = Numbering(continued.last.seq + 1, continued.last.t_ns, rate=rate)
        self._readers[camera] = CameraReader(
            camera, address, self._order.wish, path, self._clock, self.zero_ns, numbering
        )

    # Running

    def _tell(self, news: RecorderNews) -> None:
        if isinstance(news, GapFound):
            self._paths[news.camera].lost += news.frames
        with self._news_lock:
            self._news.append(news)

    def _sync(self) -> None:
        while not self._syncing_asked.wait(1.0):
            for writer in self._writers.values():
                writer.sync()

    def _free_bytes(self) -> int | None:
        if self._order.folder is None:
            return None
        try:
            return self._disk.free_bytes(self._order.folder)
        except OSError:
            return 0

    def _hours_left(self, free: int | None, cameras: Sequence[CameraStatus]) -> float | None:
        passed_ns = self._clock.now_ns() - self._started_ns
        written = sum(camera.written_bytes for camera in cameras)
        if free is None or not written or passed_ns < 5 * NS_PER_S:
            return None
        room = max(0, free - self._order.limits.kept_free_bytes)
        return room / (written / (passed_ns / NS_PER_S)) / 3600

    def _note_modes(self) -> None:
        """The session file learns what a camera really delivers as soon as it is known."""
        if self._session is None or self._order.folder is None:
            return
        cameras = dict(self._session.cameras)
        for camera, path in self._paths.items():
            mode = path.mode
            if mode is None:
                continue
            usual_hz = round(path.usual_rate_hz, 3) or mode.listed_rate_hz
            known = cameras[camera]
            if known.codec == mode.codec and known.size == mode.size_px and known.nominal_rate_hz is not None:
                continue
            cameras[camera] = SessionCamera(
                name=known.name,
                size=mode.size_px,
                codec=mode.codec,
                nominal_rate_hz=usual_hz,
                pixel_format=mode.pixel_format,
                exposure_ns=mode.exposure_ns,
            )
        if cameras != self._session.cameras:
            self._write_session(self._session.model_copy(update={"cameras": cameras}))

    def _check_clock(self) -> None:
        ahead_ns = self._utc_minus_monotonic()
        by_ns = ahead_ns - self._utc_ahead_ns
        self._utc_ahead_ns = ahead_ns
        if abs(by_ns) < STEP_NS:
            return
        t_ns = self._clock.now_ns() - self.zero_ns
        self._tell(ClockStepped(t_ns, by_ns))
        if self._session is not None:
            clock = self._session.clock
            steps = [*clock.steps, ClockStep(t_ns=t_ns, by_ns=by_ns)]
            self._write_session(self._session.model_copy(update={"clock": clock.model_copy(update={"steps": steps})}))

    def _write_session(self, session: SessionFile) -> None:
        assert self._order.folder is not None
        try:
            replace_session(session, self._order.folder)
        except OSError:
            return  # the disk's trouble is told by the cameras' writers; it is tried again at the next change
        self._session = session

    def _utc_minus_monotonic(self) -> int:
        return round(self._clock.utc().timestamp() * NS_PER_S) - self._clock.now_ns()

    def _utc_of(self, monotonic_ns: int) -> datetime:
        now = self._clock.utc()
        return datetime.fromtimestamp(now.timestamp() - (self._clock.now_ns() - monotonic_ns) / NS_PER_S, tz=now.tzinfo)
