"""The timing of the open case: intervals hatched by kind, the sound under them, one axis."""

from __future__ import annotations

import math
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QBrush, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt6.QtWidgets import QSizePolicy, QWidget

from ui.qt.painting import LEFT, MIDDLE, draw_text
from ui.qt.sheet import Sheet, colour
from ui.review.view import Bar, BarKind, Strip

_ROW: Final = 46
_SOUND: Final = 54
_AXIS: Final = 24
_HATCH: Final = {
    BarKind.TOUCH: Qt.BrushStyle.Dense4Pattern,
    BarKind.LIFT: Qt.BrushStyle.BDiagPattern,
    BarKind.WORD: Qt.BrushStyle.SolidPattern,
    BarKind.MARKER: Qt.BrushStyle.DiagCrossPattern,
    BarKind.OTHER: Qt.BrushStyle.FDiagPattern,
}

_FIRST: Final = (BarKind.LIFT, BarKind.MARKER, BarKind.WORD, BarKind.TOUCH, BarKind.OTHER)
"""Whose name is written where not all have room."""


class TimingStrip(QWidget):
    """Draws a strip; a click goes to that moment."""

    chosen = pyqtSignal(object)  # a time in nanoseconds, longer than a C int

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._strip: Strip | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(sheet.px(2 * _ROW + _SOUND + _AXIS))

    def show_strip(self, strip: Strip) -> None:
        if strip == self._strip:
            return
        if self._strip is None or strip.description != self._strip.description:
            self.setAccessibleName(strip.description)
        self._strip = strip
        self.update()

    def mousePressEvent(self, a0: QMouseEvent | None) -> None:
        strip, axis = self._strip, self._axis()
        if a0 is not None and strip is not None and a0.position().x() >= axis.left():
            share = min(1.0, (a0.position().x() - axis.left()) / max(1.0, axis.width()))
            self.chosen.emit(strip.from_ns + round(share * (strip.to_ns - strip.from_ns)))

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        strip = self._strip
        if strip is None:
            return
        painter, sheet = QPainter(self), self._sheet
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        for title, bars in strip.rows[:2]:
            self._row(painter, top, title, bars, strip)
            top += sheet.px(_ROW)
        top = sheet.px(2 * _ROW)
        self._sound(painter, top, strip)
        self._ticks(painter, top + sheet.px(_SOUND), strip)
        now = self._x(strip.now_ns, strip)
        if self._axis().left() - 1 <= now <= self._axis().right() + 1:
            painter.setPen(QPen(colour(sheet.theme.text), 2 * sheet.scale))
            painter.drawLine(QPointF(now, 0), QPointF(now, top + sheet.px(_SOUND)))

    def _axis(self) -> QRectF:
        strip = self._strip
        titles = (*(title for title, _ in strip.rows), strip.sound_title) if strip is not None else ()
        left = max((self._sheet.width(title, 16) for title in titles), default=0.0) + self._sheet.px(14)
        return QRectF(left, 0, self.width() - left - self._sheet.px(24), self.height())

    def _x(self, t_ns: int, strip: Strip) -> float:
        axis = self._axis()
        return axis.left() + axis.width() * (t_ns - strip.from_ns) / max(1, strip.to_ns - strip.from_ns)

    def _row(self, painter: QPainter, top: float, title: str, bars: tuple[Bar, ...], strip: Strip) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        axis = self._axis()
        left = QRectF(0, top, axis.left() - 2, sheet.px(_ROW))
        draw_text(painter, left, title, sheet, size=16, ink=theme.dim, align=LEFT)
        line = top + sheet.px(_ROW - 8)
        painter.setPen(QPen(colour(theme.line), sheet.scale))
        painter.drawLine(QPointF(axis.left(), line), QPointF(axis.right(), line))
        taken: list[tuple[float, float]] = []
        for bar in sorted(bars, key=lambda one: _FIRST.index(one.kind)):
            self._bar(painter, top, bar, strip)
            self._name(painter, top, bar, strip, taken)

    def _bar(self, painter: QPainter, top: float, bar: Bar, strip: Strip) -> None:
        sheet, ink = self._sheet, self._ink(bar.kind)
        x0, x1 = self._x(bar.from_ns, strip), self._x(bar.to_ns, strip)
        rect = QRectF(x0, top + sheet.px(22), max(3.0 * sheet.scale, x1 - x0), sheet.px(_ROW - 26))
        painter.setPen(QPen(colour(ink), 1.4 * sheet.scale))
        painter.setBrush(QBrush(colour(ink, 0.7 if bar.kind is BarKind.WORD else 1.0), _HATCH[bar.kind]))
        painter.drawRect(rect)

    def _name(self, painter: QPainter, top: float, bar: Bar, strip: Strip, taken: list[tuple[float, float]]) -> None:
        """The bar's name, where what matters more leaves room; a screen reader says them all."""
        sheet, axis = self._sheet, self._axis()
        wide = sheet.width(bar.text, 16)
        x0, x1 = self._x(bar.from_ns, strip), self._x(bar.to_ns, strip)
        wanted = x1 - wide if bar.kind is BarKind.TOUCH else x0  # a touch comes first and stands before its bar
        begin = min(max(axis.left(), wanted), axis.right() + sheet.px(20) - wide)
        gap = sheet.px(10)
        if bar.text and all(begin > right + gap or begin + wide < left - gap for left, right in taken):
            taken.append((begin, begin + wide))
            place = QRectF(begin, top, wide + 2, sheet.px(21))
            draw_text(painter, place, bar.text, sheet, size=16, ink=self._ink(bar.kind))

    def _ink(self, kind: BarKind) -> str:
        theme = self._sheet.theme
        return {BarKind.LIFT: theme.amber, BarKind.WORD: theme.focus, BarKind.MARKER: theme.red}.get(kind, theme.text)

    def _sound(self, painter: QPainter, top: float, strip: Strip) -> None:
        sheet, axis = self._sheet, self._axis()
        high = sheet.px(_SOUND)
        title = QRectF(0, top, axis.left() - 2, high)
        draw_text(painter, title, strip.sound_title, sheet, size=16, ink=sheet.theme.dim)
        middle = top + high / 2
        painter.setPen(QPen(colour(sheet.theme.line), sheet.scale))
        painter.drawLine(QPointF(axis.left(), middle), QPointF(axis.right(), middle))
        if not strip.peaks:
            return
        step = axis.width() / len(strip.peaks)
        upper = [
            QPointF(axis.left() + n * step, middle - peak * high * 0.46)
            for n, peak in enumerate(strip.peaks)
            if not math.isnan(peak)
        ]
        lower = [QPointF(point.x(), 2 * middle - point.y()) for point in reversed(upper)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(sheet.theme.dim))
        painter.drawPolygon(QPolygonF(upper + lower))

    def _ticks(self, painter: QPainter, top: float, strip: Strip) -> None:
        sheet = self._sheet
        for t_ns, text in strip.ticks:
            x = self._x(t_ns, strip)
            wide = sheet.width(text, 16) + 4
            painter.setPen(QPen(colour(sheet.theme.line), sheet.scale))
            painter.drawLine(QPointF(x, 0), QPointF(x, top))
            rect = QRectF(x - wide / 2, top, wide, sheet.px(_AXIS))
            draw_text(painter, rect, text, sheet, size=16, ink=sheet.theme.dim, align=MIDDLE)
