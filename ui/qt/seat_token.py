"""One seat of the ring: a widget of its own, so that a screen reader finds it and a click means its digit."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt6.QtWidgets import QAbstractButton, QWidget

from ui.host.view import Mark, SeatToken, Sign
from ui.qt.painting import MIDDLE, NO_BRUSH, draw_sign, draw_text
from ui.qt.sheet import Sheet, colour
from ui.session.messages import SeatSight

WIDTH, HEIGHT = 150, 118
PLATE = (64, 56)
_PLATE_TOP = 4


class Token(QAbstractButton):
    """Number card, nick, foul boxes, flag and one state line."""

    def __init__(self, token: SeatToken, sheet: Sheet, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self.token = token
        self.setFixedSize(sheet.px(WIDTH), sheet.px(HEIGHT))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if token.seat == 1 else Qt.FocusPolicy.ClickFocus)
        self._name()

    def show_token(self, token: SeatToken) -> None:
        if token == self.token:
            return
        self.token = token
        self._name()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(f"{self.token.seat} {self.token.nick}".strip())
        self.setAccessibleDescription(self.token.description)
        self.setToolTip(self.token.nick)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px = self._sheet.px
        plate = QRectF((self.width() - px(PLATE[0])) / 2, px(_PLATE_TOP), px(PLATE[0]), px(PLATE[1]))
        self._draw_plate(painter, plate)
        if Mark.NOMINATED in self.token.marks:
            self._draw_flag(painter, plate)
        if self.token.fouls is not None and self.token.at_table:
            self._draw_fouls(painter, plate, self.token.fouls)
        self._draw_lines(painter, plate)
        called = Mark.CALLED in self.token.marks
        if called or self.hasFocus():
            theme = self._sheet.theme
            painter.setBrush(NO_BRUSH)
            painter.setPen(QPen(colour(theme.focus if self.hasFocus() else theme.text), 3 * self._sheet.scale))
            painter.drawRoundedRect(plate.adjusted(-px(5), -px(3), px(5), px(5)), px(11), px(11))

    def _draw_plate(self, painter: QPainter, plate: QRectF) -> None:
        token, theme, px = self.token, self._sheet.theme, self._sheet.px
        speaking = Mark.SPEAKING in token.marks
        painter.setBrush(colour(theme.text if speaking else theme.raised if token.at_table else theme.ground))
        painter.setPen(self._outline())
        painter.drawRoundedRect(plate, px(8), px(8))
        if token.sight is SeatSight.BLIND:
            painter.setBrush(QBrush(colour(theme.red, 0.28), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(plate, px(8), px(8))
        ink = theme.ground if speaking else theme.text if token.at_table else theme.dim
        number = str(token.seat)
        draw_text(painter, plate, number, self._sheet, size=36, ink=ink, weight=700, align=MIDDLE)
        if not token.at_table:
            painter.setPen(QPen(colour(theme.dim), 3 * self._sheet.scale))
            start = plate.bottomLeft() + QPointF(px(6), -px(8))
            painter.drawLine(start, plate.topRight() + QPointF(-px(6), px(8)))

    def _outline(self) -> QPen:
        token, theme, scale = self.token, self._sheet.theme, self._sheet.scale
        if token.sight is SeatSight.DEGRADED:
            return QPen(colour(theme.amber), 2.4 * scale, Qt.PenStyle.DashLine)
        if token.sight is SeatSight.BLIND:
            return QPen(colour(theme.red), 2.4 * scale, Qt.PenStyle.DotLine)
        if Mark.SPEAKING in token.marks:
            return QPen(colour(theme.text), 1.6 * scale)
        return QPen(colour(theme.edge if token.at_table else theme.line), 1.6 * scale)

    def _draw_flag(self, painter: QPainter, plate: QRectF) -> None:
        px = self._sheet.px
        painter.setBrush(colour(self._sheet.theme.text))
        painter.setPen(Qt.PenStyle.NoPen)
        x, y = plate.right() + px(8), plate.top()
        flag = [QPointF(x, y + px(2)), QPointF(x + px(20), y + px(10)), QPointF(x, y + px(18))]
        painter.drawPolygon(QPolygonF(flag))
        painter.drawRect(QRectF(x - px(1), y, 2.4 * self._sheet.scale, px(34)))

    def _draw_fouls(self, painter: QPainter, plate: QRectF, fouls: int) -> None:
        """Boxes that fill from below."""
        theme, px = self._sheet.theme, self._sheet.px
        for index in range(self.token.foul_boxes):
            full = index < fouls
            painter.setPen(QPen(colour(theme.text if full else theme.line), 1.4 * self._sheet.scale))
            painter.setBrush(colour(theme.text) if full else NO_BRUSH)
            box = QRectF(plate.left() - px(18), plate.bottom() - px(12) - index * px(14), px(10), px(10))
            painter.drawRect(box)

    def _draw_lines(self, painter: QPainter, plate: QRectF) -> None:
        token, theme, sheet = self.token, self._sheet.theme, self._sheet
        top = plate.bottom() + sheet.px(4)
        if token.nick:
            weight = 600 if Mark.SPEAKING in token.marks else 500
            ink = theme.text if token.at_table else theme.dim
            line = QRectF(0, top, self.width(), sheet.px(25))
            draw_text(painter, line, token.nick, sheet, size=19, ink=ink, weight=weight, align=MIDDLE, elide=True)
            top += sheet.px(24)
        sight = {SeatSight.DEGRADED: (Sign.DEGRADED, theme.amber), SeatSight.BLIND: (Sign.BLIND, theme.red)}
        if token.sight in sight:
            sign, ink = sight[token.sight]
            self._draw_state(painter, top, token.sight_words, ink, sign)
        elif token.state:
            self._draw_state(painter, top, token.state, theme.dim, None)

    def _draw_state(self, painter: QPainter, top: float, words: str, ink: str, sign: Sign | None) -> None:
        sheet = self._sheet
        indent = sheet.px(22) if sign is not None else 0
        wide = sheet.width(words, 16) + indent
        left = max(0.0, (self.width() - wide) / 2)
        if sign is not None:
            draw_sign(
                painter, sign, QPointF(left + sheet.px(8), top + sheet.px(12)), sheet.px(15), ink, sheet.theme.ground
            )
        line = QRectF(left + indent, top, self.width() - left - indent + 1, sheet.px(25))
        draw_text(painter, line, words, sheet, size=16, ink=ink)
