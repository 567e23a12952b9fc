"""AprilTags (family 36h11) as marks: where their middles are in a picture."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]


def tag_middles(image: NDArray[np.uint8]) -> Mapping[int, F64]:
    """Tag number to the pixel (2,) where its diagonals cross, which is its middle however it is tilted."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36H11), settings)
    corners, ids, _ = detector.detectMarkers(grey)  # without a tag `ids` is None and `corners` empty
    numbers = np.asarray(ids).ravel() if len(corners) else ()
    quads = [np.asarray(quad, np.float64).reshape(4, 2) for quad in corners]
    return {int(number): _crossing(quad) for number, quad in zip(numbers, quads, strict=True)}


def _crossing(quad: F64) -> F64:
    """Where the two diagonals meet."""
    a, b = quad[0], quad[1]
    sides = np.stack([quad[2] - a, b - quad[3]], axis=1)
    share, _ = np.linalg.solve(sides, b - a)
    return np.asarray(a + share * (quad[2] - a))
