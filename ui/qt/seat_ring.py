"""The table as the host sees it: host at the near edge, seat 1 on the host's left, numbers clockwise."""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

from PyQt6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QWidget

from engine.seats import GAME_SEATS
from ui.host.view import Centre, HandMark, SeatToken, Sign
from ui.qt.painting import MIDDLE, NO_BRUSH, cap_size, draw_cap, draw_sign, draw_text
from ui.qt.seat_token import HEIGHT, WIDTH, Token
from ui.qt.sheet import Sheet, colour

PLACES: Final = len(GAME_SEATS) + 1  # the host's is the first
_STEPS: Final = 2000
_SIGN_OF_HAND: Final = {
    HandMark.BEFORE: Sign.BEFORE,
    HandMark.AFTER: Sign.AFTER,
    HandMark.UNSURE: Sign.UNSURE,
    HandMark.UNSEEN: Sign.BLIND,
}


@lru_cache(maxsize=32)
def places(half_width: float, half_height: float) -> tuple[tuple[float, float], ...]:
    """Places at equal arc length on an ellipse around (0, 0), clockwise from its lowest point."""
    angles = [math.pi / 2 + 2 * math.pi * step / _STEPS for step in range(_STEPS + 1)]
    points = [(half_width * math.cos(angle), half_height * math.sin(angle)) for angle in angles]
    run = [0.0, *accumulate(math.dist(first, second) for first, second in pairwise(points))]
    return tuple(points[bisect_left(run, run[-1] * place / PLACES)] for place in range(PLACES))


class SeatRing(QWidget):
    """Seats, hands against the edge of the table, and what stands in its middle."""

    seat_pressed = pyqtSignal(int)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._tokens: list[Token] = []
        self._centre = Centre()
        self._host = ""
        self.setMinimumSize(sheet.px(760), sheet.px(500))

    def show_ring(self, seats: tuple[SeatToken, ...], centre: Centre, host: str) -> None:
        """Redraw what changed: one seat costs little, the middle and the hands a little more."""
        if len(seats) != len(self._tokens):
            self._seat_all(seats)
        hands = [(token.token.hand, token.token.hand_note) for token in self._tokens]
        for token, seat in zip(self._tokens, seats, strict=True):
            token.show_token(seat)
        if (centre, host) != (self._centre, self._host) or hands != [(s.hand, s.hand_note) for s in seats]:
            self._centre, self._host = centre, host
            self.update()

    def token(self, seat: int) -> Token:
        """The widget of a seat."""
        return self._tokens[seat - 1]

    def _seat_all(self, seats: tuple[SeatToken, ...]) -> None:
        for old in self._tokens:
            old.deleteLater()
        self._tokens = [Token(seat, self._sheet, self) for seat in seats]
        for token in self._tokens:
            token.clicked.connect(lambda _checked, seat=token.token.seat: self.seat_pressed.emit(seat))
            token.installEventFilter(self)
            token.show()
        self._place()

    def eventFilter(self, a0: QObject | None, a1: QEvent | None) -> bool:
        """Arrows walk the ring: it is one stop of the keyboard's focus."""
        return isinstance(a1, QKeyEvent) and a1.type() == QEvent.Type.KeyPress and self._walk(a1)

    def _walk(self, event: QKeyEvent) -> bool:
        step = {Qt.Key.Key_Left: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Right: -1, Qt.Key.Key_Down: -1}
        focused = next((i for i, token in enumerate(self._tokens) if token.hasFocus()), None)
        if focused is None or event.key() not in step:
            return False
        following = self._tokens[(focused + step[Qt.Key(event.key())]) % len(self._tokens)]
        following.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    # Geometry

    def _middle(self) -> QPointF:
        return QPointF(self.width() / 2, self.height() / 2 - self._sheet.px(14))

    def _radii(self) -> tuple[float, float]:
        px = self._sheet.px
        return self.width() / 2 - px(WIDTH) / 2 - px(4), self.height() / 2 - px(56)

    def _felt_radii(self) -> tuple[float, float]:
        half_width, half_height = self._radii()
        px = self._sheet.px
        return half_width - px(92), max(half_height - px(92), 0.62 * half_height)

    def _slots(self, half_width: float, half_height: float) -> list[QPointF]:
        return [self._middle() + QPointF(*place) for place in places(half_width, half_height)]

    def resizeEvent(self, a0: object) -> None:
        self._place()

    def _place(self) -> None:
        px = self._sheet.px
        lowest = self.height() - px(HEIGHT)
        for token, slot in zip(self._tokens, self._slots(*self._radii())[1:], strict=False):
            token.move(round(slot.x() - px(WIDTH) / 2), min(round(slot.y() - px(34)), lowest))

    # Drawing

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = self._sheet.theme, self._sheet.px
        down = QPointF(0, px(12))
        painter.setBrush(colour(theme.felt))
        painter.setPen(QPen(colour(theme.line), 2 * self._sheet.scale))
        painter.drawEllipse(self._middle() + down, *self._felt_radii())
        self._draw_host(painter)
        half_width, half_height = self._radii()
        inner = self._slots(half_width - px(138), max(half_height - px(136), 0.5 * half_height))[1:]
        for token, place in zip(self._tokens, inner, strict=False):
            if token.token.hand is not None:
                self._draw_hand(painter, place + down, token.token.hand, token.token.hand_note)
        painter.translate(self._middle() + down)
        shrink = max(0.85, min(1.0, half_height / px(270)))  # a low window shrinks the middle a little
        painter.scale(shrink, shrink)
        if self._centre.notice is not None:
            self._draw_notice(painter)
        else:
            self._draw_centre(painter)

    def _draw_host(self, painter: QPainter) -> None:
        theme, px = self._sheet.theme, self._sheet.px
        place = self._slots(*self._radii())[0]
        rect = QRectF(place - QPointF(px(70), px(12)), place + QPointF(px(70), px(22)))
        painter.setBrush(colour(theme.ground))
        painter.drawRoundedRect(rect, px(8), px(8))
        draw_text(painter, rect, self._host, self._sheet, size=17, ink=theme.dim, weight=500, align=MIDDLE)

    def _draw_hand(self, painter: QPainter, at: QPointF, mark: HandMark, note: str) -> None:
        """On the line of the table, above it, gone up too soon, come down too late, or not seen."""
        theme, px = self._sheet.theme, self._sheet.px
        ink = {HandMark.BEFORE: theme.amber, HandMark.AFTER: theme.amber, HandMark.UNSEEN: theme.red}
        strong = ink.get(mark, theme.text)
        line = at.y() + px(4)
        if mark in (HandMark.ON, HandMark.ABOVE):
            painter.setPen(QPen(colour(theme.edge), 2 * self._sheet.scale))
            painter.drawLine(QPointF(at.x() - px(24), line), QPointF(at.x() + px(24), line))
            painter.setPen(QPen(colour(strong), 2 * self._sheet.scale))
            painter.setBrush(colour(strong) if mark is HandMark.ON else NO_BRUSH)
            lift = px(15) if mark is HandMark.ON else px(27)
            painter.drawRoundedRect(QRectF(at.x() - px(17), line - lift, px(34), px(14)), px(6), px(6))
        else:
            centre = at - QPointF(0, px(8))
            draw_sign(painter, _SIGN_OF_HAND[mark], centre, px(27), strong, theme.felt)
        words = QRectF(at.x() - px(58), line + px(4), px(116), px(20))
        draw_text(painter, words, note, self._sheet, size=16, ink=strong, weight=600, align=MIDDLE)

    def _draw_centre(self, painter: QPainter) -> None:
        centre, theme = self._centre, self._sheet.theme
        if centre.chips:
            self._line(painter, centre.title, top=-74, height=28, size=20, ink=theme.dim, weight=500)
            self._draw_chips(painter)
        elif centre.line and not centre.big:
            self._line(painter, centre.title, top=-30, height=28, size=20, ink=theme.dim, weight=500)
            self._line(painter, centre.line, top=4, height=24, size=16, ink=theme.amber, weight=600)
        elif centre.big:
            title = bool(centre.title)
            if title:
                self._line(painter, centre.title, top=-74, height=28, size=20, ink=theme.dim)
            self._line(painter, centre.big, top=-46 if title else -78, height=80, size=84, ink=theme.text, weight=700)
            below = 40 if title else 8
            self._line(painter, centre.line, top=below, height=26, size=20, ink=theme.dim, weight=500)
            self._line(painter, centre.question, top=below + 28, height=24, size=18, ink=theme.amber, weight=600)
        else:
            self._line(painter, centre.title, top=-14, height=28, size=20, ink=theme.dim, weight=500)

    def _line(
        self, painter: QPainter, text: str, *, top: float, height: float, size: float, ink: str, weight: int = 400
    ) -> None:
        px = self._sheet.px
        rect = QRectF(-px(165), px(top), px(330), px(height))
        if text:
            draw_text(painter, rect, text, self._sheet, size=size, ink=ink, weight=weight, align=MIDDLE)

    def _draw_chips(self, painter: QPainter) -> None:
        """Numbers in one or two rows of up to five."""
        theme, px = self._sheet.theme, self._sheet.px
        chips = self._centre.chips
        rows = [chips] if len(chips) <= 5 else [chips[: (len(chips) + 1) // 2], chips[(len(chips) + 1) // 2 :]]
        small = len(chips) > 3
        wide, high, gap = (58, 44, 8) if small else (80, 62, 12)
        for index, chips_of_row in enumerate(rows):
            left = -(len(chips_of_row) * (wide + gap) - gap) / 2
            top = -38 + index * (high + 34)
            for at, chip in enumerate(chips_of_row):
                rect = QRectF(px(left + at * (wide + gap)), px(top), px(wide), px(high))
                painter.setPen(QPen(colour(theme.edge), 1.6 * self._sheet.scale))
                painter.setBrush(colour(theme.raised))
                painter.drawRoundedRect(rect, px(8), px(8))
                number = 30 if small else 42
                draw_text(
                    painter, rect, chip.number, self._sheet, size=number, ink=theme.text, weight=700, align=MIDDLE
                )
                below = QRectF(rect.left() - px(gap), rect.bottom() + px(4), rect.width() + 2 * px(gap), px(22))
                size = 16 if small else 18
                draw_text(painter, below, chip.note, self._sheet, size=size, ink=theme.dim, align=MIDDLE)

    def _draw_notice(self, painter: QPainter) -> None:
        """What must be read at once, in the middle: it covers no seat and no hand."""
        notice, theme, px = self._centre.notice, self._sheet.theme, self._sheet.px
        if notice is None:
            return
        ink = {Sign.REMOVAL: theme.red, Sign.FOUL: theme.amber}.get(notice.sign, theme.focus)
        draw_sign(painter, notice.sign, QPointF(0, -px(62)), px(34), ink, theme.felt)
        self._line(painter, notice.title, top=-36, height=32, size=23, ink=theme.text, weight=600)
        words = QRectF(-px(170), -px(2), px(340), px(48))
        painter.setFont(self._sheet.font(17))
        painter.setPen(colour(theme.dim))
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(words, flags, notice.text)
        self._draw_notice_keys(painter, top=26 if not notice.text else 50)

    def _draw_notice_keys(self, painter: QPainter, *, top: float) -> None:
        notice, theme, px = self._centre.notice, self._sheet.theme, self._sheet.px
        hints = notice.keys if notice is not None else ()
        caps = [cap_size(hint.key, 16, self._sheet).width() for hint in hints]
        words = [self._sheet.width(hint.text, 16) for hint in hints]
        total = sum(caps) + sum(words) + px(6) * len(hints) + px(16) * max(0, len(hints) - 1)
        left = -total / 2
        for hint, cap, wide in zip(hints, caps, words, strict=True):
            draw_cap(painter, QPointF(left, px(top)), hint.key, self._sheet, size=16, enabled=hint.enabled)
            left += cap + px(6)
            rect = QRectF(left, px(top), wide + 1, cap_size(hint.key, 16, self._sheet).height())
            draw_text(painter, rect, hint.text, self._sheet, size=16, ink=theme.dim)
            left += wide + px(16)
