"""Keys by position: one physical key, one command, in every layout and on every system."""

from __future__ import annotations

import pytest

from ui.keys import (
    DIGITS,
    HOST_KEYS,
    LOCAL,
    MAC,
    SCREENS,
    SET1,
    Command,
    conflicts,
    digit_of_seat,
    position,
    seat_of_digit,
)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_means_two_things_on_a_screen(screen: str) -> None:
    assert conflicts(SCREENS[screen]) == frozenset()


def test_a_conflict_would_be_found() -> None:
    assert conflicts(({"A": 1, "B": 2}, {"B": 3})) == {"B"}


def test_every_key_of_the_host_exists_on_every_system() -> None:
    assert set(HOST_KEYS) <= set(SET1.values())
    assert set(HOST_KEYS) <= set(MAC.values())


def test_every_command_has_a_key() -> None:
    assert set(HOST_KEYS.values()) == set(Command)


@pytest.mark.parametrize(
    ("scan_code", "virtual_key", "platform", "key"),
    [
        (41, 0, "linux", "F"),  # X11: evdev 33 + 8; the character may be "f" or "а"
        (65, 0, "linux", "Space"),
        (36, 0, "linux", "Enter"),
        (104, 0, "linux", "Enter"),  # of the number pad
        (19, 0, "linux", "0"),
        (87, 0, "linux", "1"),  # of the number pad
        (111, 0, "linux", "Up"),
        (0x21, 0x41, "win32", "F"),
        (0x39, 0, "win32", "Space"),
        (0x148, 0, "win32", "Up"),  # the arrow, not the 8 of the number pad
        (0x48, 0, "win32", "8"),
        (0, 3, "darwin", "F"),
        (0, 49, "darwin", "Space"),
        (0, 0, "darwin", "A"),
        (0, 0, "linux", ""),
        (0, 0, "win32", ""),
    ],
)
def test_a_position_has_one_name(scan_code: int, virtual_key: int, platform: str, key: str) -> None:
    assert position(scan_code, virtual_key, platform) == key


def test_digits_are_seats_and_zero_is_ten() -> None:
    assert [seat_of_digit(digit) for digit in DIGITS] == list(range(1, 11))
    assert [digit_of_seat(seat) for seat in range(1, 11)] == list(DIGITS)
    assert seat_of_digit("F") is None
    assert seat_of_digit("F1") is None


def test_caps_show_the_letter_printed_on_the_key() -> None:
    assert LOCAL["ru"]["A"] == "Ф"
    assert LOCAL["uk"]["S"] == "І"
    assert LOCAL["en"] == {}
