"""A recording to step through: the picture at a time, the next, the one before. No Qt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, Protocol

from engine.cues import CameraId
from vision.capture.game_folder import SegmentsSource
from vision.capture.source import Source, SourceWithoutPictures
from vision.frames import Frame

KEPT: Final = 150
"""Decoded pictures kept, so that stepping back needs no decoding."""
ROUND_NS: Final = 1_500_000_000
"""How much of a game folder is decoded round a time."""


class Film(Protocol):
    """Pictures of one camera by time."""

    camera: CameraId

    def at(self, t_ns: int) -> Frame:
        """The newest picture not after `t_ns`; the first one before the beginning. Raises SourceFault."""
        ...

    def after(self, t_ns: int) -> Frame:
        """The first picture after `t_ns`; the last one at the end."""
        ...

    def before(self, t_ns: int) -> Frame:
        """The newest picture before `t_ns`; the first one at the beginning."""
        ...


def film_of(source: Source) -> Film:
    """A film of any recording."""
    return _Segments(source) if isinstance(source, SegmentsSource) else _Forward(source)


def all_times(source: Source) -> tuple[int, ...]:
    """The time of every picture, by decoding all of them."""
    return tuple(frame.t_ns for frame in source.frames())


def _newest(frames: list[Frame], t_ns: int) -> Frame | None:
    index = bisect_right(frames, t_ns, key=lambda frame: frame.t_ns)
    return frames[index - 1] if index else None


class _Segments:
    """A game folder: its times are written down and its segments decoded where they are needed."""

    def __init__(self, source: SegmentsSource) -> None:
        self.camera, self._source = source.camera, source
        self._times = [row.t_ns for row in source.times_between(-(2**62), 2**62)]
        if not self._times:
            raise SourceWithoutPictures(path=source.camera)
        self._frames: list[Frame] = []

    def at(self, t_ns: int) -> Frame:
        return self._picture(max(bisect_right(self._times, t_ns) - 1, 0))

    def after(self, t_ns: int) -> Frame:
        return self._picture(min(bisect_right(self._times, t_ns), len(self._times) - 1))

    def before(self, t_ns: int) -> Frame:
        return self._picture(max(bisect_right(self._times, t_ns - 1) - 1, 0))

    def _picture(self, index: int) -> Frame:
        wanted = self._times[index]
        found = _newest(self._frames, wanted)
        if found is None or found.t_ns != wanted:
            self._frames = list(self._source.frames_between(wanted - ROUND_NS, wanted + ROUND_NS))
            found = _newest(self._frames, wanted) or (self._frames[0] if self._frames else None)
        if found is None:
            raise SourceWithoutPictures(path=self.camera)
        return found


class _Forward:
    """A video file: decoded forwards, the newest pictures kept; going back beyond them begins again."""

    def __init__(self, source: Source) -> None:
        self.camera, self._source = source.camera, source
        self._restart()

    def at(self, t_ns: int) -> Frame:
        if self._frames and t_ns < self._frames[0].t_ns and self._dropped:
            self._restart()
        while not self._ended and (not self._frames or self._frames[-1].t_ns <= t_ns):
            self._pull()
        return _newest(self._frames, t_ns) or self._first()

    def after(self, t_ns: int) -> Frame:
        self.at(t_ns)
        index = bisect_right(self._frames, t_ns, key=lambda frame: frame.t_ns)
        return self._frames[min(index, len(self._frames) - 1)]

    def before(self, t_ns: int) -> Frame:
        return self.at(t_ns - 1)

    def _restart(self) -> None:
        self._iterator: Iterator[Frame] = self._source.frames()
        self._frames: list[Frame] = []
        self._ended = self._dropped = False

    def _pull(self) -> None:
        frame = next(self._iterator, None)
        if frame is None:
            self._ended = True
            return
        self._frames.append(frame)
        if len(self._frames) > KEPT:
            del self._frames[0]
            self._dropped = True

    def _first(self) -> Frame:
        if not self._frames:
            raise SourceWithoutPictures(path=self.camera)
        return self._frames[0]
