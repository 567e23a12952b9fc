"""A table's cameras on this machine: processes that serve RTSP on 127.0.0.1, so that their work is not the recorder's."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from tests.recording.clips import Clip, clip
from tests.recording.rtsp_camera import RtspCamera


def _serve(connection: Connection, rate_hz: float, pictures: Clip) -> None:
    with RtspCamera(rate_hz, pictures) as camera:
        connection.send((camera.url, camera.taken(0)))
        while True:
            try:
                name, *arguments = connection.recv()
            except EOFError:
                return
            answer = getattr(camera, name)
            connection.send(answer(*arguments) if callable(answer) else answer)


class FarCamera:
    """A camera in another process, told what to do over a pipe."""

    def __init__(self, rate_hz: float, pictures: Clip) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, rate_hz, pictures), daemon=True)
        self._process.start()
        theirs.close()
        self.url, self.began_s = self._connection.recv()

    def ask(self, name: str, *arguments: object) -> object:
        """Call a method of the camera, or read an attribute."""
        self._connection.send((name, *arguments))
        return self._connection.recv()

    def close(self) -> None:
        """End the process."""
        self._connection.close()
        self._process.join(timeout=10)
        if self._process.is_alive():
            self._process.kill()


@contextmanager
def far_cameras(
    number: int, rate_hz: float, size_px: tuple[int, int], bitrate: int, pictures: int
) -> Iterator[list[FarCamera]]:
    """Several cameras of one kind; `pictures` from one keyframe to the next."""
    film = clip(*size_px, pictures=pictures, bitrate=bitrate)
    cameras = [FarCamera(rate_hz, film) for _ in range(number)]
    try:
        yield cameras
    finally:
        for camera in cameras:
            camera.close()
