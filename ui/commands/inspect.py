"""`inspect`: what one picture shows of each seat."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from calibration.calibration_file import read_seats_or_calibration
from calibration.seats_file import CameraSeats, SeatRegion, check_overlap
from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_S
from ui.commands.progress import note
from ui.evidence.drawing import LEGEND, draw_inspection, write_png
from ui.evidence.phrases import seats_text
from ui.session.audit import load_networks
from ui.session.named_files import camera_in_name
from ui.words import Words
from vision.capture.source import SourceWithoutPictures
from vision.capture.video_file import VideoFileSource
from vision.frames import Frame
from vision.inspection import SeatInspected, inspect_seat
from vision.observation import Observation, observations
from vision.ownership import Ownership
from vision.perception.perceive import Perception
from vision.perception.wanted import Wanted
from vision.seats import seat_crops

SCHEMA: Final = 1
CAMERA: Final = CameraId("cam1")


LONGEST_S: Final = 1e6  # of a video, seconds
SMALLEST_PX: Final = 16


class MomentBeyondEnd(Fault):
    """The video is shorter than asked."""

    template = "“{path}” ends at {end} s: name an earlier moment with --at."


class FolderNotPicture(Fault):
    """A folder was named where one picture is looked at."""

    template = "“{path}” is a folder: name a picture or a video file."


class CameraNotNamed(Fault):
    """Several cameras could have taken the picture."""

    template = "“{path}” has the seats of {cameras}: say with --camera which of them took the picture."


class CameraNotInSeats(Fault):
    """The named camera has no seats."""

    template = "“{path}” has no camera {camera}, only {cameras}: name one of these with --camera."


class MomentWrong(Fault):
    """A moment that no video has."""

    template = "{at} is no moment of a video: give seconds from its beginning with --at."


class PictureTooSmall(Fault):
    """A picture on which nobody could be seen."""

    template = "“{path}” is too small to show anybody: give a picture of at least {least} pixels a side."


def inspect(
    words: Words,
    picture: Path,
    at_s: float,
    seats: Path | None,
    *,
    as_json: bool,
    out: Path | None,
    camera: str | None = None,
) -> int:
    """Print what is seen, and draw it where a file is named."""
    if not 0 <= at_s <= LONGEST_S:
        raise MomentWrong(at=at_s)
    frame = frame_at(picture, round(at_s * NS_PER_S))
    if min(frame.image.shape[:2]) < SMALLEST_PX:
        raise PictureTooSmall(path=picture, least=SMALLEST_PX)
    crops = seat_crops(_seats_of(seats, camera, picture, frame))
    perception = Perception(load_networks(), crops)
    if seats is None:
        note(words("No seats file: the whole picture is taken for one seat; name the seats with --seats."))
    note(words("Looking at the picture: {seats}.", seats=seats_text([crop.seat for crop in crops], words)))
    percepts = perception.perceive(frame.image, Wanted.everything(crop.seat for crop in crops))
    seen = Ownership().sorted_out(observations(frame, percepts))
    inspected = [inspect_seat(o, crop) for o, crop in zip(seen, crops, strict=True)]
    if out is not None:
        write_png(draw_inspection(frame.image, crops, seen, inspected), out)
        note(words(LEGEND))
    if as_json:
        sys.stdout.write(json.dumps(document(picture.name, inspected), ensure_ascii=False) + "\n")
    else:
        for seat, observation in zip(inspected, seen, strict=True):
            sys.stdout.write(_line(seat, observation, words) + "\n")
    return 0


def frame_at(path: Path, t_ns: int) -> Frame:
    """The picture that was shown at a moment; raises SourceFault or MomentBeyondEnd."""
    if path.is_dir():
        raise FolderNotPicture(path=path)
    shown: Frame | None = None
    for frame in VideoFileSource(path, CAMERA).frames():
        if frame.t_ns > t_ns:
            return shown or frame
        shown = frame
    if shown is None:
        raise SourceWithoutPictures(path=path)
    if t_ns - shown.t_ns > NS_PER_S:
        raise MomentBeyondEnd(path=path, end=round(shown.t_ns / NS_PER_S, 2))
    return shown


def _seats_of(path: Path | None, camera: str | None, picture: Path, frame: Frame) -> CameraSeats:
    """The seats of the camera that took the picture; without a file the whole picture is one seat.

    Raises CameraNotNamed where several could have taken it, CameraNotInSeats for one without seats.
    """
    width, height = frame.size_px
    if path is None:
        whole = [(0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))]
        return CameraSeats(image_size=frame.size_px, seats=[SeatRegion(seat=1, polygon=whole)])
    seats, _ = read_seats_or_calibration(path)
    check_overlap(seats)
    cameras = ", ".join(seats.cameras)
    name = camera or camera_in_name(picture, seats.cameras)
    if name is None and len(seats.cameras) == 1:
        name = cameras
    if name is None:
        raise CameraNotNamed(path=path, cameras=cameras)
    if name not in seats.cameras:
        raise CameraNotInSeats(path=path, camera=name, cameras=cameras)
    return seats.cameras[name].scaled_to(frame.size_px)


def document(picture: str, seats: list[SeatInspected]) -> dict[str, object]:
    """The JSON of `inspect --json`."""
    return {"schema": SCHEMA, "picture": picture, "seats": [_seat_json(seat) for seat in seats]}


def _seat_json(seat: SeatInspected) -> dict[str, object]:
    hands = [{"side": h.side, "place": h.place, "form": h.form, "confidence": h.confidence} for h in seat.hands]
    return {
        "seat": seat.seat,
        "eyes": seat.eyes,
        "mask": seat.mask,
        "head": seat.head.head,
        "head_bow_deg": seat.head.bow_deg,
        "hands": hands,
        "confidence": {"eyes": seat.eyes_confidence, "mask": seat.mask_confidence, "head": seat.head.confidence},
    }


def _line(seat: SeatInspected, observation: Observation, words: Words) -> str:
    hands = "; ".join(
        f"{words.code('side', h.side)}: {words.code('place', h.place)}, {words.code('form', h.form)}"
        for h in seat.hands
    )
    nobody = observation.body is None and observation.face is None and not observation.hands
    who = seats_text((seat.seat,), words)
    if nobody:
        return f"{who:>10}  {words('nobody is seen')}"
    return (
        f"{who:>10}  {words('eyes')}: {words.code('eyes', seat.eyes)} · "
        f"{words('mask')}: {words.code('mask', seat.mask)} · {words('head')}: {words.code('head', seat.head.head)} · "
        f"{words('hands')}: {hands or words('not seen')}"
    )
