"""The host window as a program: a table process, one application, one window."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Final

from platformdirs import user_documents_path
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QApplication

from ui.qt.environment import survive_exceptions, use_own_plugins
from ui.qt.host_window import HostWindow
from ui.session.client import TableClient
from ui.session.table_process import TableOrder
from ui.theme import proposed_scale
from ui.words import Words
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
