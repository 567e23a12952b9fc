"""Pictures from any video file that FFmpeg can read, each with its true presentation time."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import floor
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from engine.cues import CameraId
from engine.intervals import NS_PER_S
from vision.capture.orientation import UPRIGHT, signs_of, upright
from vision.capture.source import Loss, Mode, SourceEmpty, SourceMissing, SourceUnreadable, SourceWithoutPictures
from vision.frames import Frame, ImageU8

# Damaged files are reported by us, once, in words. FFmpeg's own callback is kept: PyAV's Python callback takes the
# interpreter lock from decoder threads and dead-locks when a file is closed in mid-stream.
QUIET = -8
STORES_DECODING_ORDER = frozenset({"avi"})
MAX_REORDERED = 16  # H.264 and HEVC allow at most 16 pictures in the reorder buffer
av.logging.restore_default_callback()
av.logging.set_libav_level(QUIET)


def open_video(path: Path) -> tuple[InputContainer, VideoStream]:
    """Open a file and choose its first real video track.

    Raises SourceMissing, SourceEmpty, SourceUnreadable or SourceWithoutPictures.
    """
    if not path.is_file():
        raise SourceMissing(path=path)
    if path.stat().st_size == 0:
        raise SourceEmpty(path=path)
    try:
        container = av.open(str(path), options={"protocol_whitelist": "file"})  # a playlist must not call anybody
    except (av.FFmpegError, OSError, ValueError) as error:
        raise SourceUnreadable(path=path, reason=_plain(error)) from error
    for stream in container.streams.video:
        if stream.codec_context is not None and not stream.disposition & stream.disposition.attached_pic:
            stream.thread_type = "AUTO"
            return container, stream
    container.close()
    raise SourceWithoutPictures(path=path)


def _plain(error: Exception) -> str:
    """FFmpeg's own words without numbers and paths."""
    return str(getattr(error, "strerror", None) or error).split(":")[0].strip().lower()


def pts_to_ns(pts: int, time_base: Fraction) -> int:
    """A presentation time as integer nanoseconds, rounded to the nearest."""
    return round(pts * time_base * NS_PER_S)


def picture_of(frame: VideoFrame) -> ImageU8:
    """A decoded frame as an upright (H, W, 3) BGR picture."""
    image: ImageU8 = frame.to_ndarray(format="bgr24").astype(np.uint8, copy=False)
    return upright(image, orientation_of(frame))


def orientation_of(frame: VideoFrame) -> tuple[tuple[int, int], tuple[int, int]]:
    """The frame's display matrix as signs, upright when it has none."""
    side_data: Any = frame.side_data  # PyAV's stub names a wrong type here
    matrix = side_data.get("DISPLAYMATRIX")
    return UPRIGHT if matrix is None else signs_of(bytes(matrix))


class VideoFileSource:
    """A video file as a Source; zero of its clock is the first picture, or `zero_pts_ns` if given.

    Frames without a usable time (damaged files) are counted as lost, not guessed. A decoding error ends the
    stretch it hits; what can still be decoded after it is delivered.
    """

    def __init__(self, path: Path, camera: CameraId, zero_pts_ns: int | None = None) -> None:
        self.path = path
        self.camera = camera
        container, stream = open_video(path)
        with container:
            first = self._first_picture(container, stream)
            self._time_base = stream.time_base or Fraction(1, 1)
            first_ns = pts_to_ns(first.pts if first.pts is not None else 0, self._time_base)
            self.zero_pts_ns = first_ns if zero_pts_ns is None else zero_pts_ns
            height, width = upright(np.empty((first.height, first.width, 1), np.uint8), orientation_of(first)).shape[:2]
            self.mode = Mode(
                size_px=(width, height),
                codec=stream.codec_context.name,
                listed_frames=stream.frames or None,
                nominal_rate_hz=float(stream.average_rate) if stream.average_rate else None,
            )
        self._losses: list[Loss] = []

    @property
    def losses(self) -> tuple[Loss, ...]:
        return tuple(self._losses)

    def frames(self) -> Iterator[Frame]:
        self._losses = []
        container, stream = open_video(self.path)
        with container:
            yield from self._frames(container, stream)

    def frames_between(self, from_ns: int, to_ns: int) -> Iterator[Frame]:
        """The pictures of a stretch, numbered from its beginning on."""
        time_base = self._time_base
        begin = max(0, floor(Fraction(from_ns + self.zero_pts_ns, NS_PER_S) / time_base))
        seq = 0
        for pts, image in decoded_pictures(self.path, begin):
            t_ns = pts_to_ns(pts, time_base) - self.zero_pts_ns
            if t_ns > to_ns:
                return
            if t_ns >= from_ns:
                yield Frame(self.camera, seq, t_ns, image())
                seq += 1

    def _first_picture(self, container: InputContainer, stream: VideoStream) -> VideoFrame:
        try:
            for frame in _decoded(container, stream):
                if isinstance(frame, VideoFrame):
                    return frame
        except av.FFmpegError as error:
            raise SourceUnreadable(path=self.path, reason=_plain(error)) from error
        raise SourceWithoutPictures(path=self.path)

    def _frames(self, container: InputContainer, stream: VideoStream) -> Iterator[Frame]:
        time_base = stream.time_base or Fraction(1, 1)
        last_ns: int | None = None
        seq, untimed, broken = 0, 0, 0
        for decoded, pts in _timed(container, stream):
            if isinstance(decoded, _Broken):
                broken += 1
                continue
            t_ns = None if pts is None else pts_to_ns(pts, time_base) - self.zero_pts_ns
            if t_ns is None or (last_ns is not None and t_ns <= last_ns):
                untimed += 1
                continue
            yield Frame(self.camera, seq, t_ns, picture_of(decoded))
            last_ns, seq = t_ns, seq + 1
        self._note_losses(last_ns or 0, seq, untimed, broken)

    def _note_losses(self, last_ns: int, delivered: int, untimed: int, broken: int) -> None:
        def lost(frames: int | None, reason: str) -> None:
            self._losses.append(Loss(self.camera, 0, last_ns, frames, reason))

        if untimed:
            lost(untimed, "time_missing_or_repeated")
        if broken:
            lost(None, "undecodable")
        listed = self.mode.listed_frames
        if listed is not None and listed > delivered + untimed:
            lost(listed - delivered - untimed, "listed_but_not_decoded")


def decoded_pictures(path: Path, from_pts: int | None = None) -> Iterator[tuple[int, Callable[[], ImageU8]]]:
    """Every decodable picture of a file as (pts in the file's time base, how to get its pixels).

    With `from_pts` from the keyframe at or before it on, where the file leads there, else all of them.
    """
    container, stream = open_video(path)
    with container:
        sought = from_pts is not None and _sought(container, stream, from_pts)
        for pts, image in _pictures(container, stream):
            if sought and from_pts is not None and pts > from_pts:
                break  # some files lead to a keyframe too late
            sought = False
            yield pts, image
    if sought:
        yield from decoded_pictures(path)


def _sought(container: InputContainer, stream: VideoStream, pts: int) -> bool:
    if container.format.name in STORES_DECODING_ORDER:
        return False
    try:
        container.seek(pts, stream=stream, backward=True)
    except (av.FFmpegError, OSError):
        return False
    return True


def _pictures(container: InputContainer, stream: VideoStream) -> Iterator[tuple[int, Callable[[], ImageU8]]]:
    for decoded, pts in _timed(container, stream):
        if isinstance(decoded, VideoFrame) and pts is not None:
            yield pts, partial(picture_of, decoded)


class _Broken:
    """Stands for a packet that could not be decoded."""


def _timed(container: InputContainer, stream: VideoStream) -> Iterator[tuple[VideoFrame | _Broken, int | None]]:
    """Decoded frames with their presentation times.

    AVI stores the order of decoding only, so its times arrive permuted by up to a few frames: pictures come in
    the order of showing, and the smallest time still waiting is theirs.
    """
    if container.format.name not in STORES_DECODING_ORDER:
        for frame in _decoded(container, stream):
            yield frame, None if isinstance(frame, _Broken) else frame.pts
        return
    times: list[int] = []
    waiting: deque[VideoFrame | _Broken] = deque()
    for frame in _decoded(container, stream):
        waiting.append(frame)
        if isinstance(frame, VideoFrame) and frame.pts is not None:
            heapq.heappush(times, frame.pts)
        if len(waiting) > MAX_REORDERED:
            yield _with_earliest(waiting.popleft(), times)
    while waiting:
        yield _with_earliest(waiting.popleft(), times)


def _with_earliest(frame: VideoFrame | _Broken, times: list[int]) -> tuple[VideoFrame | _Broken, int | None]:
    return frame, heapq.heappop(times) if isinstance(frame, VideoFrame) and times else None


def _decoded(container: InputContainer, stream: VideoStream) -> Iterator[VideoFrame | _Broken]:
    """Decode packet by packet, so that one damaged packet costs itself only."""
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets, None)
        except (av.FFmpegError, OSError):  # the container itself ends here
            yield _Broken()
            return
        if packet is None:
            return
        try:
            frames = packet.decode()
        except (av.FFmpegError, OSError):
            yield _Broken()
            continue
        for frame in frames:
            if isinstance(frame, VideoFrame):
                yield frame
