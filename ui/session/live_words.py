"""Words heard while they are recorded: on a thread of their own, so that listening holds up no recording."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections import deque
from typing import Final

from audio.sound import Sound
from audio.words import HeardWord, WordListener

MOST_WAITING: Final = 250
"""Pieces of sound, some five seconds: whoever listens slower than that hears from now on."""
MOST_WORDS: Final = 1000


class LiveWords:
    """Put sound in from one thread, take words out from another; times are those of the sound."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Sound | None] = queue.Queue(MOST_WAITING)
        self._found: deque[HeardWord] = deque(maxlen=MOST_WORDS)
        self._thread = threading.Thread(target=self._listen, name="words", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def put(self, sound: Sound) -> None:
        """Never waits: what finds no room is not listened to, and the next sound is another stretch."""
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(sound)

    def take(self) -> tuple[HeardWord, ...]:
        """The words found since the last call."""
        found = []
        while self._found:
            found.append(self._found.popleft())
        return tuple(found)

    def stop(self) -> None:
        """Listen to what waits, for two seconds at the most, and end."""
        if not self._thread.is_alive():
            return
        try:
            self._waiting.put(None, timeout=1.0)
        except queue.Full:
            return
        self._thread.join(timeout=2.0)

    def _listen(self) -> None:
        listener = WordListener()
        while (sound := self._waiting.get()) is not None:
            self._found.extend(listener.feed(sound))
        self._found.extend(listener.finish())
