"""Whether the skin around the eyes is bare: signals against the mesh's readiness to see eyes on a mask.

Plain comparisons within one face, so that light and skin tone cancel out: the band around the eyes against the same
face's cheeks, and how much brightness varies where the eyes should be. Each alone errs; they are numbers to be voted.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from models.eye import LOWER_LID, UPPER_LID
from models.regions import Floats, Image, Regions, cut, to_frame_affines

_SIZE_PX: Final = 96
_BAND_POINTS: Final = [  # below the eyes, between lids and brows, the bridge of the nose
    *(119, 120, 100, 118, 348, 349, 329, 347),
    *(223, 222, 224, 443, 442, 444),
    *(6, 168, 197),
]
_CHEEK_POINTS: Final = [205, 187, 207, 216, 425, 411, 427, 436, 164, 199]  # cheeks, upper lip, chin
_SAME_COLOUR: Final = 18.0  # distance in L*a*b*, lightness counted half since the band lies in the brows' shadow
_LIGHTNESS_WEIGHT: Final = 0.5
_CHEEKS_ON_CLOTH, _CHEEKS_ON_SKIN = 0.45, 0.65  # lightness over the face's lightest tenth; measured .28-.55, .57-.89


def signals(image: Image, regions: Regions, face_xy: Floats, contour_xy: Floats | None) -> tuple[Floats, Floats]:
    """(skin share 0…1, contrast) of the eye bands of N faces, each (N,).

    `face_xy` (N, 468, 2) and `contour_xy` (N, 2, 71, 2) are pixels of the frame; without outlines contrast is NaN.
    """
    skin = np.empty(len(regions), np.float32)
    contrast = np.full(len(regions), np.nan, np.float32)
    affines = to_frame_affines(regions, _SIZE_PX)
    for number, crop in enumerate(cut(image, regions, _SIZE_PX)):
        lab = cv2.cvtColor(cv2.GaussianBlur(crop, (5, 5), 0).astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
        to_crop = np.linalg.inv(np.vstack([affines[number], [0, 0, 1]]))[:2]
        band, cheeks = (_sampled(lab, face_xy[number, points], to_crop) for points in (_BAND_POINTS, _CHEEK_POINTS))
        face_lightness = _sampled(lab, face_xy[number], to_crop)[:, 0]
        skin[number] = _same_colour_share(band, cheeks) * _cheeks_are_skin_01(cheeks, face_lightness)
        if contour_xy is not None:
            contrast[number] = _lid_contrast(lab[:, :, 0], contour_xy[number], to_crop, cheeks)
    return skin, contrast


def _in_crop(points: Floats, to_crop: Floats) -> Floats:
    return np.asarray(points @ to_crop[:, :2].T + to_crop[:, 2], np.float32)


def _sampled(lab: Floats, points: Floats, to_crop: Floats) -> Floats:
    at = np.clip(np.round(_in_crop(points, to_crop)), 0, _SIZE_PX - 1).astype(int)
    return np.asarray(lab[at[:, 1], at[:, 0]], np.float32)


def _cheeks_are_skin_01(cheeks: Floats, face_lightness: Floats) -> float:
    """How far the cheeks belong to the lighter parts: a mesh that slipped has them on the mask, where all is alike."""
    ratio = np.median(cheeks[:, 0]) / max(float(np.percentile(face_lightness, 90)), 1.0)
    return float(np.clip((ratio - _CHEEKS_ON_CLOTH) / (_CHEEKS_ON_SKIN - _CHEEKS_ON_CLOTH), 0, 1))


def _same_colour_share(band: Floats, cheeks: Floats) -> float:
    difference = band - np.median(cheeks, axis=0)
    difference[:, 0] *= _LIGHTNESS_WEIGHT
    return float((np.linalg.norm(difference, axis=1) < _SAME_COLOUR).mean())


def _lid_contrast(lightness: Floats, contour: Floats, to_crop: Floats, cheeks: Floats) -> float:
    mask = np.zeros((_SIZE_PX, _SIZE_PX), np.uint8)
    for outline in contour:
        lids = np.concatenate([outline[:1], outline[LOWER_LID], outline[8:9], outline[UPPER_LID][::-1]])
        cv2.fillPoly(mask, [np.round(_in_crop(lids, to_crop)).astype(np.int32)], 255)
    inside = lightness[mask > 0]
    if len(inside) < 4:
        return float("nan")
    low, high = np.percentile(inside, (10, 90))
    return float((high - low) / max(float(np.median(cheeks[:, 0])), 1.0))
