"""A camera's recording by time, forwards and backwards, a few pictures kept; and what stands where there is none."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

import cv2
import numpy as np

from calibration.calibration_file import FILE_NAME as CALIBRATION
from calibration.calibration_file import read_seats_or_calibration
from calibration.seats_file import SeatsFile
from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_MS, NS_PER_S
from engine.seats import subject_of
from ui.evidence.pack.recording_of import recording_of
from ui.review.case import Case
from ui.session.named_files import open_named
from vision.capture.game_folder import SegmentsSource
from vision.capture.source import Loss, Source
from vision.frames import Frame, ImageU8
from vision.recording.session_file import read_session

WIDTH_PX: Final = 960
KEPT: Final = 48
LEAD_NS: Final = 600 * NS_PER_MS
"""How much before a time is decoded with it, so that stepping back is at once."""
STALE_NS: Final = 500 * NS_PER_MS
"""A picture older than this does not show a moment."""
FORWARD_NS: Final = 2 * NS_PER_S
"""Further ahead than this the recording is opened anew instead of decoded through."""


class PicturesGone(Fault):
    """A recording that cannot be read any more."""

    template = "The recording of {camera} cannot be read ({reason}): put the files back where they were."


@runtime_checkable
class Rewound(Protocol):
    """A source that shows any stretch again."""

    camera: CameraId

    def frames_between(self, from_ns: int, to_ns: int) -> Iterator[Frame]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture made small enough to show; `scale` leads from the full frame's pixels to its own."""

    camera: CameraId
    seq: int
    t_ns: int
    image: ImageU8
    scale: float


class Reel:
    """Pictures of one camera by time; raises PicturesGone."""

    def __init__(self, source: Rewound) -> None:
        self.camera, self._source = source.camera, source
        self._times = (
            [row.t_ns for row in source.times_between(-(2**62), 2**62)] if isinstance(source, SegmentsSource) else None
        )
        self._kept: deque[Shot] = deque(maxlen=KEPT)
        self._more: Iterator[Frame] = iter(())
        self._ended = True

    def at(self, t_ns: int) -> Shot | None:
        """The newest picture not after a time; None where there is none within STALE_NS before it."""
        self._seek(t_ns)
        found = self._newest(t_ns)
        return found if found is not None and t_ns - found.t_ns <= STALE_NS else None

    def after(self, t_ns: int) -> int | None:
        """When the next picture after a time was taken."""
        if self._times is not None:
            index = bisect_right(self._times, t_ns)
            return self._times[index] if index < len(self._times) else None
        self._seek(t_ns)
        while (following := next((one.t_ns for one in self._kept if one.t_ns > t_ns), None)) is None and self._pull():
            pass
        return following

    def before(self, t_ns: int) -> int | None:
        """When the picture before a time was taken."""
        if self._times is not None:
            index = bisect_left(self._times, t_ns)
            return self._times[index - 1] if index else None
        self._seek(t_ns - 1)
        found = self._newest(t_ns - 1)
        return found.t_ns if found is not None else None

    def _seek(self, t_ns: int) -> None:
        kept = self._kept
        outside = not kept or t_ns < kept[0].t_ns or t_ns > kept[-1].t_ns + FORWARD_NS
        if outside and not self._is_hole(t_ns):
            kept.clear()
            self._more, self._ended = iter(self._source.frames_between(max(0, t_ns - LEAD_NS), 2**62)), False
        while not self._ended and (not kept or kept[-1].t_ns < t_ns):
            self._pull()

    def _is_hole(self, t_ns: int) -> bool:
        """Whether it is known that no picture shows this time."""
        if self._times is None:
            return False
        index = bisect_right(self._times, t_ns)
        return not index or t_ns - self._times[index - 1] > STALE_NS

    def _pull(self) -> bool:
        try:
            frame = next(self._more, None)
        except Fault:
            raise
        except (OSError, ValueError) as error:
            raise PicturesGone(camera=self.camera, reason=getattr(error, "strerror", None) or str(error)) from error
        if frame is None:
            self._ended = True
            return False
        self._kept.append(_small(frame))
        return True

    def _newest(self, t_ns: int) -> Shot | None:
        return next((one for one in reversed(self._kept) if one.t_ns <= t_ns), None)


def _small(frame: Frame) -> Shot:
    width, height = frame.size_px
    scale = min(1.0, WIDTH_PX / width)
    image = frame.image
    if scale < 1.0:
        size = (round(width * scale), round(height * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return Shot(frame.camera, frame.seq, frame.t_ns, image, scale)


@dataclass(slots=True, eq=False)
class Angle:
    """A camera of the game: its pictures, or why there are none."""

    camera: CameraId
    reel: Reel | None = None
    trouble: Fault | None = None
    losses: tuple[Loss, ...] = ()
    seats: Mapping[str, tuple[tuple[float, float], ...]] | None = None  # outlines in full frame px
    known_ns: int | None = None  # how well its clock is known

    def loss_at(self, t_ns: int) -> Loss | None:
        """What was lost at a time."""
        return next((loss for loss in self.losses if loss.from_ns <= t_ns <= loss.to_ns), None)


def angles_of(case: Case) -> tuple[tuple[Angle, ...], Path | None, Fault | None]:
    """Every camera, the folder of the film where it is a game's, and why there is no film at all."""
    try:
        if case.audit is not None:
            sources = [Path(name) for name in case.audit.sources]
            if len(sources) != 1 or not sources[0].is_dir():
                opened = open_named(sources, Path(case.audit.seats) if case.audit.seats else None)
                seats = _seats(Path(case.audit.seats)) if case.audit.seats else None
                return tuple(_angle(source, seats, ()) for source in opened.sources), None, None
            folder = sources[0] if (sources[0] / "session.json").is_file() else recording_of(case.folder)
        else:
            folder = recording_of(case.folder)
        return _of_folder(folder, case), folder, None
    except Fault as fault:
        return (), None, fault


def _of_folder(folder: Path, case: Case) -> tuple[Angle, ...]:
    session = read_session(folder)
    named = Path(case.audit.seats) if case.audit is not None and case.audit.seats else None
    seats_path = next((p for p in (named, folder / "seats.json", folder / CALIBRATION) if p and p.is_file()), None)
    seats = _seats(seats_path) if seats_path is not None else None
    found = []
    for name in session.cameras:
        camera = CameraId(name)
        try:
            source = SegmentsSource(folder, camera)
            angle = _angle(source, seats, source.losses_between(0, 2**62))
        except Fault as fault:
            angle = Angle(camera, trouble=fault)
        offset = session.offsets.get(name)
        angle.known_ns = offset.residual_ns if offset is not None else None
        found.append(angle)
    return tuple(found)


def _angle(source: Source, seats: SeatsFile | None, losses: tuple[Loss, ...]) -> Angle:
    outlines = None
    if seats is not None and source.camera in seats.cameras:
        regions = seats.cameras[source.camera].scaled_to(source.mode.size_px).seats
        outlines = {
            str(subject_of(region.seat)): tuple((float(x), float(y)) for x, y in region.polygon) for region in regions
        }
    if not isinstance(source, Rewound):
        return Angle(source.camera, trouble=PicturesGone(camera=source.camera, reason="it only plays forwards"))
    return Angle(source.camera, Reel(source), None, losses, outlines)


def _seats(path: Path) -> SeatsFile | None:
    try:
        return read_seats_or_calibration(path)[0]
    except Fault:
        return None
