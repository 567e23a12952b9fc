"""What was seen, drawn into the picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.codes import Eyes, HandPlace
from engine.faults import Fault
from vision.bodies import LIMBS, VISIBLE_01
from vision.frames import ImageU8
from vision.inspection import SeatInspected
from vision.observation import Observation
from vision.perception.crops import SeatCrop

GREY: Final = (150, 150, 150)
WHITE: Final = (240, 240, 240)
BLUE: Final = (240, 180, 111)
AMBER: Final = (60, 180, 240)
HAND_LINES: Final = (
    (0, 5, 9, 13, 17, 0),
    (0, 1, 2, 3, 4),
    (5, 6, 7, 8),
    (9, 10, 11, 12),
    (13, 14, 15, 16),
    (17, 18, 19, 20),
)


class PictureNotWritten(Fault):
    """The drawing could not be stored."""

    template = "“{path}” cannot be written: name a PNG file in a folder that you may write to."


def draw_inspection(
    image: ImageU8, crops: Sequence[SeatCrop], seen: Sequence[Observation], inspected: Sequence[SeatInspected]
) -> ImageU8:
    """Seats, bodies, hands and faces over the picture; eyes are named beside each face."""
    canvas = np.ascontiguousarray(image.copy())
    thick = max(1, round(image.shape[0] / 540))
    for crop, observation, seat in zip(crops, seen, inspected, strict=True):
        _polygon(canvas, crop.polygon_px, GREY, thick)
        if crop.table_strip_px is not None:
            _polygon(canvas, crop.table_strip_px, BLUE, thick)
        _body(canvas, observation, thick)
        for hand, told in zip(observation.hands, seat.hands, strict=True):
            colour = AMBER if told.place is HandPlace.TABLE else WHITE
            for line in HAND_LINES:
                cv2.polylines(
                    canvas, [np.rint(hand.xy[list(line)]).astype(np.int32)], False, colour, thick, cv2.LINE_AA
                )
        _face(canvas, observation, seat, thick)
        x, y = crop.polygon_px.min(axis=0)
        _text(canvas, str(seat.seat), (float(x) + 6, float(y) + 26 * thick), WHITE, thick)
    return canvas.astype(np.uint8)


def write_png(image: ImageU8, path: Path) -> None:
    """Store a picture whole or not at all; raises PictureNotWritten."""
    written, png = cv2.imencode(".png", image)
    try:
        path.write_bytes(png.tobytes() if written else b"")
    except OSError as error:
        path.unlink(missing_ok=True)
        raise PictureNotWritten(path=path) from error


def _polygon(canvas: ImageU8, points: np.ndarray, colour: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(canvas, [np.rint(points).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _body(canvas: ImageU8, observation: Observation, thick: int) -> None:
    body = observation.body
    if body is None:
        return
    for start, end in LIMBS:
        if min(body.visibility_01[start], body.visibility_01[end]) >= VISIBLE_01:
            first, last = (tuple(int(v) for v in np.rint(body.xy[i])) for i in (start, end))
            cv2.line(canvas, first, last, WHITE, thick, cv2.LINE_AA)


def _face(canvas: ImageU8, observation: Observation, seat: SeatInspected, thick: int) -> None:
    face = observation.face
    if face is None:
        return
    x0, y0, x1, y1 = (round(v) for v in face.box_px)
    colour = AMBER if seat.eyes is Eyes.OPEN else WHITE
    cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, thick, cv2.LINE_AA)
    _text(canvas, str(seat.eyes), (x0, y0 - 6), colour, thick)


def _text(canvas: ImageU8, text: str, at: tuple[float, float], colour: tuple[int, int, int], thick: int) -> None:
    place = (round(at[0]), round(at[1]))
    for shade, width in (((0, 0, 0), 3 * thick), (colour, thick)):
        cv2.putText(canvas, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55 * thick, shade, width, cv2.LINE_AA)
