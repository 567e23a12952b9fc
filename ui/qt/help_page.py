"""F1 on a judge's screen: what it is for and every key, over the screen."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QWidget

from ui.qt.pieces import Hint, Label, Panel, column, row
from ui.qt.sheet import Sheet
from ui.review.view import HelpPage


class HelpSheet(QWidget):
    """Built when it is opened."""

    def __init__(self, sheet: Sheet, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._page: HelpPage | None = None
        self._panel: Panel | None = None
        self.hide()

    def show_page(self, page: HelpPage | None) -> None:
        if page is None:
            self.hide()
            return
        if page != self._page:
            self._page = page
            self._build(page)
        self.show()
        self.raise_()
        self._place()

    def resizeEvent(self, a0: object) -> None:
        self._place()

    def _build(self, page: HelpPage) -> None:
        if self._panel is not None:
            self._panel.deleteLater()
        sheet = self._sheet
        title, text = Label(sheet, 23, weight=600), Label(sheet, 17, wrap=True)
        title.say(page.title)
        text.say(page.text)
        text.setMinimumWidth(sheet.px(760))
        hints = []
        for shown in page.keys:
            hint = Hint(sheet, strong=True)
            hint.show_hint(shown)
            hints.append(hint)
        half = (len(hints) + 1) // 2
        left, right = column(*hints[:half], None, gap=sheet.px(5)), column(*hints[half:], None, gap=sheet.px(5))
        panel = Panel(
            sheet, column(title, text, row(left, right, None, gap=sheet.px(40)), gap=sheet.px(12)), margins=(24, 18)
        )
        panel.setParent(self)
        panel.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        panel.outline(sheet.theme.edge, 1)
        panel.setAccessibleName("; ".join(f"{hint.key}: {hint.text}" for hint in page.keys))
        self._panel = panel
        panel.show()

    def _place(self) -> None:
        if self._panel is not None:
            self._panel.adjustSize()
            self._panel.move(
                max(0, (self.width() - self._panel.width()) // 2), max(0, (self.height() - self._panel.height()) // 2)
            )
