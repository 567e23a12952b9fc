"""The whole game in six thin rows; a click goes there."""

from __future__ import annotations

from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QBrush, QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from ui.host.view import Sign
from ui.qt.painting import MIDDLE, draw_sign, draw_text
from ui.qt.sheet import Sheet, colour
from ui.review.view import MarkKind, Timeline, TimeMark

_ROW: Final = 21
_SIGNS: Final = {
    MarkKind.REMOVAL: Sign.REMOVAL,
    MarkKind.FOUL: Sign.FOUL,
    MarkKind.NOTE: Sign.NOTE,
    MarkKind.DONE: Sign.DONE,
}


class GameTimeline(QWidget):
    """Draws the timeline."""

    chosen = pyqtSignal(object)  # a time in nanoseconds

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._shown: Timeline | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(sheet.px(6 * _ROW))

    def show_timeline(self, timeline: Timeline) -> None:
        if timeline != self._shown:
            self._shown = timeline
            self.setAccessibleName(timeline.description)
            self.update()

    def mousePressEvent(self, a0: QMouseEvent | None) -> None:
        if a0 is None or self._shown is None or a0.position().x() < self._left():
            return
        share = (a0.position().x() - self._left()) / max(1.0, self.width() - self._left())
        self.chosen.emit(round(min(1.0, share) * self._shown.until_ns))

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        shown, sheet = self._shown, self._sheet
        if shown is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, (title, marks) in enumerate(shown.rows):
            top = number * sheet.px(_ROW)
            rect = QRectF(0, top, self._left() - sheet.px(8), sheet.px(_ROW))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            draw_text(painter, rect, title, sheet, size=16, ink=sheet.theme.dim, align=right)
            painter.setPen(QPen(colour(sheet.theme.line), sheet.scale))
            painter.drawLine(
                QPointF(self._left(), top + sheet.px(_ROW) - 1), QPointF(self.width(), top + sheet.px(_ROW) - 1)
            )
            for mark in marks:
                self._mark(painter, top, mark, shown)
        painter.setPen(QPen(colour(sheet.theme.text), 2 * sheet.scale))
        now = self._x(shown.now_ns, shown)
        painter.drawLine(QPointF(now, 0), QPointF(now, self.height()))

    def _left(self) -> float:
        rows = self._shown.rows if self._shown is not None else ()
        return max((self._sheet.width(title, 16) for title, _ in rows), default=0.0) + self._sheet.px(12)

    def _x(self, t_ns: int, shown: Timeline) -> float:
        room = self.width() - self._left() - self._sheet.px(10)
        return self._left() + room * min(1.0, t_ns / max(1, shown.until_ns))

    def _mark(self, painter: QPainter, top: float, mark: TimeMark, shown: Timeline) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        x0, x1 = self._x(mark.from_ns, shown), self._x(mark.to_ns, shown)
        rect = QRectF(x0, top + 2, max(2.0, x1 - x0), sheet.px(_ROW) - 4)
        match mark.kind:
            case MarkKind.BLOCK:
                painter.fillRect(rect.adjusted(0, 0, -1, 0), colour(theme.raised))
                if sheet.width(mark.text, 16) + 4 < rect.width():
                    draw_text(painter, rect, mark.text, sheet, size=16, ink=theme.text, align=MIDDLE)
            case MarkKind.LINE:
                painter.fillRect(QRectF(x0 - sheet.px(1), rect.top(), sheet.px(3), rect.height()), colour(theme.focus))
            case MarkKind.CUE:
                painter.fillRect(QRectF(x0, rect.top() + 3, max(2.0, x1 - x0), rect.height() - 6), colour(theme.edge))
            case MarkKind.GAP:
                painter.setPen(QPen(colour(theme.red), sheet.scale))
                painter.setBrush(QBrush(colour(theme.red), Qt.BrushStyle.BDiagPattern))
                painter.drawRect(rect.adjusted(0, 1, 2, -1))
            case _:
                ink = {MarkKind.REMOVAL: theme.red, MarkKind.FOUL: theme.amber, MarkKind.NOTE: theme.focus}
                centre = QPointF(x0, top + sheet.px(_ROW) / 2)
                draw_sign(
                    painter, _SIGNS[mark.kind], centre, sheet.px(15), ink.get(mark.kind, theme.text), theme.ground
                )
