"""Going on with a recording whose recorder was killed or restarted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine.cues import CameraId
from engine.intervals import NS_PER_S
from vision.clock import Clock
from vision.recording.disk import FolderTaken
from vision.recording.recover import close_camera, segments_of
from vision.recording.session_file import SessionFile, read_session
from vision.recording.times_file import PictureTime

SAME_BOOT_NS: Final = 600 * NS_PER_S
"""The calendar clock may have been set by this much; a larger difference means that the machine was started anew."""


@dataclass(frozen=True, slots=True)
class Continued:
    """Where one camera's recording ended."""

    next_segment: int = 0
    last: PictureTime | None = None
    period_ns: int | None = None  # usual interval between pictures


@dataclass(frozen=True, slots=True)
class Continuing:
    """A recording that goes on."""

    session: SessionFile
    zero_ns: int  # of the game's clock on today's monotonic clock
    cameras: Mapping[CameraId, Continued]


def continue_recording(folder: Path, cameras: Sequence[CameraId], clock: Clock) -> Continuing:
    """Name what was left open, make the times agree, and find where each camera goes on.

    Raises FileFault, or FolderTaken where the folder is of a game with other cameras.
    """
    session = read_session(folder)
    if set(session.cameras) != set(cameras):
        raise FolderTaken(path=folder)
    found: dict[CameraId, Continued] = {}
    for camera in cameras:
        pictures = close_camera(folder, camera)
        numbers = [*segments_of(folder, camera), *(row.segment for row in pictures)]
        steps = sorted(later.t_ns - row.t_ns for row, later in pairwise(pictures[-60:]))
        period_ns = steps[len(steps) // 2] if steps else None
        found[camera] = Continued(max(numbers, default=-1) + 1, pictures[-1] if pictures else None, period_ns)
    return Continuing(session, _zero_ns(session, clock), found)


def _zero_ns(session: SessionFile, clock: Clock) -> int:
    """The game's zero on the monotonic clock; after a restart of the machine as the calendar tells it."""
    began = datetime.fromisoformat(session.clock.utc)
    by_calendar_ns = clock.now_ns() - round((clock.utc() - began).total_seconds() * NS_PER_S)
    stepped_ns = sum(step.by_ns for step in session.clock.steps)
    zero_ns = session.clock.monotonic_zero_ns
    if abs(by_calendar_ns + stepped_ns - zero_ns) < SAME_BOOT_NS and zero_ns <= clock.now_ns():
        return zero_ns
    return by_calendar_ns
