"""All keys of the window over the ring, greyed where they do nothing now."""

from __future__ import annotations

from PyQt6.QtWidgets import QVBoxLayout, QWidget

from ui.host.view import KeyHint
from ui.qt.pieces import Hint, Label, Panel, column, row
from ui.qt.sheet import Sheet

Groups = tuple[tuple[str, tuple[KeyHint, ...]], ...]


class HelpOverlay(QWidget):
    """Built when it is opened; the keys keep working under it."""

    def __init__(self, sheet: Sheet, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._groups: Groups = ()
        self._panel: Panel | None = None
        self.hide()

    def show_groups(self, groups: Groups | None) -> None:
        if groups is None:
            self.hide()
            self._groups = ()
            return
        if groups != self._groups:
            self._groups = groups
            self._build()
        self.show()
        self.raise_()
        self._place()

    def resizeEvent(self, a0: object) -> None:
        self._place()

    def _build(self) -> None:
        if self._panel is not None:
            self._panel.deleteLater()
        game, cards, always = self._groups
        left, right = _halves(game[1])
        first, second = _halves(always[1])
        gap = self._sheet.px(14)
        columns = (
            column(self._column(game[0], left), gap, self._column(always[0], first), None),
            column(self._column("", right), gap, self._column("", second), None),
            column(self._column(*cards), None),
        )
        panel = Panel(self._sheet, row(*columns, gap=self._sheet.px(28)), margins=(24, 18))
        panel.setParent(self)
        panel.outline(self._sheet.theme.edge, 1)
        panel.setAccessibleName("; ".join(f"{hint.key}: {hint.text}" for _, hints in self._groups for hint in hints))
        self._panel = panel
        panel.show()

    def _column(self, title: str, hints: tuple[KeyHint, ...]) -> QVBoxLayout:
        widgets = []
        for shown in hints:
            hint = Hint(self._sheet, strong=True)
            hint.show_hint(shown)
            widgets.append(hint)
        heading = Label(self._sheet, 19, weight=600)
        heading.say(title or " ")
        return column(heading, *widgets, gap=self._sheet.px(5))

    def _place(self) -> None:
        if self._panel is None:
            return
        self._panel.adjustSize()
        self._panel.move(
            max(0, (self.width() - self._panel.width()) // 2), max(0, (self.height() - self._panel.height()) // 2)
        )


def _halves(hints: tuple[KeyHint, ...]) -> tuple[tuple[KeyHint, ...], tuple[KeyHint, ...]]:
    middle = (len(hints) + 1) // 2
    return hints[:middle], hints[middle:]
