"""The page of the rulebook and the questions it leaves open."""

from __future__ import annotations

from PyQt6.QtWidgets import QVBoxLayout, QWidget

from engine.ruleset import load_rules, rules_ids
from ui.host.view import Button
from ui.qt.pieces import KeyButton, Label, column, row
from ui.qt.setup_page import Changed, SetupPage
from ui.qt.setup_pieces import Choice, Field, free
from ui.qt.sheet import Sheet
from ui.setup.model import SetupModel
from ui.setup.questions import Question, answer_text, question_text


class RulesPage(SetupPage):
    """The rulebooks on the left; on the right one open question with its values, a line each."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        self.books: list[Choice] = []
        left = QVBoxLayout()
        left.setSpacing(sheet.px(2))
        left.addWidget(self.help_label(self.words("Rulebook")))
        for rules_id in rules_ids():
            book = Choice(sheet, exclusive=True, size=17)
            book.clicked.connect(lambda _=False, rules_id=rules_id: self._choose(rules_id))
            left.addWidget(book)
            self.books.append(book)
        left.addStretch(1)
        self._number = self.help_label("")
        self._asked = Label(sheet, 20, weight=600, wrap=True)
        self._values = QVBoxLayout()
        self._values.setSpacing(sheet.px(2))
        self.choices: list[Choice] = []
        self.typed = Field(sheet, self.words("Another number"), hint=self.words("Another number"))
        self.typed.returnPressed.connect(self._type)
        self.before, self.after = KeyButton(sheet, 16), KeyButton(sheet, 16)
        self.before.clicked.connect(lambda: self._walk(-1))
        self.after.clicked.connect(lambda: self._walk(1))
        self.rest = Choice(sheet, size=17)
        self.rest.clicked.connect(self._rest)
        right = column(
            self._number, self._asked, self._values, self.typed, sheet.px(6),
            row(self.before, self.after, None, gap=sheet.px(10)), self.rest, None, gap=sheet.px(6),
        )  # fmt: skip
        self.box.addLayout(row((left, 4), (right, 5), gap=sheet.px(24)), 1)
        self._shown: tuple[str | None, str | None] = (None, None)

    def _choose(self, rules_id: str) -> None:
        self.model.choose_rules(rules_id)
        self.changed()

    def _walk(self, step: int) -> None:
        self.model.walk_questions(step)
        self.changed()

    def _rest(self) -> None:
        self.model.answer_rest()
        self.changed()

    def _type(self) -> None:
        question = self.model.question
        if question is not None and self.typed.text().strip():
            self.model.answer_typed(question.name, self.typed.text())
            if self.model.fault is None:
                self.typed.clear()
        self.changed()

    def _answer(self, question: Question, index: int) -> None:
        self.model.answer(question.name, question.values[index])
        self.changed()

    def show_now(self) -> None:
        model, words = self.model, self.words
        for book, rules_id in zip(self.books, rules_ids(), strict=True):
            title = load_rules(rules_id).title[words.language]
            book.show_choice(title, checked=rules_id == model.settings.rules)
        asked, question = model.questions, model.question
        for widget in (self._asked, self.typed, self.before, self.after, self.rest):
            widget.setVisible(question is not None)
        if question is None or model.rules is None:
            free([*self.choices])
            self.choices, self._shown = [], (model.settings.rules, None)
            chosen = model.rules is not None
            self._number.say(words("This rulebook leaves no question open.") if chosen else words("Choose a rulebook."))
            return
        at = [one.name for one in asked].index(question.name) + 1
        left = sum(one.answer is None for one in asked)
        self._number.say(words("Question {n} of {all} · without an answer: {left}", n=at, all=len(asked), left=left))
        self._asked.say(question_text(question.name, words))
        self.typed.setVisible(question.takes_number)
        self.before.show_button(Button("Q", words("Previous question"), at > 1))
        self.after.show_button(Button("E", words("Next question"), at < len(asked)))
        self.rest.show_choice(words("Answer the rest as the ФСМ 2024 has it"), checked=False)
        self.rest.setVisible(left > 0)
        if self._shown != (model.settings.rules, question.name):
            self._build(question)
            self._shown = (model.settings.rules, question.name)
        for choice, value in zip(self.choices, question.values, strict=True):
            given = question.answer is not None and question.answer == value
            choice.show_choice(answer_text(question.name, value, model.rules, words), checked=given)

    def _build(self, question: Question) -> None:
        had = any(choice.hasFocus() for choice in self.choices)
        free([*self.choices])
        self.choices = []
        for index in range(len(question.values)):
            choice = Choice(self.sheet, exclusive=True, size=17)
            choice.clicked.connect(lambda _=False, index=index: self._answer(question, index))
            self._values.addWidget(choice)
            self.choices.append(choice)
        if had:
            self.choices[0].setFocus()

    def stops(self) -> list[QWidget]:
        return [*self.books, *self.choices, self.typed, self.before, self.after, self.rest]
