"""The pages of people: nicks, roles that nobody sees, consent."""

from __future__ import annotations

from PyQt6.QtWidgets import QGridLayout, QWidget

from engine.seats import GAME_SEATS, Seat
from ui.host.view import Button
from ui.qt.pieces import KeyButton, Label, row
from ui.qt.setup_page import Changed, SetupPage, ink_of
from ui.qt.setup_pieces import Choice, Field
from ui.qt.sheet import Sheet
from ui.setup.checks import Page
from ui.setup.model import SetupModel
from ui.words import Words


class PlayersPage(SetupPage):
    """Ten nicks by seat, or a file of them."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        words = self.words
        grid = QGridLayout()
        grid.setHorizontalSpacing(sheet.px(12))
        grid.setVerticalSpacing(sheet.px(6))
        self.nicks: list[Field] = []
        for seat in GAME_SEATS:
            number = Label(sheet, 20, weight=700)
            number.say(str(seat))
            nick = Field(sheet, words("Seat {seat}", seat=seat))
            nick.keeps_enter = True
            nick.editingFinished.connect(lambda seat=seat: self._set(Seat(seat)))
            nick.returnPressed.connect(lambda seat=seat: self._down(Seat(seat)))
            line, side = (seat - 1) % 5, 2 * ((seat - 1) // 5)
            grid.addWidget(number, line, side)
            grid.addWidget(nick, line, side + 1)
            self.nicks.append(nick)
        self.box.addLayout(grid)
        name = words("File of players")
        self.typed = Field(sheet, name, hint=words("CSV: seat,nick – or game,seat,nick for an event"))
        self.typed.returnPressed.connect(self._load)
        label = Label(sheet, 17)
        label.say(name)
        self.table = Field(sheet, words("Table"))
        self.table.takes_text = False
        self.table.setFixedWidth(sheet.px(80))
        self.table.editingFinished.connect(self._set_table)
        of_table = Label(sheet, 17)
        of_table.say(words("Table"))
        self.game = Field(sheet, words("Game"))
        self.game.takes_text = False
        self.game.setFixedWidth(sheet.px(80))
        self.game.editingFinished.connect(self._set_game)
        of_game = Label(sheet, 17)
        of_game.say(words("Game"))
        from_file = row(label, (self.typed, 1), of_table, self.table, of_game, self.game, gap=sheet.px(12))
        self.box.addLayout(from_file)
        self.rotate = Choice(sheet, size=17)
        self.rotate.clicked.connect(self._rotate)
        self.box.addWidget(self.rotate)
        self.box.addStretch(1)

    def _set(self, seat: Seat) -> None:
        self.model.set_player(seat, self.nicks[seat - 1].text())
        self.changed()

    def _down(self, seat: Seat) -> None:
        """Enter in a nick is the next nick; after the tenth the page is done."""
        self.model.set_player(seat, self.nicks[seat - 1].text())
        if seat < len(self.nicks):
            self.nicks[seat].setFocus()
        else:
            self.typed.setFocus()

    def _set_table(self) -> None:
        if self.table.text() != str(self.model.settings.table or ""):
            self.model.set_table(self.table.text())
            if self.typed.text().strip():
                self.model.load_seating(self.typed.text())
            self.changed()

    def _set_game(self) -> None:
        text = self.game.text().strip()
        if text.isascii() and text.isdecimal() and text != str(self.model.settings.game):
            self.model.set_game(int(text[:3]))
        self.changed()

    def _load(self) -> None:
        self.model.load_seating(self.typed.text())
        self.changed()

    def _rotate(self) -> None:
        self.model.set_rotate(not self.model.settings.rotate)
        self.changed()

    def show_now(self) -> None:
        model, words = self.model, self.words
        for field, nick in zip(self.nicks, model.players, strict=True):
            field.say(nick)
        self.typed.say(str(model.settings.seating or self.typed.text()))
        self.table.say(str(model.settings.table or ""))
        self.rotate.show_choice(words("After a game everybody moves on by one seat"), checked=model.settings.rotate)
        self.game.say(str(model.settings.game))

    def stops(self) -> list[QWidget]:
        return [*self.nicks, self.typed, self.table, self.game, self.rotate]


class RolesPage(SetupPage):
    """Roles that nobody sees: typed, dealt, or left out."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        words = self.words
        self.box.addWidget(
            self.help_label(
                words(
                    "Type four seats: the don, two of the mafia, the sheriff. The screen shows two dots, whatever is typed."
                )
            )
        )
        self._dots = Label(sheet, 34, weight=700)
        self._state = Label(sheet, 20, weight=600, wrap=True)
        self.box.addLayout(row(self._dots, sheet.px(20), (self._state, 1)))
        self.deal, self.forget = KeyButton(sheet), KeyButton(sheet)
        self.deal.clicked.connect(self._deal)
        self.forget.clicked.connect(self._forget)
        self.box.addLayout(row(self.deal, self.forget, None, gap=sheet.px(12)))
        self.box.addWidget(self.help_label(words("Hold R to see them, when nobody else sees the screen.")))
        grid = QGridLayout()
        grid.setHorizontalSpacing(sheet.px(24))
        self._shown: list[Label] = []
        for seat in GAME_SEATS:
            label = Label(sheet, 18)
            grid.addWidget(label, (seat - 1) % 5, (seat - 1) // 5)
            self._shown.append(label)
        self.box.addLayout(grid)
        self.box.addStretch(1)

    def _deal(self) -> None:
        self.model.deal_roles()
        self.changed()

    def _forget(self) -> None:
        self.model.forget_roles()
        self.changed()

    def show_now(self) -> None:
        model, words = self.model, self.words
        self._dots.say("••" if model.typed or model.cards is not None else "  ")
        standing = model.standing(Page.ROLES)
        sentence = next(check.sentence for check in model.checks() if check.page is Page.ROLES)
        self._state.say(words("Being typed …") if 0 < model.typed < 4 else sentence)
        self._state.set_ink(ink_of(standing, self.sheet))
        self.deal.show_button(Button("D", words("Deal")))
        self.forget.show_button(Button("X", words("Leave roles out"), model.typed > 0 or model.cards is not None))
        told = dict(model.revealed)
        for seat, label in zip(GAME_SEATS, self._shown, strict=True):
            label.say(f"{seat} · {told[Seat(seat)]}" if told else f"{seat} · –")

    def stops(self) -> list[QWidget]:
        return [self.deal, self.forget]


class ConsentPage(SetupPage):
    """What the players agree to, in all three languages, and a tick."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        own = self.words.language
        for language in (own, *(one for one in ("ru", "uk", "en") if one != own)):
            label = Label(sheet, 17, ink="" if language == own else sheet.theme.dim, wrap=True)
            label.say(consent_text(language))
            self.box.addWidget(label)
        self.tick = Choice(sheet)
        self.tick.clicked.connect(self._tick)
        self.box.addSpacing(sheet.px(8))
        self.box.addWidget(self.tick)
        self.box.addStretch(1)

    def _tick(self) -> None:
        self.model.tick_consent(not self.model.consent_ticked)
        self.changed()

    def show_now(self) -> None:
        words, model = self.words, self.model
        text = words("Everybody at the table has agreed, {date}", date=f"{model.today:%d.%m.%Y}")
        self.tick.show_choice(text, checked=model.consent_ticked)

    def stops(self) -> list[QWidget]:
        return [self.tick]


def consent_text(language: str) -> str:
    """What is asked of the players."""
    words = Words(language)
    return words(
        "This game is filmed and its sound recorded, to help the host and to settle protests. The recording stays on this "
        "computer and is shown only to the judges. No faces are stored as data. Whoever does not agree says so now."
    )
