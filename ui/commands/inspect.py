"""`inspect`: what one picture shows of each seat."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from calibration.seats_file import CameraSeats, SeatRegion, check_overlap, read_seats
from engine.cues import CameraId
from engine.faults import Fault
from engine.intervals import NS_PER_S
from ui.evidence.drawing import draw_inspection, write_png
from ui.session.audit import load_networks
from ui.words import Words
from vision.capture.source import SourceWithoutPictures
from vision.capture.video_file import VideoFileSource
from vision.frames import Frame
from vision.inspection import SeatInspected, inspect_seat
from vision.observation import Observation, observations
from vision.perception.perceive import Perception
from vision.perception.wanted import Wanted
from vision.seats import seat_crops

SCHEMA: Final = 1
CAMERA: Final = CameraId("cam1")


class MomentBeyondEnd(Fault):
    """The video is shorter than asked."""

    template = "“{path}” ends at {end} s: name an earlier moment with --at."


def inspect(words: Words, picture: Path, at_s: float, seats: Path | None, *, as_json: bool, out: Path | None) -> int:
    """Print what is seen, and draw it where a file is named."""
    frame = frame_at(picture, round(at_s * NS_PER_S))
    crops = seat_crops(_seats_of(seats, frame))
    perception = Perception(load_networks(), crops)
    percepts = perception.perceive(frame.image, Wanted.everything(crop.seat for crop in crops))
    seen = observations(frame, percepts)
    inspected = [inspect_seat(o, crop) for o, crop in zip(seen, crops, strict=True)]
    if out is not None:
        write_png(draw_inspection(frame.image, crops, seen, inspected), out)
    if as_json:
        sys.stdout.write(json.dumps(document(picture.name, inspected), ensure_ascii=False) + "\n")
    else:
        for seat, observation in zip(inspected, seen, strict=True):
            sys.stdout.write(_line(seat, observation, words) + "\n")
    return 0


def frame_at(path: Path, t_ns: int) -> Frame:
    """The picture that was shown at a moment; raises SourceFault or MomentBeyondEnd."""
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


def _seats_of(path: Path | None, frame: Frame) -> CameraSeats:
    """The seats file's only or first camera; without a file the whole picture is one seat."""
    width, height = frame.size_px
    if path is None:
        whole = [(0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))]
        return CameraSeats(image_size=frame.size_px, seats=[SeatRegion(seat=1, polygon=whole)])
    seats = read_seats(path)
    check_overlap(seats)
    return next(iter(seats.cameras.values())).scaled_to(frame.size_px)


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
    if nobody:
        return f"{words.subject(seat.seat):>4}  {words('nobody is seen')}"
    return (
        f"{words.subject(seat.seat):>4}  {words('eyes')}: {words.code('eyes', seat.eyes)} · "
        f"{words('mask')}: {words.code('mask', seat.mask)} · {words('head')}: {words.code('head', seat.head.head)} · "
        f"{words('hands')}: {hands or words('not seen')}"
    )
