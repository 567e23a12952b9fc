"""A recorded game played back: each camera's segments with the times that the recorder wrote."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.cues import CameraId
from vision.capture.source import Loss, Mode, SourceMissing
from vision.capture.video_file import VideoFileSource, decoded_pictures
from vision.frames import Frame
from vision.recording.session_file import SessionFile, read_session
from vision.recording.times_file import GapRow, PictureTime, read_gap_note, read_times


class SegmentsSource:
    """One camera of a game folder as a Source; times come from its times file, never from the container."""

    def __init__(self, folder: Path, camera: CameraId) -> None:
        self.camera = camera
        self.segments = tuple(sorted(folder.glob(f"{camera}_[0-9][0-9][0-9]*.mkv")))
        if not self.segments:
            raise SourceMissing(path=folder / f"{camera}_000.mkv")
        self.numbered = {int(path.stem.removeprefix(f"{camera}_")): path for path in self.segments}
        """A segment in which no picture was recorded leaves a hole."""
        self._times, self._gaps = read_times(folder / f"{camera}_times.csv")
        self.mode: Mode = VideoFileSource(self.segments[0], camera).mode
        self._losses: list[Loss] = []

    @property
    def losses(self) -> tuple[Loss, ...]:
        return tuple(self._losses)

    def frames(self) -> Iterator[Frame]:
        self._losses = [_loss(self.camera, gap) for gap in self._gaps]
        for number, segment in self.numbered.items():
            rows = {row.pts: row for row in self._times if row.segment == number}
            yield from self._segment(segment, rows)

    def frames_between(self, from_ns: int, to_ns: int) -> Iterator[Frame]:
        """The pictures taken within a stretch; only the segments that hold some are opened."""
        for number in self.segments_between(from_ns, to_ns):
            rows = {row.pts: row for row in self.times_between(from_ns, to_ns) if row.segment == number}
            for pts, image in decoded_pictures(self.numbered[number], min(rows)):
                row = rows.pop(pts, None)
                if row is not None:
                    yield Frame(self.camera, row.seq, row.t_ns, image(), row.exposure_ns)
                if not rows:
                    break

    def segments_between(self, from_ns: int, to_ns: int) -> tuple[int, ...]:
        """Numbers of the segments that hold a picture taken within a stretch."""
        wanted = {row.segment for row in self.times_between(from_ns, to_ns)}
        return tuple(sorted(wanted & self.numbered.keys()))

    def times_between(self, from_ns: int, to_ns: int) -> tuple[PictureTime, ...]:
        """The rows of the times file within a stretch."""
        return tuple(row for row in self._times if from_ns <= row.t_ns <= to_ns)

    def losses_between(self, from_ns: int, to_ns: int) -> tuple[Loss, ...]:
        """What the recorder lost within a stretch, by its own gap rows."""
        lost = (_loss(self.camera, gap) for gap in self._gaps)
        return tuple(loss for loss in lost if loss.from_ns <= to_ns and loss.to_ns >= from_ns)

    def _segment(self, path: Path, rows: dict[int, PictureTime]) -> Iterator[Frame]:
        missing = dict(rows)
        for pts, image in decoded_pictures(path):
            row = missing.pop(pts, None)
            if row is not None:
                yield Frame(self.camera, row.seq, row.t_ns, image(), row.exposure_ns)
        if missing:
            lost = sorted(row.t_ns for row in missing.values())
            self._losses.append(Loss(self.camera, lost[0], lost[-1], len(lost), "listed_but_not_decoded"))


def _loss(camera: CameraId, gap: GapRow) -> Loss:
    reason, frames, until_ns = read_gap_note(gap.note)
    return Loss(camera, gap.t_ns, gap.t_ns if until_ns is None else until_ns, frames, reason)


class GameFolder:
    """A folder that the recorder wrote."""

    def __init__(self, folder: Path) -> None:
        """Raises FileFault when session.json is missing or wrong."""
        self.folder = folder
        self.session: SessionFile = read_session(folder)

    def sources(self) -> tuple[SegmentsSource, ...]:
        """Every camera in the order of the session file."""
        return tuple(SegmentsSource(self.folder, CameraId(name)) for name in self.session.cameras)

    def beside(self, name: str) -> Path | None:
        """A file of the folder, if it is there."""
        path = self.folder / name
        return path if path.is_file() else None
