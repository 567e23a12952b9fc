"""Bottom line: keys on the left; whether it is being recorded, and health, on the right."""

from __future__ import annotations

from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QWidget

from ui.host.view import Footer, Sign
from ui.qt.pieces import Hints, Label, SignBox, row
from ui.qt.sheet import Sheet

HEIGHT = 32
_KEPT_HINTS = 4  # key hints that are worth more than health


class FooterLine(QWidget):
    """Sheds detail first, then key hints from the right, then health; never whether it is being recorded."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._hints = Hints(sheet)
        self._sign = SignBox(sheet, 16)
        self._recording = Label(sheet, 17, weight=600)
        self._health = Label(sheet, 17, ink=sheet.theme.dim)
        self._detail = Label(sheet, 17, ink=sheet.theme.dim)
        self._shown: Footer | None = None
        parts = ((self._hints, 1), sheet.px(8), self._sign, self._recording, self._health, self._detail)
        self.setLayout(row(*parts, gap=sheet.px(6)))
        self.setFixedHeight(sheet.px(HEIGHT))

    def show_footer(self, footer: Footer) -> None:
        if footer == self._shown:
            return
        self._shown = footer
        theme = self._sheet.theme
        lost = footer.recording_sign is Sign.LOST
        self._sign.show_sign(footer.recording_sign, theme.red if lost else theme.text, footer.recording)
        self._recording.say(footer.recording)
        self._recording.set_ink(theme.red if lost else theme.text)
        self._health.say(footer.health)
        self._detail.say(footer.detail and f"· {footer.detail}")
        self.setToolTip(f"{footer.health} · {footer.detail}")
        self._hints.show_hints(footer.hints)
        self._shed()

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        self._shed()
        super().resizeEvent(a0)

    def _shed(self) -> None:
        if self._shown is None:
            return
        hints = [self._sheet.width(hint.text, 16) + self._sheet.px(64) for hint in self._shown.hints]
        room = self.width() - self._recording.sizeHint().width() - self._sheet.px(40)
        health, detail = self._health.sizeHint().width(), self._detail.sizeHint().width()
        self._health.setVisible(room - sum(hints[:_KEPT_HINTS]) >= health)
        self._detail.setVisible(room - sum(hints) >= health + detail + self._sheet.px(12))
