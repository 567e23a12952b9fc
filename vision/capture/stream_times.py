"""Completes a stream's own times where it leaves some out, and notices when they jump."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.intervals import NS_PER_MS, NS_PER_S
from vision.capture.live import ArrivedPicture

JUMP_NS: Final = 10 * NS_PER_S
MAX_UNTIMED: Final = 5
"""A stream whose first pictures have no times gets some with the next one; after this many it is believed to have none."""


@dataclass(frozen=True, slots=True)
class TimedPicture:
    """A compressed picture with the stream's own times."""

    pts_ns: int
    dts_ns: int
    arrived_ns: int
    keyframe: bool
    payload: bytes


class StreamTimes:
    """One connection's times; those of decoding strictly increase, those of showing are never before them."""

    def __init__(self, reorder_ns: int) -> None:
        self._reorder_ns = reorder_ns
        self._untimed: list[ArrivedPicture] = []
        self._by_arrival = False
        self._last_dts_ns: int | None = None
        self._last_pts_ns: int | None = None
        self.jumped = False

    def of(self, arrived: ArrivedPicture) -> Iterator[TimedPicture]:
        """Pictures whose times are known by now; a jump of more than ten seconds is told by `jumped` instead."""
        if self._by_arrival:
            yield self._timed(arrived, arrived.arrived_ns)
        elif arrived.pts_ns is not None:
            held, self._untimed = self._untimed, []
            for before in held:  # they arrived so much earlier
                yield self._timed(before, arrived.pts_ns - (arrived.arrived_ns - before.arrived_ns))
            if self._jumps(arrived):
                self.jumped = True
                return
            yield self._timed(arrived, arrived.pts_ns)
        elif self._last_pts_ns is not None:
            yield self._timed(arrived, self._last_pts_ns + NS_PER_MS)
        else:
            self._untimed.append(arrived)
            if len(self._untimed) > MAX_UNTIMED:
                self._by_arrival = True
                for before in self._untimed:
                    yield self._timed(before, before.arrived_ns)

    def _jumps(self, arrived: ArrivedPicture) -> bool:
        now_ns = arrived.dts_ns if arrived.dts_ns is not None else arrived.pts_ns
        if self._last_dts_ns is None or now_ns is None:
            return False
        return not -JUMP_NS < now_ns - self._last_dts_ns < JUMP_NS

    def _timed(self, arrived: ArrivedPicture, pts_ns: int) -> TimedPicture:
        last_ns = self._last_dts_ns
        if arrived.dts_ns is not None:
            dts_ns = min(arrived.dts_ns, pts_ns)
        elif self._reorder_ns == 0:
            dts_ns = pts_ns
        else:
            dts_ns = pts_ns - self._reorder_ns if last_ns is None else min(pts_ns, last_ns + NS_PER_MS)
        if last_ns is not None and dts_ns <= last_ns:
            dts_ns = last_ns + NS_PER_MS  # a time that was given twice
            pts_ns = max(pts_ns, dts_ns)
        self._last_dts_ns, self._last_pts_ns = dts_ns, pts_ns
        return TimedPicture(pts_ns, dts_ns, arrived.arrived_ns, arrived.keyframe, arrived.payload)
