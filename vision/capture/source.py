"""What every picture source promises, and the ways in which it may fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.cues import CameraId
from engine.faults import Fault
from vision.frames import Frame


class SourceFault(Fault):
    """A recording or camera that cannot give pictures."""


class SourceMissing(SourceFault):
    template = "There is no file or folder “{path}”: check the name."


class SourceEmpty(SourceFault):
    template = "“{path}” is empty (0 bytes): the copy or the recording failed, use another copy."


class SourceUnreadable(SourceFault):
    template = "“{path}” is not a video that can be read ({reason}): use the original file or convert it to MP4 or MKV."


class SourceWithoutPictures(SourceFault):
    template = "“{path}” holds no pictures: name a file with a video track."


@dataclass(frozen=True, slots=True)
class Mode:
    """What a source really delivers, as found when it was opened."""

    size_px: tuple[int, int]  # after rotation
    codec: str
    listed_frames: int | None  # what the container claims; None where it says nothing
    nominal_rate_hz: float | None  # a label, never used as time


@dataclass(frozen=True, slots=True)
class Loss:
    """Pictures that should be there and are not."""

    camera: CameraId
    from_ns: int
    to_ns: int
    frames: int | None  # None where the number cannot be known
    reason: str


class Source(Protocol):
    """Pictures of one camera in the order of their times."""

    camera: CameraId
    mode: Mode

    def frames(self) -> Iterator[Frame]:
        """Every picture from the beginning; may be called again."""
        ...

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What was lost in the last complete run of `frames`."""
        ...


@runtime_checkable
class Rewindable(Protocol):
    """A source that can show again what it showed before."""

    camera: CameraId

    def frames_between(self, from_ns: int, to_ns: int) -> Iterator[Frame]:
        """The pictures taken within a stretch, in the order of their times, as far as they are still there."""
        ...
