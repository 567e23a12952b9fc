"""Repairs the folder of a recording whose recorder, or computer, was stopped in the middle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from calibration.json_file import FileFault
from engine.cues import CameraId
from engine.faults import Fault
from vision.capture.source import SourceFault
from vision.capture.video_file import open_video
from vision.recording.disk import WRITING
from vision.recording.salvage import Held, agree, packets_of, rows_in, rows_of
from vision.recording.session_file import (
    FILE_NAME,
    SessionCamera,
    SessionClock,
    SessionFile,
    read_session,
    replace_session,
)
from vision.recording.times_file import GapRow, PictureTime, line_of, write_times

TAIL_BYTES: Final = 512_000
"""Rows of the last segment and more: a minute at 120 pictures a second is 300 kB."""
_SEGMENT: Final = re.compile(r"(cam\d{1,3})_(\d{3,6})\.mkv(\.writing)?")


class NothingToRecover(Fault):
    template = "“{path}” holds no recording: name the folder of a game that was recorded."


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was found in one camera's files."""

    camera: CameraId
    segments: int
    rescued: tuple[str, ...]  # segments that were still open
    empty: tuple[str, ...]  # files without a single picture; they are left as they are
    pictures: int
    rebuilt: int  # times that were missing and were made from the container
    lost: int  # pictures that were written down and are not in the files
    broken_lines: int  # of the times file

    @property
    def whole(self) -> bool:
        """Whether nothing had to be done."""
        return not (self.rescued or self.rebuilt or self.lost or self.broken_lines)


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was found in a folder."""

    cameras: tuple[Repaired, ...]
    session_made: bool


def recover(folder: Path) -> Recovered:
    """Give every open segment its name, make the times agree with what is in the segments, complete session.json.

    Nothing is deleted: the times file as it was found stays beside the new one. Raises NothingToRecover.
    """
    cameras = cameras_of(folder)
    if not cameras and not (folder / FILE_NAME).is_file():
        raise NothingToRecover(path=folder)
    repaired = tuple(recover_camera(folder, camera) for camera in cameras)
    return Recovered(repaired, _complete_session(folder, cameras))


def cameras_of(folder: Path) -> tuple[CameraId, ...]:
    """Cameras that have segments in a folder, by their numbers."""
    if not folder.is_dir():
        return ()
    names = {found[1] for path in folder.iterdir() if (found := _SEGMENT.fullmatch(path.name))}
    return tuple(CameraId(name) for name in sorted(names, key=lambda name: int(name[3:])))


def segments_of(folder: Path, camera: CameraId) -> dict[int, Path]:
    """A camera's segments by number, open ones too."""
    found = ((path, _SEGMENT.fullmatch(path.name)) for path in sorted(folder.iterdir()))
    return {int(match[2]): path for path, match in found if match is not None and match[1] == camera}


def recover_camera(folder: Path, camera: CameraId) -> Repaired:
    """Repair one camera's files."""
    path = folder / f"{camera}_times.csv"
    rows, broken = rows_of(path)
    held: dict[int, Held] = {}
    empty: list[str] = []
    rescued: list[str] = []
    for number, segment in segments_of(folder, camera).items():
        held[number] = packets_of(segment)
        if not held[number].pts:
            empty.append(segment.name)
        elif segment.name.endswith(WRITING):
            rescued.append(_named(segment))
    agreed = agree(rows, held)
    pictures = sum(isinstance(row, PictureTime) for row in agreed.rows)
    if agreed.rebuilt or agreed.dropped or broken:
        _replace_times(path, b"", agreed.rows)
    return Repaired(
        camera, len(held) - len(empty), tuple(rescued), tuple(empty), pictures, agreed.rebuilt, agreed.dropped, broken
    )


def close_camera(folder: Path, camera: CameraId) -> tuple[PictureTime, ...]:
    """Only what a recorder needs that must go on at once: name what was left open and make the end of the times agree.

    Closed segments and all but the end of the times are believed, so that this takes no longer after hours than after
    a minute. Gives the last pictures' rows.
    """
    path = folder / f"{camera}_times.csv"
    text = path.read_bytes() if path.exists() else b""
    cut = text.rfind(b"\n", 0, max(0, len(text) - TAIL_BYTES)) + 1
    rows, broken = rows_in(text[cut:].decode(errors="replace"))
    held: dict[int, Held] = {}
    for row in rows:
        if isinstance(row, PictureTime):
            held[row.segment] = Held((*held.get(row.segment, Held(())).pts, row.pts))
    for number, segment in segments_of(folder, camera).items():
        if segment.name.endswith(WRITING):
            held[number] = packets_of(segment)
            if held[number].pts:
                _named(segment)
    agreed = agree(rows, held)
    if agreed.rebuilt or agreed.dropped or broken:
        _replace_times(path, text[:cut], agreed.rows)
    return tuple(row for row in agreed.rows if isinstance(row, PictureTime))


def _named(segment: Path) -> str:
    """Give an open segment its name; says what it was called."""
    segment.rename(segment.with_name(segment.name.removesuffix(WRITING)))
    return segment.name


def _replace_times(path: Path, head: bytes, rows: Iterable[PictureTime | GapRow]) -> None:
    """`head` is the beginning of the file that stays as it is; what the file was stays beside it."""
    beside = path.with_name(path.name + ".new")
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    if head:
        beside.write_bytes(head + "".join(line_of(row) for row in rows).encode())
    else:
        write_times(beside, rows)
    if path.exists():
        number = 0
        while (old := path.with_name(f"{path.name}.found{number or ''}")).exists():
            number += 1
        path.rename(old)
    os.replace(beside, path)


def _complete_session(folder: Path, cameras: Iterable[CameraId]) -> bool:
    """Whether session.json had to be made or completed."""
    try:
        session = read_session(folder)
    except FileFault:
        path = folder / FILE_NAME
        if path.exists():
            path.rename(path.with_name(FILE_NAME + ".found"))
        clock = SessionClock(monotonic_zero_ns=0, utc=_oldest(folder).isoformat())
        session = SessionFile(program="recovered", clock=clock, cameras={})
    known = dict(session.cameras)
    for camera in cameras:
        mode = known.get(camera)
        if mode is None or not mode.codec:
            found = _mode_of(folder, camera, "" if mode is None else mode.name)
            if found is not None:
                known[camera] = found
    if known == session.cameras and (folder / FILE_NAME).exists():
        return False
    replace_session(session.model_copy(update={"cameras": known}), folder)
    return True


def _oldest(folder: Path) -> datetime:
    """When the recording began, as far as its files tell."""
    return datetime.fromtimestamp(min(path.stat().st_mtime for path in folder.iterdir()), tz=UTC)


def _mode_of(folder: Path, camera: CameraId, name: str) -> SessionCamera | None:
    for path in segments_of(folder, camera).values():
        try:
            container, stream = open_video(path)
        except SourceFault:
            continue
        with container:
            context = stream.codec_context
            return SessionCamera(
                name=name, size=(context.width, context.height), codec=context.name, pixel_format=context.pix_fmt
            )
    return None
