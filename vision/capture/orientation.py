"""Turning pictures upright by the display matrix that phones and cameras write into a file."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import ImageU8

UPRIGHT = ((1, 0), (0, 1))


def signs_of(matrix_bytes: bytes) -> tuple[tuple[int, int], tuple[int, int]]:
    """The 2×2 part of a display matrix (nine int32, 16.16 fixed point) rounded to quarter turns and mirrors.

    A matrix that is not a whole quarter turn (free rotation, skew) counts as upright: the picture is shown as stored.
    """
    if len(matrix_bytes) < 36:
        return UPRIGHT
    matrix: NDArray[np.int32] = np.frombuffer(matrix_bytes[:36], dtype=np.int32).reshape(3, 3)
    part = np.rint(matrix[:2, :2] / 65536.0).astype(int)
    if not np.array_equal(np.abs(part).sum(axis=0), [1, 1]) or not np.array_equal(np.abs(part).sum(axis=1), [1, 1]):
        return UPRIGHT
    return ((int(part[0, 0]), int(part[0, 1])), (int(part[1, 0]), int(part[1, 1])))


def upright(image: ImageU8, signs: tuple[tuple[int, int], tuple[int, int]]) -> ImageU8:
    """Apply (x', y') = (a·x + c·y, b·x + d·y) to the picture, as a player does."""
    if signs == UPRIGHT:
        return image
    (a, b), (c, d) = signs
    turned = image
    if a == 0:  # x' depends on y: the axes change places
        turned = cv2.transpose(turned).astype(np.uint8, copy=False)
        horizontal, vertical = c, b
    else:
        horizontal, vertical = a, d
    mirror = {(-1, 1): 1, (1, -1): 0, (-1, -1): -1}.get((horizontal, vertical))
    return turned if mirror is None else cv2.flip(turned, mirror).astype(np.uint8, copy=False)
