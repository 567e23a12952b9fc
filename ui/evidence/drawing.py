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
BLACK: Final = (0, 0, 0)
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


LEGEND: Final = (
    "In the picture: the seat's number by the head; beside it a ring for open eyes, a line for closed, a bar for covered, "
    "nothing where they are not seen; hands in amber on the table, else white."
)


class PictureNotWritten(Fault):
    """The drawing could not be stored."""

    template = "“{path}” cannot be written: name a PNG file in a folder that you may write to."


def draw_inspection(
    image: ImageU8, crops: Sequence[SeatCrop], seen: Sequence[Observation], inspected: Sequence[SeatInspected]
) -> ImageU8:
    """Seats, bodies, hands and faces over the picture, each person's number by the head.

    Eyes are a sign beside the number: a ring open, a line closed, a full bar covered, nothing where they are not seen.
    No word stands in the picture: it is the same in every language (`LEGEND` says it in words).
    """
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
        _name(canvas, seat, _above_head(crop, observation, canvas.shape[0]), thick)
    return canvas.astype(np.uint8)


def write_png(image: ImageU8, path: Path) -> None:
    """Store a picture whole or not at all; an earlier one stays until then. Raises PictureNotWritten."""
    _, png = cv2.imencode(".png", image)
    beside = path.with_name(path.name + ".writing")
    try:
        beside.write_bytes(png.tobytes())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
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


def _above_head(crop: SeatCrop, observation: Observation, height_px: int) -> tuple[float, float]:
    """Where the number stands: over the face, else over the body's head, else over where the head should be."""
    if observation.face is not None:
        x0, y0, x1, _ = observation.face.box_px
        x, y = (x0 + x1) / 2, y0
    elif observation.body is not None and observation.body.visibility_01[:11].max() >= VISIBLE_01:
        head = observation.body.xy[:11]
        x, y = float(head[:, 0].mean()), float(head[:, 1].min())
    elif crop.head_px is not None:
        x, y = (crop.head_px[0] + crop.head_px[2]) / 2, crop.head_px[1]
    else:
        x, y = float(crop.polygon_px[:, 0].mean()), float(crop.polygon_px[:, 1].min())
    return x, min(max(y - 8.0, 24.0), height_px - 4.0)


def _name(canvas: ImageU8, seat: SeatInspected, at: tuple[float, float], thick: int) -> None:
    """The number, the host's a dash, and the sign of the eyes to its right."""
    text = str(seat.seat) if isinstance(seat.seat, int) else "-"
    colour = AMBER if seat.eyes is Eyes.OPEN else WHITE
    _text(canvas, text, (at[0] - 8 * thick * len(text), at[1]), colour, thick)
    x, y, size = round(at[0]) + 14 * thick, round(at[1]) - 7 * thick, 7 * thick
    for shade, wide in ((BLACK, 3 * thick), (colour, thick)):
        if seat.eyes is Eyes.OPEN:
            cv2.circle(canvas, (x, y), size, shade, wide, cv2.LINE_AA)
        elif seat.eyes is Eyes.CLOSED:
            cv2.line(canvas, (x - size, y), (x + size, y), shade, wide, cv2.LINE_AA)
        elif seat.eyes is Eyes.COVERED:
            around = wide - thick
            cv2.rectangle(
                canvas,
                (x - size - around, y - size // 2 - around),
                (x + size + around, y + size // 2 + around),
                shade,
                -1,
            )


def _text(canvas: ImageU8, text: str, at: tuple[float, float], colour: tuple[int, int, int], thick: int) -> None:
    place = (round(at[0]), round(at[1]))
    for shade, width in ((BLACK, 3 * thick), (colour, thick)):
        cv2.putText(canvas, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55 * thick, shade, width, cv2.LINE_AA)
