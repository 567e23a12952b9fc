"""Small pictures of all cameras from the last seconds, so that a card can show its moment whichever camera saw it."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

import cv2

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.suggestions import Suggestion
from ui.session.messages import Clip, Picture
from vision.frames import Frame

EVERY_NS: Final = 100 * NS_PER_MS
KEPT_NS: Final = 45 * NS_PER_S
BEFORE_NS: Final = 1500 * NS_PER_MS
AFTER_NS: Final = 1000 * NS_PER_MS
WIDTH_PX: Final = 960
JPEG_QUALITY: Final = 75


class EvidenceRing:
    """Written by the thread that looks, read by the one that answers the window; memory is bounded by the time kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pictures: dict[CameraId, deque[Picture]] = {}

    def add(self, frame: Frame) -> None:
        """Keep a picture, if the last kept one of its camera is old enough."""
        kept = self._pictures.setdefault(frame.camera, deque())
        if kept and frame.t_ns - kept[-1].t_ns < EVERY_NS:
            return
        picture = _small(frame)
        with self._lock:
            kept.append(picture)
            while kept[0].t_ns < frame.t_ns - KEPT_NS:
                kept.popleft()

    def clip(self, suggestion: Suggestion, now_ns: int) -> Clip | None:
        """The pictures round a suggestion's evidence; None while those after it are still to come."""
        if not suggestion.evidence:
            return Clip(suggestion.id, ())
        if now_ns < max(evidence.t_ns for evidence in suggestion.evidence) + AFTER_NS:
            return None
        with self._lock:
            pictures = tuple(
                picture
                for evidence in suggestion.evidence
                for picture in self._pictures.get(evidence.camera, ())
                if evidence.t_ns - BEFORE_NS <= picture.t_ns <= evidence.t_ns + AFTER_NS
            )
        return Clip(suggestion.id, pictures)


def _small(frame: Frame) -> Picture:
    width, height = frame.size_px
    scale = min(1.0, WIDTH_PX / width)
    size = (round(width * scale), round(height * scale))
    image = frame.image if scale == 1.0 else cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return Picture(frame.camera, frame.t_ns, jpeg.tobytes(), size, {})
