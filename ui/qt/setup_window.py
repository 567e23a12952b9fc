"""The set-up's window: pages on the left, one of them on the right, everything by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from PyQt6.QtCore import QEvent, QObject, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PyQt6.QtWidgets import QApplication, QMainWindow, QWidget

from engine.seats import Seat
from ui.host.view import Button, Sign
from ui.keys import seat_of_digit
from ui.qt.help_page import HelpSheet
from ui.qt.key_filter import NOT_OURS, key_of
from ui.qt.pieces import KeyButton, Label, Panel, column, fill, row
from ui.qt.setup_page import SIGNS, SetupPage, ink_of, page_title
from ui.qt.setup_people import ConsentPage, PlayersPage, RolesPage
from ui.qt.setup_pieces import Field, PageRow
from ui.qt.setup_ready import ReadyPage
from ui.qt.setup_rules import RulesPage
from ui.qt.setup_table import CamerasPage, SeatsPage
from ui.qt.sheet import Sheet
from ui.setup.checks import Page, Standing
from ui.setup.help import help_of
from ui.setup.model import PAGES, SetupModel
from ui.setup.probe import Probe
from ui.theme import DARK, DESIGN_SIZE, SCALES, SMALLEST_SIZE, fitting_scale

PAGE_KINDS: Final[dict[Page, type[SetupPage]]] = {
    Page.CAMERAS: CamerasPage,
    Page.SEATS: SeatsPage,
    Page.RULES: RulesPage,
    Page.PLAYERS: PlayersPage,
    Page.ROLES: RolesPage,
    Page.CONSENT: ConsentPage,
    Page.READY: ReadyPage,
}
PROBE_EVERY_MS: Final = 300
_SMALLEST: Final = 0.75


class SetupBody(QWidget):
    """Everything inside the window at one scale."""

    def __init__(
        self, sheet: Sheet, model: SetupModel, changed: Callable[[], None], pressed: Callable[[str], object]
    ) -> None:
        super().__init__()
        self.sheet, self.model = sheet, model
        px = sheet.px
        self.rows = {page: PageRow(sheet) for page in PAGES}
        for page, name in self.rows.items():
            name.clicked.connect(lambda _=False, page=page: self._go(page, changed))
        self._title = Label(sheet, 28, weight=700)
        self._fault = Label(sheet, 17, ink=sheet.theme.red, wrap=True)
        self.back, self.next = KeyButton(sheet), KeyButton(sheet, 20)
        self.back.clicked.connect(lambda: pressed("Back"))
        self.next.clicked.connect(lambda: pressed("Enter"))
        names = Panel(sheet, column(*self.rows.values(), None, gap=px(2)), margins=(8, 10))
        names.setFixedWidth(px(236))
        self.page: SetupPage = PAGE_KINDS[model.page](sheet, model, changed)
        self._holder = column((self.page, 1))
        right = column(
            self._title, px(6), (self._holder, 1), self._fault, row(self.back, None, self.next, gap=px(12)), gap=px(8)
        )
        self._shown = model.page
        self._changed = changed
        self.setLayout(row(names, px(24), (right, 1)))
        self.layout().setContentsMargins(px(24), px(18), px(24), px(14))  # type: ignore[union-attr]
        fill(self, sheet.theme.ground)
        self.help = HelpSheet(sheet, self)

    def show_help(self, *, wanted: bool) -> None:
        """The help of this page over it, or nothing."""
        page = self.model.page
        self.help.setGeometry(self.rect())
        self.help.show_page(help_of(page, page_title(page, self.model.words), self.model.words) if wanted else None)

    def _go(self, page: Page, changed: Callable[[], None]) -> None:
        self.model.go(page)
        changed()

    def show_now(self, *, focus: bool = False) -> None:
        """Bring everything up to date; another page is another widget."""
        model, sheet, words = self.model, self.sheet, self.model.words
        turned = model.page is not self._shown
        if turned:
            self._holder.removeWidget(self.page)
            self.page.hide()
            self.page.deleteLater()
            self.page = PAGE_KINDS[model.page](sheet, model, self._changed)
            self._holder.addWidget(self.page, 1)
            self._shown = model.page
        for page, name in self.rows.items():
            standing = model.standing(page)
            state = words.code("standing", standing)
            sign = Sign.NOW if page is Page.READY and page is model.page else SIGNS[standing]
            name.show_page(page_title(page, words), state, sign, ink_of(standing, sheet), current=page is model.page)
        self._title.say(page_title(model.page, words))
        self._say_trouble()
        self.back.show_button(Button("Back", words("Back"), model.page is not PAGES[0]))
        self.next.show_button(self._next())
        self.page.show_now()
        self._order()
        if turned or focus:
            stops = [stop for stop in self.page.stops() if not stop.isHidden()]
            (stops[0] if stops and model.page is not Page.ROLES else self.next).setFocus()

    @property
    def trouble(self) -> str:
        """The sentence under the page."""
        return self._fault.text()

    def _say_trouble(self) -> None:
        """What was just refused, else what keeps this page from being in order."""
        model, words = self.model, self.model.words
        standing, text = Standing.OPEN, ""
        if model.fault is not None:
            text = words.fault(model.fault)
        elif model.page is not Page.READY:
            check = next(check for check in model.checks() if check.page is model.page)
            standing = check.standing
            text = check.sentence if standing in (Standing.OPEN, Standing.WARNING) else ""
        self._fault.say(text)
        self._fault.set_ink(ink_of(standing, self.sheet))

    def _next(self) -> Button:
        words, model = self.model.words, self.model
        if model.page is Page.READY and model.can_start:
            text = words("Start all the same") if model.accepted else words("Start the game")
            return Button("Enter", text, awaited=True)
        following = model.next_page
        return Button("Enter", words("Next: {page}", page=page_title(following, words)), awaited=True)

    def stops(self) -> list[QWidget]:
        """Where Tab stops, in order: pages, the page's own places, back, next."""
        return [*self.rows.values(), *self.page.stops(), self.back, self.next]

    def _order(self) -> None:
        stops = self.stops()
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)


class SetupWindow(QMainWindow):
    """Thin: what is chosen and what follows from it is decided in `ui.setup`."""

    start_wanted = pyqtSignal()

    def __init__(self, model: SetupModel, probe: Probe, *, scale: float = 1.0) -> None:
        super().__init__()
        self.model, self._probe, self._wanted_scale = model, probe, scale
        self._probing: tuple[str, ...] | None = None
        self.setWindowTitle("Table Monitor")
        self.setMinimumSize(round(SMALLEST_SIZE[0] * _SMALLEST), round(SMALLEST_SIZE[1] * _SMALLEST))
        self.resize(round(DESIGN_SIZE[0] * scale), round(DESIGN_SIZE[1] * scale))
        self.body = self._new_body(scale)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        for sequence, step in ((QKeySequence.StandardKey.ZoomIn, 1), (QKeySequence.StandardKey.ZoomOut, -1)):
            QShortcut(QKeySequence(sequence), self).activated.connect(lambda step=step: self.zoom(step))

    def _new_body(self, scale: float) -> SetupBody:
        body = SetupBody(Sheet(DARK, scale, self.model.words.language), self.model, self.refresh, self.press)
        self.setCentralWidget(body)
        fill(self, DARK.ground)
        body.show_now(focus=True)
        return body

    # Cameras

    def begin_looking(self) -> None:
        """Open the cameras, once nobody else has them."""
        self._timer.start(PROBE_EVERY_MS)
        self.refresh()

    def look(self) -> None:
        """Take what the cameras give now."""
        self.model.take(self._probe.found())
        self.body.show_now()

    def stop_looking(self) -> None:
        """Let the cameras go."""
        self._timer.stop()
        self._probe.end()
        self._probing = None

    # What a person does

    def refresh(self) -> None:
        """Show what is so now; other cameras are opened at once."""
        if self._timer.isActive() and self._probing != self.model.settings.cameras:
            self._probing = self.model.settings.cameras
            self._probe.begin(self._probing)
        self.body.show_now()

    def press(self, key: str) -> bool:
        """A key of the window, by position; False where it means nothing here."""
        model, page = self.model, self.model.page
        self.body.show_help(wanted=key in ("F1", "F2") and self.body.help.isHidden())
        match key:
            case "F1" | "F2":
                return True
            case "Enter":
                if page is Page.READY and model.can_start:
                    self.start_wanted.emit()
                else:
                    model.go(model.next_page)
            case "Back":
                model.turn(-1)
            case "Esc":
                model.revealing = False
                self.body.next.setFocus()
            case "F11":
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case "Q" | "E" if page is Page.RULES:
                model.walk_questions(1 if key == "E" else -1)
            case _ if page is Page.ROLES:
                return self._role_key(key)
            case _:
                return False
        if self.isVisible():
            self.refresh()
        return True

    def _role_key(self, key: str) -> bool:
        seat = seat_of_digit(key)
        if seat is not None:
            self.model.type_role(Seat(seat))
        elif key == "D":
            self.model.deal_roles()
        elif key == "X":
            self.model.forget_roles()
        elif key == "R":
            self.model.revealing = True
        else:
            return False
        self.refresh()
        return True

    def release(self, key: str) -> None:
        """A key was let go."""
        if key == "R" and self.model.revealing:
            self.model.revealing = False
            self.refresh()

    def eventFilter(self, a0: QObject | None, a1: QEvent | None) -> bool:
        """Keys by position, before a focused button takes them; a line to type in keeps its letters."""
        if not isinstance(a1, QKeyEvent) or a1.type() not in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            return False
        if not self.isActiveWindow() or a1.modifiers() & NOT_OURS:
            return False
        if isinstance(a0, QWidget) and a0 is not QApplication.focusWidget():
            return False  # what the focused widget left goes up to its parents: it was looked at once
        if a1.type() == QEvent.Type.KeyRelease:
            if not a1.isAutoRepeat():
                self.release(key_of(a1))
            return False
        key = key_of(a1)
        typing = QApplication.focusWidget()
        if isinstance(typing, Field) and not (
            key in ("Esc", "F1", "F2", "F11") or (key == "Enter" and typing.leaves_enter())
        ):
            return False
        if isinstance(typing, Field) and key == "Enter":
            typing.clearFocus()  # what was typed is taken before the page is turned
        return True if a1.isAutoRepeat() and key == "Enter" else self.press(key)

    def changeEvent(self, a0: QEvent | None) -> None:
        """A window that loses the keyboard never hears a key let go: what was held is over."""
        super().changeEvent(a0)
        if a0 is not None and a0.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.release("R")

    def zoom(self, step: int) -> None:
        """Larger or smaller text; never larger than the window holds."""
        nearest = min(range(len(SCALES)), key=lambda index: abs(SCALES[index] - self._wanted_scale))
        self._wanted_scale = SCALES[min(max(nearest + step, 0), len(SCALES) - 1)]
        self._fit()

    def _fit(self) -> None:
        scale = fitting_scale(self._wanted_scale, self.width(), self.height())
        if scale != self.body.sheet.scale:
            self.body = self._new_body(scale)

    def resizeEvent(self, a0: object) -> None:
        self._fit()

    def closeEvent(self, a0: QCloseEvent | None) -> None:
        """The cameras are free when the window is gone."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.stop_looking()
        super().closeEvent(a0)
