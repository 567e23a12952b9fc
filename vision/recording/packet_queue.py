"""What waits between a camera and the disk: bounded, so that a slow disk costs counted pictures and never the memory."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final, TypeAlias

from vision.capture.camera_state import DeliveredMode
from vision.capture.packets import PicturePacket, StreamForm

MAX_BYTES: Final = 96_000_000
MAX_PICTURES: Final = 3_000
"""Some 50 s at 60 pictures a second: longer than a disk takes to wake up or to flush."""
WAKE_PICTURES: Final = 64


@dataclass(frozen=True, slots=True)
class Begins:
    """A connection starts: packets after it have this form."""

    form: StreamForm
    mode: DeliveredMode


Queued: TypeAlias = PicturePacket | Begins


class PacketQueue:
    """One camera's packets on their way to its writer."""

    def __init__(self, max_bytes: int = MAX_BYTES, max_pictures: int = MAX_PICTURES) -> None:
        self._max_bytes, self._max_pictures = max_bytes, max_pictures
        self._lock = threading.Condition()
        self._items: deque[Queued] = deque()
        self._bytes = 0
        self._ended = False
        self._skipping = False  # after an overflow nothing is taken until a keyframe, for nothing could be decoded

    def put(self, item: Queued, *, wait: bool) -> bool:
        """Add something; False where there is no room for a picture. `wait` waits for room instead."""
        with self._lock:
            if isinstance(item, Begins):
                self._items.append(item)
                self._lock.notify_all()
                return True
            while wait and self._full(item) and not self._ended:
                self._lock.wait(0.5)
            if self._skipping and item.keyframe and self._bytes < self._max_bytes // 2:
                self._skipping = False
            if self._skipping or self._full(item):
                self._skipping = True
                return False
            self._items.append(item)
            self._bytes += len(item.payload)
            if len(self._items) >= WAKE_PICTURES:
                self._lock.notify_all()
            return True

    def get(self, within_s: float) -> list[Queued]:
        """Everything that waits after some time, or as soon as much waits: a writer that is woken for every picture
        costs more than it writes."""
        with self._lock:
            if len(self._items) < WAKE_PICTURES and not self._ended:
                self._lock.wait(within_s)
            items = list(self._items)
            self._items.clear()
            self._bytes = 0
            self._lock.notify_all()
            return items

    def end(self) -> None:
        """Nothing more is put in."""
        with self._lock:
            self._ended = True
            self._lock.notify_all()

    @property
    def ended(self) -> bool:
        """Whether everything was put in and taken out."""
        with self._lock:
            return self._ended and not self._items

    @property
    def waiting(self) -> int:
        """Pictures that wait."""
        with self._lock:
            return len(self._items)

    def _full(self, item: PicturePacket) -> bool:
        return len(self._items) >= self._max_pictures or (
            bool(self._items) and self._bytes + len(item.payload) > self._max_bytes
        )
