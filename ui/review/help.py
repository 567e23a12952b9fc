"""F1 on the judge's screens: what the screen is for, and every key of it."""

from __future__ import annotations

from typing import Final

from ui.host.view import KeyHint
from ui.review.desk import ReviewDesk, Screen
from ui.review.view import HelpPage

_REVIEW: Final = (
    ("Space", "play"),
    ("Left", "frame_back"),
    ("Right", "frame_on"),
    ("J", "second_back"),
    ("L", "second_on"),
    ("Up", "event_back"),
    ("Down", "event_on"),
    ("X", "quarter"),
    ("C", "half"),
    ("V", "real"),
    ("1", "digit"),
    ("M", "marker"),
    ("[", "earlier"),
    ("]", "later"),
    ("A", "changed"),
    ("S", "stands"),
    ("D", "confirmed"),
    ("Enter", "sign"),
    ("Z", "undo"),
    ("P", "pack"),
    ("Q", "previous"),
    ("E", "next"),
    ("F7", "audit"),
    ("F11", "full_screen"),
    ("Esc", "safe"),
)
_AUDIT: Final = (
    ("Left", "left"),
    ("Right", "right"),
    ("Up", "up"),
    ("Down", "down"),
    ("J", "vote_back"),
    ("L", "vote_on"),
    ("Q", "previous_difference"),
    ("E", "next_difference"),
    ("Enter", "open"),
    ("P", "print"),
    ("F6", "review"),
    ("F11", "full_screen"),
)


def help_of(screen: Screen, desk: ReviewDesk) -> HelpPage:
    """The help of a screen."""
    words = desk.words
    keys = _REVIEW if screen is Screen.REVIEW else _AUDIT
    return HelpPage(
        title=words("Review") if screen is Screen.REVIEW else words("Vote audit"),
        text=words(f"help.{screen}"),
        keys=tuple(KeyHint(key, words(f"press.{meaning}")) for key, meaning in keys),
    )
