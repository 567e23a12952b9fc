"""One connection to a camera, stream or file: opened, its real mode found out, and its packets in order of arrival."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, cast

import av
import numpy as np
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.packet import Packet
from av.video.stream import VideoStream
from numpy.typing import NDArray

from engine.faults import Fault
from engine.intervals import NS_PER_S
from vision.capture.addresses import Address, AddressKind
from vision.capture.camera_state import CameraFault, CameraUnreadable, DeliveredMode, fault_of
from vision.capture.devices import Wish, attempts, device_format, device_name
from vision.capture.packets import StreamForm
from vision.capture.raw_encoder import RawEncoder
from vision.capture.v4l2_controls import pin_exposure
from vision.capture.video_file import open_video, pts_to_ns
from vision.clock import Clock

OPEN_WITHIN_S: Final = 4.0
SILENT_AFTER_S: Final = 1.5
STREAM_OPTIONS: Final = {
    "rtsp_transport": "tcp",  # nothing is lost on the way, and no port of ours is opened
    "protocol_whitelist": "rtsp,rtsps,rtp,tcp,tls,http,https,httpproxy,crypto,rtmp,rtmps",
    "analyzeduration": "400000",  # µs; a camera that comes back must record again at once
    "probesize": "500000",
    "fpsprobesize": "0",
    "tcp_nodelay": "1",
}


@dataclass(frozen=True, slots=True)
class ArrivedPicture:
    """A compressed picture with the stream's own times, as far as it has them."""

    pts_ns: int | None
    dts_ns: int | None
    arrived_ns: int
    keyframe: bool
    payload: bytes


@dataclass(frozen=True, slots=True, eq=False)
class ArrivedSound:
    """Decoded sound of the same connection, mono, with the stream's own time of its first sample."""

    pts_ns: int
    arrived_ns: int
    rate_hz: int
    samples: NDArray[np.int16]  # (N,)


class Connection:
    """An open source; closes itself at the end of `arrivals` or by `close`."""

    def __init__(
        self,
        container: InputContainer,
        stream: VideoStream,
        mode: DeliveredMode,
        address: Address,
        clock: Clock,
    ) -> None:
        self._container, self._stream, self._address, self._clock = container, stream, address, clock
        self._encoder: RawEncoder | None = None
        if stream.codec_context.name == "rawvideo":
            self._encoder = RawEncoder(stream.codec_context.width, stream.codec_context.height)
            mode = replace(mode, encoded_here=True)
        self.form = self._encoder.form if self._encoder is not None else StreamForm.of(stream)
        self.mode = replace(mode, codec=self.form.codec)
        self._sound: AudioStream | None = container.streams.audio[0] if container.streams.audio else None

    @property
    def reorder_ns(self) -> int:
        """How much earlier than shown a picture must be decoded at most; 0 without B pictures."""
        rate = self._stream.average_rate or Fraction(25)
        return round(self._stream.codec_context.has_b_frames / rate * NS_PER_S) if self._encoder is None else 0

    @property
    def has_sound(self) -> bool:
        """Whether sound comes with the pictures."""
        return self._sound is not None

    def arrivals(self) -> Iterator[ArrivedPicture | ArrivedSound]:
        """Everything that comes, until the connection ends by itself; raises CameraFault when it fails."""
        streams = [self._stream] if self._sound is None else [self._stream, self._sound]
        mono = AudioResampler(format="s16", layout="mono")
        packets = self._container.demux(*streams)
        while True:
            try:
                packet = next(packets, None)
            except (av.FFmpegError, OSError) as error:
                raise fault_of(error, self._address) from error
            if packet is None:
                return
            arrived_ns = self._clock.now_ns()
            if packet.size == 0:
                continue
            if packet.pts is None and packet.dts is None and not self._address.live:
                raise CameraUnreadable(address=self._address, reason="it has no times")
            if packet.stream is self._sound:
                yield from _sound_of(cast("Packet[AudioStream]", packet), mono, arrived_ns)
            elif self._encoder is not None:
                yield from self._encoded(packet, self._encoder, arrived_ns)
            else:
                yield _picture_of(packet, arrived_ns)

    def close(self) -> None:
        """Free the device or the network connection."""
        self._container.close()

    def _encoded(self, packet: Packet[Any], encoder: RawEncoder, arrived_ns: int) -> Iterator[ArrivedPicture]:
        arrived = _picture_of(packet, arrived_ns)
        try:
            frames = packet.decode()
        except (av.FFmpegError, OSError):
            return  # a raw picture that is not whole is no picture; the interval tells that it is missing
        for frame in frames:
            if isinstance(frame, av.VideoFrame):
                pts_ns = arrived_ns if arrived.pts_ns is None else arrived.pts_ns
                for payload, keyframe in encoder.encode(frame, pts_ns):
                    yield replace(arrived, payload=payload, keyframe=keyframe)


def open_connection(address: Address, wish: Wish, clock: Clock) -> Connection:
    """Open a source and find out its real mode; raises SourceFault."""
    if address.kind is AddressKind.FILE:
        container, stream = open_video(Path(address.text))
        return Connection(container, stream, _mode(stream), address, clock)
    if address.kind is AddressKind.STREAM:
        return _opened(address, address.text, None, STREAM_OPTIONS, clock)
    failure: CameraFault | None = None
    device = device_name(address.text)
    exposure = pin_exposure(device, wish.exposure_ns)
    for options in attempts(wish):
        try:
            connection = _opened(address, device, device_format(), options, clock)
        except CameraFault as fault:
            failure = failure or fault
            continue
        connection.mode = replace(connection.mode, exposure_ns=exposure.exposure_ns, exposure_pinned=exposure.pinned)
        return connection
    raise failure or CameraUnreadable(address=address, reason="no mode")


def _opened(address: Address, url: str, format_name: str | None, options: dict[str, str], clock: Clock) -> Connection:
    try:
        container = av.open(url, format=format_name, options=dict(options), timeout=(OPEN_WITHIN_S, SILENT_AFTER_S))
    except (av.FFmpegError, OSError, ValueError) as error:
        raise fault_of(error, address) from error
    try:
        stream = next((s for s in container.streams.video if s.codec_context is not None), None)
        if stream is None:
            raise CameraUnreadable(address=address, reason="no video track")
        return Connection(container, stream, _mode(stream), address, clock)
    except (av.FFmpegError, OSError, ValueError, Fault) as error:
        container.close()
        raise error if isinstance(error, Fault) else fault_of(error, address) from error


def _mode(stream: VideoStream) -> DeliveredMode:
    context = stream.codec_context
    rate = stream.average_rate or stream.guessed_rate
    return DeliveredMode(
        size_px=(context.width, context.height),
        codec=context.name,
        pixel_format=context.pix_fmt,
        listed_rate_hz=float(rate) if rate else None,
    )


def _picture_of(packet: Packet[Any], arrived_ns: int) -> ArrivedPicture:
    base = packet.time_base or Fraction(1, 1_000_000)
    pts = packet.pts if packet.pts is not None else packet.dts
    pts_ns = None if pts is None else pts_to_ns(pts, base)
    dts_ns = None if packet.dts is None else pts_to_ns(packet.dts, base)
    return ArrivedPicture(pts_ns, dts_ns, arrived_ns, packet.is_keyframe, bytes(packet))


def _sound_of(packet: Packet[AudioStream], mono: AudioResampler, arrived_ns: int) -> Iterator[ArrivedSound]:
    try:
        frames = packet.decode()
    except (av.FFmpegError, OSError):
        return  # the hole shows in the times
    for frame in frames:
        if frame.pts is None:
            continue
        pts_ns = pts_to_ns(frame.pts, frame.time_base or Fraction(1, frame.sample_rate))
        pieces = [out.to_ndarray()[0] for out in mono.resample(frame)]
        if pieces:
            samples = np.concatenate(pieces).astype(np.int16, copy=False)
            yield ArrivedSound(pts_ns, arrived_ns, frame.sample_rate, samples)
