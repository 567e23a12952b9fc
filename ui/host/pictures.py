"""The pictures of the last seconds, kept for the cards: what a suggestion saw, before, then and after."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S
from ui.session.messages import Picture

KEPT_NS: Final = 30 * NS_PER_S
NEAR_NS: Final = 250 * NS_PER_MS  # a picture further from a moment does not show it


class KeptPictures:
    """JPEG pictures by camera and time; the oldest make room."""

    def __init__(self, kept_ns: int = KEPT_NS) -> None:
        self._kept_ns = kept_ns
        self._times: dict[CameraId, list[int]] = defaultdict(list)
        self._pictures: dict[CameraId, list[Picture]] = defaultdict(list)
        self._pinned_times: dict[CameraId, list[int]] = defaultdict(list)
        self._pinned: dict[CameraId, list[Picture]] = defaultdict(list)

    def add(self, picture: Picture) -> None:
        """Keep a picture in its place in time; one that is there already is replaced."""
        times, pictures = self._times[picture.camera], self._pictures[picture.camera]
        self._insert(picture, times, pictures)
        old = bisect_left(times, times[-1] - self._kept_ns)
        del times[:old], pictures[:old]

    def pin(self, pictures: Iterable[Picture]) -> None:
        """Keep a suggestion's pictures as long as the window lives; they are few."""
        for picture in pictures:
            self._insert(picture, self._pinned_times[picture.camera], self._pinned[picture.camera])

    @staticmethod
    def _insert(picture: Picture, times: list[int], pictures: list[Picture]) -> None:
        at = bisect_left(times, picture.t_ns)
        if at < len(times) and times[at] == picture.t_ns:
            pictures[at] = picture
            return
        times.insert(at, picture.t_ns)
        pictures.insert(at, picture)

    def _all(self, camera: CameraId) -> tuple[list[int], list[Picture]]:
        """A camera's pictures in order of time, the pinned ones among them."""
        by_time = {picture.t_ns: picture for picture in self._pinned.get(camera, [])}
        by_time |= {picture.t_ns: picture for picture in self._pictures.get(camera, [])}
        times = sorted(by_time)
        return times, [by_time[t_ns] for t_ns in times]

    def exact(self, camera: CameraId, t_ns: int) -> Picture | None:
        """The picture of exactly this time."""
        times, pictures = self._all(camera)
        at = bisect_left(times, t_ns)
        return pictures[at] if at < len(times) and times[at] == t_ns else None

    def nearest(self, camera: CameraId, t_ns: int) -> Picture | None:
        """The picture nearest to a moment, if one is near enough to show it."""
        times, pictures = self._all(camera)
        at = bisect_left(times, t_ns)
        near = [pictures[i] for i in (at - 1, at) if 0 <= i < len(times)]
        best = min(near, key=lambda picture: abs(picture.t_ns - t_ns), default=None)
        return best if best is not None and abs(best.t_ns - t_ns) <= NEAR_NS else None

    def latest_before(self, camera: CameraId, t_ns: int, since_ns: int) -> Picture | None:
        """The picture that a film from `since_ns` shows at `t_ns`."""
        times, pictures = self._all(camera)
        at = bisect_right(times, t_ns) - 1
        return pictures[at] if at >= 0 and times[at] >= since_ns else None
