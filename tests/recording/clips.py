"""Small H.264 clips whose every picture says in its bitstream which one it is."""

from __future__ import annotations

import io
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

import av
import numpy as np

START: Final = b"\0\0\0\1"
NUMBERED: Final = b"mafia-table-no-\x01"


@dataclass(frozen=True, slots=True)
class Clip:
    """A group of pictures that begins with a keyframe and can be repeated for ever."""

    pictures: tuple[tuple[bytes, ...], ...]  # each as its NAL units, without parameter sets
    sps: bytes
    pps: bytes
    size_px: tuple[int, int]


@cache
def clip(width: int = 320, height: int = 180, pictures: int = 30, detail: int = 8, bitrate: int = 0) -> Clip:
    """One group of pictures; `detail` is how much of it moves."""
    context = av.CodecContext.create("libx264", "w")
    context.width, context.height, context.pix_fmt = width, height, "yuv420p"
    context.time_base, context.framerate = Fraction(1, 30), Fraction(30)
    context.options = {"preset": "ultrafast", "tune": "zerolatency", "g": str(pictures), "sc_threshold": "0"}
    if bitrate:
        context.bit_rate = bitrate
    noise = np.random.default_rng(7)
    base = noise.integers(0, 255, (height // 8 + 1, width // 8 + 1, 3), np.uint8)
    out: list[tuple[bytes, ...]] = []
    sps = pps = b""
    for number in range(pictures):
        picture = np.kron(np.roll(base, number, axis=1), np.ones((8, 8, 1), np.uint8))[:height, :width].copy()
        if bitrate:
            rough = noise.integers(0, 60, (height, width, 1), np.uint8)
            picture = np.clip(picture.astype(np.int16) // 2 + rough, 0, 255).astype(np.uint8)
        frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
        frame.pts = number
        for packet in context.encode(frame):
            units = nal_units(bytes(packet))
            sps = next((u for u in units if u[0] & 31 == 7), sps)
            pps = next((u for u in units if u[0] & 31 == 8), pps)
            out.append(tuple(u for u in units if u[0] & 31 in (1, 5)))
    del detail
    return Clip(tuple(out), sps, pps, (width, height))


def nal_units(annexb: bytes) -> list[bytes]:
    """The units between start codes."""
    return [unit.rstrip(b"\0") for unit in annexb.replace(START, b"\0\0\1").split(b"\0\0\1") if unit.rstrip(b"\0")]


def number_unit(number: int) -> bytes:
    """An SEI unit that carries a picture's number as text, free of start codes."""
    body = NUMBERED + f"{number:010d}".encode()
    return bytes([6, 5, len(body)]) + body + b"\x80"


def number_of(payload: bytes) -> int | None:
    """The number that a packet carries, wherever in it."""
    at = payload.find(NUMBERED)
    if at < 0:
        return None
    text = payload[at + len(NUMBERED) : at + len(NUMBERED) + 10]
    return int(text) if text.isdigit() else None


def annexb(clip_: Clip, number: int) -> bytes:
    """Picture `number` of the endlessly repeated clip, as a byte stream with its parameter sets."""
    units = clip_.pictures[number % len(clip_.pictures)]
    sets = [clip_.sps, clip_.pps] if number % len(clip_.pictures) == 0 else []
    return b"".join(START + unit for unit in [*sets, number_unit(number), *units])


def write_clip(path: Path, pictures: int, rate_hz: int = 30) -> Path:
    """The clip as a file with times, repeated up to so many pictures."""
    raw = io.BytesIO(b"".join(annexb(clip(), number) for number in range(pictures)))
    with av.open(raw, "r", format="h264") as source, av.open(str(path), "w") as container:
        stream = container.add_stream_from_template(source.streams.video[0])
        for number, packet in enumerate(p for p in source.demux(video=0) if p.size):
            packet.stream, packet.time_base = stream, Fraction(1, rate_hz)
            packet.pts = packet.dts = number
            container.mux(packet)
    return path
