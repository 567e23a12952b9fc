"""`review`: the judge's window on a played game, or on what an audit has found."""

from __future__ import annotations

from pathlib import Path

from engine.faults import Fault
from ui.commands.demo import has_display
from ui.review.case import open_case
from ui.words import Words


class NoScreen(Fault):
    """A review without a screen."""

    template = "A review needs a window, and there is no display here: run it on a computer with a screen."


def review(words: Words, folder: Path, by: str) -> int:
    """Open the window; raises a Fault where the folder holds nothing to review."""
    if not has_display():
        open_case(folder)  # what is wrong with the folder is the better thing to say
        raise NoScreen
    from ui.qt.review_window import run_review

    return run_review(folder, words, by=by)
