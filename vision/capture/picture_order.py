"""Numbers pictures in the order of showing while they pass in the order of decoding."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

MAX_HELD: Final = 17
"""H.264 and HEVC reorder at most 16 pictures; whatever waits longer has wrong times and is passed on."""

Item = TypeVar("Item")


class PictureOrder(Generic[Item]):
    """Give each picture its rank by presentation time; streams without reordering pass straight through."""

    def __init__(self) -> None:
        self._held: deque[tuple[Item, int]] = deque()  # in the order of decoding
        self._unranked: list[int] = []  # heap of presentation times
        self._ranks: dict[int, int] = {}
        self._next = 0

    def put(self, item: Item, pts: int, dts: int) -> Iterator[tuple[Item, int]]:
        """Take a picture in; gives (picture, rank) of every picture whose rank is known by now."""
        self._held.append((item, pts))
        heapq.heappush(self._unranked, pts)
        while self._unranked and (self._unranked[0] <= dts or len(self._held) > MAX_HELD):
            self._ranks[heapq.heappop(self._unranked)] = self._next
            self._next += 1
            yield from self._ready()

    def end(self) -> Iterator[tuple[Item, int]]:
        """No more pictures follow these."""
        while self._unranked:
            self._ranks[heapq.heappop(self._unranked)] = self._next
            self._next += 1
        yield from self._ready()

    def _ready(self) -> Iterator[tuple[Item, int]]:
        while self._held and self._held[0][1] in self._ranks:
            item, pts = self._held.popleft()
            yield item, self._ranks.pop(pts)
