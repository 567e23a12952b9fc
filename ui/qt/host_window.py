"""The host's window: polls the table, passes keys to the model, shows its view. It may die; nothing is lost with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from PyQt6.QtCore import QEvent, Qt, QTimer, QUrl
from PyQt6.QtGui import QCloseEvent, QDesktopServices, QGuiApplication, QKeySequence, QShortcut
from PyQt6.QtWidgets import QApplication, QMainWindow

from engine.seats import Seat
from ui.audience.model import AudienceModel
from ui.host.model import HostModel
from ui.host.screen import host_view
from ui.host.view import Picture as CardPicture
from ui.keys import HOST_KEYS, KEY_OF, Command
from ui.qt.audience_window import AudienceWindow
from ui.qt.host_page import HostPage
from ui.qt.key_clock import RESOLUTION_NS
from ui.qt.key_filter import KeyFilter
from ui.qt.pieces import fill
from ui.qt.sheet import Sheet
from ui.session.messages import Answer, Picture, Request
from ui.theme import DARK, DESIGN_SIZE, LIGHT, NIGHT, SCALES, SMALLEST_SIZE, Theme, fitting_scale
from ui.words import Words

POLL_MS: Final = 33
_SMALLEST: Final = 0.75  # of the smallest design size: below it text would be too small to read


class Client(Protocol):
    """The window's end of the line to the table."""

    @property
    def alive(self) -> bool: ...
    def send(self, request: Request) -> None: ...
    def poll(self) -> Sequence[Answer]: ...
    def game_ns(self, monotonic_ns: int) -> int: ...
    def close(self) -> None: ...


class HostWindow(QMainWindow):
    """Thin: what is shown and what a key does is decided in `ui.host`."""

    def __init__(
        self,
        client: Client,
        words: Words,
        *,
        now_ns: Callable[[], int],
        playback: bool,
        scale: float = 1.0,
        day_theme: Theme = DARK,
        open_setup: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._setup = open_setup
        self._client = client
        self._now_ns = now_ns
        self._wanted_scale = scale
        self._day_theme = day_theme
        self.model = HostModel(words, game_ns=client.game_ns, playback=playback, key_resolution_ns=RESOLUTION_NS)
        self._closed = False
        self._audience: AudienceWindow | None = None
        self._audience_model = AudienceModel(self.model.words)
        self.page = self._new_page(day_theme, scale)
        self.setWindowTitle("Table Monitor")
        self.setMinimumSize(round(SMALLEST_SIZE[0] * _SMALLEST), round(SMALLEST_SIZE[1] * _SMALLEST))
        self.resize(round(DESIGN_SIZE[0] * scale), round(DESIGN_SIZE[1] * scale))
        self._keys = KeyFilter(self.press, self.release, now_ns)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self._keys)
        self._zoom_shortcuts()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.refresh)
        self._timer.start(POLL_MS)

    def stop_polling(self) -> None:
        """Leave it to the caller when the table is asked."""
        self._timer.stop()

    # What comes in

    def refresh(self) -> None:
        """Take what the table has said, then show the moment."""
        moment = self._now_ns()
        for answer in self._client.poll():
            for request in self.model.take(answer, moment):
                self._client.send(request)
        self.show_moment(moment)

    def show_moment(self, moment_ns: int) -> None:
        """Draw what the model shows at a moment."""
        view = host_view(self.model, moment_ns, alive=self._client.alive)
        theme = NIGHT if view.night else self._day_theme
        scale = fitting_scale(self._wanted_scale, self.width(), self.height())
        if theme is not self.page.sheet.theme or scale != self.page.sheet.scale:
            self.page = self._new_page(theme, scale)
        self._show_audience(moment_ns)
        waiting = self.model.words("No picture yet")
        self.page.show_view(view, self.model.picture, waiting)
        if self.model.full_screen != self.isFullScreen():
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def press(self, key: str, at_ns: int) -> None:
        """A key of the window, by position."""
        if HOST_KEYS.get(key) is Command.REPORT:
            self._open_report()
        if HOST_KEYS.get(key) is Command.AUDIENCE:
            self._open_audience()
        if HOST_KEYS.get(key) is Command.SETUP and self._setup is not None and self.model.may_set_up:
            self._setup()
            return
        for request in self.model.press(key, at_ns):
            self._client.send(request)
        self.show_moment(self._now_ns())

    def release(self, key: str) -> None:
        """A key was let go."""
        self.model.release(key)
        self.show_moment(self._now_ns())

    def changeEvent(self, a0: QEvent | None) -> None:
        """A window that loses the keyboard never hears a key let go: what was held is over."""
        super().changeEvent(a0)
        if a0 is not None and a0.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.model.release(KEY_OF[Command.REVEAL])

    def press_seat(self, seat: int) -> None:
        """A seat was clicked."""
        for request in self.model.press_seat(Seat(seat), self._now_ns()):
            self._client.send(request)
        self.show_moment(self._now_ns())

    # The page

    def _new_page(self, theme: Theme, scale: float) -> HostPage:
        page = HostPage(Sheet(theme, scale, self.model.words.language), self._kept)
        page.key_pressed.connect(lambda key: self.press(key, self._now_ns()))
        page.seat_pressed.connect(self.press_seat)
        self.setCentralWidget(page)
        fill(self, theme.ground)
        return page

    def _kept(self, picture: CardPicture) -> Picture | None:
        return self.model.kept.exact(picture.camera, picture.t_ns)

    def _zoom_shortcuts(self) -> None:
        for sequence, step in ((QKeySequence.StandardKey.ZoomIn, 1), (QKeySequence.StandardKey.ZoomOut, -1)):
            QShortcut(QKeySequence(sequence), self).activated.connect(lambda step=step: self.zoom(step))
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self.change_theme)

    def zoom(self, step: int) -> None:
        """Larger or smaller text; never larger than the window holds."""
        nearest = min(range(len(SCALES)), key=lambda index: abs(SCALES[index] - self._wanted_scale))
        self._wanted_scale = SCALES[min(max(nearest + step, 0), len(SCALES) - 1)]
        self.show_moment(self._now_ns())

    def change_theme(self) -> None:
        """Dark or light by day; the night stays the night."""
        self._day_theme = LIGHT if self._day_theme is DARK else DARK
        self.show_moment(self._now_ns())

    def _open_report(self) -> None:
        snapshot = self.model.snapshot
        if snapshot is not None and snapshot.report:
            QDesktopServices.openUrl(QUrl.fromLocalFile(snapshot.report))

    def _open_audience(self) -> None:
        """The second screen, on a second screen where there is one; once more the key closes it."""
        if self._audience is not None:
            self._audience.close()
            self._audience = None
            return
        self._audience = AudienceWindow(self.model.words)
        others = [screen for screen in QGuiApplication.screens() if screen is not self.screen()]
        if others:
            self._audience.setGeometry(others[0].geometry())
            self._audience.setWindowState(Qt.WindowState.WindowFullScreen)
        self._audience.show()
        self.activateWindow()

    @property
    def audience(self) -> AudienceWindow | None:
        """The second screen while it is open."""
        return self._audience

    def _show_audience(self, moment_ns: int) -> None:
        snapshot = self.model.snapshot
        if snapshot is not None and snapshot.rules_id:
            self._audience_model.take(snapshot.state)  # also while no window is open: what may be told is remembered
        if self._audience is not None:
            self._audience.show_view(self._audience_model.view(self.model.game_ns(moment_ns)))

    def closeEvent(self, a0: QCloseEvent | None) -> None:
        """Stop the timer and the filter before the table is asked to end its files."""
        if not self._closed:
            self._closed = True
            self._timer.stop()
            application = QApplication.instance()
            if application is not None:
                application.removeEventFilter(self._keys)
            if self._audience is not None:
                self._audience.close()
            self._client.close()
        super().closeEvent(a0)
