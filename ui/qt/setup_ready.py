"""The last page: everything in signs and words."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from engine.seats import GAME_SEATS
from ui.qt.pieces import Label, SignBox, row
from ui.qt.setup_page import SIGNS, Changed, SetupPage, ink_of, page_title
from ui.qt.sheet import Sheet
from ui.setup.model import PAGES, SetupModel


class ReadyPage(SetupPage):
    """Everything in signs and words, before the game."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        self._lines: list[tuple[SignBox, Label, Label]] = []
        for page in PAGES[:-1]:
            sign, title, sentence = SignBox(sheet, 17), Label(sheet, 19, weight=600), Label(sheet, 17, wrap=True)
            title.say(page_title(page, self.words))
            title.setFixedWidth(sheet.px(130))
            self.box.addLayout(row(sign, title, (sentence, 1), gap=sheet.px(10)))
            self._lines.append((sign, title, sentence))
        self._notice = Label(sheet, 17, ink=sheet.theme.amber, wrap=True)
        self.box.addWidget(self._notice)
        self._sound, self._players = self.help_label(""), self.help_label("")
        self.box.addWidget(self._sound)
        self.box.addWidget(self._players)
        self.box.addStretch(1)

    def show_now(self) -> None:
        words, model = self.words, self.model
        for check, (sign, _, sentence) in zip(model.checks(), self._lines, strict=True):
            ink = ink_of(check.standing, self.sheet)
            sign.show_sign(SIGNS[check.standing], ink, words.code("standing", check.standing))
            sentence.say(check.sentence)
            sentence.set_ink(ink)
        self._notice.say(
            words("Without what is marked by a square no game can begin.")
            if not model.can_start
            else words("Going on all the same is allowed; it is written into the game's journal.")
            if model.accepted
            else ""
        )
        self._notice.set_ink(self.sheet.theme.amber if model.can_start else self.sheet.theme.red)
        self._sound.say(model.sound_text)
        named = [f"{seat} {nick}" for seat, nick in zip(GAME_SEATS, model.players, strict=True) if nick]
        self._players.say(words("Game {n}", n=model.settings.game) + (": " + " · ".join(named) if named else ""))

    def stops(self) -> list[QWidget]:
        return []
