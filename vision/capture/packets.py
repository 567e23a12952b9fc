"""A compressed picture on its way from a camera to the disk and the ring, and what its stream is made of."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import av
from av.container import InputContainer
from av.packet import Packet as StreamPacket
from av.video.stream import VideoStream

NANOSECOND: Final = Fraction(1, 1_000_000_000)


@dataclass(frozen=True, slots=True)
class PicturePacket:
    """One compressed picture exactly as the camera sent it."""

    seq: int  # counts in the order of showing; a jump means that pictures were lost
    t_ns: int  # capture time on the recorder's clock
    pts_ns: int  # the stream's own times, for the container only
    dts_ns: int
    keyframe: bool
    payload: bytes
    exposure_ns: int | None = None
    after_gap: str = ""  # why the picture before it is missing; empty where none is
    warm: bool = True  # False for the first pictures after a camera came (back): detectors stay disarmed


@dataclass(frozen=True, slots=True)
class StreamForm:
    """What a decoder or a file must know of a stream: its codec, size and parameter sets, as a few hundred bytes.

    Kept as the head of a NUT file, because that stores every codec's parameter sets unchanged, crosses borders
    between processes, and outlives the connection it came from.
    """

    codec: str
    size_px: tuple[int, int]
    head: bytes

    @classmethod
    def of(cls, stream: VideoStream) -> StreamForm:
        """Taken from an open stream."""
        buffer = io.BytesIO()
        with av.open(buffer, "w", format="nut") as container:
            copy = container.add_stream_from_template(stream)
            container.start_encoding()
            packet = StreamPacket(b"\0")  # a NUT file without any packet cannot be opened
            packet.stream, packet.time_base = copy, NANOSECOND
            packet.pts = packet.dts = 0
            packet.is_keyframe = True
            container.mux_one(packet)
        context = stream.codec_context
        return cls(context.name, (context.width, context.height), buffer.getvalue())

    def opened(self) -> InputContainer:
        """A container whose first video stream can be a template or gives a decoder; the caller closes it."""
        options = {"probesize": "32", "analyzeduration": "0"}
        return av.open(io.BytesIO(self.head), "r", format="nut", options=options)


def without_payload(packet: PicturePacket) -> PicturePacket:
    """The same picture as a fact only."""
    return replace(packet, payload=b"")
