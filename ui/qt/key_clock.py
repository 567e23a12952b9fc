"""When a key was pressed, on the machine's monotonic clock: the event's own time, not when the program came to it."""

from __future__ import annotations

import sys
from typing import Final

from engine.intervals import NS_PER_MS, NS_PER_S

RESOLUTION_NS: Final = (16 if sys.platform == "win32" else 1) * NS_PER_MS
"""How coarse the system's key times are: Windows counts them in ticks of 15.6 ms."""

_LONGEST_WAIT_NS: Final = 2 * NS_PER_S


class KeyClock:
    """Learns how far the window system's clock is from ours: no event arrives before it happens, so the least
    difference seen is the nearest to the truth."""

    def __init__(self) -> None:
        self._offset_ns: int | None = None

    def time_of(self, timestamp_ms: int, now_ns: int) -> int:
        """When an event with this time stamp happened; now, where the stamp means nothing."""
        if timestamp_ms <= 0:
            return now_ns
        seen = now_ns - timestamp_ms * NS_PER_MS
        known = self._offset_ns
        if known is None or seen < known or seen - known > _LONGEST_WAIT_NS:  # the last: their clock was set anew
            known = self._offset_ns = seen
        return min(now_ns, timestamp_ms * NS_PER_MS + known)
