"""Voters and candidates as a table of cells, each its own button, so that a screen reader can say them."""

from __future__ import annotations

from functools import partial
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from ui.host.view import Sign
from ui.qt.painting import LEFT, draw_sign, draw_text
from ui.qt.pieces import Label
from ui.qt.sheet import Sheet, colour
from ui.review.view import AuditView, CellView

_WIDE_S: Final = 2.0  # either side of the word in a cell's bar


class VoteCellButton(QAbstractButton):
    """One cell: sign, words, touch and lift against the word, and a bar to scale."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._view: CellView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrows walk the cells
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(sheet.px(90), sheet.px(46))

    def show_cell(self, view: CellView) -> None:
        if view != self._view:
            self._view = view
            self.setAccessibleName(view.description)
            self.setToolTip(view.description)
            self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        view, sheet, theme = self._view, self._sheet, self._sheet.theme
        if view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        ink = theme.amber if view.is_alarm else theme.red if view.sign is Sign.NOT_OBSERVED else theme.text
        self._frame(painter, rect, view, ink)
        left = rect.left() + sheet.px(8)
        if view.sign is not None:
            centre = QPointF(left + sheet.px(10), rect.top() + sheet.px(13))
            draw_sign(painter, view.sign, centre, sheet.px(16), ink, theme.surface)
            left += sheet.px(28)
        line = sheet.px(22)
        room = QRectF(left, rect.top() + 1, rect.right() - left - sheet.px(4), line)
        weight = 600 if view.is_alarm else 400
        dim = theme.dim if view.sign is None else ink
        lines = self._lines(view.word, room.width(), 1 if view.times else 2)
        for number, text in enumerate(lines):
            draw_text(
                painter, room.translated(0, number * line), text, sheet, size=16, ink=dim, weight=weight, elide=True
            )
        if view.times:
            under = QRectF(left, rect.top() + line, rect.right() - left - sheet.px(4), line)
            draw_text(painter, under, view.times, sheet, size=16, ink=theme.text, tabular=True, elide=True)
            self._bar(painter, under, view, ink)

    def _lines(self, text: str, room: float, most: int) -> list[str]:
        """The words in as many lines as there are; the last takes what is left."""
        words, lines = text.split(" "), [""]
        for word in words:
            longer = f"{lines[-1]} {word}".strip()
            if self._sheet.width(longer, 16) > room and lines[-1] and len(lines) < most:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _frame(self, painter: QPainter, rect: QRectF, view: CellView, ink: str) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        if view.is_chosen:
            painter.setPen(QPen(colour(theme.focus), 3 * sheet.scale))
        elif view.is_alarm or view.sign in (Sign.UNSURE, Sign.NOT_OBSERVED):
            style = Qt.PenStyle.SolidLine if view.is_alarm else Qt.PenStyle.DashLine
            painter.setPen(QPen(colour(ink), 1.6 * sheet.scale, style))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.raised if view.is_chosen else theme.surface))
        painter.drawRoundedRect(rect, 6, 6)

    def _bar(self, painter: QPainter, under: QRectF, view: CellView, ink: str) -> None:
        sheet = self._sheet
        left = under.left() + sheet.width(view.times, 16) + sheet.px(12)
        wide = min(float(sheet.px(110)), under.right() - left)
        if view.span_s is None or wide < sheet.px(40):
            return
        middle, zero = under.center().y(), left + wide / 2
        painter.setPen(QPen(colour(sheet.theme.edge), sheet.scale))
        painter.drawLine(QPointF(left, middle), QPointF(left + wide, middle))
        ends = [zero + max(-1.0, min(1.0, end / _WIDE_S)) * wide / 2 for end in view.span_s]
        painter.fillRect(QRectF(ends[0], middle - sheet.px(4), max(2.0, ends[1] - ends[0]), sheet.px(8)), colour(ink))
        painter.fillRect(
            QRectF(zero - sheet.px(1), middle - sheet.px(8), sheet.px(3), sheet.px(16)), colour(sheet.theme.text)
        )


class VoteMatrix(QWidget):
    """The table of one vote."""

    chosen = pyqtSignal(int, int)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(sheet.px(2))
        self.setLayout(self._grid)
        self._cells: dict[tuple[int, int], VoteCellButton] = {}
        self._shape: tuple[object, ...] = ()

    def show_view(self, view: AuditView) -> None:
        shape = (view.columns, tuple((number, nick) for number, nick, _ in view.rows))
        if shape != self._shape:
            self._shape = shape
            self._build(view)
        for r, (_, _, cells) in enumerate(view.rows):
            for c, cell in enumerate(cells):
                self._cells[r, c].show_cell(cell)

    def _build(self, view: AuditView) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        self._cells = {}
        theme = self._sheet.theme
        for c, (title, total, by_host) in enumerate(view.columns):
            for line, (text, weight, ink) in enumerate(
                ((title, 600, theme.text), (total, 400, theme.dim), (by_host, 400, theme.dim))
            ):
                label = Label(self._sheet, 17 if line == 0 else 16, weight=weight, ink=ink, wrap=True)
                label.say(text)
                self._grid.addWidget(label, line, c + 1)
            self._grid.setColumnStretch(c + 1, 1)
        for r, (number, nick, cells) in enumerate(view.rows):
            name = _VoterName(self._sheet, number, nick)
            self._grid.addWidget(name, r + 3, 0)
            self._grid.setRowStretch(r + 3, 1)
            for c, _ in enumerate(cells):
                button = VoteCellButton(self._sheet)
                button.clicked.connect(partial(self.chosen.emit, r, c))
                self._grid.addWidget(button, r + 3, c + 1)
                self._cells[r, c] = button


class _VoterName(QWidget):
    """A number, and a nick that may be cut."""

    def __init__(self, sheet: Sheet, number: str, nick: str) -> None:
        super().__init__()
        self._sheet, self._number, self._nick = sheet, number, nick
        self.setFixedWidth(sheet.px(120 if nick else 44))
        self.setAccessibleName(f"{number} {nick}".strip())
        self.setToolTip(nick)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter, sheet = QPainter(self), self._sheet
        rect = QRectF(self.rect())
        draw_text(painter, rect, self._number, sheet, size=20, ink=sheet.theme.text, weight=700, align=LEFT)
        room = rect.adjusted(sheet.px(34), 0, -4, 0)
        draw_text(painter, room, self._nick, sheet, size=17, ink=sheet.theme.text, elide=True)
