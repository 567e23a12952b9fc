"""The second screen: seats, nicks, fouls, time, phase. It takes no keys, and draws nothing that it was not given."""

from __future__ import annotations

from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt6.QtWidgets import QWidget

from ui.audience.model import FOUL_BOXES, AudienceSeat, AudienceView
from ui.qt.painting import LEFT, MIDDLE, NO_BRUSH, draw_text
from ui.qt.seat_ring import places
from ui.qt.sheet import Sheet, colour
from ui.theme import DARK
from ui.words import Words

DESIGN: Final = (960, 600)
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CARD: Final = (66, 58)
_RADII: Final = (378, 204)
_FELT: Final = (286, 134)
_MIDDLE: Final = (480, 310)


class AudienceWindow(QWidget):
    """960 x 600 scaled to whatever screen it is put on; OBS captures it as a window."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._view = AudienceView()
        self._sheet = Sheet(DARK, 1.0, words.language)
        self.setWindowTitle(words("Table Monitor · audience"))
        self.setMinimumSize(480, 300)
        self.resize(*DESIGN)

    @property
    def sheet(self) -> Sheet:
        """Fonts and colours at the present scale, with the note of what did not fit."""
        return self._sheet

    def show_view(self, view: AudienceView) -> None:
        """Draw a view; an equal one costs nothing."""
        if view != self._view:
            self._view = view
            self.setAccessibleDescription(_spoken(view))
            self.update()

    def mouseDoubleClickEvent(self, a0: QMouseEvent | None) -> None:
        """Full screen and back; keys belong to the host's window, wherever they are pressed."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def resizeEvent(self, a0: object) -> None:
        scale = min(self.width() / DESIGN[0], self.height() / DESIGN[1])
        self._sheet = Sheet(DARK, scale, self._words.language)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colour(DARK.ground))
        scale = self._sheet.scale
        painter.translate((self.width() - DESIGN[0] * scale) / 2, (self.height() - DESIGN[1] * scale) / 2)
        self._corners(painter)
        self._table(painter)
        slots = places(*_RADII)
        for seat, (x, y) in zip(self._view.seats, slots[1:], strict=False):
            self._seat(painter, seat, _MIDDLE[0] + x, _MIDDLE[1] + y)
        painter.end()

    def _rect(self, x: float, y: float, width: float, height: float) -> QRectF:
        s = self._sheet.scale
        return QRectF(x * s, y * s, width * s, height * s)

    def _text(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        size: float,
        ink: str,
        weight: int = 400,
        align: Qt.AlignmentFlag = MIDDLE,
        *,
        elide: bool = False,
    ) -> None:
        draw_text(
            painter,
            rect,
            text,
            self._sheet,
            size=size,
            ink=ink,
            weight=weight,
            align=align,
            elide=elide,
            tabular=True,
        )

    def _corners(self, painter: QPainter) -> None:
        self._text(painter, self._rect(24, 12, 640, 28), self._view.title, 20, DARK.dim, align=LEFT, elide=True)
        self._text(painter, self._rect(736, 12, 200, 28), self._view.left, 20, DARK.dim, align=_RIGHT)

    def _table(self, painter: QPainter) -> None:
        s = self._sheet.scale
        painter.setPen(QPen(colour(DARK.line), 2 * s))
        painter.setBrush(colour(DARK.felt))
        painter.drawEllipse(QPointF(_MIDDLE[0] * s, _MIDDLE[1] * s), _FELT[0] * s, _FELT[1] * s)
        self._text(painter, self._rect(230, 238, 500, 30), self._view.phase, 20, DARK.dim)
        self._text(painter, self._rect(230, 264, 500, 84), self._view.big, 72, DARK.text, 700)
        self._text(painter, self._rect(230, 352, 500, 30), self._view.line, 20, DARK.text, 600, elide=True)

    def _seat(self, painter: QPainter, seat: AudienceSeat, x: float, y: float) -> None:
        s = self._sheet.scale
        card = self._rect(x - _CARD[0] / 2, y - _CARD[1] / 2, *_CARD)
        inverted = seat.speaking
        painter.setPen(QPen(colour(DARK.text if seat.called else DARK.edge), (4 if seat.called else 1.6) * s))
        if not seat.at_table:
            painter.setPen(QPen(colour(DARK.line), 1.6 * s))
        painter.setBrush(colour(DARK.text if inverted else DARK.raised) if seat.at_table else NO_BRUSH)
        painter.drawRoundedRect(card, 9 * s, 9 * s)
        ink = DARK.ground if inverted else DARK.text if seat.at_table else DARK.dim
        self._text(painter, card, str(seat.seat), 36, ink, 700)
        if seat.at_table:
            self._fouls(painter, seat, x, y)
        else:
            painter.setPen(QPen(colour(DARK.dim), 3 * s))
            painter.drawLine(card.bottomLeft() + QPointF(5 * s, -9 * s), card.topRight() + QPointF(-5 * s, 9 * s))
        if seat.nominated:
            self._flag(painter, x, y)
        nick = self._rect(x - 76, y + _CARD[1] / 2 + 2, 152, 26)
        self._text(painter, nick, seat.nick, 19, DARK.text if seat.at_table else DARK.dim, 500, elide=True)
        if seat.gone:
            self._text(painter, self._rect(x - 76, y + _CARD[1] / 2 + 26, 152, 22), seat.gone, 16, DARK.dim)

    def _fouls(self, painter: QPainter, seat: AudienceSeat, x: float, y: float) -> None:
        s, boxes = self._sheet.scale, max(FOUL_BOXES, seat.fouls)
        for number in range(boxes):
            full = number < seat.fouls
            painter.setPen(QPen(colour(DARK.text if full else DARK.line), 1.4 * s))
            painter.setBrush(colour(DARK.text) if full else NO_BRUSH)
            painter.drawRect(self._rect(x - 57, y + _CARD[1] / 2 - 12 - number * 14, 11, 11))

    def _flag(self, painter: QPainter, x: float, y: float) -> None:
        s, left, top = self._sheet.scale, x + 40, y - 28
        painter.setPen(QPen(colour(DARK.text), 2 * s))
        painter.drawLine(QPointF(left * s, top * s), QPointF(left * s, (top + 34) * s))
        painter.setBrush(colour(DARK.text))
        corners = ((left, top), (left + 20, top + 8), (left, top + 16))
        painter.drawPolygon(QPolygonF([QPointF(px * s, py * s) for px, py in corners]))


def _spoken(view: AudienceView) -> str:
    """The whole screen as one text for a screen reader."""
    told = [view.phase, view.big, view.line]
    told += [" ".join(part for part in (str(seat.seat), seat.nick, seat.gone) if part) for seat in view.seats]
    return ", ".join(part for part in told if part)
