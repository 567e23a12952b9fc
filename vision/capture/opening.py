"""From what a person names on the command line to sources: files and folders of recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.cues import CameraId
from vision.capture.game_folder import GameFolder
from vision.capture.source import Source, SourceMissing
from vision.capture.video_file import VideoFileSource
from vision.recording.session_file import FILE_NAME


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """All cameras of one game, and the folder where it was recorded, if it was ours."""

    sources: tuple[Source, ...]
    sound_path: Path | None
    sound_zero_ns: int
    folder: GameFolder | None = None

    def beside(self, name: str) -> Path | None:
        """A file that lies in the game folder."""
        return self.folder.beside(name) if self.folder is not None else None


def open_recording(paths: Sequence[Path], cameras: Sequence[CameraId] = ()) -> Recording:
    """One game folder, or one video file per camera; the first file's first picture is time zero.

    `cameras` name the files; without them they are cam1, cam2, … in order.

    Raises SourceFault or FileFault.
    """
    for path in paths:
        if not path.exists():
            raise SourceMissing(path=path)
    if len(paths) == 1 and paths[0].is_dir():
        folder = GameFolder(paths[0])
        return Recording(folder.sources(), folder.beside("audio_000.flac"), 0, folder)
    names = cameras or [CameraId(f"cam{number}") for number in range(1, len(paths) + 1)]
    first, *others = [VideoFileSource(path, camera) for path, camera in zip(paths, names, strict=True)]
    return Recording((first, *others), paths[0], first.zero_pts_ns)


def is_game_folder(path: Path) -> bool:
    """Whether the recorder wrote this folder."""
    return (path / FILE_NAME).is_file()
