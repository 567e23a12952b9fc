"""The coverage map: the table as the host sees it, and how many cameras see each seat."""

from __future__ import annotations

from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from engine.seats import GAME_SEATS
from ui.host.view import Sign
from ui.qt.painting import MIDDLE, draw_sign, draw_text
from ui.qt.seat_ring import places
from ui.qt.sheet import Sheet, colour
from ui.setup.sight import SeatsSeen
from ui.words import Words

_SEAT: Final = (124.0, 62.0)
_LISTED: Final = 3  # cameras by number; more are counted
_SMALLEST_HEIGHT: Final = 300


class CoverageMap(QWidget):
    """Seats round the table; shape and word carry the state: seen, seen by one camera of several, not seen."""

    def __init__(self, sheet: Sheet, words: Words) -> None:
        super().__init__()
        self._sheet, self._words = sheet, words
        self._sight: SeatsSeen | None = None
        self.setMinimumHeight(sheet.px(_SMALLEST_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_sight(self, sight: SeatsSeen | None) -> None:
        """What the seats file says of the cameras that are chosen."""
        if sight == self._sight:
            return
        self._sight = sight
        told = (
            [f"{seat}: {self._seen(seen)}" for seat, seen in zip(GAME_SEATS, sight.seen_by, strict=True)]
            if sight
            else []
        )
        self.setAccessibleName("; ".join(told))
        self.update()

    @property
    def _several(self) -> bool:
        """Whether any seat is seen by more than one: where there is one camera only, one is all there can be."""
        return self._sight is not None and any(len(seen) > 1 for seen in self._sight.seen_by)

    def _seen(self, cameras: tuple[str, ...]) -> str:
        return ", ".join(cameras) or self._words("not seen")

    def _who(self, cameras: tuple[str, ...]) -> str:
        if len(cameras) > _LISTED:
            return self._words("cameras: {n}", n=len(cameras))
        if len(cameras) > 1:
            numbers = ", ".join(name.removeprefix("cam") for name in cameras)
            return self._words("cameras {numbers}", numbers=numbers)
        return self._seen(cameras)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        if self._sight is None:
            return
        sheet, theme, scale = self._sheet, self._sheet.theme, self._sheet.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = _SEAT[0] * scale, _SEAT[1] * scale
        half = (min(self.width() / 2 - wide / 2, 360 * scale), min(self.height() / 2 - high / 2, 210 * scale))
        middle = QPointF(half[0] + wide / 2, self.height() / 2)
        painter.setBrush(colour(theme.felt))
        painter.setPen(QPen(colour(theme.edge), 1.4 * scale))
        painter.drawEllipse(middle, half[0] - wide * 0.62, half[1] - high * 0.62)
        host, *seats = [middle + QPointF(*place) for place in places(*half)]
        rect = QRectF(host.x() - wide / 2, host.y() - high / 4, wide, high / 2)
        draw_text(painter, rect, self._words.code("person", "host"), sheet, size=16, ink=theme.dim, align=MIDDLE)
        for seat, seen, place in zip(GAME_SEATS, self._sight.seen_by, seats, strict=True):
            self._draw(painter, QRectF(place.x() - wide / 2, place.y() - high / 2, wide, high), seat, seen)

    def _draw(self, painter: QPainter, rect: QRectF, seat: int, seen: tuple[str, ...]) -> None:
        sheet, theme, scale = self._sheet, self._sheet.theme, self._sheet.scale
        sign, ink, style = Sign.DONE, theme.text, Qt.PenStyle.SolidLine
        if not seen:
            sign, ink, style = Sign.BLIND, theme.red, Qt.PenStyle.DotLine
        elif len(seen) == 1 and self._several:
            sign, ink, style = Sign.DEGRADED, theme.amber, Qt.PenStyle.DashLine
        painter.setBrush(colour(theme.surface))
        painter.setPen(QPen(colour(ink if ink != theme.text else theme.edge), 1.6 * scale, style))
        painter.drawRoundedRect(rect, 8 * scale, 8 * scale)
        top = QRectF(rect.left(), rect.top() + 3 * scale, rect.width(), rect.height() * 0.55)
        draw_text(painter, top, str(seat), sheet, size=24, ink=theme.text, weight=700, align=MIDDLE)
        centre = QPointF(rect.right() - 18 * scale, rect.top() + 18 * scale)
        draw_sign(painter, sign, centre, sheet.px(14), ink, theme.surface)
        low = QRectF(
            rect.left() + 4 * scale, rect.top() + rect.height() * 0.55, rect.width() - 8 * scale, rect.height() * 0.42
        )
        text = self._who(seen)
        draw_text(painter, low, text, sheet, size=16, ink=ink if ink != theme.text else theme.dim, align=MIDDLE)
