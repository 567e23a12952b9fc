"""The one grid of the host's window: where a thing is never depends on the phase."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QStackedWidget, QWidget

from ui.host.view import HostView
from ui.qt.angle import AngleView
from ui.qt.card_panel import Kept
from ui.qt.footer import FooterLine
from ui.qt.help_overlay import HelpOverlay
from ui.qt.pictures import Decoded
from ui.qt.pieces import column, fill, row
from ui.qt.seat_ring import SeatRing
from ui.qt.sheet import Sheet
from ui.qt.side import Side
from ui.qt.top_band import TopBand
from ui.session.messages import Picture

_MARGIN = (24, 14)


class HostPage(QWidget):
    """Everything inside the window, in one theme at one scale; another theme or scale is another page."""

    key_pressed = pyqtSignal(str)
    seat_pressed = pyqtSignal(int)

    def __init__(self, sheet: Sheet, kept: Kept) -> None:
        super().__init__()
        self.sheet = sheet
        decoded = Decoded()
        self.top = TopBand(sheet)
        self.ring = SeatRing(sheet)
        self.angle = AngleView(sheet, decoded, large=True)
        self.side = Side(sheet, decoded, kept)
        self.footer = FooterLine(sheet)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.ring)
        self._middle.addWidget(self.angle)
        px = sheet.px
        self.setLayout(
            column(
                self.top,
                (row((self._middle, 1), px(20), self.side), 1),
                self.footer,
                gap=px(8),
            )
        )
        self.layout().setContentsMargins(px(_MARGIN[0]), px(_MARGIN[1]), px(_MARGIN[0]), px(10))  # type: ignore[union-attr]
        fill(self, sheet.theme.ground)
        self.help = HelpOverlay(sheet, self)
        self.top.pressed.connect(self.key_pressed)
        self.side.pressed.connect(self.key_pressed)
        self.ring.seat_pressed.connect(self.seat_pressed)
        self.angle.clicked.connect(lambda: self.key_pressed.emit("G"))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()
        self._order_focus()

    def show_view(self, view: HostView, picture: Picture | None, waiting: str) -> None:
        """Show a moment; widgets redraw only what changed."""
        self.top.show_view(view)
        if view.next_step.enabled and self.hasFocus():
            self.top.next_step.setFocus()
        large = view.angle.large and view.angle.camera is not None
        self.ring.show_ring(view.seats, view.centre, view.host)
        if large:
            self.angle.show_angle(view.angle, picture, waiting)
        self._middle.setCurrentWidget(self.angle if large else self.ring)
        self.side.show_view(view, picture, waiting)
        self.footer.show_footer(view.footer)
        self.help.show_groups(view.help)

    def _order_focus(self) -> None:
        """Next step, clock key, card, ring: by meaning, not by order of making."""
        QWidget.setTabOrder(self.top.next_step, self.top.clock)
        QWidget.setTabOrder(self.top.clock, self.side)
        QWidget.setTabOrder(self.side, self.ring)

    def resizeEvent(self, a0: QResizeEvent | None) -> None:
        self.help.resize(self.size())
        super().resizeEvent(a0)
