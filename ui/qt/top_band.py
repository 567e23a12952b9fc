"""Top band: phase and headline on the left, the one large value in the middle, the two steps on the right."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from ui.host.view import HostView, Sign, Timer
from ui.qt.painting import MIDDLE, draw_sign, draw_text
from ui.qt.pieces import KeyButton, column, row
from ui.qt.sheet import Sheet, colour

HEIGHT = 104
SIDE_WIDTH = 440
_TIMER_WIDTH = 308
_LEFT_WIDTH = 306


class TopBand(QWidget):
    """The band that never moves."""

    pressed = pyqtSignal(str)  # the key of a button that was clicked

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._scene = _Scene(sheet)
        self._timer = _TimerBox(sheet)
        self.next_step = KeyButton(sheet, 20, names_people=True)
        self.clock = KeyButton(sheet, 20, names_people=True)
        for button, key in ((self.next_step, "Enter"), (self.clock, "Space")):
            button.clicked.connect(lambda _checked, key=key: self.pressed.emit(key))
        buttons = QWidget()
        buttons.setLayout(column(self.next_step, self.clock, gap=sheet.px(4)))
        buttons.setFixedWidth(sheet.px(SIDE_WIDTH))
        spring = QWidget()
        self.setLayout(row((self._scene, 1), self._timer, (spring, 1), sheet.px(20), buttons))
        self._scene.setMinimumWidth(sheet.px(_LEFT_WIDTH))
        self.setFixedHeight(sheet.px(HEIGHT))

    def show_view(self, view: HostView) -> None:
        self._scene.show_scene(view.phase, view.headline, view.alert, view.alert_sign)
        self._timer.show_timer(view.timer)
        self.next_step.show_button(view.next_step)
        self.clock.show_button(view.clock)


class _Scene(QWidget):
    """Where the game is and whom the moment is about; what is wrong stands under it until it is solved."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._shown = ("", "", "")
        self._sign: Sign | None = None

    def show_scene(self, phase: str, headline: str, alert: str, sign: Sign | None) -> None:
        if (phase, headline, alert) == self._shown and sign is self._sign:
            return
        self._shown, self._sign = (phase, headline, alert), sign
        self.setAccessibleName(". ".join(part for part in self._shown if part))
        self.setToolTip(headline)
        self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        (phase, headline, alert), sheet, theme = self._shown, self._sheet, self._sheet.theme
        painter = QPainter(self)
        top = sheet.px(8 if alert else 20)
        wide = float(self.width() - sheet.px(8))
        line = QRectF(0, top, wide, sheet.px(22))
        draw_text(painter, line, phase, sheet, size=17, ink=theme.dim, weight=600)
        big = QRectF(0, top + sheet.px(24), wide, sheet.px(44))
        size = sheet.fitting(headline, (34, 30, 26), 700, wide)
        draw_text(painter, big, headline, sheet, size=size, ink=theme.text, weight=700, elide=True)
        if self._sign is not None:
            ink = theme.amber if self._sign is Sign.DEGRADED else theme.red
            low = top + sheet.px(70)
            centre = QPointF(sheet.px(10), low + sheet.px(12))
            draw_sign(painter, self._sign, centre, sheet.px(18), ink, theme.ground)
            words = QRectF(sheet.px(26), low, wide - sheet.px(26), sheet.px(24))
            draw_text(painter, words, alert, sheet, size=17, ink=ink, weight=600)


class _TimerBox(QWidget):
    """The large value with a bar that empties from the right; the notch is the ten-second warning, nothing blinks."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._shown = Timer("")
        self.setFixedWidth(sheet.px(_TIMER_WIDTH))

    def show_timer(self, timer: Timer) -> None:
        if timer == self._shown:
            return
        self._shown = timer
        self.setAccessibleName(f"{timer.value}. {timer.note}")
        self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        timer, sheet, theme = self._shown, self._sheet, self._sheet.theme
        painter = QPainter(self)
        wide = float(self.width())
        value = QRectF(0, sheet.px(2), wide, sheet.px(70))
        size = sheet.fitting(timer.value, (54, 48, 42) if timer.is_word else (68,), 600, wide)
        ink = theme.text
        draw_text(painter, value, timer.value, sheet, size=size, ink=ink, weight=600, align=MIDDLE, tabular=True)
        left, bar = sheet.px(15), float(self.width() - 2 * sheet.px(15))
        if timer.part_01 is not None:
            painter.fillRect(QRectF(left, sheet.px(77), bar, sheet.px(6)), colour(theme.line))
            painter.fillRect(QRectF(left, sheet.px(77), bar * timer.part_01, sheet.px(6)), colour(theme.text))
        if timer.notch_01 is not None:
            notch = QRectF(left + bar * timer.notch_01, sheet.px(74), sheet.px(2), sheet.px(12))
            painter.fillRect(notch, colour(theme.dim))
        note = QRectF(0, sheet.px(83), wide, sheet.px(21))
        draw_text(painter, note, timer.note, sheet, size=16, ink=theme.dim, align=MIDDLE)
