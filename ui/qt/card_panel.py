"""The open suggestion: what was seen, how surely, where it is written, what accepting does; keys at its foot."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPen, QResizeEvent
from PyQt6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ui.host.view import Card, Picture, Sign, Tier
from ui.qt.painting import MIDDLE, NO_BRUSH, cap_size, draw_cap, draw_text
from ui.qt.pictures import Decoded, draw_part
from ui.qt.pieces import Hint, KeyButton, Label, Painted, Panel, SignBox, column, row
from ui.qt.sheet import Sheet, colour
from ui.session.messages import Picture as CameraPicture

Kept = Callable[[Picture], CameraPicture | None]
"""Finds the kept frame of a card's picture."""

TIERS = {Tier.REMOVAL: (Sign.REMOVAL, 3), Tier.FOUL: (Sign.FOUL, 2), Tier.NOTE: (Sign.NOTE, 1)}
_STRIP = (44, 126)  # lowest and highest, in px of the design
_STRIP_WANTED = 100
_CAPTION = 24
_STEPS = 5  # of giving something up


def tier_ink(tier: Tier, sheet: Sheet) -> str:
    """The colour that helps a tier's shape."""
    theme = sheet.theme
    return {Tier.REMOVAL: theme.red, Tier.FOUL: theme.amber, Tier.NOTE: theme.focus}[tier]


class CardPanel(Panel):
    """One card; its decision keys are always at the same spot."""

    pressed = pyqtSignal(str)

    def __init__(self, sheet: Sheet, decoded: Decoded, kept: Kept) -> None:
        self._card: Card | None = None
        self._sign = SignBox(sheet, 24)
        self._tier = Label(sheet, 17, weight=600)
        self._age = Label(sheet, 16, ink=sheet.theme.dim)
        self._seat = Painted(self._draw_seat)
        self._seat.setFixedSize(sheet.px(70), sheet.px(50))
        self._fact = Label(sheet, 23, weight=600, wrap=True)
        self._detail = Label(sheet, 17, ink=sheet.theme.dim, wrap=True)
        self._bars = Painted(self._draw_bars)
        self._bars.setFixedSize(sheet.px(40), sheet.px(20))
        self._sure = Label(sheet, 17, wrap=True)
        self._strip = _Strip(sheet, decoded, kept)
        self._rows = _Rows(sheet)
        self._choices = _Choices(sheet)
        self._lock = SignBox(sheet, 20)
        self._look = Label(sheet, 17, weight=500, wrap=True)
        self._view = KeyButton(sheet, 18)
        self._decisions = [KeyButton(sheet, 18) for _ in range(4)]
        look = column(row(column(self._lock, None), (self._look, 1), gap=sheet.px(8)), self._view, gap=sheet.px(6))
        self._looking = QWidget()
        self._looking.setLayout(look)
        accept, soften, dismiss, later = self._decisions
        gap = sheet.px(8)
        super().__init__(
            sheet,
            column(
                row(self._sign, self._tier, None, self._age, gap=gap),
                row(column(self._seat, None), (column(self._fact, self._detail, gap=2), 1), gap=sheet.px(14)),
                row(self._bars, (self._sure, 1), gap=gap),
                (self._strip, 3),
                self._rows,
                self._choices,
                None,
                self._looking,
                row((accept, 1), (soften, 1), gap=gap),
                row((dismiss, 1), (later, 1), gap=gap),
                gap=gap,
            ),
            margins=(18, 14),
        )
        for button in (self._view, *self._decisions):
            button.clicked.connect(lambda _checked, button=button: self._press(button))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _press(self, button: KeyButton) -> None:
        self.pressed.emit(button.key())

    def show_card(self, card: Card) -> None:
        if card == self._card:
            self._strip.refresh()
            return
        self._card = card
        sign, width = TIERS[card.tier]
        ink = tier_ink(card.tier, self._sheet)
        self.outline(ink, width)
        self._sign.show_sign(sign, ink, card.tier_words)
        self._tier.say(card.tier_words)
        self._tier.set_ink(ink)
        self._age.say(card.age)
        self._fact.say(card.fact)
        self._detail.say(card.detail)
        self._sure.say(card.sure)
        self._strip.show_pictures(card)
        self._rows.show_rows(card.rows)
        self._choices.show_choices(card)
        self._lock.show_sign(Sign.LOCKED, self._sheet.theme.dim)
        self._look.say(card.look_first)
        self._view.show_button(card.view)
        for button, shown in zip(self._decisions, card.decisions, strict=True):
            button.show_button(shown)
        self._make_room()
        self._seat.update()
        self._bars.update()
        told = (card.tier_words, f"{card.seat} {card.fact}", card.detail, card.sure, card.rows[-1][1])
        self.setAccessibleName(". ".join(part for part in told if part))

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        self._make_room()
        super().resizeEvent(a0)

    def _make_room(self) -> None:
        """Where room is short the card gives up, in this order: air, the lock's sentence (its button says it too), the
        height of its pictures, and the strip until it is played."""
        layout = self.layout()
        if self._card is None or layout is None:
            return
        for given_up in range(_STEPS):
            self._give_up(self._card, given_up)
            for part in (self._rows, self._choices, self._looking):
                part.updateGeometry()  # their texts are new, which their own layouts would tell only later
            layout.invalidate()
            layout.activate()
            if layout.minimumHeightForWidth(self.width()) + self._sheet.px(4) <= self.height():
                break

    def _give_up(self, card: Card, steps: int) -> None:
        layout, px = self.layout(), self._sheet.px
        if layout is None:
            return
        margin = px(14 if steps == 0 else 8)
        layout.setSpacing(px(8 if steps == 0 else 5))
        layout.setContentsMargins(px(18), margin, px(18), margin)
        playing = card.playing is not None
        self._looking.setVisible(bool(card.look_first) and not card.choices)
        self._look.setVisible(steps < 2)
        self._lock.setVisible(steps < 2)
        self._choices.setVisible(bool(card.choices))
        self._strip.setMinimumHeight(px(_STRIP_WANTED if card.pictures and steps < 3 else _STRIP[0]))
        self._strip.setVisible(not card.choices and (playing or steps < _STEPS - 1))
        self._rows.setVisible(not card.choices and not (playing and steps >= 3))

    def _draw_seat(self, painter: QPainter, rect: QRectF) -> None:
        if self._card is None:
            return
        theme, sheet = self._sheet.theme, self._sheet
        painter.setBrush(colour(theme.raised))
        painter.setPen(QPen(colour(theme.edge), 1.2 * sheet.scale))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), sheet.px(8), sheet.px(8))
        short = len(self._card.seat) <= 2
        size = 34 if short else 16
        draw_text(
            painter, rect, self._card.seat, sheet, size=size, ink=theme.text, weight=700, align=MIDDLE, elide=not short
        )

    def _draw_bars(self, painter: QPainter, rect: QRectF) -> None:
        theme, px = self._sheet.theme, self._sheet.px
        painter.setPen(QPen(colour(theme.edge), 1.2 * self._sheet.scale))
        bars = self._card.bars if self._card is not None else 0
        for index in range(3):
            painter.setBrush(colour(theme.text) if index < bars else NO_BRUSH)
            painter.drawRect(QRectF(px(2 + index * 12), px(13 - index * 5), px(8), px(6 + index * 5)))


class _Rows(QWidget):
    """Clause, count and consequence, name and value."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(sheet.px(12))
        grid.setVerticalSpacing(sheet.px(5))
        grid.setColumnStretch(1, 1)
        self._names = [Label(sheet, 16, ink=sheet.theme.dim) for _ in range(3)]
        self._values = [Label(sheet, 17, weight=600 if last else 400, wrap=True) for last in (False, False, True)]
        for line, (name, value) in enumerate(zip(self._names, self._values, strict=True)):
            grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, line, 1)
        self.setLayout(grid)

    def show_rows(self, rows: tuple[tuple[str, str], ...]) -> None:
        for name, value, (what, text) in zip(self._names, self._values, rows, strict=True):
            name.say(what)
            value.say(text)


class _Choices(QWidget):
    """Reasons or sanctions, one digit each."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._question = Label(sheet, 20, weight=600, wrap=True)
        self._hints = [Hint(sheet, 18, strong=True) for _ in range(5)]
        self.setLayout(column(self._question, sheet.px(4), *self._hints, gap=sheet.px(6)))

    def show_choices(self, card: Card) -> None:
        self._question.say(card.choosing)
        for index, hint in enumerate(self._hints):
            hint.setVisible(index < len(card.choices))
            if index < len(card.choices):
                hint.show_hint(card.choices[index])


class _Strip(QWidget):
    """Before, decisive, after; while the clip plays it takes the whole width."""

    def __init__(self, sheet: Sheet, decoded: Decoded, kept: Kept) -> None:
        super().__init__()
        self._sheet, self._decoded, self._kept = sheet, decoded, kept
        self._pictures: tuple[Picture, ...] = ()
        self._playing: Picture | None = None
        self._words = ""
        self._has_view_key = True
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(sheet.px(_STRIP[0]))
        self.setMaximumHeight(sheet.px(_STRIP[1]))

    def sizeHint(self) -> QSize:
        return QSize(self._sheet.px(380), self._sheet.px(_STRIP[1] if self._pictures else _STRIP[0]))

    def show_pictures(self, card: Card) -> None:
        changed = bool(card.pictures) != bool(self._pictures)
        self._pictures, self._playing, self._words = card.pictures, card.playing, card.no_pictures
        self.setMaximumHeight(self._sheet.px(_STRIP[1] if card.pictures else _STRIP[0]))
        self.setAccessibleName(", ".join(picture.caption for picture in card.pictures) or card.no_pictures)
        if changed:
            self.updateGeometry()
        self.update()

    def refresh(self) -> None:
        if self._playing is not None:
            self.update()

    def paintEvent(self, a0: object) -> None:
        painter = QPainter(self)
        sheet, theme = self._sheet, self._sheet.theme
        area = QRectF(self.rect())
        if not self._pictures:
            draw_text(painter, area, self._words, sheet, size=17, ink=theme.dim)
            return
        if self._playing is not None:
            self._draw(painter, area, self._playing)
            return
        gap = sheet.px(6)
        wide = (area.width() + gap) / len(self._pictures) - gap
        captions = area.height() >= sheet.px(_STRIP[0] + _CAPTION)
        high = area.height() - (sheet.px(_CAPTION) if captions else 0)
        for index, picture in enumerate(self._pictures):
            rect = QRectF(index * (wide + gap), 0, wide, high)
            self._draw(painter, rect, picture)
            if not picture.decisive:
                painter.fillRect(rect, colour("#000000", 0.25))
            else:
                self._frame(painter, rect)
            if captions:
                below = QRectF(rect.left() - gap, rect.bottom() + sheet.px(2), wide + 2 * gap, sheet.px(22))
                ink, weight = (theme.text, 600) if picture.decisive else (theme.dim, 400)
                draw_text(painter, below, picture.caption, sheet, size=16, ink=ink, weight=weight, align=MIDDLE)

    def _frame(self, painter: QPainter, rect: QRectF) -> None:
        painter.setPen(QPen(colour(self._sheet.theme.text), 3 * self._sheet.scale))
        painter.setBrush(NO_BRUSH)
        painter.drawRect(rect.adjusted(1, 1, -1, -1))
        inset = self._sheet.px(6)
        if rect.height() >= cap_size("V", 16, self._sheet).height() + 2 * inset:
            draw_cap(painter, QPointF(rect.left() + inset, rect.top() + inset), "V", self._sheet)

    def _draw(self, painter: QPainter, rect: QRectF, picture: Picture) -> None:
        kept = self._kept(picture)
        if kept is not None:
            draw_part(painter, rect, self._decoded.image(kept), picture.crop_01)
