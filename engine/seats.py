"""Who can be spoken of: numbered seats, and the few people without a seat."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A seat's number, 1…10 in a game (1…12 where only looking is asked for); the only identity of a player."""

GAME_SEATS: Final = tuple(Seat(n) for n in range(1, 11))
MAX_SEAT: Final = 12


class Person(StrEnum):
    """People at the table who have no numbered seat."""

    HOST = "host"
    SPECTATOR = "spectator"
    SIDE_JUDGE = "side_judge"


Subject: TypeAlias = Seat | Person


class UnknownSubject(ValueError):
    """Text or JSON that names nobody at the table."""


def subject_of(value: object) -> Subject:
    """Read a subject as files write it: an integer seat or one of the person words.

    Raises UnknownSubject for anything else, including booleans and seats outside 1…12.
    """
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_SEAT:
        return Seat(value)
    if isinstance(value, str):
        if value in {person.value for person in Person}:
            return Person(value)
        if value.isdecimal() and value.isascii() and 1 <= int(value) <= MAX_SEAT:
            return Seat(int(value))
    raise UnknownSubject(f"{value!r} is not a seat from 1 to {MAX_SEAT} and not one of {', '.join(Person)}.")


def seats_of(values: Iterable[int]) -> frozenset[Seat]:
    """A set of seats from plain numbers; raises UnknownSubject for a number that is no seat."""
    return frozenset(Seat(int(subject_of(value))) for value in values)
