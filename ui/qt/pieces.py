"""Small widgets that the panels are built of."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PyQt6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.host.view import Button, KeyHint, Sign
from ui.qt.painting import NO_BRUSH, cap_size, cap_text, draw_cap, draw_sign, draw_text
from ui.qt.sheet import Sheet, colour

Item = QWidget | QLayout | int | None | tuple[QWidget | QLayout, int]
"""What a row or column holds: a widget or layout, with its stretch if it has one; a space; None for a spring."""


def row(*items: Item, gap: int = 0) -> QHBoxLayout:
    """Items from left to right."""
    box = QHBoxLayout()
    _fill(box, items, gap)
    return box


def column(*items: Item, gap: int = 0) -> QVBoxLayout:
    """Items from top to bottom."""
    box = QVBoxLayout()
    _fill(box, items, gap)
    return box


def _fill(box: QBoxLayout, items: Iterable[Item], gap: int) -> None:
    box.setSpacing(gap)
    box.setContentsMargins(0, 0, 0, 0)
    for item in items:
        thing, stretch = item if isinstance(item, tuple) else (item, 0)
        if thing is None:
            box.addStretch(1)
        elif isinstance(thing, int):
            box.addSpacing(thing)
        elif isinstance(thing, QWidget):
            box.addWidget(thing, stretch)
        else:
            box.addLayout(thing, stretch)


class Label(QLabel):
    """Text of a design size; plain, never a link or markup."""

    def __init__(self, sheet: Sheet, size: float = 17, *, weight: int = 400, ink: str = "", wrap: bool = False) -> None:
        super().__init__()
        self._sheet = sheet
        self.setFont(sheet.font(size, weight))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.set_ink(ink or sheet.theme.text)
        if wrap:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)

    def set_ink(self, ink: str) -> None:
        palette = self.palette()
        if palette.color(QPalette.ColorRole.WindowText) != colour(ink):
            palette.setColor(QPalette.ColorRole.WindowText, colour(ink))
            self.setPalette(palette)

    def say(self, text: str) -> None:
        """Show a text; nothing is laid out again when it is the same."""
        if text != self.text():
            self.setText(text)


class Panel(QWidget):
    """A rounded surface with an outline."""

    def __init__(self, sheet: Sheet, layout: QLayout, *, margins: tuple[int, int] = (16, 12)) -> None:
        super().__init__()
        self._sheet = sheet
        self._edge, self._width = sheet.theme.line, 1.0
        self.setLayout(layout)
        x, y = sheet.px(margins[0]), sheet.px(margins[1])
        layout.setContentsMargins(x, y, x, y)

    def outline(self, edge: str, width: float) -> None:
        """Colour and width of the edge, the width in px of the design."""
        if (edge, width) != (self._edge, self._width):
            self._edge, self._width = edge, width
            self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter, scale = QPainter(self), self._sheet.scale
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colour(self._sheet.theme.surface))
        painter.setPen(QPen(colour(self._edge), self._width * scale))
        inset = self._width * scale / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 10 * scale, 10 * scale)


class SignBox(QWidget):
    """A sign as a widget, with its word for a screen reader."""

    def __init__(self, sheet: Sheet, size: float) -> None:
        super().__init__()
        self._sheet, self._size = sheet, size
        self._sign: Sign | None = None
        self._ink = sheet.theme.text
        self.setFixedSize(sheet.px(size + 6), sheet.px(size + 6))

    def show_sign(self, sign: Sign | None, ink: str = "", name: str = "") -> None:
        ink = ink or self._sheet.theme.text
        if (sign, ink) != (self._sign, self._ink):
            self._sign, self._ink = sign, ink
            self.update()
        self.setAccessibleName(name)

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        if self._sign is not None:
            centre = QRectF(self.rect()).center()
            height = self._sheet.px(self._size)
            draw_sign(QPainter(self), self._sign, centre, height, self._ink, self._sheet.theme.surface)


class KeyButton(QAbstractButton):
    """A button that carries its key: the cap, then what it does now."""

    def __init__(self, sheet: Sheet, size: float = 18, *, names_people: bool = False) -> None:
        super().__init__()
        self._sheet, self._size = sheet, size
        self._may_cut = names_people  # a nick is the only text that may be cut
        self._shown: Button | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)

    def show_button(self, button: Button) -> None:
        if button == self._shown:
            return
        resized = self._shown is None or (button.text, button.key) != (self._shown.text, self._shown.key)
        self._shown = button
        self.setText(button.text)
        self.setEnabled(button.enabled)
        self.setAccessibleName(f"{button.text}, {cap_text(button.key, self._sheet)}")
        if resized:
            self.updateGeometry()
        self.update()

    def key(self) -> str:
        """The key that this button is."""
        return self._shown.key if self._shown is not None else ""

    def sizeHint(self) -> QSize:
        sheet, button = self._sheet, self._shown
        height = round(sheet.px(self._size) * 1.85 + sheet.px(18))
        if button is None:
            return QSize(sheet.px(80), height)
        words = sheet.width(button.text, self._size, 600)
        return QSize(round(cap_size(button.key, self._size, sheet).width() + words + sheet.px(36)), height)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(self._sheet.px(80), hint.height()) if self._may_cut else hint

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        button, sheet, theme = self._shown, self._sheet, self._sheet.theme
        if button is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colour(theme.raised if button.enabled else theme.surface))
        edge = theme.focus if self.hasFocus() else theme.text if button.awaited and button.enabled else theme.line
        painter.setPen(QPen(colour(edge), (3 if self.hasFocus() else 1.6) * sheet.scale))
        inset, radius = 1.5 * sheet.scale, 8 * sheet.scale
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        box = cap_size(button.key, self._size, sheet)
        at = QPointF(sheet.px(10), (self.height() - box.height()) / 2)
        draw_cap(painter, at, button.key, sheet, size=self._size, enabled=button.enabled)
        left = at.x() + box.width() + sheet.px(10)
        room = QRectF(left, 0, self.width() - left - sheet.px(6), self.height())
        ink = theme.text if button.enabled else theme.dim
        size, cut = self._size, False
        if self._may_cut:
            size = sheet.fitting(button.text, (self._size, self._size - 2, 16), 600, room.width())
            cut = "·" in button.text
        draw_text(painter, room, button.text, sheet, size=size, ink=ink, weight=600, elide=cut)


class Hint(QWidget):
    """A key cap with its words: not a button, a reminder."""

    def __init__(self, sheet: Sheet, size: float = 16, *, strong: bool = False) -> None:
        super().__init__()
        self._sheet, self._size, self._strong = sheet, size, strong
        self._shown = KeyHint("", "")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_hint(self, hint: KeyHint) -> None:
        if hint == self._shown:
            return
        self._shown = hint
        box = cap_size(hint.key, self._size, self._sheet)
        words = self._sheet.width(hint.text, self._size)
        self.setFixedSize(round(box.width() + words + self._sheet.px(8)), round(box.height()))
        self.setAccessibleName(f"{cap_text(hint.key, self._sheet)}: {hint.text}")
        self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        hint, sheet = self._shown, self._sheet
        painter = QPainter(self)
        draw_cap(painter, QPointF(0, 0), hint.key, sheet, size=self._size, enabled=hint.enabled)
        left = cap_size(hint.key, self._size, sheet).width() + sheet.px(6)
        room = QRectF(left, 0, self.width() - left + 1, self.height())
        ink = sheet.theme.text if self._strong and hint.enabled else sheet.theme.dim
        draw_text(painter, room, hint.text, sheet, size=self._size, ink=ink)


class Hints(QWidget):
    """Key hints in a row; those that do not fit are left out from the right, never cut."""

    def __init__(self, sheet: Sheet, *, gap: int = 14, size: float = 16) -> None:
        super().__init__()
        self._sheet, self._gap, self._size = sheet, gap, size
        self._hints: list[Hint] = []
        self._shown: tuple[KeyHint, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(round(cap_size("F", size, sheet).height()))

    def show_hints(self, hints: tuple[KeyHint, ...]) -> None:
        if hints == self._shown:
            return
        self._shown = hints
        while len(self._hints) < len(hints):
            hint = Hint(self._sheet, self._size)
            hint.setParent(self)
            self._hints.append(hint)
        for widget, shown in zip(self._hints, hints, strict=False):
            widget.show_hint(shown)
        self._place()

    def resizeEvent(self, a0: object) -> None:
        self._place()

    def _place(self) -> None:
        left = 0
        for index, hint in enumerate(self._hints):
            fits = index < len(self._shown) and left + hint.width() <= self.width()
            hint.setVisible(fits)
            if fits:
                hint.move(left, (self.height() - hint.height()) // 2)
                left += hint.width() + self._sheet.px(self._gap)
            else:
                left = max(left, self.width() + 1)


def fill(widget: QWidget, ground: str) -> None:
    """Give a widget a plain ground."""
    palette = widget.palette()
    palette.setColor(QPalette.ColorRole.Window, colour(ground))
    widget.setPalette(palette)
    widget.setAutoFillBackground(True)


class Painted(QWidget):
    """A widget that is drawn by one function of painter and rectangle."""

    def __init__(self, paint: Callable[[QPainter, QRectF], None]) -> None:
        super().__init__()
        self._paint = paint

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter, QRectF(self.rect()))


def focus_outline(painter: QPainter, rect: QRectF, sheet: Sheet) -> None:
    """The mark of the keyboard's focus."""
    painter.setBrush(NO_BRUSH)
    painter.setPen(QPen(colour(sheet.theme.focus), 3 * sheet.scale))
    painter.drawRoundedRect(rect, 11 * sheet.scale, 11 * sheet.scale)
