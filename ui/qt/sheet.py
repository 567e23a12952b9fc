"""Colours, sizes and fonts of one page: everything a widget needs to draw itself at its scale."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from typing import Final

from PyQt6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF

from ui.theme import Theme

FAMILY: Final = "Inter"
_FILES: Final = ("Inter-Regular.ttf", "Inter-Medium.ttf", "Inter-SemiBold.ttf", "Inter-Bold.ttf")
_REMEMBERED: Final = 50


@cache
def load_fonts() -> None:
    """Register the program's own fonts; a system font is not trusted to fit or to have every letter."""
    for file in _FILES:
        QFontDatabase.addApplicationFontFromData(resources.files("ui").joinpath("fonts", file).read_bytes())


class Sheet:
    """A theme at a scale, in a language. `clipped` collects painted texts that did not fit, for the tests to read."""

    def __init__(self, theme: Theme, scale: float, language: str) -> None:
        load_fonts()
        self.theme = theme
        self.scale = scale
        self.language = language
        self.clipped: set[str] = set()

    def px(self, size: float) -> int:
        """A size of the design in pixels of this page."""
        return round(size * self.scale)

    def font(self, size_px: float, weight: int = 400, *, tabular: bool = False) -> QFont:
        """The program's font; with tabular digits that keep their place while they change."""
        return _font(self.px(size_px), weight, tabular)

    def width(self, text: str, size_px: float, weight: int = 400) -> float:
        """How wide a text of a design size is, in pixels of this page."""
        return _width(text, self.px(size_px), weight)

    def fitting(self, text: str, sizes_px: tuple[float, ...], weight: int, room: float) -> float:
        """The first of these sizes at which a text fits, or the last."""
        return next((size for size in sizes_px if self.width(text, size, weight) <= room), sizes_px[-1])

    def note_clipped(self, text: str) -> None:
        if len(self.clipped) < _REMEMBERED:
            self.clipped.add(text)


@cache
def _font(pixels: int, weight: int, tabular: bool) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight(weight))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    tag = QFont.Tag.fromString("tnum")
    if tabular and tag is not None:
        font.setFeature(tag, 1)
    return font


@lru_cache(maxsize=4096)
def _width(text: str, pixels: int, weight: int) -> float:
    return QFontMetricsF(_font(pixels, weight, False)).horizontalAdvance(text)


@cache
def colour(name: str, alpha: float = 1.0) -> QColor:
    """A colour of a theme, remembered."""
    found = QColor(name)
    found.setAlphaF(alpha)
    return found
