"""The list of cases: tier, seat and fact, where in the game, and whether a judge has answered."""

from __future__ import annotations

from functools import partial
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ui.host.view import Sign, Tier
from ui.qt.painting import draw_sign, draw_text
from ui.qt.pieces import Hints, Label, Panel, column, fill
from ui.qt.sheet import Sheet, colour
from ui.review.view import CaseRow, ReviewView

WIDTH: Final = 262
SIGN_OF: Final = {Tier.REMOVAL: Sign.REMOVAL, Tier.FOUL: Sign.FOUL, Tier.NOTE: Sign.NOTE}


def tier_ink(tier: Tier, sheet: Sheet) -> str:
    """The colour that goes with a tier's shape."""
    return {Tier.REMOVAL: sheet.theme.red, Tier.FOUL: sheet.theme.amber}.get(tier, sheet.theme.focus)


class CaseButton(QAbstractButton):
    """One case."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._row: CaseRow | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(sheet.px(80))

    def sizeHint(self) -> QSize:
        return QSize(self._sheet.px(WIDTH - 40), self._sheet.px(80))

    def show_row(self, row: CaseRow) -> None:
        if row != self._row:
            self._row = row
            self.setAccessibleName(f"{row.title}, {row.place}, {row.standing}")
            self.setToolTip(row.title)
            self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        row, sheet, theme = self._row, self._sheet, self._sheet.theme
        if row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_marked = row.is_open or self.hasFocus()
        painter.setPen(QPen(colour(theme.focus if is_marked else theme.line), (3 if is_marked else 1) * sheet.scale))
        painter.setBrush(colour(theme.raised if row.is_open else theme.surface))
        inset = 1.5 * sheet.scale
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 8, 8)
        sign = QPointF(sheet.px(22), sheet.px(20))
        draw_sign(painter, SIGN_OF[row.tier], sign, sheet.px(18), tier_ink(row.tier, sheet), theme.surface)
        first, rest = self._two_lines(row.title)
        wide = self.width() - sheet.px(12)
        top = QRectF(sheet.px(40), sheet.px(8), wide - sheet.px(40), sheet.px(24))
        draw_text(painter, top, first, sheet, size=17, ink=theme.text, weight=600)
        second = QRectF(sheet.px(12), sheet.px(31), wide - sheet.px(12), sheet.px(22))
        draw_text(painter, second, rest, sheet, size=16, ink=theme.text, elide=True)
        bottom = QRectF(sheet.px(12), sheet.px(54), wide - sheet.px(12), sheet.px(22))
        draw_text(painter, bottom, row.place, sheet, size=16, ink=theme.dim)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        weight = 600 if row.is_settled else 400
        ink = theme.text if row.is_settled else theme.dim
        draw_text(painter, bottom, row.standing, sheet, size=16, ink=ink, weight=weight, align=right)

    def _two_lines(self, title: str) -> tuple[str, str]:
        """The seat with as many words as fit; the rest under it."""
        room = self.width() - self._sheet.px(54)
        words = title.split(" ")
        count = len(words)
        while count > 1 and self._sheet.width(" ".join(words[:count]), 17, 600) > room:
            count -= 1
        return " ".join(words[:count]), " ".join(words[count:])


class CaseList(QWidget):
    """All cases with how many are answered."""

    chosen = pyqtSignal(int)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._counted, self._empty = Label(sheet, 17, ink=sheet.theme.dim, wrap=True), Label(sheet, 17, wrap=True)
        self._keys = Hints(sheet)
        self._buttons: list[CaseButton] = []
        self._rows: QVBoxLayout = column(gap=sheet.px(8))
        inside = QWidget()
        inside.setLayout(self._rows)
        fill(inside, sheet.theme.surface)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inside)
        panel = Panel(
            sheet, column(self._counted, self._empty, (self._area, 1), self._keys, gap=sheet.px(10)), margins=(12, 12)
        )
        self.setLayout(column((panel, 1)))
        self.setFixedWidth(sheet.px(WIDTH))

    def show_view(self, view: ReviewView) -> None:
        self._counted.say(view.counted)
        self._empty.say(view.empty)
        self._empty.setVisible(bool(view.empty))
        self._keys.show_hints(view.walk_keys)
        while len(self._buttons) < len(view.cases):
            button = CaseButton(self._sheet)
            button.clicked.connect(partial(self.chosen.emit, len(self._buttons)))
            if not self._buttons:
                self._rows.addStretch(1)
            self._rows.insertWidget(len(self._buttons), button)
            self._buttons.append(button)
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(view.cases))
            if number < len(view.cases):
                button.show_row(view.cases[number])
                if view.cases[number].is_open:
                    self._area.ensureWidgetVisible(button, 0, self._sheet.px(8))
