"""How long a recording is, before all of it was looked at: for telling the time left, never as a time of anything."""

from __future__ import annotations

from collections.abc import Iterable

from vision.capture.game_folder import SegmentsSource
from vision.capture.source import Source
from vision.capture.video_file import VideoFileSource, open_video
from vision.recording.times_file import read_times

NS_PER_US = 1000


def length_ns(sources: Iterable[Source]) -> int | None:
    """The longest source's length as its file claims it; None where none says."""
    return max((length for source in sources if (length := _length_ns(source)) is not None), default=None)


def _length_ns(source: Source) -> int | None:
    if isinstance(source, VideoFileSource):
        container, _ = open_video(source.path)
        with container:
            return container.duration * NS_PER_US if container.duration else None
    if isinstance(source, SegmentsSource):
        rows, _ = read_times(source.segments[0].parent / f"{source.camera}_times.csv")
        return rows[-1].t_ns if rows else None
    return None
