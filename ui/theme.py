"""Colours, sizes and the arithmetic that keeps them honest: contrast, colour-blind distance, legible scale. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

DESIGN_SIZE: Final = (1440, 900)
SMALLEST_SIZE: Final = (1280, 720)  # at a scale of 1; smaller windows scale the text down instead of cutting it
SCALES: Final = (1.0, 1.25, 1.5, 1.75, 2.0)
_LEAST_SCALE: Final = 0.75


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours, as #RRGGBB."""

    name: str
    ground: str
    surface: str  # panel, card
    raised: str  # button, current row
    line: str  # decoration only
    edge: str  # an outline that means something: 3:1 at least
    text: str
    dim: str
    focus: str  # keyboard focus, information tier
    amber: str  # foul tier, degraded
    red: str  # removal tier, blind, lost
    felt: str

    @property
    def grounds(self) -> tuple[str, str, str]:
        return self.ground, self.surface, self.raised

    @property
    def signals(self) -> tuple[str, str, str]:
        return self.focus, self.amber, self.red


DARK: Final = Theme(
    "dark",
    ground="#101214",
    surface="#181B1F",
    raised="#22262B",
    line="#323840",
    edge="#737D87",
    text="#E8E6E1",
    dim="#A9AFB6",
    focus="#6FB4F0",
    amber="#F0B43C",
    red="#F2705F",
    felt="#15201D",
)
LIGHT: Final = Theme(
    "light",
    ground="#F3F2EF",
    surface="#FFFFFF",
    raised="#E9E8E4",
    line="#D3D2CC",
    edge="#747B83",
    text="#16191C",
    dim="#4A5158",
    focus="#0B5CAD",
    amber="#8A5A00",
    red="#8A0F22",
    felt="#DFE7E3",
)
NIGHT: Final = Theme(
    "night",  # warm, dim and of one hue, so that no colour can tell a role and the glow on the host's face stays even
    ground="#040404",
    surface="#070606",
    raised="#0C0A09",
    line="#17130F",
    edge="#74624E",
    text="#AF9069",
    dim="#937A5B",
    focus="#AF9069",
    amber="#AF9069",
    red="#AF9069",
    felt="#060504",
)


def linear(colour: str) -> tuple[float, float, float]:
    """A colour's linear light, 0…1 per channel (sRGB, IEC 61966-2-1)."""
    red, green, blue = (_linear_channel(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _linear_channel(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    """Relative luminance, 0…1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio after WCAG 2, 1…21."""
    dark, bright = sorted((luminance(first), luminance(second)))
    return (bright + 0.05) / (dark + 0.05)


Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

COLOUR_BLIND: Final[dict[str, Matrix]] = {  # Machado, Oliveira, Fernandes 2009, severity 1, on linear light
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_LMS: Final[Matrix] = (  # Ottosson 2020, OKLab
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def distance(first: str, second: str, blindness: str | None = None) -> float:
    """Distance in OKLab × 100; about 2 is just visible side by side, 8 is plain at a glance."""
    return 100 * math.dist(_oklab(first, blindness), _oklab(second, blindness))


def _oklab(colour: str, blindness: str | None) -> tuple[float, float, float]:
    light = linear(colour)
    if blindness is not None:
        light = _times(COLOUR_BLIND[blindness], light)
    red, green, blue = light
    clipped = (min(1.0, max(0.0, red)), min(1.0, max(0.0, green)), min(1.0, max(0.0, blue)))
    long, medium, short = _times(_TO_LMS, clipped)
    return _times(_TO_LAB, (math.cbrt(long), math.cbrt(medium), math.cbrt(short)))


def _times(matrix: Matrix, vector: tuple[float, float, float]) -> tuple[float, float, float]:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


VIEWING_DISTANCE_MM: Final = 700.0
_SMALL_TEXT_PX: Final = 17
_CAP_HEIGHT: Final = 0.727  # of the font size, Inter
_LEGIBLE_ARC_MINUTES: Final = 16  # ISO 9241-3


def proposed_scale(pixel_mm: float) -> float:
    """The first scale at which 17 px text is legible from 70 cm on a screen with pixels of this size."""
    needed_mm = VIEWING_DISTANCE_MM * math.tan(math.radians(_LEGIBLE_ARC_MINUTES / 60))
    needed = needed_mm / (_SMALL_TEXT_PX * _CAP_HEIGHT * pixel_mm) if pixel_mm > 0 else 1.0
    return next((scale for scale in SCALES if scale >= needed - 0.01), SCALES[-1])


def fitting_scale(wanted: float, width_px: int, height_px: int) -> float:
    """The wanted scale, or the largest at which the layout still fits the window, in steps of 5 %."""
    room = min(width_px / SMALLEST_SIZE[0], height_px / SMALLEST_SIZE[1])
    return max(_LEAST_SCALE, min(wanted, math.floor(room * 20 + 1e-6) / 20))
