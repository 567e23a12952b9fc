"""What a calibration proposes, drawn into the picture; the board as a file to print."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from fpdf import FPDF
from numpy.typing import NDArray

from calibration.board import Board
from calibration.people import PersonSeen
from calibration.seats_file import CameraSeats
from ui.evidence.drawing import AMBER, BLUE, WHITE, PictureNotWritten, write_png
from vision.frames import ImageU8

_MARGIN_MM: Final = 10.0


def draw_proposal(
    picture: ImageU8, seats: CameraSeats, edge_px: NDArray[np.float64], people: Sequence[PersonSeen]
) -> ImageU8:
    """Seats with their numbers and table strips, where the table's edge was found, and everybody who was."""
    canvas = np.ascontiguousarray(picture.copy())
    thick = max(1, round(picture.shape[0] / 540))
    for x, y in edge_px:
        cv2.circle(canvas, (round(float(x)), round(float(y))), thick, AMBER, -1, cv2.LINE_AA)
    for person in people:
        head, neck = (tuple(round(float(v)) for v in point) for point in (person.head_px, person.neck_px))
        cv2.line(canvas, (head[0], head[1]), (neck[0], neck[1]), BLUE, 2 * thick, cv2.LINE_AA)
        cv2.circle(canvas, (head[0], head[1]), 4 * thick, BLUE, thick, cv2.LINE_AA)
    for region in seats.seats:
        for outline, colour in ((region.polygon, WHITE), (region.table_strip, BLUE)):
            if outline is not None:
                cv2.polylines(canvas, [np.rint(np.asarray(outline)).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        if region.head is not None:
            x0, y0, x1, y1 = (round(v) for v in region.head)
            cv2.rectangle(canvas, (x0, y0), (x1, y1), WHITE, thick, cv2.LINE_AA)
            for shade, width in (((0, 0, 0), 4 * thick), (WHITE, 2 * thick)):
                place = (x0, max(y0 - 6, 24))
                cv2.putText(canvas, str(region.seat), place, cv2.FONT_HERSHEY_SIMPLEX, 0.9 * thick, shade, width)
    return canvas.astype(np.uint8)


def write_board(picture: NDArray[np.uint8], board: Board, path: Path) -> None:
    """The board in its true size: a PDF page, or a PNG with its resolution left to the printer's dialogue.

    Raises PictureNotWritten.
    """
    if path.suffix.lower() != ".pdf":
        write_png(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR).astype(np.uint8), path)
        return
    page = FPDF(orientation="landscape", unit="mm", format="A4")
    page.set_margin(0)
    page.add_page()
    width = board.columns * board.square_mm + 2 * _MARGIN_MM
    _, png = cv2.imencode(".png", picture)
    page.image(io.BytesIO(png.tobytes()), x=(297 - width) / 2, y=6, w=width)
    try:
        path.write_bytes(bytes(page.output()))
    except OSError as error:
        raise PictureNotWritten(path=path) from error
