"""The open case in words, and the judge's three answers; none of them is chosen beforehand."""

from __future__ import annotations

from functools import partial
from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ui.host.view import KeyHint
from ui.qt.pieces import Hint, Hints, KeyButton, Label, Panel, SignBox, column, row
from ui.qt.review_cases import SIGN_OF, tier_ink
from ui.qt.sheet import Sheet
from ui.review.view import CasePanel, ReviewView

WIDTH: Final = 372
_ROWS: Final = 9
_ROOMY: Final = 860  # px of the design: below it the answers' own lines are left out


class VerdictPanel(QWidget):
    """Shows a case; emits the key that was clicked."""

    key_pressed = pyqtSignal(str)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._sign = SignBox(sheet, 22)
        self._title, self._fact = Label(sheet, 23, weight=600, wrap=True), Label(sheet, 18, weight=600, wrap=True)
        self._rows = [(Label(sheet, 16, ink=sheet.theme.dim), Label(sheet, 16, wrap=True)) for _ in range(_ROWS)]
        self._said = Label(sheet, 17, weight=500, wrap=True)
        self._verdicts = [(KeyButton(sheet, 17), Label(sheet, 16, ink=sheet.theme.dim, wrap=True)) for _ in range(3)]
        self._reasons = [Hint(sheet, 16, strong=True) for _ in range(5)]
        self._enter = KeyButton(sheet, 17)
        self._keys = Hints(sheet)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(sheet.px(10))
        grid.setVerticalSpacing(sheet.px(3))
        grid.setColumnStretch(1, 1)
        for number, (name, value) in enumerate(self._rows):
            grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, number, 1)
            value.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        for button, _ in self._verdicts:
            button.clicked.connect(partial(self._clicked, button))
        self._enter.clicked.connect(partial(self._clicked, self._enter))
        answers = [thing for button, note in self._verdicts for thing in (button, note)]
        inside = column(
            row(self._sign, (self._title, 1), gap=sheet.px(8)),
            self._fact,
            grid,
            None,
            self._said,
            column(*self._reasons, gap=sheet.px(3)),
            column(*answers, gap=sheet.px(4)),
            self._enter,
            self._keys,
            gap=sheet.px(8),
        )
        self.setLayout(column((Panel(sheet, inside, margins=(14, 12)), 1)))
        self.setFixedWidth(sheet.px(WIDTH))

    def show_view(self, view: ReviewView) -> None:
        panel = view.panel
        theme = self._sheet.theme
        self._said.say(view.said)
        self._said.set_ink(theme.amber if view.is_bad else theme.text)
        self._said.setVisible(bool(view.said))
        self._keys.show_hints(view.panel_keys)
        for widget in (self._sign, self._title, self._fact, self._enter):
            widget.setVisible(panel is not None)
        if panel is not None:
            self._sign.show_sign(SIGN_OF[panel.tier], tier_ink(panel.tier, self._sheet), panel.title)
            self._title.say(panel.title)
            self._fact.say(panel.fact)
            self._enter.show_button(panel.sign)
        is_roomy = self.height() >= self._sheet.px(_ROOMY - 100)
        self._show_rows(panel, is_roomy)
        self._show_answers(panel, is_roomy)

    def _show_rows(self, panel: CasePanel | None, is_roomy: bool) -> None:
        """Where there is little room the reasons take the place of all rows but the clause."""
        rows = panel.rows if panel is not None else ()
        if panel is not None and panel.reasons and not is_roomy:
            rows = rows[:1]
        for number, (name, value) in enumerate(self._rows):
            is_there = number < len(rows)
            name.setVisible(is_there)
            value.setVisible(is_there)
            if is_there:
                name.say(rows[number][0])
                value.say(rows[number][1])

    def _show_answers(self, panel: CasePanel | None, is_roomy: bool) -> None:
        answers = panel.verdicts if panel is not None else ()
        reasons: tuple[KeyHint, ...] = panel.reasons if panel is not None else ()
        for number, (button, note) in enumerate(self._verdicts):
            is_there = number < len(answers)
            button.setVisible(is_there)
            note.setVisible(is_there and is_roomy and not reasons)
            if is_there:
                button.show_button(answers[number][0])
                note.say(answers[number][1])
        for number, hint in enumerate(self._reasons):
            hint.setVisible(number < len(reasons))
            if number < len(reasons):
                hint.show_hint(reasons[number])

    def _clicked(self, button: KeyButton) -> None:
        self.key_pressed.emit(button.key())
