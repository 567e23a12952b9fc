"""The host window as a program: a table process, one application, one window."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Final

from platformdirs import user_documents_path
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QApplication

from ui.commands.record import PROGRAM
from ui.qt.environment import survive_exceptions, use_own_plugins
from ui.qt.evening import Evening
from ui.qt.host_window import HostWindow
from ui.session.client import TableClient
from ui.session.table_process import TableOrder
from ui.settings import Settings
from ui.setup.checks import asks_nothing
from ui.setup.model import SetupModel
from ui.setup.probe import CameraProbe
from ui.theme import proposed_scale
from ui.words import Words
from vision.capture.devices import cameras_found
from vision.clock import MachineClock

_FOLDER: Final = "Table Monitor"


def run_host_window(words: Words, recording_folder: Path, game_folder: Path | None = None) -> int:
    """Play a recording as a game with its host's window; the exit code of the application.

    The game is kept in `game_folder`, or in a new folder of the user's documents.
    """
    clock = MachineClock()
    survive_exceptions()
    use_own_plugins()
    application = QApplication(sys.argv[:1])
    application.setApplicationName(_FOLDER)
    new = user_documents_path() / _FOLDER / f"{recording_folder.name}_{clock.utc():%Y-%m-%d_%H%M%S}"
    folder = game_folder or new
    sys.stdout.write(words("The game is kept in {folder}.", folder=folder) + "\n")
    sys.stdout.flush()
    client = TableClient.start(TableOrder(recording_folder, None, words.language, folder))
    return _run(application, client, words, clock)


def run_evening(words: Words, settings: Settings, settings_file: Path, *, setup: bool) -> int:
    """Games with one's own cameras: the set-up where it is asked for or something is missing, else the host's window."""
    survive_exceptions()
    use_own_plugins()
    application = QApplication(sys.argv[:1])
    application.setApplicationName(_FOLDER)
    percent = settings.text_size_percent
    scale = percent / 100 if percent is not None else scale_of_screen()
    evening = Evening(words, settings, settings_file, lambda: CameraProbe(PROGRAM), camera_names, scale=scale)
    today = MachineClock().utc().astimezone().date()
    model = SetupModel(words, settings, today)
    if setup or not asks_nothing(model.draft, words):
        evening.open_setup()
    else:
        evening.open_game(model)
    return _until_closed(application, evening)


def camera_names() -> tuple[str, ...]:
    """What the system lists, written as a source is named."""
    return tuple(name if name.startswith("/dev/") else f"video={name}" for name in cameras_found())


def _until_closed(application: QApplication, evening: Evening) -> int:
    def close() -> None:
        if evening.window is not None:
            evening.window.close()

    signal.signal(signal.SIGINT, lambda *_: close())
    try:
        return application.exec()
    finally:
        close()


def _run(application: QApplication, client: TableClient, words: Words, clock: MachineClock) -> int:
    """The window lives and dies in here, before the application does."""
    window = HostWindow(client, words, now_ns=clock.now_ns, playback=True, scale=scale_of_screen())
    signal.signal(signal.SIGINT, lambda *_: window.close())
    window.show()
    try:
        return application.exec()
    finally:
        window.close()


def scale_of_screen() -> float:
    """The text size to begin with: legible from 70 cm, as far as the screen tells its size."""
    screen = QGuiApplication.primaryScreen()
    if screen is None or screen.size().width() == 0:
        return 1.0
    return proposed_scale(screen.physicalSize().width() / screen.size().width())
