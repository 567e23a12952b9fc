"""The host window as a program: a table process, one application, one window."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from platformdirs import user_documents_path
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QApplication

from audio.capture.microphone import microphones
from ui.commands.record import PROGRAM
from ui.qt.environment import survive_exceptions, use_own_plugins
from ui.qt.evening import FOLDER, Evening
from ui.session.table_process import TableOrder
from ui.settings import Settings, read_settings, settings_path
from ui.setup.checks import asks_nothing
from ui.setup.model import SetupModel
from ui.setup.probe import CameraProbe
from ui.theme import proposed_scale
from ui.words import Words
from vision.capture.devices import cameras_found
from vision.clock import MachineClock


def run_host_window(words: Words, recording_folder: Path, game_folder: Path | None = None) -> int:
    """Play a recording as a game with its host's window; the exit code of the application.

    The game is kept in `game_folder`, or in a new folder of the user's documents. From the window the set-up opens too;
    raises a Fault where the settings cannot be read.
    """
    path = settings_path()
    settings = read_settings(path)
    application = _application()
    new = user_documents_path() / FOLDER / f"{recording_folder.name}_{MachineClock().utc():%Y-%m-%d_%H%M%S}"
    folder = game_folder or new
    sys.stdout.write(words("The game is kept in {folder}.", folder=folder) + "\n")
    sys.stdout.write(words("F9 in the window sets up a game on your own cameras.") + "\n")
    sys.stdout.flush()
    evening = _evening(words, settings, path)
    evening.open_recording(TableOrder(recording_folder, None, words.language, folder))
    return _until_closed(application, evening)


def run_evening(words: Words, settings: Settings, settings_file: Path, *, setup: bool) -> int:
    """Games with one's own cameras: the set-up where it is asked for or something is missing, else the host's window."""
    application = _application()
    evening = _evening(words, settings, settings_file)
    model = SetupModel(words, settings, MachineClock().utc().astimezone().date())
    if setup or not asks_nothing(model.draft, words):
        evening.open_setup()
    else:
        evening.open_game(model)
    return _until_closed(application, evening)


def _application() -> QApplication:
    survive_exceptions()
    use_own_plugins()
    application = QApplication(sys.argv[:1])
    application.setApplicationName(FOLDER)
    return application


def _evening(words: Words, settings: Settings, settings_file: Path) -> Evening:
    percent = settings.text_size_percent
    scale = percent / 100 if percent is not None else scale_of_screen()
    return Evening(words, settings, settings_file, lambda: CameraProbe(PROGRAM), camera_names, microphones, scale=scale)


def camera_names() -> tuple[str, ...]:
    """What the system lists, written as a source is named."""
    return tuple(name if name.startswith("/dev/") else f"video={name}" for name in cameras_found())


def _until_closed(application: QApplication, evening: Evening) -> int:
    """Windows live and die in here, before the application does."""
    signal.signal(signal.SIGINT, lambda *_: evening.close())
    try:
        return application.exec()
    finally:
        evening.close()


def scale_of_screen() -> float:
    """The text size to begin with: legible from 70 cm, as far as the screen tells its size."""
    screen = QGuiApplication.primaryScreen()
    if screen is None or screen.size().width() == 0:
        return 1.0
    return proposed_scale(screen.physicalSize().width() / screen.size().width())
