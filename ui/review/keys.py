"""The keys of the review and of the vote audit, by position. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ui.keys import DIGITS


class Press(StrEnum):
    """What a key stands for on the judge's screens."""

    PLAY = "play"
    FRAME_BACK = "frame_back"
    FRAME_ON = "frame_on"
    SECOND_BACK = "second_back"
    SECOND_ON = "second_on"
    EVENT_BACK = "event_back"
    EVENT_ON = "event_on"
    QUARTER = "quarter"
    HALF = "half"
    REAL = "real"
    DIGIT = "digit"
    CHANGED = "changed"
    STANDS = "stands"
    CONFIRMED = "confirmed"
    SIGN = "sign"
    MARKER = "marker"
    EARLIER = "earlier"
    LATER = "later"
    PACK = "pack"
    PREVIOUS = "previous"
    NEXT = "next"
    UNDO = "undo"
    HELP = "help"
    REVIEW = "review"
    AUDIT = "audit"
    FULL_SCREEN = "full_screen"
    SAFE = "safe"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    VOTE_BACK = "vote_back"
    VOTE_ON = "vote_on"
    OPEN = "open"
    PRINT = "print"


BOTH: Final[Mapping[str, Press]] = {
    "F1": Press.HELP,
    "F2": Press.HELP,
    "F6": Press.REVIEW,
    "F7": Press.AUDIT,
    "F11": Press.FULL_SCREEN,
    "Esc": Press.SAFE,
    "Q": Press.PREVIOUS,
    "E": Press.NEXT,
}
REVIEW: Final[Mapping[str, Press]] = {
    "Space": Press.PLAY,
    "K": Press.PLAY,
    "Left": Press.FRAME_BACK,
    "Right": Press.FRAME_ON,
    "J": Press.SECOND_BACK,
    "L": Press.SECOND_ON,
    "Up": Press.EVENT_BACK,
    "Down": Press.EVENT_ON,
    "X": Press.QUARTER,
    "C": Press.HALF,
    "V": Press.REAL,
    **dict.fromkeys(DIGITS, Press.DIGIT),
    "A": Press.CHANGED,
    "S": Press.STANDS,
    "D": Press.CONFIRMED,
    "Enter": Press.SIGN,
    "M": Press.MARKER,
    "[": Press.EARLIER,
    "]": Press.LATER,
    "P": Press.PACK,
    "Z": Press.UNDO,
}
AUDIT: Final[Mapping[str, Press]] = {
    "Left": Press.LEFT,
    "Right": Press.RIGHT,
    "Up": Press.UP,
    "Down": Press.DOWN,
    "J": Press.VOTE_BACK,
    "L": Press.VOTE_ON,
    "Enter": Press.OPEN,
    "P": Press.PRINT,
}
REPEATING: Final = frozenset({"Left", "Right", "Up", "Down", "J", "L", "[", "]"})
"""Keys that may be held."""

REVIEW_KEYS: Final[Mapping[str, Press]] = {**BOTH, **REVIEW}
AUDIT_KEYS: Final[Mapping[str, Press]] = {**BOTH, **AUDIT}
