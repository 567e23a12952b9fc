"""A picture that always carries which camera took it, its number and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.cues import CameraId

ImageU8: TypeAlias = NDArray[np.uint8]
"""(H, W, 3) blue-green-red, or (H, W) grey."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of one camera."""

    camera: CameraId
    seq: int  # counts what the camera delivered; a jump means that frames were lost
    t_ns: int  # the game's clock, middle of capture as well as it is known
    image: ImageU8  # (H, W, 3) BGR
    exposure_ns: int | None = None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.image.shape[1], self.image.shape[0]
