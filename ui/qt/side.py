"""The right column: the open card, or calm with one camera's picture, or the night; the last entry at its foot."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, pyqtSignal
from PyQt6.QtGui import QPainter, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from ui.host.view import Calm, Column, Entry, HostView, Queued, Sign
from ui.qt.angle import AngleView
from ui.qt.card_panel import TIERS, CardPanel, Kept, tier_ink
from ui.qt.night_panel import NightSide
from ui.qt.painting import MIDDLE, draw_sign, draw_text
from ui.qt.pictures import Decoded
from ui.qt.pieces import Hints, Label, Painted, Panel, SignBox, column, row
from ui.qt.sheet import Sheet, colour
from ui.qt.top_band import SIDE_WIDTH
from ui.session.messages import Picture

_FOOT = 132  # of the last entry, and of two lines of the queue
_LOW = 620  # below this height the foot is one line
_LINE = 40


class Side(QWidget):
    """What asks for a person, and what a person did last."""

    pressed = pyqtSignal(str)

    def __init__(self, sheet: Sheet, decoded: Decoded, kept: Kept) -> None:
        super().__init__()
        self._sheet = sheet
        self._card = CardPanel(sheet, decoded, kept)
        self._calm = _Calm(sheet, decoded)
        self._night = NightSide(sheet)
        self._stack = QStackedWidget()
        for widget in (self._card, self._calm, self._night):
            self._stack.addWidget(widget)
        self._foot = _Foot(sheet)
        self.setLayout(column((self._stack, 1), self._foot, gap=sheet.px(10)))
        self.setFixedWidth(sheet.px(SIDE_WIDTH))
        self._card.pressed.connect(self.pressed)
        self._calm.angle.clicked.connect(lambda: self.pressed.emit("G"))

    def show_view(self, view: HostView, picture: Picture | None, waiting: str) -> None:
        side = view.column
        if side.night is not None:
            self._night.show_night(side.night)
            self._stack.setCurrentWidget(self._night)
        elif side.card is not None:
            self._card.show_card(side.card)
            self._stack.setCurrentWidget(self._card)
        else:
            self._calm.show_calm(side.calm, view, picture, waiting)
            self._stack.setCurrentWidget(self._calm)
        self._foot.show_foot(side)

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        self._foot.set_low(self.height() < self._sheet.px(_LOW))
        super().resizeEvent(a0)


class _Calm(QWidget):
    """Nothing asks for a person: how much is observed, one camera's picture, what was entered before."""

    def __init__(self, sheet: Sheet, decoded: Decoded) -> None:
        super().__init__()
        self._sheet = sheet
        self._title = Label(sheet, 23, weight=600)
        self._text = Label(sheet, 18, ink=sheet.theme.dim, wrap=True)
        self.angle = AngleView(sheet, decoded, large=False)
        self._log = Painted(self._draw_log)
        self._lines: tuple[tuple[str, str], ...] = ()
        self._log.setFixedHeight(sheet.px(84))
        self.setLayout(
            column(self._title, self._text, sheet.px(6), self.angle, None, self._log, gap=sheet.px(6)),
        )
        self.layout().setContentsMargins(sheet.px(4), sheet.px(8), sheet.px(4), 0)  # type: ignore[union-attr]

    def show_calm(self, calm: Calm, view: HostView, picture: Picture | None, waiting: str) -> None:
        self._title.say(calm.title)
        self._text.say(calm.text)
        beside = view.angle.camera is not None and not view.angle.large
        self.angle.setVisible(beside)
        if beside:
            self.angle.show_angle(view.angle, picture, waiting)
        if calm.log != self._lines:
            self._lines = calm.log
            self._log.setAccessibleName("; ".join(f"{at} {what}" for at, what in calm.log))
            self._log.update()

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        self._log.setVisible(self.height() >= self._sheet.px(470))
        super().resizeEvent(a0)

    def _draw_log(self, painter: QPainter, rect: QRectF) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        high = sheet.px(28)
        top = rect.height() - high * len(self._lines)
        for index, (at, what) in enumerate(self._lines):
            line = QRectF(0, top + index * high, rect.width(), high)
            draw_text(painter, line, at, sheet, size=16, ink=theme.dim)
            line.setLeft(sheet.px(66))
            draw_text(painter, line, what, sheet, size=17, ink=theme.dim, elide=True)


class _Foot(QWidget):
    """The last entry, or the lines of the queue once it has been read; a fixed height, so that nothing above moves."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._sign = SignBox(sheet, 18)
        self._title = Label(sheet, 17, ink=sheet.theme.dim)
        self._text = Painted(self._draw_text)
        self._more = Painted(self._draw_more)
        self._text.setMinimumHeight(sheet.px(34))
        self._more.setFixedHeight(sheet.px(22))
        self._trouble = Label(sheet, 17, wrap=True)
        self._keys = Hints(sheet)
        self._entry = Entry("", "")
        self._queue: tuple[Queued, ...] = ()
        self._low = False
        self._panel = Panel(
            sheet,
            column(
                row(self._sign, (self._title, 1), gap=sheet.px(6)),
                (self._text, 1),
                self._more,
                (self._trouble, 1),
                self._keys,
                gap=sheet.px(2),
            ),
            margins=(16, 8),
        )
        self._lines = Painted(self._draw_queue)
        self._line = Painted(self._draw_line)
        self._stack = QStackedWidget()
        for widget in (self._panel, self._lines, self._line):
            self._stack.addWidget(widget)
        self.setLayout(column(self._stack))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_low(False)

    def set_low(self, low: bool) -> None:
        self._low = low
        self.setFixedHeight(self._sheet.px(_LINE if low else _FOOT))
        self._choose()

    def show_foot(self, side: Column) -> None:
        queue = () if side.entry_is_fresh else side.queue
        if (side.entry, queue) == (self._entry, self._queue):
            return
        self._entry, self._queue = side.entry, queue
        entry = side.entry
        theme = self._sheet.theme
        ink = {Sign.LOST: theme.red, Sign.DEGRADED: theme.amber}.get(entry.sign or Sign.DOT, theme.text)
        self._sign.show_sign(entry.sign, ink)
        self._sign.setVisible(entry.sign is not None)
        self._title.say(entry.title)
        self._keys.show_hints(entry.keys)
        self._keys.setVisible(entry.sign is None or bool(entry.keys))
        wrong = entry.sign in (Sign.LOST, Sign.DEGRADED)
        self._more.setVisible(bool(entry.more) and not wrong)
        self._text.setVisible(not wrong)
        self._trouble.say(entry.text if wrong else "")
        self._trouble.setVisible(wrong)
        self._panel.setAccessibleName(f"{entry.title}. {entry.text}. {entry.more}")
        self._choose()
        for widget in (self._text, self._more, self._lines, self._line):
            widget.update()

    def _choose(self) -> None:
        self._stack.setVisible(bool(self._entry.title or self._entry.keys or self._queue))
        if self._low:
            self._stack.setCurrentWidget(self._line)
        else:
            self._stack.setCurrentWidget(self._lines if self._queue else self._panel)

    def _draw_text(self, painter: QPainter, rect: QRectF) -> None:
        sheet = self._sheet
        size = 26 if sheet.width(self._entry.text, 26, 700) <= rect.width() else 20
        draw_text(painter, rect, self._entry.text, sheet, size=size, ink=sheet.theme.text, weight=700, elide=True)

    def _draw_more(self, painter: QPainter, rect: QRectF) -> None:
        sheet, entry = self._sheet, self._entry
        draw_text(painter, rect, entry.more, sheet, size=17, ink=sheet.theme.dim, elide=True)

    def _draw_queue(self, painter: QPainter, rect: QRectF) -> None:
        high, gap = self._sheet.px(58), self._sheet.px(10)
        for index, queued in enumerate(self._queue):
            self._draw_queued(painter, QRectF(0, index * (high + gap), rect.width(), high), queued)

    def _draw_queued(self, painter: QPainter, rect: QRectF, queued: Queued) -> None:
        sheet, theme = self._sheet, self._sheet.theme
        painter.setBrush(colour(theme.surface))
        painter.setPen(colour(theme.line))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), sheet.px(10), sheet.px(10))
        sign, _ = TIERS[queued.tier]
        ink = tier_ink(queued.tier, sheet)
        draw_sign(
            painter, sign, QPointF(rect.left() + sheet.px(30), rect.center().y()), sheet.px(22), ink, theme.surface
        )
        plate = QRectF(rect.left() + sheet.px(54), rect.center().y() - sheet.px(18), sheet.px(56), sheet.px(36))
        painter.setBrush(colour(theme.raised))
        painter.setPen(colour(theme.edge))
        painter.drawRoundedRect(plate, sheet.px(8), sheet.px(8))
        draw_text(painter, plate, queued.seat, sheet, size=24, ink=theme.text, weight=700, align=MIDDLE, elide=True)
        words = QRectF(
            plate.right() + sheet.px(10), rect.top(), rect.right() - plate.right() - sheet.px(18), rect.height()
        )
        draw_text(painter, words, queued.fact, sheet, size=18, ink=theme.text, weight=500, elide=True)

    def _draw_line(self, painter: QPainter, rect: QRectF) -> None:
        """The foot of a low window: one line, the weightiest of what there is to say."""
        sheet, theme, entry = self._sheet, self._sheet.theme, self._entry
        if self._queue and entry.sign is None:
            queued = self._queue[0]
            self._draw_queued(painter, rect, queued)
            return
        left = sheet.px(4)
        if entry.sign is not None:
            ink = {Sign.LOST: theme.red, Sign.DEGRADED: theme.amber}.get(entry.sign, theme.text)
            draw_sign(painter, entry.sign, QPointF(sheet.px(14), rect.center().y()), sheet.px(18), ink, theme.ground)
            left = sheet.px(30)
        told = entry.title if entry.sign in (Sign.LOST, Sign.DEGRADED) else entry.text
        words = QRectF(left, 0, rect.width() - left, rect.height())
        draw_text(painter, words, told, sheet, size=20, ink=theme.text, weight=600, elide=True)
