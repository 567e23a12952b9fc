"""Raw pictures of a camera encoded once, so that only compressed ones are recorded, kept and sent on."""

from __future__ import annotations

import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import av
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType, VideoFrame

from engine.intervals import NS_PER_S
from vision.capture.packets import NANOSECOND, StreamForm

KEYFRAME_EVERY_NS: Final = NS_PER_S
OPTIONS: Final = {
    "preset": "ultrafast",
    "tune": "zerolatency",
    "crf": "20",  # finer than a hand's edge needs
    "forced-idr": "1",
    "g": "600",  # keyframes are asked for by time, see KEYFRAME_EVERY_NS
}


class RawEncoder:
    """H.264 without delay: one picture in, one packet out."""

    def __init__(self, width: int, height: int) -> None:
        self._context = _context(width, height)
        self._last_key_ns: int | None = None
        self.form = _form(width, height)

    def encode(self, frame: VideoFrame, pts_ns: int) -> Iterator[tuple[bytes, bool]]:
        """(payload, keyframe) of one picture."""
        picture = frame.reformat(format="yuv420p", width=self._context.width, height=self._context.height)
        picture.pts, picture.time_base = pts_ns, NANOSECOND
        due = self._last_key_ns is None or pts_ns - self._last_key_ns >= KEYFRAME_EVERY_NS
        picture.pict_type = PictureType.I if due else PictureType.NONE
        if due:
            self._last_key_ns = pts_ns
        for packet in self._context.encode(picture):
            yield bytes(packet), packet.is_keyframe


def _context(width: int, height: int) -> VideoCodecContext:
    context = av.CodecContext.create("libx264", "w")
    assert isinstance(context, VideoCodecContext)
    context.width, context.height, context.pix_fmt = width - width % 2, height - height % 2, "yuv420p"
    context.time_base = Fraction(1, 1_000_000)
    context.framerate = Fraction(30, 1)
    context.options = dict(OPTIONS)
    return context


def _form(width: int, height: int) -> StreamForm:
    """The encoder's parameter sets travel in each keyframe, so the form needs only the codec and size."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mpegts") as container:
        stream = container.add_stream("libx264", rate=30, options=dict(OPTIONS))
        stream.width, stream.height, stream.pix_fmt = width - width % 2, height - height % 2, "yuv420p"
        blank = VideoFrame(stream.width, stream.height, "yuv420p")
        for pts in range(3):
            blank.pts, blank.time_base = pts, Fraction(1, 30)
            container.mux(stream.encode(blank))
        container.mux(stream.encode(None))
    buffer.seek(0)
    with av.open(buffer, format="mpegts") as container:
        return StreamForm.of(container.streams.video[0])
