"""What every camera filmed of an incident: untouched segments, a clip for people, motion at the table, losses."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.seats_file import CameraSeats, SeatRegion
from engine.cues import CameraId
from engine.intervals import NS_PER_S
from engine.seats import Subject, subject_of
from ui.evidence.pack.incident import Incident
from vision.capture.game_folder import SegmentsSource
from vision.capture.source import Loss
from vision.frames import Frame, ImageU8
from vision.recording.clip_file import write_clip

_BAND_PX: Final = 28
_TEXT: Final = (225, 230, 232)
_GROUND: Final = (20, 18, 16)
_BLUR_SHARE: Final = 0.35  # of a head's width: no face is known behind it
_HEAD_SHARE: Final = 0.45  # of a seat's height that a head may be in, where nobody marked it


@dataclass(frozen=True, slots=True)
class Filmed:
    """One camera's part of a pack."""

    camera: CameraId
    clip: str  # file names inside the pack
    segments: tuple[str, ...]
    pictures: int
    seqs: tuple[int, int]  # of the first and the last picture of the clip
    longest_pause_ns: int
    losses: tuple[Loss, ...]
    motion: Mapping[Subject, tuple[tuple[int, float], ...]]  # per seat: (t_ns, mean change of its table strip, 0…255)


def film_incident(
    source: SegmentsSource, seats: CameraSeats | None, incident: Incident, folder: Path, *, blur: bool
) -> Filmed | None:
    """Write one camera's segments and clip; None where it filmed nothing of the incident."""
    times = source.times_between(incident.from_ns, incident.to_ns)
    if not times:
        return None
    raw = folder / "segments"
    raw.mkdir(exist_ok=True)
    copied = []
    for number in source.segments_between(incident.from_ns, incident.to_ns):
        path = source.numbered[number]
        shutil.copyfile(path, raw / path.name)
        copied.append(f"segments/{path.name}")
    clip = f"clip_{source.camera}.mp4"
    motion = _Motion(seats, incident.seats)
    hidden = (
        [region for region in (seats.seats if seats else ()) if subject_of(region.seat) not in incident.seats]
        if blur
        else []
    )
    write_clip(folder / clip, _pictures(source, incident, hidden, motion))
    moments = [row.t_ns for row in times]
    return Filmed(
        camera=source.camera,
        clip=clip,
        segments=tuple(copied),
        pictures=len(times),
        seqs=(times[0].seq, times[-1].seq),
        longest_pause_ns=max((b - a for a, b in pairwise(moments)), default=0),
        losses=source.losses_between(incident.from_ns, incident.to_ns),
        motion=motion.curves(),
    )


def _pictures(
    source: SegmentsSource, incident: Incident, hidden: Sequence[SeatRegion], motion: _Motion
) -> Iterator[tuple[int, ImageU8]]:
    decisive = {piece.t_ns for piece in incident.evidence if piece.camera == source.camera}
    for frame in source.frames_between(incident.from_ns, incident.to_ns):
        motion.add(frame)
        yield frame.t_ns, _captioned(_blurred(frame.image, hidden), frame, decisive=frame.t_ns in decisive)


def _captioned(image: ImageU8, frame: Frame, *, decisive: bool) -> ImageU8:
    """The picture with a band below it, never over it, that says which picture it is."""
    band = np.full((_BAND_PX, image.shape[1], 3), _GROUND, np.uint8)
    text = f"{frame.camera}   no. {frame.seq}   {frame.t_ns / NS_PER_S:.3f} s" + ("   <<" if decisive else "")
    cv2.putText(band, text, (8, _BAND_PX - 9), cv2.FONT_HERSHEY_SIMPLEX, 0.55, _TEXT, 1, cv2.LINE_AA)
    return np.concatenate([image, band])


def _blurred(image: ImageU8, hidden: Sequence[SeatRegion]) -> ImageU8:
    if not hidden:
        return image
    shown = image.copy()
    for region in hidden:
        x0, y0, x1, y1 = _head_of(region, image.shape[1], image.shape[0])
        if x1 - x0 > 1 and y1 - y0 > 1:
            sigma = max(6.0, (x1 - x0) * _BLUR_SHARE)
            shown[y0:y1, x0:x1] = cv2.GaussianBlur(shown[y0:y1, x0:x1], (0, 0), sigma)
    return shown


def _head_of(region: SeatRegion, width: int, height: int) -> tuple[int, int, int, int]:
    if region.head is not None:
        x0, y0, x1, y1 = region.head
    else:
        points = np.asarray(region.polygon)
        (x0, y0), (x1, bottom) = points.min(axis=0), points.max(axis=0)
        y1 = y0 + (bottom - y0) * _HEAD_SHARE
    return max(0, int(x0)), max(0, int(y0)), min(width, int(np.ceil(x1))), min(height, int(np.ceil(y1)))


class _Motion:
    """How much the table strip of each involved seat changes from picture to picture."""

    def __init__(self, seats: CameraSeats | None, involved: Sequence[Subject]) -> None:
        regions = seats.seats if seats is not None else ()
        self._strips = {
            subject_of(region.seat): np.rint(np.asarray(region.table_strip)).astype(np.int32)
            for region in regions
            if region.table_strip is not None and subject_of(region.seat) in involved
        }
        self._before: dict[Subject, npt.NDArray[np.int16]] = {}
        self._curves: dict[Subject, list[tuple[int, float]]] = {seat: [] for seat in self._strips}

    def add(self, frame: Frame) -> None:
        """Compare a picture with the one before."""
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        for seat, strip in self._strips.items():
            x, y, w, h = cv2.boundingRect(strip)
            x0, y0 = max(0, x), max(0, y)
            patch = grey[y0 : y + h, x0 : x + w].astype(np.int16)
            mask = np.zeros(patch.shape, np.uint8)
            cv2.fillPoly(mask, [strip - (x0, y0)], 1)
            before = self._before.get(seat)
            if before is not None and mask.any():
                change = float(np.abs(patch - before)[mask > 0].mean())
                self._curves[seat].append((frame.t_ns, round(change, 3)))
            self._before[seat] = patch

    def curves(self) -> Mapping[Subject, tuple[tuple[int, float], ...]]:
        return {seat: tuple(curve) for seat, curve in self._curves.items() if curve}
