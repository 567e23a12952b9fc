"""Signals of the eyes: bare skin against a mask, and lids apart as if seen from the front."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from models import eye, face
from models.regions import square_around
from vision.perception import eye_band
from vision.perception.faces import opening_from_front

SKIN, MASK, EYE_WHITE, PUPIL = (140, 160, 200), (20, 20, 20), (220, 225, 230), (30, 30, 40)
REGION = square_around((0, 0, 200, 200))


def face_points() -> npt.NDArray[np.float32]:
    """Points of the eye band in the upper half of a picture of 200 pixels, those of cheeks and chin in the lower."""
    xy = np.full((1, face.POINTS, 2), 100, np.float32)
    xy[0, eye_band._BAND_POINTS] = [(20 + 8 * n, 70) for n in range(len(eye_band._BAND_POINTS))]
    xy[0, eye_band._CHEEK_POINTS] = [(30 + 12 * n, 150) for n in range(len(eye_band._CHEEK_POINTS))]
    return xy


def outlines() -> npt.NDArray[np.float32]:
    """Two eyes 40 pixels wide and 16 high in the band."""
    contour = np.zeros((1, 2, eye.CONTOUR_POINTS, 2), np.float32)
    for number, x in enumerate((130, 30)):
        across = np.linspace(x, x + 40, 9)
        contour[0, number, 0], contour[0, number, 8] = (x, 70), (x + 40, 70)
        contour[0, number, eye.LOWER_LID] = np.column_stack([across[1:8], np.full(7, 78)])
        contour[0, number, eye.UPPER_LID] = np.column_stack([across[1:8], np.full(7, 62)])
    return contour


def picture(band: tuple[int, int, int]) -> npt.NDArray[np.uint8]:
    drawn = np.full((200, 200, 3), SKIN, np.uint8)
    drawn[40:100] = band
    return drawn


def with_eyes(drawn: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    for x in (30, 130):
        cv2.rectangle(drawn, (x, 62), (x + 40, 78), EYE_WHITE, -1)
        cv2.circle(drawn, (x + 20, 70), 8, PUPIL, -1)
    return drawn


def test_a_bare_face_has_skin_around_the_eyes_and_contrast_within() -> None:
    skin, contrast = eye_band.signals(with_eyes(picture(SKIN)), REGION, face_points(), outlines())
    assert skin[0] > 0.5
    assert contrast[0] > 0.5


def test_a_dark_mask_has_neither() -> None:
    skin, contrast = eye_band.signals(picture(MASK), REGION, face_points(), outlines())
    assert skin[0] == 0
    assert contrast[0] == pytest.approx(0, abs=0.01)


def test_a_mesh_that_slipped_onto_the_mask_does_not_make_the_mask_skin() -> None:
    """Found on renders: with cheeks and eye band both on the cloth they were alike, and a masked face read as bare."""
    xy = face_points()
    xy[0, eye_band._CHEEK_POINTS, 1] = 80
    rest = np.setdiff1d(np.arange(face.POINTS), [*eye_band._CHEEK_POINTS, *eye_band._BAND_POINTS])
    xy[0, rest] = (100, 150)
    assert eye_band.signals(picture(MASK), REGION, xy, None)[0][0] == 0


def test_shadow_over_the_eyes_is_still_skin() -> None:
    shaded = picture((112, 128, 160))
    assert eye_band.signals(shaded, REGION, face_points(), None)[0][0] == 1


def test_without_outlines_contrast_is_not_known() -> None:
    assert np.isnan(eye_band.signals(picture(SKIN), REGION, face_points(), None)[1][0])


@pytest.mark.parametrize(
    ("yaw_deg", "pitch_deg", "expected"),
    [(0, 0, 0.4), (40, 0, 0.4 * np.cos(np.radians(40))), (0, 40, 0.4 / np.cos(np.radians(40))), (50, 0, np.nan)],
    ids=["from the front", "turned: the width looked too small", "bowed: the gap looked too small", "turned away"],
)
def test_the_heads_turn_is_taken_out_of_the_opening(yaw_deg: float, pitch_deg: float, expected: float) -> None:
    turned = opening_from_front(outlines(), np.array([yaw_deg], np.float32), np.array([pitch_deg], np.float32))
    assert turned[0] == pytest.approx([expected, expected], nan_ok=True, rel=1e-5)
