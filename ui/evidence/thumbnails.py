"""Small pictures of decisive moments, fetched from the recording in one pass."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import cv2

from engine.cues import CameraId, Evidence
from vision.capture.source import Source
from vision.frames import ImageU8

HEIGHT_PX: Final = 132
MARGIN: Final = 0.35  # of the box, so that a hand is seen with what it lies on
MIN_SIDE_PX: Final = 90.0
QUALITY: Final = 78

Key = tuple[CameraId, int, tuple[float, float, float, float]]


def thumbnails(sources: Sequence[Source], evidence: Iterable[Evidence]) -> Mapping[Key, str]:
    """A JPEG as a data URL for every piece of evidence whose picture the recording still gives."""
    wanted: dict[CameraId, dict[int, set[Key]]] = defaultdict(lambda: defaultdict(set))
    for piece in evidence:
        wanted[piece.camera][piece.t_ns].add(key_of(piece))
    found: dict[Key, str] = {}
    for source in sources:
        left = wanted.get(source.camera)
        if not left:
            continue
        last_ns = max(left)
        for frame in source.frames():
            for key in left.get(frame.t_ns, ()):
                found[key] = as_data_url(cut(frame.image, key[2]))
            if frame.t_ns >= last_ns:
                break
    return found


def key_of(evidence: Evidence) -> Key:
    return evidence.camera, evidence.t_ns, evidence.box_px


def cut(image: ImageU8, box_px: tuple[float, float, float, float]) -> ImageU8:
    """The box with a margin, scaled to the height of a thumbnail."""
    x0, y0, x1, y1 = box_px
    side = max(x1 - x0, y1 - y0, MIN_SIDE_PX) * (1.0 + 2.0 * MARGIN)
    centre_x, centre_y = (x0 + x1) / 2.0, (y0 + y1) / 2.0
    width, height = max(side, (x1 - x0) * (1 + MARGIN)), max(side, (y1 - y0) * (1 + MARGIN))
    left, top = max(0, round(centre_x - width / 2)), max(0, round(centre_y - height / 2))
    right, bottom = min(image.shape[1], round(centre_x + width / 2)), min(image.shape[0], round(centre_y + height / 2))
    if right - left < 2 or bottom - top < 2:
        return image[:2, :2]
    piece = image[top:bottom, left:right]
    scale = HEIGHT_PX / piece.shape[0]
    size = (max(1, round(piece.shape[1] * scale)), HEIGHT_PX)
    return cv2.resize(piece, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR).astype("uint8")


def as_data_url(image: ImageU8) -> str:
    """A picture inside the page itself, so that a report is one file."""
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(jpeg.tobytes()).decode("ascii")
