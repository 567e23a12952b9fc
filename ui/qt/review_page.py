"""The review laid out: cases left, all angles with their timing in the middle, the open case right, the game below."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from engine.suggestions import Suggestion
from ui.qt.help_page import HelpSheet
from ui.qt.pieces import Hints, Label, column, fill, row
from ui.qt.review_angles import AngleGrid
from ui.qt.review_cases import CaseList
from ui.qt.review_panel import VerdictPanel
from ui.qt.review_strip import TimingStrip
from ui.qt.review_timeline import GameTimeline
from ui.qt.sheet import Sheet
from ui.review.reel import Angle, Shot
from ui.review.view import ReviewView


class ReviewPage(QWidget):
    """Shows a ReviewView; emits what was clicked."""

    key_pressed = pyqtSignal(str)
    case_chosen = pyqtSignal(int)
    angle_chosen = pyqtSignal(int)
    moment_chosen = pyqtSignal(object)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet
        fill(self, sheet.theme.ground)
        self.title, self.game = Label(sheet, 28, weight=700), Label(sheet, 17, ink=sheet.theme.dim)
        self.clock_words, self.clock = Label(sheet, 17, ink=sheet.theme.dim), Label(sheet, 28, weight=600)
        self.clock.setFont(sheet.font(28, 600, tabular=True))
        self.time, self.speed = Label(sheet, 17, weight=600), Label(sheet, 17, weight=600)
        self.time.setFont(sheet.font(17, 600, tabular=True))
        self.cases, self.angles, self.panel = CaseList(sheet), AngleGrid(sheet), VerdictPanel(sheet)
        self.strip, self.timeline, self.hints = TimingStrip(sheet), GameTimeline(sheet), Hints(sheet)
        self.help = HelpSheet(sheet, self)
        gap = sheet.px(12)
        top = row(self.title, gap, self.game, None, self.clock_words, gap, self.clock)
        keys = row(self.time, gap, self.speed, gap, (self.hints, 1))
        middle = column((self.angles, 1), keys, self.strip, self.timeline, gap=sheet.px(8))
        body = row(self.cases, (middle, 1), self.panel, gap=gap)
        layout = column(top, (body, 1), gap=gap)
        margin = sheet.px(20)
        layout.setContentsMargins(margin, sheet.px(12), margin, sheet.px(14))
        self.setLayout(layout)
        self.cases.chosen.connect(self.case_chosen)
        self.angles.chosen.connect(self.angle_chosen)
        self.panel.key_pressed.connect(self.key_pressed)
        self.strip.chosen.connect(self.moment_chosen)
        self.timeline.chosen.connect(self.moment_chosen)

    def show_view(
        self,
        view: ReviewView,
        shots: tuple[Shot | None, ...],
        angles: tuple[Angle, ...],
        suggestion: Suggestion | None,
    ) -> None:
        theme = self.sheet.theme
        self.title.say(view.title)
        self.game.say(view.game)
        self.clock_words.say(view.clock_words)
        self.clock.say(view.clock)
        self.clock.set_ink(theme.amber if view.is_over_mark else theme.text)
        self.time.say(view.time)
        self.speed.say(view.speed)
        self.cases.show_view(view)
        self.angles.show_moment(view.angles, shots, angles, suggestion, view.no_film)
        self.strip.show_strip(view.strip)
        self.timeline.show_timeline(view.timeline)
        self.hints.show_hints(view.hints)
        self.panel.show_view(view)
        self.help.show_page(view.help)

    def resizeEvent(self, a0: object) -> None:
        self.help.setGeometry(self.rect())
