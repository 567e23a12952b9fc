"""Short films made of chosen pictures: for people to look at, beside the untouched segments."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.video.frame import PictureType

from engine.intervals import NS_PER_MS
from vision.frames import ImageU8

_TIME_BASE: Final = Fraction(1, 1000)
_KEY_EVERY_MS: Final = 500
_SETTINGS: Final = {"crf": "18", "preset": "veryfast", "x264-params": "bframes=0:threads=1"}
_PLAIN: Final = {"fflags": "+bitexact", "movflags": "+faststart"}


def write_clip(path: Path, pictures: Iterable[tuple[int, ImageU8]]) -> int:
    """Write an MP4 of (t_ns, (height, width, 3) BGR) pictures in order of time; the number written.

    Pictures keep their distances in time to the millisecond, the last one stays for a tenth of a second. One thread and no
    stamp of the day: equal pictures give equal bytes on one machine. Raises OSError.
    """
    count, first_ns = 0, 0
    container = av.open(str(path), "w", format="mp4", options=_PLAIN)
    try:
        stream = container.add_stream("libx264", rate=30, options=_SETTINGS)
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = _TIME_BASE
        stream.codec_context.thread_count = 1
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        last_key = -_KEY_EVERY_MS
        for t_ns, image in pictures:
            even = np.ascontiguousarray(image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2])
            if count == 0:
                first_ns = t_ns
                stream.height, stream.width = even.shape[:2]
            frame = av.VideoFrame.from_ndarray(even, format="bgr24")
            frame.pts, frame.time_base = round((t_ns - first_ns) / NS_PER_MS), _TIME_BASE
            if frame.pts - last_key >= _KEY_EVERY_MS:
                frame.pict_type, last_key = PictureType.I, frame.pts
            container.mux(stream.encode(frame))
            count += 1
        if count:
            container.mux(stream.encode(None))
    finally:
        container.close()
    return count
