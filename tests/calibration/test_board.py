"""A lens from the printed board; too few views, another board and a bent one are named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.board import (
    DEFAULT_BOARD,
    Board,
    BoardBent,
    BoardSeenTooSeldom,
    BoardView,
    BoardWrong,
    board_picture,
    find_board,
    lens_from_views,
)
from calibration.lens import lens_of_width

SIZE = (1280, 720)
TRUE = lens_of_width(SIZE, 68, k1=-0.08)
REAL_BOARD = Board(4, 5, 54.0, 0.75, cv2.aruco.DICT_4X4_1000, inverted=True)
PUBLISHED_PX = {0: 0.541, 1: 0.401, 2: 0.366, 3: 0.329}
"""Errors of the same set in its own published calibration."""


def views(count: int, noise_px: float = 0.15, seed: int = 3) -> list[BoardView]:
    """The board's corners projected in many places, tilted."""
    rng = np.random.default_rng(seed)
    corners = np.asarray(DEFAULT_BOARD.charuco().getChessboardCorners(), np.float64)
    out: list[BoardView] = []
    while len(out) < count:
        turn = rng.uniform(-0.7, 0.7, 3)
        shift = np.array([rng.uniform(-260, 60), rng.uniform(-180, 60), rng.uniform(350, 900)])
        pixels, _ = cv2.projectPoints(corners, turn, shift, TRUE.matrix, TRUE.distortion)
        pixels = pixels.reshape(-1, 2) + rng.normal(0, noise_px, (len(corners), 2))
        inside = ((pixels > 0) & (pixels < SIZE)).all(axis=1)
        if inside.sum() >= 12:
            rows = np.flatnonzero(inside)
            out.append(BoardView(rows, pixels[rows], corners[rows], 0))
    return out


def test_the_lens_comes_out_of_the_boards_views() -> None:
    found = lens_from_views("cam1", views(20), SIZE)
    assert found.residual_px < 0.5
    assert found.lens.focal_px[0] == pytest.approx(
        TRUE.focal_px[0], abs=4 * TRUE.focal_px[0] * found.lens.focal_sd_share
    )


def test_the_printed_board_is_found_in_its_own_picture() -> None:
    picture = board_picture(DEFAULT_BOARD, dots_per_mm=3.0)
    view = find_board(np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8), DEFAULT_BOARD)
    assert view is not None
    assert len(view.corner) == (DEFAULT_BOARD.columns - 1) * (DEFAULT_BOARD.rows - 1)


def test_too_few_views_say_how_to_hold_the_board() -> None:
    with pytest.raises(BoardSeenTooSeldom, match="near and far"):
        lens_from_views("cam1", views(3), SIZE)


def test_another_board_is_named() -> None:
    strange = [BoardView(view.corner, view.px, view.mm, 60) for view in views(8)]
    with pytest.raises(BoardWrong, match="another board"):
        lens_from_views("cam1", strange, SIZE)


def test_a_bent_board_is_named() -> None:
    with pytest.raises(BoardBent, match="flat"):
        lens_from_views("cam1", views(12, noise_px=9.0), SIZE)


def pictures(path: Path) -> Iterator[NDArray[np.uint8]]:
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            yield np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)


@pytest.mark.footage
@pytest.mark.parametrize("camera", [1])
def test_a_real_set_is_calibrated_better_than_its_own_published_calibration(footage: Path, camera: int) -> None:
    path = footage / "multi_camera" / "desk_hands_4cam" / f"cam_{camera}.mp4"
    found = [view for image in pictures(path) if (view := find_board(image, REAL_BOARD)) is not None]
    assert lens_from_views(f"cam{camera}", found, SIZE).residual_px < min(0.5, PUBLISHED_PX[camera])
