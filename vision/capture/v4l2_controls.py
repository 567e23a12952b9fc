"""Exposure of Linux cameras through the kernel's video controls; other systems have none here."""

from __future__ import annotations

import os
import struct
import sys
from dataclasses import dataclass
from typing import Final

GET_CONTROL: Final = 0xC008561B  # VIDIOC_G_CTRL, VIDIOC_S_CTRL of linux/videodev2.h
SET_CONTROL: Final = 0xC008561C
EXPOSURE_AUTO: Final = 0x009A0901
EXPOSURE_ABSOLUTE: Final = 0x009A0902  # in units of 100 µs
EXPOSURE_AUTO_PRIORITY: Final = 0x009A0903  # 1: the driver may lower the rate in the dark
MANUAL, RATE_IS_CONSTANT = 1, 0
UNIT_NS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Exposure:
    """What the driver says."""

    exposure_ns: int | None
    pinned: bool


def pin_exposure(device: str, wished_ns: int | None) -> Exposure:
    """Ask for a fixed exposure and a constant rate, and read back what the driver made of it.

    Without a wish only the rate is asked to stay constant. A driver without these controls gives None and False.
    """
    if not sys.platform.startswith("linux"):
        return Exposure(None, pinned=False)
    try:
        handle = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return Exposure(None, pinned=False)
    try:
        _set(handle, EXPOSURE_AUTO_PRIORITY, RATE_IS_CONSTANT)
        if wished_ns is not None and _set(handle, EXPOSURE_AUTO, MANUAL):
            _set(handle, EXPOSURE_ABSOLUTE, max(1, round(wished_ns / UNIT_NS)))
        pinned = _get(handle, EXPOSURE_AUTO) == MANUAL
        units = _get(handle, EXPOSURE_ABSOLUTE) if pinned else None
        return Exposure(None if units is None else units * UNIT_NS, pinned)
    finally:
        os.close(handle)


def _set(handle: int, control: int, value: int) -> bool:
    return _call(handle, SET_CONTROL, control, value) is not None


def _get(handle: int, control: int) -> int | None:
    return _call(handle, GET_CONTROL, control, 0)


def _call(handle: int, request: int, control: int, value: int) -> int | None:
    import fcntl  # exists on Linux only, as these controls do

    try:
        answer = fcntl.ioctl(handle, request, struct.pack("=Ii", control, value))
    except OSError:
        return None
    found: int = struct.unpack("=Ii", answer)[1]
    return found
