"""An evening of games: the set-up's window and the host's, one after the other, with the same cameras."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_documents_path
from PyQt6.QtWidgets import QMainWindow

from engine.faults import Fault
from ui.qt.host_window import Client, HostWindow
from ui.qt.setup_window import SetupWindow
from ui.session.client import TableClient
from ui.session.table_process import TableOrder
from ui.settings import Settings, write_settings
from ui.setup.checks import Page
from ui.setup.model import SetupModel
from ui.setup.probe import Probe
from ui.setup.start import after_game, entries_of, game_folder, order_of
from ui.words import Words
from vision.clock import MachineClock

FOLDER = "Table Monitor"


class Evening:
    """Opens one window and closes the other; keeps the settings when a game begins."""

    def __init__(
        self,
        words: Words,
        settings: Settings,
        settings_file: Path,
        probe: Callable[[], Probe],
        devices: Callable[[], tuple[str, ...]],
        sound: Callable[[], tuple[str, ...]],
        *,
        scale: float,
        start_table: Callable[[TableOrder], Client] = TableClient.start,
        documents: Path | None = None,
    ) -> None:
        self._words, self.settings, self._file = words, settings, settings_file
        self._probe, self._devices, self._sound, self._start_table = probe, devices, sound, start_table
        self._scale, self._clock = scale, MachineClock()
        self._documents = documents or user_documents_path() / FOLDER
        self.window: QMainWindow | None = None
        self._before: QMainWindow | None = None

    def open_setup(self, page: Page | None = None) -> SetupWindow:
        """The set-up, at its first open page; whatever window was open lets the cameras go first."""
        model = SetupModel(self._words, self.settings, self._clock.utc().astimezone().date(), page)
        model.devices = self._devices()
        model.microphone = next(iter(self._sound()), "")
        window = SetupWindow(model, self._probe(), scale=self._scale)
        window.start_wanted.connect(lambda: self._start(window))
        self._replace(window)
        window.begin_looking()
        return window

    def open_game(self, model: SetupModel) -> HostWindow:
        """The host's window on a new game; what the set-up knows is entered before anything else."""
        self.settings = model.settings
        folder = game_folder(self.settings, self._documents, self._clock.utc().astimezone())
        sys.stdout.write(self._words("The game is kept in {folder}.", folder=folder) + "\n")
        sys.stdout.flush()
        client = self._start_table(order_of(self.settings, self._words.language, folder))
        for request in entries_of(self.settings, model.cards, model.accepted):
            client.send(request)
        return self._show_game(client, playback=False)

    def open_recording(self, order: TableOrder) -> HostWindow:
        """The host's window on a recorded game, the demo game for one."""
        return self._show_game(self._start_table(order), playback=True)

    def _show_game(self, client: Client, *, playback: bool) -> HostWindow:
        window = HostWindow(
            client,
            self._words,
            now_ns=self._clock.now_ns,
            playback=playback,
            scale=self._scale,
            open_setup=self.set_up_again,
        )
        self._replace(window)
        return window

    def set_up_again(self) -> None:
        """From a game that has not begun, or is over: the set-up of this one, or of the next."""
        if isinstance(self.window, HostWindow) and not self.window.model.playback:
            snapshot = self.window.model.snapshot
            if snapshot is not None:
                self.settings = after_game(self.settings, snapshot.state)
        self.open_setup()

    def _start(self, window: SetupWindow) -> None:
        """Keep the settings, free the cameras, begin."""
        try:
            write_settings(window.model.settings, self._file)
        except Fault as fault:
            window.model.fault = fault
            window.refresh()
            return
        window.stop_looking()
        self.open_game(window.model)

    def _replace(self, window: QMainWindow) -> None:
        """Show the new window before the old one is gone, so that the program does not end between them."""
        old, self.window = self.window, window
        window.show()
        if old is not None:
            old.close()
            old.deleteLater()  # not before the key that closed it has been dealt with
            self._before = old

    def close(self) -> None:
        """Close whatever is open."""
        if self.window is not None:
            self.window.close()
