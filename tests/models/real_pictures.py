"""A real photograph that comes with a library the program already needs."""

from __future__ import annotations

from pathlib import Path

import cv2
import matplotlib
import numpy as np
import numpy.typing as npt


def portrait() -> npt.NDArray[np.uint8]:
    """Rear Admiral Grace Hopper, (600, 512, 3) BGR: an official portrait of the US Navy, in the public domain.

    matplotlib ships it as sample data, and mediapipe requires matplotlib.
    """
    path = Path(matplotlib.get_data_path()) / "sample_data" / "grace_hopper.jpg"
    return np.asarray(cv2.imread(str(path)), np.uint8)
