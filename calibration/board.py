"""The ChArUco board: printing it, finding it, and a lens from its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from engine.faults import Fault

F64 = NDArray[np.float64]
ImageU8 = NDArray[np.uint8]

FEWEST_VIEWS: Final = 6
FEWEST_CORNERS: Final = 6
FEWEST_CORNERS_IN_ALL: Final = 60
_MOST_VIEWS: Final = 40
_WORST_SHARE: Final = 2.5  # views that miss by so much more than the median are blurred or torn
_GOOD_PX: Final = 1.0


class BoardFault(Fault):
    """A board that gives no lens."""


class BoardSeenTooSeldom(BoardFault):
    template = (
        "Camera {camera} shows the board in {found} usable pictures, {needed} are needed: hold it still in different "
        "places, near and far, tilted, and up to the picture's corners."
    )


class BoardWrong(BoardFault):
    template = (
        "Camera {camera} sees another board than the one expected ({found} markers of it, {strange} strange): print "
        "the program's own board with “table-monitor calibrate --board charuco.png”."
    )


class BoardBent(BoardFault):
    template = (
        "The board's corners miss by {residual} px in camera {camera}: glue it flat on something stiff, hold it "
        "still, and check that it was printed without scaling."
    )


@dataclass(frozen=True, slots=True)
class Board:
    """A chessboard with markers in its light squares."""

    columns: int
    rows: int
    square_mm: float
    marker_share: float
    dictionary: int
    inverted: bool = False  # printed white on black

    def charuco(self) -> cv2.aruco.CharucoBoard:
        dictionary = cv2.aruco.getPredefinedDictionary(self.dictionary)
        size = (self.columns, self.rows)
        return cv2.aruco.CharucoBoard(size, self.square_mm, self.square_mm * self.marker_share, dictionary)


DEFAULT_BOARD: Final = Board(7, 5, 36.0, 0.75, cv2.aruco.DICT_4X4_100)
"""252 × 180 mm: fits on A4 with a margin."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The board in one picture."""

    corner: NDArray[np.int64]  # (K,)
    px: F64  # (K, 2)
    mm: F64  # (K, 3) on the board
    strange_markers: int


@dataclass(frozen=True, slots=True, eq=False)
class LensFound:
    """A lens with how far the corners miss it."""

    lens: Lens
    residual_px: float
    views: int


def board_picture(board: Board, dots_per_mm: float = 8.0, margin_mm: float = 10.0) -> ImageU8:
    """The board as it is printed, grey."""
    size = (round(board.columns * board.square_mm * dots_per_mm), round(board.rows * board.square_mm * dots_per_mm))
    picture = board.charuco().generateImage(size, marginSize=0)
    margin = round(margin_mm * dots_per_mm)
    return np.pad(np.asarray(picture, np.uint8), margin, constant_values=255)


def find_board(image: ImageU8, board: Board) -> BoardView | None:
    """The board's corners in a picture; None where it is not seen."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    if board.inverted:
        grey = np.asarray(255 - grey, np.uint8)
    charuco = board.charuco()
    detector = cv2.aruco.CharucoDetector(charuco)
    corners, ids, _, marker_ids = detector.detectBoard(grey)
    if ids is None or len(ids) < FEWEST_CORNERS:
        return None
    rows = np.asarray(ids, np.int64).ravel()
    known = {int(one) for one in np.asarray(charuco.getIds()).ravel()}
    strange = 0 if marker_ids is None else sum(int(one) not in known for one in np.asarray(marker_ids).ravel())
    places = np.asarray(charuco.getChessboardCorners(), np.float64)[rows]
    return BoardView(rows, np.asarray(corners, np.float64).reshape(-1, 2), places, strange)


def lens_from_views(camera: str, views: Sequence[BoardView], size_px: tuple[int, int]) -> LensFound:
    """Focal length, centre and distortion with their deviations; blurred views are left out. Raises a BoardFault."""
    usable = [view for view in views if len(view.px) >= FEWEST_CORNERS and not _in_line(view.mm)]
    strange = sum(view.strange_markers for view in views)
    if strange > sum(len(view.px) for view in views):
        raise BoardWrong(camera=camera, found=sum(len(view.px) for view in views), strange=strange)
    usable = _spread(usable)
    for _ in range(3):
        if len(usable) < FEWEST_VIEWS or sum(len(view.px) for view in usable) < FEWEST_CORNERS_IN_ALL:
            raise BoardSeenTooSeldom(camera=camera, found=len(usable), needed=FEWEST_VIEWS)
        residual, matrix, distortion, spread, each = _calibrated(usable, size_px)
        kept = [view for view, off in zip(usable, each, strict=True) if off <= _WORST_SHARE * np.median(each)]
        if len(kept) == len(usable):
            break
        usable = kept
    if residual > 3 * _GOOD_PX * size_px[0] / 1280:
        raise BoardBent(camera=camera, residual=round(residual, 2))
    lens = Lens(
        size_px,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        distortion,
        max(float(spread[0] / matrix[0, 0]), 5e-4),
        max(float(np.hypot(spread[2], spread[3])), 0.5),
        max(float(spread[4]), 1e-3),
        "charuco",
    )
    return LensFound(lens, residual, len(usable))


def _calibrated(views: Sequence[BoardView], size_px: tuple[int, int]) -> tuple[float, F64, F64, F64, F64]:
    places = [view.mm.astype(np.float32) for view in views]
    pixels = [view.px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    guess = np.array([[0.8 * size_px[0], 0, size_px[0] / 2], [0, 0.8 * size_px[0], size_px[1] / 2], [0, 0, 1.0]])
    residual, matrix, distortion, _, _, spread, _, each = cv2.calibrateCameraExtended(
        places, pixels, size_px, guess, np.zeros(5), flags=cv2.CALIB_USE_INTRINSIC_GUESS
    )
    return (
        float(residual),
        np.asarray(matrix, np.float64),
        np.asarray(distortion, np.float64).ravel()[:5],
        np.asarray(spread, np.float64).ravel(),
        np.asarray(each, np.float64).ravel(),
    )


def _in_line(places: F64) -> bool:
    spread = np.linalg.svd(places[:, :2] - places[:, :2].mean(axis=0), compute_uv=False)
    return bool(spread[1] < 0.2 * spread[0])


def _spread(views: Sequence[BoardView]) -> list[BoardView]:
    """At most `_MOST_VIEWS`, the one most unlike those chosen next: near copies of one view only weigh it twice."""
    if len(views) <= _MOST_VIEWS:
        return list(views)
    features = np.array(
        [[*view.px.mean(axis=0), 3 * np.ptp(view.px[:, 0]), 3 * np.ptp(view.px[:, 1])] for view in views]
    )
    chosen = [int(np.argmax([len(view.px) for view in views]))]
    nearest = np.linalg.norm(features - features[chosen[0]], axis=1)
    while len(chosen) < _MOST_VIEWS:
        chosen.append(int(np.argmax(nearest)))
        nearest = np.minimum(nearest, np.linalg.norm(features - features[chosen[-1]], axis=1))
    return [views[k] for k in chosen]
