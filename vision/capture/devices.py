"""How this system's cameras are opened through FFmpeg, and which there are."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

import av
from av.format import formats_available

from vision.capture.camera_state import NoCameraSupport

FORMATS: Final = {"linux": ("video4linux2,v4l2", "v4l2"), "win32": ("dshow",), "darwin": ("avfoundation",)}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a camera is asked for; what it gives is found out when it is open."""

    size_px: tuple[int, int] | None = None
    rate_hz: float | None = None
    exposure_ns: int | None = None


def device_format(platform: str = sys.platform) -> str:
    """The name of FFmpeg's camera input on this system; raises NoCameraSupport where this build has none."""
    for name in FORMATS.get("linux" if platform.startswith("linux") else platform, ()):
        if name in formats_available:
            return name.rsplit(",", maxsplit=1)[-1]
    raise NoCameraSupport(system=platform)


def device_name(text: str, platform: str = sys.platform) -> str:
    """What FFmpeg calls the camera that a person named: “0” is the first one."""
    if platform.startswith("linux"):
        return f"/dev/video{text}" if text.isdecimal() else text
    if platform == "win32" and text.isdecimal():
        names = cameras_found(platform)
        return f"video={names[int(text)]}" if int(text) < len(names) else f"video={text}"
    return text.removeprefix("video=") if platform == "darwin" else text


def attempts(wish: Wish, platform: str = sys.platform) -> tuple[dict[str, str], ...]:
    """Options to open a camera with, the best first: compressed pictures need a tenth of the bus.

    AVFoundation refuses a camera whose rate is not named exactly, so 30 is tried there before nothing is.
    """
    plain: dict[str, str] = {}
    if wish.size_px is not None:
        plain["video_size"] = f"{wish.size_px[0]}x{wish.size_px[1]}"
    if wish.rate_hz is not None:
        plain["framerate"] = f"{wish.rate_hz:g}"
    if platform.startswith("linux"):
        return ({**plain, "input_format": "mjpeg"}, plain, {"input_format": "mjpeg"}, {})
    if platform == "win32":
        buffered = {"rtbufsize": "200M"}
        return ({**buffered, **plain, "vcodec": "mjpeg"}, {**buffered, **plain}, buffered)
    return (plain, {**plain, "framerate": "30"}, {"framerate": "30"}, {})


def cameras_found(platform: str = sys.platform) -> tuple[str, ...]:
    """Names of the cameras that the system lists; empty where it cannot list them."""
    try:
        return tuple(
            device.name
            for device in av.device.enumerate_input_devices(device_format(platform))
            if "video" in device.media_types or not device.media_types
        )
    except (NoCameraSupport, av.FFmpegError, OSError, ValueError):
        return ()
