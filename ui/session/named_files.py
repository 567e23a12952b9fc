"""From the files that a person names to the cameras of a seats file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from calibration.calibration_file import read_seats_or_calibration
from engine.cues import CameraId
from engine.faults import Fault
from vision.capture.opening import Recording, is_game_folder, open_recording
from vision.capture.source import SourceMissing


class NotAGameFolder(Fault):
    """A folder that no recorder wrote."""

    template = (
        "“{path}” is not the folder of a recorded game (it holds no session.json): name such a folder or video files."
    )


class FolderAmongFiles(Fault):
    """A game's folder already holds all of its cameras."""

    template = "“{path}” is a folder: name one game's folder alone, or one video file per camera."


class MoreFilesThanCameras(Fault):
    """Nobody said where the seats are in some of the files."""

    template = "{files} files were named, but the seats file has only the cameras {cameras}: name one file per camera."


class TwoFilesOneCamera(Fault):
    """Two files carry one camera's name."""

    template = "“{first}” and “{second}” are both named after {camera}: name one file per camera."


def open_named(paths: Sequence[Path], seats: Path | None) -> Recording:
    """The recording that a person names: a game's folder, or one video file per camera of the seats file.

    A file whose name begins with a camera's id (`cam2.mp4`, `cam2_final.mkv`) is that camera's; the others go to the
    cameras left, in order. Raises a Fault for what cannot be matched or read.
    """
    for path in paths:
        if not path.exists():
            raise SourceMissing(path=path)
        if path.is_dir() and len(paths) > 1:
            raise FolderAmongFiles(path=path)
        if path.is_dir() and not is_game_folder(path):
            raise NotAGameFolder(path=path)
    if seats is None or paths[0].is_dir():
        return open_recording(paths)
    named, _ = read_seats_or_calibration(seats)
    return open_recording(paths, cameras_of(paths, list(named.cameras)))


def cameras_of(paths: Sequence[Path], cameras: Sequence[str]) -> tuple[CameraId, ...]:
    """Which camera each file is from; raises TwoFilesOneCamera or MoreFilesThanCameras."""
    found: dict[Path, str] = {}
    for path in paths:
        camera = camera_in_name(path, cameras)
        if camera is None:
            continue
        for other, taken in found.items():
            if taken == camera:
                raise TwoFilesOneCamera(first=other, second=path, camera=camera)
        found[path] = camera
    left = [camera for camera in cameras if camera not in found.values()]
    rest = [path for path in paths if path not in found]
    if len(rest) > len(left) or len(paths) > len(set(paths)):
        raise MoreFilesThanCameras(files=len(paths), cameras=", ".join(cameras))
    found |= dict(zip(rest, left, strict=False))
    return tuple(CameraId(found[path]) for path in paths)


def camera_in_name(path: Path, cameras: Iterable[str]) -> str | None:
    """The camera whose id begins the file's name, before `_` or `.`: `cam1` is not in `cam10.mp4`."""
    return next((camera for camera in cameras if path.name.startswith((f"{camera}_", f"{camera}."))), None)
