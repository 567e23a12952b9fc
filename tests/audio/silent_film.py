"""A film that has pictures and no sound."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np


def picture_only(path: Path) -> None:
    """Write one grey picture and nothing to hear."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 64
        stream.pix_fmt = "yuv420p"
        frame = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), format="rgb24")
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
