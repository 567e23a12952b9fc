"""The program without a command, and `setup`: from the settings to a game with one's own cameras."""

from __future__ import annotations

from engine.faults import Fault
from ui.commands.demo import demo, has_display
from ui.settings import read_settings, settings_path
from ui.stopping import as_before
from ui.words import Words


class NoDisplay(Fault):
    """A window is wanted where none can be opened."""

    template = "There is no display for a window here: use “record” and “watch”, or start where a screen is."


def start(words: Words) -> int:
    """A game on the cameras of the settings, without a question where nothing is missing; the demo game without them."""
    settings = read_settings(settings_path())
    if not settings.cameras:
        return demo(words, headless=False, out=None)
    return _windows(words, setup=False)


def setup(words: Words) -> int:
    """The set-up's window."""
    return _windows(words, setup=True)


def _windows(words: Words, *, setup: bool) -> int:
    path = settings_path()
    settings = read_settings(path)
    if not has_display():
        raise NoDisplay
    as_before()  # a window closes in its own way when it is told to end
    from ui.qt.app import run_evening  # Qt is loaded only where there is a screen

    return run_evening(words, settings, path, setup=setup)
