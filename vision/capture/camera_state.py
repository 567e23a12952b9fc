"""The states of a camera, and what a camera may fail with, as anybody may read them."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from enum import StrEnum

from vision.capture.source import SourceFault


class CameraState(StrEnum):
    """How one camera is doing."""

    OPENING = "opening"
    WARMING = "warming"  # pictures come and are recorded; detectors stay disarmed
    LIVE = "live"
    SILENT = "silent"  # open, but no picture for longer than it may be
    LOST = "lost"  # gone; asked again and again
    ENDED = "ended"  # a file is at its end, or the recorder was told to stop


class CameraTrouble(StrEnum):
    """Why a camera is lost, in codes."""

    NOT_THERE = "not_there"
    REFUSED = "refused"
    BUSY = "busy"
    NO_BANDWIDTH = "no_bandwidth"  # too many cameras on one USB bus
    NOT_ALLOWED = "not_allowed"
    NO_ANSWER = "no_answer"
    ENDED = "stream_ended"
    UNREADABLE = "unreadable"
    TIME_JUMPED = "stream_time_jumped"
    MODE_CHANGED = "mode_changed"
    RESTARTED = "recorder_restarted"


class CameraFault(SourceFault):
    """A camera or stream that cannot be opened or stopped giving pictures."""

    trouble: CameraTrouble = CameraTrouble.UNREADABLE


class CameraNotThere(CameraFault):
    template = "Camera “{address}” is not there: check its plug and its name."
    trouble = CameraTrouble.NOT_THERE


class CameraRefused(CameraFault):
    template = "“{address}” refuses the connection: check that the camera is on, its address and its password."
    trouble = CameraTrouble.REFUSED


class CameraBusy(CameraFault):
    template = "Camera “{address}” is used by another program: close that program."
    trouble = CameraTrouble.BUSY


class CameraBusFull(CameraFault):
    template = (
        "Camera “{address}” gets no room on its USB bus: the cameras on one bus or hub share its bandwidth, "
        "plug it into another port or choose a smaller picture, a lower rate or MJPEG."
    )
    trouble = CameraTrouble.NO_BANDWIDTH


class CameraNotAllowed(CameraFault):
    template = "Camera “{address}” may not be opened: allow this program to use it in the system's settings."
    trouble = CameraTrouble.NOT_ALLOWED


class CameraSilent(CameraFault):
    template = "“{address}” does not answer: check its cable and network."
    trouble = CameraTrouble.NO_ANSWER


class CameraUnreadable(CameraFault):
    template = "“{address}” gives no pictures that can be read ({reason}): check its address and its video format."
    trouble = CameraTrouble.UNREADABLE


class NoCameraSupport(CameraFault):
    template = "This build of FFmpeg cannot open cameras on {system}: use a stream or a file."
    trouble = CameraTrouble.UNREADABLE


_BY_ERRNO: dict[int, type[CameraFault]] = {
    errno.ENOENT: CameraNotThere,
    errno.ENODEV: CameraNotThere,
    errno.ENXIO: CameraNotThere,
    errno.EBUSY: CameraBusy,
    errno.ENOSPC: CameraBusFull,
    errno.EACCES: CameraNotAllowed,
    errno.EPERM: CameraNotAllowed,
    errno.ECONNREFUSED: CameraRefused,
    errno.EHOSTUNREACH: CameraSilent,
    errno.ENETUNREACH: CameraSilent,
    errno.ETIMEDOUT: CameraSilent,
}


def fault_of(error: Exception, address: object) -> CameraFault:
    """An error of FFmpeg or the system in words; the address must be fit for screens."""
    number = getattr(error, "errno", None)
    kind = _BY_ERRNO.get(number) if isinstance(number, int) else None
    if kind is not None:
        return kind(address=address)
    name = type(error).__name__
    if name.startswith("HTTP"):
        return CameraRefused(address=address)
    if name in ("ExitError", "TimeoutError"):
        return CameraSilent(address=address)
    reason = str(getattr(error, "strerror", None) or name).split(":")[0].strip().lower()
    return CameraUnreadable(address=address, reason=reason)


@dataclass(frozen=True, slots=True)
class DeliveredMode:
    """What a camera really delivers, as found when it was opened."""

    size_px: tuple[int, int]
    codec: str
    pixel_format: str | None = None
    listed_rate_hz: float | None = None  # a label, never used as time
    exposure_ns: int | None = None  # where the driver tells it
    exposure_pinned: bool = False
    encoded_here: bool = False  # the camera gives raw pictures; they are encoded once
