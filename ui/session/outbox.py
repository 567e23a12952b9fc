"""What waits to be sent to a window: a window that does not read must never hold up the table.

Facts that must all arrive (refusals) are queued; of snapshots and pictures only the newest matters.
"""

from __future__ import annotations

import threading
from collections import deque
from multiprocessing.connection import Connection
from typing import Final

from ui.session.messages import Answer, Picture, Snapshot

MAX_WAITING: Final = 1000


class Outbox:
    """A sender on its own thread."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Condition()
        self._facts: deque[Answer] = deque(maxlen=MAX_WAITING)
        self._snapshot: Snapshot | None = None
        self._picture: Picture | None = None
        self._ending = False
        self._thread = threading.Thread(target=self._send, name="outbox", daemon=True)
        self._thread.start()

    def put(self, answer: Answer) -> None:
        """Never waits."""
        with self._lock:
            if isinstance(answer, Snapshot):
                self._snapshot = answer
            elif isinstance(answer, Picture):
                self._picture = answer
            else:
                self._facts.append(answer)
            self._lock.notify()

    def last(self, answer: Answer) -> None:
        """Put something and end after it."""
        self.put(answer)
        self.close()

    def close(self) -> None:
        """Send what waits, but no longer than two seconds."""
        with self._lock:
            self._ending = True
            self._lock.notify()
        self._thread.join(timeout=2.0)

    def _next(self) -> Answer | None:
        with self._lock:
            while not (self._facts or self._snapshot or self._picture or self._ending):
                self._lock.wait()
            if self._facts:
                return self._facts.popleft()
            if self._snapshot is not None:
                answer, self._snapshot = self._snapshot, None
                return answer
            picture, self._picture = self._picture, None
            return picture

    def _send(self) -> None:
        while (answer := self._next()) is not None:
            try:
                self._connection.send(answer)
            except (BrokenPipeError, ConnectionResetError, OSError):
                return  # the window is gone; the table notices that by itself
