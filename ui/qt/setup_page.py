"""What every page of the set-up shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PyQt6.QtWidgets import QVBoxLayout, QWidget

from ui.host.view import Sign
from ui.qt.pieces import Label
from ui.qt.sheet import Sheet
from ui.setup.checks import Page, Standing
from ui.setup.model import SetupModel
from ui.words import Words

Changed = Callable[[], None]
SIGNS: Final = {
    Standing.DONE: Sign.DONE,
    Standing.OPEN: Sign.LOST,
    Standing.WARNING: Sign.FOUL,
    Standing.OPTIONAL: Sign.NOT_OBSERVED,
}


def ink_of(standing: Standing, sheet: Sheet) -> str:
    """In order has no colour."""
    theme = sheet.theme
    return {Standing.OPEN: theme.red, Standing.WARNING: theme.amber, Standing.OPTIONAL: theme.dim}.get(
        standing, theme.text
    )


class SetupPage(QWidget):
    """One page; `show_now` brings it up to date, `stops` are its places of the keyboard, in order."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__()
        self.sheet, self.model, self.changed = sheet, model, changed
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(sheet.px(8))

    @property
    def words(self) -> Words:
        return self.model.words

    def help_label(self, text: str) -> Label:
        label = Label(self.sheet, 17, ink=self.sheet.theme.dim, wrap=True)
        label.say(text)
        return label

    def show_now(self) -> None:
        raise NotImplementedError

    def stops(self) -> list[QWidget]:
        raise NotImplementedError


def page_title(page: Page, words: Words) -> str:
    """A page's name."""
    return words.code("setup", page)
