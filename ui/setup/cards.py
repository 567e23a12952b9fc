"""Cards before the game: dealt by the program, or typed so that nobody who looks at the screen learns anything."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.codes import Role
from engine.seats import GAME_SEATS, Seat
from engine.state import ROLE_COUNTS

Cards = tuple[Role, ...]
"""Roles by seat, seat 1 first."""
TYPED: Final = (Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF)
"""Whose seats are typed, in this order; everybody else is a citizen."""


def deal(below: Callable[[int], int] = secrets.randbelow) -> Cards:
    """Every deal equally likely, as far as `below(n)` draws 0…n−1 evenly; the system's own randomness by default."""
    pack = [role for role, count in sorted(ROLE_COUNTS.items()) for _ in range(count)]
    for last in range(len(pack) - 1, 0, -1):
        other = below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


@dataclass(frozen=True, slots=True)
class CovertEntry:
    """The seats typed so far. What is typed shows nowhere; how far one is depends on no role."""

    seats: tuple[Seat, ...] = ()

    def type(self, seat: Seat) -> CovertEntry:
        """One more seat; a fifth begins anew."""
        return CovertEntry((seat,) if len(self.seats) == len(TYPED) else (*self.seats, seat))

    @property
    def complete(self) -> bool:
        """All four typed, whether or not they can be right."""
        return len(self.seats) == len(TYPED)

    @property
    def cards(self) -> Cards | None:
        """The ten roles; None while seats are missing, or where one seat was typed twice."""
        if not self.complete or len(set(self.seats)) != len(TYPED):
            return None
        named = dict(zip(self.seats, TYPED, strict=True))
        return tuple(named.get(Seat(seat), Role.CITIZEN) for seat in GAME_SEATS)
