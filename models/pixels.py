"""How bytes become the numbers a network was trained on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PixelScale:
    """byte / divisor + offset."""

    divisor: float
    offset: float


ZERO_TO_ONE: Final = PixelScale(255.0, 0.0)
MINUS_ONE_TO_ONE: Final = PixelScale(127.5, -1.0)
