"""Keys by position: one physical key, one command, whatever the keyboard layout. No Qt.

A character-based shortcut dies in a Cyrillic layout, where the key `F` says "а". Names are the Latin letters of a
US keyboard.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import StrEnum
from itertools import chain
from typing import Final

_ROWS: Final[dict[int, tuple[str, ...]]] = {
    0x01: ("Esc",),
    0x02: (*"1234567890-=", "Back", "Tab"),
    0x10: (*"QWERTYUIOP[]", "Enter"),
    0x1E: (*"ASDFGHJKL;'`",),
    0x2B: (*"\\ZXCVBNM,./",),
    0x39: ("Space",),
    0x3B: ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10"),
    0x57: ("F11", "F12"),
    0x47: ("7", "8", "9"),  # the number pad
    0x4B: ("4", "5", "6"),
    0x4F: ("1", "2", "3", "0"),
}
SET1: Final[dict[int, str]] = {
    first + step: name for first, names in _ROWS.items() for step, name in enumerate(names)
} | {0x11C: "Enter", 0x147: "Home", 0x148: "Up", 0x14B: "Left", 0x14D: "Right", 0x150: "Down", 0x14F: "End"}
"""Scan codes of set 1: Windows gives them as they are; evdev numbers of the main block equal them and X11 adds 8."""

_X11: Final = {
    95: "F11", 96: "F12", 104: "Enter", 110: "Home", 111: "Up", 113: "Left", 114: "Right", 115: "End", 116: "Down",
}  # fmt: skip
_X11_OFFSET: Final = 8

MAC: Final[dict[int, str]] = dict(enumerate("ASDFHGZXCV§BQWERYT123465=97-80]OU[IP")) | {
    36: "Enter", 37: "L", 38: "J", 39: "'", 40: "K", 41: ";", 42: "\\", 43: ",", 44: "/", 45: "N", 46: "M", 47: ".",
    48: "Tab", 49: "Space", 50: "`", 51: "Back", 53: "Esc", 76: "Enter", 122: "F1", 120: "F2", 99: "F3", 118: "F4",
    96: "F5", 97: "F6", 98: "F7", 100: "F8", 101: "F9", 109: "F10", 103: "F11", 123: "Left", 124: "Right",
    125: "Down", 126: "Up", 82: "0", 83: "1", 84: "2", 85: "3", 86: "4", 87: "5", 88: "6", 89: "7", 91: "8", 92: "9",
}  # fmt: skip
"""Virtual key numbers of macOS, which has no scan codes; they are positions already."""

_LATIN: Final = "QWERTYUIOP[]ASDFGHJKLZXCVBNM"
LOCAL: Final[Mapping[str, Mapping[str, str]]] = {
    "ru": dict(zip(_LATIN, "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЯЧСМИТЬ", strict=True)),
    "uk": dict(zip(_LATIN, "ЙЦУКЕНГШЩЗХЇФІВАПРОЛДЯЧСМИТЬ", strict=True)),
    "en": {},
}
"""What is printed on a key beside its Latin letter."""

DIGITS: Final = "1234567890"


def position(scan_code: int, virtual_key: int, platform: str = sys.platform) -> str:
    """The name of the physical key; empty where it is not known, and the event is left to Qt."""
    if platform == "darwin":
        return MAC.get(virtual_key, "")
    if platform == "win32":
        return SET1.get(scan_code, "")
    return _X11.get(scan_code) or SET1.get(scan_code - _X11_OFFSET, "")


def seat_of_digit(key: str) -> int | None:
    """The seat a digit means: 1…9, and 0 for seat 10."""
    return (int(key) or 10) if len(key) == 1 and key in DIGITS else None


def digit_of_seat(seat: int) -> str:
    """The key of a seat."""
    return str(seat % 10)


class Command(StrEnum):
    """What a key stands for."""

    NEXT = "next"
    CLOCK = "clock"
    SEAT = "seat"
    FOUL = "foul"
    TECH_FOUL = "tech_foul"
    REMOVE = "remove"
    WITHDRAW = "withdraw"
    WRONG_SEAT = "wrong_seat"
    MARK = "mark"
    PAUSE = "pause"
    CAMERA = "camera"
    LARGE = "large"
    REPORT = "report"
    ACCEPT = "accept"
    SOFTEN = "soften"
    DISMISS = "dismiss"
    LATER = "later"
    VIEW = "view"
    PREVIOUS_CARD = "previous_card"
    NEXT_CARD = "next_card"
    UNDO = "undo"
    REDO = "redo"
    REVEAL = "reveal"
    SAFE = "safe"
    HELP = "help"
    KEYS = "keys"
    FULL_SCREEN = "full_screen"
    AUDIENCE = "audience"
    SETUP = "setup"
    GROUP = "group"


EVERYWHERE: Final[Mapping[str, Command]] = {
    "Esc": Command.SAFE,
    "F1": Command.HELP,
    "F2": Command.KEYS,
    "F8": Command.AUDIENCE,
    "F9": Command.SETUP,
    "F11": Command.FULL_SCREEN,
    "Tab": Command.GROUP,
    "Z": Command.UNDO,
    "Y": Command.REDO,
}
HOST: Final[Mapping[str, Command]] = {
    "Enter": Command.NEXT,
    "Space": Command.CLOCK,
    **dict.fromkeys(DIGITS, Command.SEAT),
    "F": Command.FOUL,
    "T": Command.TECH_FOUL,
    "K": Command.REMOVE,
    "X": Command.WITHDRAW,
    "Back": Command.WRONG_SEAT,
    "M": Command.MARK,
    "P": Command.PAUSE,
    "C": Command.CAMERA,
    "G": Command.LARGE,
    "O": Command.REPORT,
    "R": Command.REVEAL,
}
CARDS: Final[Mapping[str, Command]] = {
    "A": Command.ACCEPT,
    "S": Command.SOFTEN,
    "D": Command.DISMISS,
    "W": Command.LATER,
    "V": Command.VIEW,
    "Q": Command.PREVIOUS_CARD,
    "E": Command.NEXT_CARD,
}
SCREENS: Final[Mapping[str, tuple[Mapping[str, Command], ...]]] = {"host": (EVERYWHERE, HOST, CARDS)}
"""The key tables that are in force on each screen."""

HOST_KEYS: Final[Mapping[str, Command]] = {key: command for table in SCREENS["host"] for key, command in table.items()}
"""Every key of the host's window."""

KEY_OF: Final[Mapping[Command, str]] = {command: key for key, command in reversed(list(HOST_KEYS.items()))}
"""The first key of each command."""


def conflicts(tables: tuple[Mapping[str, object], ...]) -> frozenset[str]:
    """Keys that mean two things where these tables are in force together."""
    keys = list(chain.from_iterable(tables))
    return frozenset(key for key in keys if keys.count(key) > 1)
