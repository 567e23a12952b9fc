"""From packets to pictures, wherever the packets come from; rubbish costs itself and what depends on it, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

import av
from av.packet import Packet
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from engine.cues import CameraId
from vision.capture.packets import NANOSECOND, PicturePacket, StreamForm, without_payload
from vision.capture.video_file import picture_of
from vision.frames import Frame


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """A decoded picture whose pixels are converted only when somebody wants them."""

    packet: PicturePacket  # without its payload
    _frame: VideoFrame

    def frame(self, camera: CameraId) -> Frame:
        """The picture with its time."""
        packet = self.packet
        return Frame(camera, packet.seq, packet.t_ns, picture_of(self._frame), packet.exposure_ns)


class PacketDecoder:
    """A decoder for one stream's packets, in the order in which they were sent."""

    def __init__(self, form: StreamForm) -> None:
        self._container = form.opened()
        self._stream = self._container.streams.video[0]
        self._stream.thread_type = "SLICE"  # threads over whole pictures would hold pictures back
        self._waiting: dict[int, PicturePacket] = {}
        self._needs_keyframe = True
        self.undecodable = 0

    def decode(self, packet: PicturePacket) -> Iterator[Decoded]:
        """Pictures that are complete with this packet."""
        if self._needs_keyframe and not packet.keyframe:
            self.undecodable += 1
            return
        self._needs_keyframe = False
        copy = Packet(packet.payload)
        copy.time_base, copy.pts, copy.dts = NANOSECOND, packet.pts_ns, packet.dts_ns
        self._waiting[packet.pts_ns] = without_payload(packet)
        yield from self._frames(cast("Packet[VideoStream]", copy))

    def end(self) -> Iterator[Decoded]:
        """Pictures that the decoder still holds."""
        yield from self._frames(None)

    def restart(self) -> None:
        """Packets were left out: nothing can be decoded before the next keyframe."""
        self._stream.codec_context.flush_buffers()
        self._waiting.clear()
        self._needs_keyframe = True

    def close(self) -> None:
        """Free the decoder."""
        self._container.close()

    def _frames(self, copy: Packet[VideoStream] | None) -> Iterator[Decoded]:
        try:
            frames = self._stream.codec_context.decode(copy)
        except (av.FFmpegError, OSError, ValueError):
            self.undecodable += 1
            return
        for frame in frames:
            packet = self._waiting.pop(frame.pts, None) if frame.pts is not None else None
            if packet is None:
                self.undecodable += 1
                continue
            while self._waiting and (oldest := next(iter(self._waiting))) < packet.pts_ns - 10**9:
                del self._waiting[oldest]  # a second old: its picture never came out
            yield Decoded(packet, frame)


def decoded(form: StreamForm, packets: Iterable[PicturePacket]) -> Iterator[Decoded]:
    """All pictures of a run of packets that begins with a keyframe."""
    decoder = PacketDecoder(form)
    try:
        for packet in packets:
            yield from decoder.decode(packet)
        yield from decoder.end()
    finally:
        decoder.close()
