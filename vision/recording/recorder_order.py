"""What a recorder is started for, and what it tells: plain frozen values that cross borders between processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from engine.cues import CameraId
from vision.capture.addresses import Address, address_of
from vision.capture.devices import Wish
from vision.recording.camera_path import CameraStatus
from vision.recording.camera_writer import WriterLimits, WriterNews
from vision.recording.ring import RING_BYTES


@dataclass(frozen=True, slots=True)
class RecorderOrder:
    """What a recorder is started for."""

    sources: tuple[str, ...]
    folder: Path | None  # None: pictures go to the ring only, nothing is kept
    program: str
    ring_prefix: str = ""  # empty: no ring
    ring_bytes: int = RING_BYTES  # per camera
    wish: Wish = field(default_factory=Wish)
    limits: WriterLimits = field(default_factory=WriterLimits)
    event_hours: float | None = None  # for how long there must be room
    zero_ns: int | None = None  # of the game's clock on the monotonic one; None: when the recorder starts
    rules: str | None = None
    answers: tuple[tuple[str, object], ...] = ()  # to what the rulebook leaves open
    consent: str | None = None  # the day on which everybody agreed to be filmed
    microphone: bool = True  # sound of the table's microphone where there is one; else of a camera that has sound

    def cameras(self) -> dict[CameraId, Address]:
        """A name for each source; raises SourceFault."""
        return {CameraId(f"cam{n}"): address_of(text) for n, text in enumerate(self.sources, start=1)}

    def ring_names(self) -> dict[CameraId, str]:
        """Where each camera's ring is found; empty without rings."""
        if not self.ring_prefix:
            return {}
        return {CameraId(f"cam{n}"): f"{self.ring_prefix}{n}" for n in range(1, len(self.sources) + 1)}


@dataclass(frozen=True, slots=True)
class ClockStepped:
    """The calendar clock jumped; the game's clock did not."""

    t_ns: int
    by_ns: int


@dataclass(frozen=True, slots=True)
class RecorderStatus:
    """The whole recorder at one moment."""

    t_ns: int
    zero_ns: int  # of the game's clock on the machine's monotonic clock
    cameras: tuple[CameraStatus, ...]
    free_bytes: int | None
    hours_left: float | None  # at the rate measured so far
    ended: bool
    sound: str = ""  # where sound comes from; empty where there is none


RecorderNews: TypeAlias = WriterNews | ClockStepped
