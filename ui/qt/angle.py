"""One camera's picture with its seats: beside the calm column, or large in place of the ring."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, pyqtSignal
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from ui.host.view import Angle
from ui.qt.painting import MIDDLE, draw_text
from ui.qt.pictures import Decoded, draw_angle
from ui.qt.pieces import Hints, column
from ui.qt.sheet import Sheet, colour
from ui.session.messages import Picture

_SHAPE = 9 / 16


class AngleView(QWidget):
    """The newest picture of the chosen camera; a click enlarges it, another brings the ring back."""

    clicked = pyqtSignal()

    def __init__(self, sheet: Sheet, decoded: Decoded, *, large: bool) -> None:
        super().__init__()
        self._sheet = sheet
        self._screen = _Screen(sheet, decoded, large=large)
        self._hints = Hints(sheet)
        self.setLayout(column((self._screen, 1), self._hints, gap=sheet.px(6)))

    def show_angle(self, angle: Angle, picture: Picture | None, waiting: str) -> None:
        self.setAccessibleName(angle.title)
        self._screen.show_picture(picture, waiting, angle.title)
        self._hints.show_hints(angle.keys)

    def mousePressEvent(self, a0: QMouseEvent | None) -> None:
        self.clicked.emit()


class _Screen(QWidget):
    def __init__(self, sheet: Sheet, decoded: Decoded, *, large: bool) -> None:
        super().__init__()
        self._sheet, self._decoded = sheet, decoded
        self._picture: Picture | None = None
        self._words = ("", "")
        if large:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        else:
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)

    def heightForWidth(self, a0: int) -> int:
        return round(a0 * _SHAPE)

    def show_picture(self, picture: Picture | None, waiting: str, title: str) -> None:
        if picture is self._picture and (waiting, title) == self._words:
            return
        self._picture, self._words = picture, (waiting, title)
        self.update()

    def paintEvent(self, a0: QPaintEvent | None) -> None:
        painter, sheet, theme = QPainter(self), self._sheet, self._sheet.theme
        into = QRectF(self.rect())
        if self._picture is None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(colour(theme.surface))
            painter.setPen(colour(theme.line))
            painter.drawRoundedRect(into.adjusted(0.5, 0.5, -0.5, -0.5), sheet.px(8), sheet.px(8))
            draw_text(painter, into, self._words[0], sheet, size=17, ink=theme.dim, align=MIDDLE)
            return
        rect = draw_angle(painter, into, self._picture, self._decoded.image(self._picture), sheet)
        wide = sheet.width(self._words[1], 16) + sheet.px(16)
        plate = QRectF(rect.left() + sheet.px(8), rect.bottom() - sheet.px(32), wide, sheet.px(24))
        painter.setPen(colour("#101214", 0.0))
        painter.setBrush(colour("#101214", 0.8))
        painter.drawRoundedRect(plate, sheet.px(5), sheet.px(5))
        draw_text(painter, plate, self._words[1], sheet, size=16, ink="#E8E6E1", align=MIDDLE)
