"""Widgets of the set-up: a choice, a line to type in, a page's name in the list."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PyQt6.QtWidgets import QAbstractButton, QLineEdit, QSizePolicy, QWidget

from ui.host.view import Sign
from ui.qt.painting import draw_sign, draw_text
from ui.qt.pieces import focus_outline
from ui.qt.sheet import Sheet, colour


class Choice(QAbstractButton):
    """One thing that may be chosen, a line each: a mark where it is, its words, and a dim note behind them."""

    def __init__(self, sheet: Sheet, *, exclusive: bool = False, size: float = 18, names_people: bool = False) -> None:
        super().__init__()
        self._sheet, self._size, self._note = sheet, size, ""
        self._may_cut = names_people  # names and addresses are cut, their tooltip is whole
        self._round = exclusive
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_choice(self, text: str, *, checked: bool, note: str = "") -> None:
        """What it says and whether it is chosen."""
        self.setText(text)
        self.setChecked(checked)
        self._note = note
        self.setAccessibleName(f"{text}, {note}" if note else text)
        self.setToolTip(text if self._may_cut else "")
        self.updateGeometry()
        self.update()

    def nextCheckState(self) -> None:
        """Whoever shows it decides whether it is chosen now."""

    def sizeHint(self) -> QSize:
        sheet = self._sheet
        words = 120 * sheet.scale if self._may_cut else sheet.width(self.text(), self._size, 600)
        note = sheet.width(self._note, 16) + sheet.px(14) if self._note else 0
        return QSize(round(sheet.px(50) + words + note), round(sheet.px(self._size) * 2.05))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        sheet, theme, scale = self._sheet, self._sheet.theme, self._sheet.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            painter.setBrush(colour(theme.raised))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(self.rect()), 8 * scale, 8 * scale)
        middle, side = self.height() / 2, sheet.px(18)
        box = QRectF(sheet.px(12), middle - side / 2, side, side)
        painter.setBrush(colour(theme.surface))
        painter.setPen(QPen(colour(theme.text if self.isChecked() else theme.edge), 1.6 * scale))
        radius = side / 2 if self._round else 4 * scale
        painter.drawRoundedRect(box, radius, radius)
        if self.isChecked():
            sign = Sign.DOT if self._round else Sign.DONE
            draw_sign(painter, sign, box.center(), sheet.px(12), theme.text, theme.surface)
        self._words(painter, sheet.px(42))
        if self.hasFocus():
            inset = 1.5 * scale
            focus_outline(painter, QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), sheet)

    def _words(self, painter: QPainter, left: float) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        note = sheet.width(self._note, 16) + sheet.px(14) if self._note else 0.0
        room = QRectF(left, 0, self.width() - left - note - sheet.px(8), self.height())
        ink = theme.text if self.isEnabled() else theme.dim
        weight = 600 if self.isChecked() else 400
        draw_text(painter, room, self.text(), sheet, size=self._size, ink=ink, weight=weight, elide=self._may_cut)
        if self._note:
            place = QRectF(self.width() - note, 0, note, self.height())
            draw_text(painter, place, self._note, sheet, size=16, ink=theme.dim)


class Field(QLineEdit):
    """A line to type in, with its name for a screen reader."""

    def __init__(self, sheet: Sheet, name: str, *, hint: str = "", size: float = 18) -> None:
        super().__init__()
        theme = sheet.theme
        self.setFont(sheet.font(size))
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, colour(theme.surface))
        palette.setColor(QPalette.ColorRole.Text, colour(theme.text))
        palette.setColor(QPalette.ColorRole.PlaceholderText, colour(theme.dim))
        palette.setColor(QPalette.ColorRole.Highlight, colour(theme.focus))
        palette.setColor(QPalette.ColorRole.HighlightedText, colour(theme.ground))
        self.setPalette(palette)
        self._sheet = sheet
        self.keeps_enter = False  # Enter is this line's own, whatever it holds
        self.takes_text = True  # Enter takes what is typed, if anything is
        self.setFrame(False)
        self.setTextMargins(sheet.px(12), sheet.px(4), sheet.px(12), sheet.px(4))
        self.setFixedHeight(round(sheet.px(size) * 2.1))

    def leaves_enter(self) -> bool:
        """Whether Enter means the next step here: nothing is typed that it would take."""
        return not self.keeps_enter and not (self.takes_text and self.text().strip())

    def say(self, text: str) -> None:
        """Show a text; what is being typed is left alone."""
        if text != self.text() and not self.hasFocus():
            self.setText(text)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        super().paintEvent(a0)
        painter, scale = QPainter(self), self._sheet.scale
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inset = 1.5 * scale
        rect = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        if self.hasFocus():
            focus_outline(painter, rect, self._sheet)
            return
        painter.setPen(QPen(colour(self._sheet.theme.edge), 1.2 * scale))
        painter.drawRoundedRect(rect, 8 * scale, 8 * scale)


class PageRow(QAbstractButton):
    """A page's name with the sign of how far it is."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._sign, self._ink, self._current = Sign.NOT_OBSERVED, sheet.theme.dim, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_page(self, title: str, state: str, sign: Sign, ink: str, *, current: bool) -> None:
        """Title, the word of its state for a screen reader, sign and ink, and whether it is the one that is shown."""
        self.setText(title)
        self.setAccessibleName(f"{title}: {state}")
        self._sign, self._ink, self._current = sign, ink, current
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(
            round(self._sheet.px(54) + self._sheet.width(self.text(), 19, 700)), round(self._sheet.px(19) * 2.1)
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._current:
            painter.setBrush(colour(theme.raised))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(self.rect()), 8 * sheet.scale, 8 * sheet.scale)
        centre = QPointF(sheet.px(22), self.height() / 2)
        draw_sign(painter, self._sign, centre, sheet.px(15), self._ink, theme.surface)
        room = QRectF(sheet.px(44), 0, self.width() - sheet.px(46), self.height())
        weight = 700 if self._current else 400
        draw_text(painter, room, self.text(), sheet, size=19, ink=theme.text, weight=weight)
        if self.hasFocus():
            inset = 1.5 * sheet.scale
            focus_outline(painter, QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), sheet)


def free(widgets: list[QWidget]) -> None:
    """Take widgets away at once, so that none of them is shown or focused any more."""
    for widget in widgets:
        widget.hide()
        widget.setParent(None)
        widget.deleteLater()
    widgets.clear()
