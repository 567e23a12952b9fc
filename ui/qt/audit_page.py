"""The vote audit laid out: the matrix left, differences and the chosen cell right. Light, as it is printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from PyQt6.QtCore import QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QImage, QPainter, QPaintEvent
from PyQt6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from engine.cues import Evidence
from ui.qt.audit_matrix import VoteMatrix
from ui.qt.help_page import HelpSheet
from ui.qt.painting import MIDDLE, draw_text
from ui.qt.pictures import inscribed
from ui.qt.pieces import Hints, KeyButton, Label, Panel, SignBox, column, fill, row
from ui.qt.sheet import Sheet
from ui.review.view import AuditView, DifferenceLine
from vision.frames import ImageU8

_SIDE: Final = 400
_LINES: Final = 3
_DETAILS: Final = 6
Thumb = Callable[[Evidence], ImageU8 | None]


class Thumbs(QWidget):
    """Pictures of the evidence, side by side, each with its camera and time."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._shown: tuple[tuple[Evidence, str], ...] = ()
        self._images: list[tuple[QImage | None, str]] = []
        self._nothing = ""
        self.setFixedHeight(sheet.px(150))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_evidence(self, evidence: tuple[tuple[Evidence, str], ...], nothing: str, thumb: Thumb) -> None:
        if (evidence, nothing) == (self._shown, self._nothing):
            return
        self._shown, self._nothing = evidence, nothing
        self._images = [(_image(thumb(piece)), caption) for piece, caption in evidence]
        self.setAccessibleName("; ".join(caption for _, caption in evidence) or nothing)
        self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter, sheet = QPainter(self), self._sheet
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if not self._images:
            draw_text(painter, QRectF(self.rect()), self._nothing, sheet, size=16, ink=sheet.theme.dim)
            return
        wide = (self.width() - sheet.px(8)) / 2
        for number, (image, caption) in enumerate(self._images):
            rect = QRectF(number * (wide + sheet.px(8)), 0, wide, self.height() - sheet.px(24))
            if image is not None:
                painter.drawImage(inscribed(rect, (image.width(), image.height())), image)
            under = QRectF(rect.left(), rect.bottom(), wide, sheet.px(24))
            draw_text(painter, under, caption, sheet, size=16, ink=sheet.theme.dim, align=MIDDLE)


def _image(bgr: ImageU8 | None) -> QImage | None:
    if bgr is None:
        return None
    high, wide = bgr.shape[:2]
    return QImage(np.ascontiguousarray(bgr).tobytes(), wide, high, wide * 3, QImage.Format.Format_BGR888).copy()


class _Difference(QWidget):
    """One difference: sign, seat, what the host wrote, what was seen."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._sign, self._seat = SignBox(sheet, 18), Label(sheet, 20, weight=700)
        self._recorded, self._seen = (
            Label(sheet, 16, ink=sheet.theme.dim, wrap=True),
            Label(sheet, 16, weight=600, wrap=True),
        )
        self._seat.setFixedWidth(sheet.px(34))
        self.setLayout(row(self._sign, self._seat, (column(self._recorded, self._seen), 1), gap=sheet.px(8)))

    def show_line(self, line: DifferenceLine) -> None:
        theme = self._sheet.theme
        ink = theme.amber if line.is_alarm else theme.text
        self._sign.show_sign(line.sign, ink, line.seen)
        self._seat.say(line.seat)
        self._recorded.say(line.recorded)
        self._seen.say(line.seen)
        self._seen.set_ink(theme.focus if line.is_chosen else ink)


class AuditPage(QWidget):
    """Shows an AuditView."""

    key_pressed = pyqtSignal(str)
    cell_chosen = pyqtSignal(int, int)

    def __init__(self, sheet: Sheet, thumb: Thumb) -> None:
        super().__init__()
        self.sheet, self._thumb = sheet, thumb
        fill(self, sheet.theme.ground)
        self.title, self.subtitle = Label(sheet, 28, weight=700), Label(sheet, 17, ink=sheet.theme.dim)
        self.empty, self.legend = Label(sheet, 18, wrap=True), QWidget()
        self.matrix = VoteMatrix(sheet)
        self._legend = QGridLayout()
        self._legend.setContentsMargins(0, 0, 0, 0)
        self._legend.setVerticalSpacing(0)
        self.legend.setLayout(self._legend)
        self.differences_title, self.totals = Label(sheet, 20, weight=600), Label(sheet, 16, wrap=True)
        self._differences = [_Difference(sheet) for _ in range(_LINES)]
        self.hints = Hints(sheet)
        self.detail_title = Label(sheet, 20, weight=600, wrap=True)
        self.thumbs = Thumbs(sheet)
        self._details = [(Label(sheet, 16, ink=sheet.theme.dim), Label(sheet, 16, wrap=True)) for _ in range(_DETAILS)]
        self.said = Label(sheet, 17, weight=500, wrap=True)
        self._buttons = [KeyButton(sheet, 17) for _ in range(2)]
        for button in self._buttons:
            button.clicked.connect(partial(self._clicked, button))
        self.help = HelpSheet(sheet, self)
        self.matrix.chosen.connect(self.cell_chosen)
        self._lay_out(sheet)

    def _lay_out(self, sheet: Sheet) -> None:
        gap = sheet.px(12)
        left = Panel(sheet, column(self.empty, (self.matrix, 1), self.legend, gap=sheet.px(6)), margins=(14, 10))
        lines = column(*self._differences, gap=sheet.px(6))
        first = Panel(sheet, column(self.differences_title, self.totals, lines, self.hints, gap=sheet.px(8)))
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(sheet.px(10))
        grid.setVerticalSpacing(sheet.px(3))
        for number, (name, value) in enumerate(self._details):
            grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, number, 1)
        buttons = row(*((button, 1) for button in self._buttons), gap=sheet.px(8))
        second = Panel(
            sheet,
            column(self.detail_title, self.thumbs, grid, None, self.said, buttons, gap=sheet.px(8)),
        )
        side = QWidget()
        side.setLayout(column(first, (second, 1), gap=gap))
        side.setFixedWidth(sheet.px(_SIDE))
        layout = column(row(self.title, gap, self.subtitle, None), (row((left, 1), side, gap=gap), 1), gap=gap)
        layout.setContentsMargins(sheet.px(20), sheet.px(12), sheet.px(20), sheet.px(14))
        self.setLayout(layout)

    def show_view(self, view: AuditView) -> None:
        self.title.say(view.title)
        self.subtitle.say(view.subtitle)
        self.empty.say(view.empty)
        self.empty.setVisible(bool(view.empty))
        self.matrix.show_view(view)
        self._show_legend(view)
        self.differences_title.say(view.differences_title)
        self.totals.say("\n".join(view.totals))
        self.totals.setVisible(bool(view.totals) and self._is_roomy())
        self.thumbs.setFixedHeight(self.sheet.px(150 if self._is_roomy() else 96))
        chosen = next((n for n, line in enumerate(view.differences) if line.is_chosen), 0)
        first = max(0, min(chosen - 1, len(view.differences) - self._room()))
        shown = view.differences[first : first + self._room()]
        for number, widget in enumerate(self._differences):
            widget.setVisible(number < len(shown))
            if number < len(shown):
                widget.show_line(shown[number])
        self.hints.show_hints(view.hints)
        self.detail_title.say(view.detail_title)
        self.thumbs.show_evidence(view.evidence, view.no_picture, self._thumb)
        for number, (name, value) in enumerate(self._details):
            is_there = number < len(view.detail)
            name.setVisible(is_there)
            value.setVisible(is_there)
            if is_there:
                name.say(view.detail[number][0])
                value.say(view.detail[number][1])
        self.said.say(view.said)
        self.said.setVisible(bool(view.said))
        self.said.set_ink(self.sheet.theme.amber if view.is_bad else self.sheet.theme.text)
        for button, shown_button in zip(self._buttons, view.buttons, strict=True):
            button.show_button(shown_button)
        self.help.show_page(view.help)

    def _is_roomy(self) -> bool:
        return self.height() >= self.sheet.px(820)

    def _room(self) -> int:
        """How many differences fit above the chosen cell."""
        return _LINES if self._is_roomy() else 2

    def _show_legend(self, view: AuditView) -> None:
        if self._legend.count():
            return
        for number, (sign, text) in enumerate(view.legend):
            box, label = SignBox(self.sheet, 15), Label(self.sheet, 16, ink=self.sheet.theme.dim)
            box.show_sign(sign, self.sheet.theme.text, text)
            box.setVisible(sign is not None)
            label.say(text if sign is not None else f"—  {text}")
            self._legend.addWidget(box, number // 3, 2 * (number % 3))
            self._legend.addWidget(label, number // 3, 2 * (number % 3) + 1)
        for column_ in (1, 3, 5):
            self._legend.setColumnStretch(column_, 1)

    def _clicked(self, button: KeyButton) -> None:
        self.key_pressed.emit(button.key())

    def resizeEvent(self, a0: object) -> None:
        self.help.setGeometry(self.rect())
