"""The right column at night: dark, still, and the same whatever the roles."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QPainter

from ui.host.view import NightPanel
from ui.qt.painting import draw_sign, draw_text
from ui.qt.pieces import Hint, Label, Painted, Panel, column, row
from ui.qt.sheet import Sheet, colour

_ROW = 32


class NightSide(Panel):
    """Steps of the night, the hidden entry, and the marks that R shows."""

    def __init__(self, sheet: Sheet) -> None:
        self._night: NightPanel | None = None
        theme = sheet.theme
        self._title = Label(sheet, 17, ink=theme.dim)
        self._steps = Painted(self._draw_steps)
        self._hidden = Label(sheet, 17, ink=theme.dim, wrap=True)
        self._dots = Painted(self._draw_dots)
        self._dots.setFixedHeight(sheet.px(34))
        self._revealed = Painted(self._draw_revealed)
        self._revealed.setFixedHeight(sheet.px(3 * 26))
        self._marks_title = Label(sheet, 17, ink=theme.dim)
        self._marks = Label(sheet, 26, weight=600)
        self._reveal = Hint(sheet)
        super().__init__(
            sheet,
            column(
                self._title,
                sheet.px(6),
                self._steps,
                None,
                self._hidden,
                self._dots,
                None,
                self._revealed,
                row(self._marks_title, None, self._marks),
                self._reveal,
                gap=sheet.px(6),
            ),
        )

    def show_night(self, night: NightPanel) -> None:
        if night == self._night:
            return
        self._night = night
        self._title.say(night.title)
        self._steps.setFixedHeight(self._sheet.px(_ROW * len(night.steps)))
        self._steps.setAccessibleName("; ".join(f"{step.name} {step.note}" for step in night.steps))
        self._hidden.say(night.hidden_title if night.dots is not None else "")
        self._marks_title.say(night.marks_title)
        self._marks.say(night.marks)
        self._reveal.show_hint(night.reveal)
        for widget in (self._steps, self._dots, self._revealed):
            widget.update()

    def _draw_steps(self, painter: QPainter, rect: QRectF) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        for index, step in enumerate(self._night.steps if self._night else ()):
            line = QRectF(0, index * sheet.px(_ROW), rect.width(), sheet.px(_ROW))
            ink = theme.text if step.current else theme.dim
            centre = QPointF(sheet.px(12), line.center().y())
            draw_sign(painter, step.sign, centre, sheet.px(18), ink, theme.surface)
            size, weight = (21, 600) if step.current else (18, 400)
            noted = sheet.width(step.note, 17) + sheet.px(10)
            words = QRectF(sheet.px(32), line.top(), rect.width() - sheet.px(32) - noted, line.height())
            draw_text(painter, words, step.name, sheet, size=size, ink=ink, weight=weight)
            note = QRectF(rect.width() - noted, line.top(), noted, line.height())
            draw_text(painter, note, step.note, sheet, size=17, ink=theme.dim)

    def _draw_dots(self, painter: QPainter, rect: QRectF) -> None:
        dots = self._night.dots if self._night else None
        if dots is None:
            return
        sheet, theme = self._sheet, self._sheet.theme
        for index, full in enumerate(dots):
            centre = QPointF(sheet.px(14 + index * 34), rect.center().y())
            painter.setPen(colour(theme.edge))
            painter.setBrush(colour(theme.text if full else theme.surface))
            painter.drawEllipse(centre, sheet.px(9), sheet.px(9))

    def _draw_revealed(self, painter: QPainter, rect: QRectF) -> None:
        sheet = self._sheet
        for index, text in enumerate(self._night.revealed if self._night else ()):
            line = QRectF(0, index * sheet.px(26), rect.width(), sheet.px(26))
            draw_text(painter, line, text, sheet, size=17, ink=sheet.theme.text, elide=True)
