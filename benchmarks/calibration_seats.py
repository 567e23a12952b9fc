"""Seats proposed from two seconds of people, in rooms made as geometry: right, wrong, and how sure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from calibration.people import persons_of
from calibration.seat_proposal import SURE, HostSource, Proposal, TooFewPeople, TooManyPeople, propose_seats
from calibration.seated import place_people
from engine.seats import Person
from tests.calibration.rooms import Room, chance_of, random_room, seen_in

Row = tuple[str, str, str]
ROOMS: Final = 120
RIGHT_WITHIN_MM: Final = 250.0
"""Half of the smallest way between two chairs: nearer to its own place than to any other."""
_SEEN: Final = 0.25


@dataclass(slots=True)
class Tally:
    """Counts of seats."""

    right: int = 0
    wrong: int = 0
    refused: int = 0
    asked_rooms: int = 0
    rooms: int = 0
    sure: Counter[bool] = field(default_factory=Counter)
    off_mm: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.right / max(self.right + self.wrong + self.refused, 1)


def seat_rows(rooms: int = ROOMS) -> list[Row]:
    """Figures by the number of cameras; a proposal that is not sure of its host asks once where the host is."""
    tallies = {1: Tally(), 2: Tally(), 3: Tally()}
    hidden = 0
    for seed in range(rooms):
        room = random_room(seed)
        if not _all_seen(room):
            hidden += 1
            continue
        judge(room, seed, tallies[len(room.cameras)])
    rows = []
    for count, tally in tallies.items():
        seats = tally.right + tally.wrong + tally.refused
        wanted = "≥ 98 %" if count > 1 else ""
        rows.append(
            (f"seats right, {tally.rooms} rooms with {count} camera(s)", f"{tally.share:.1%} of {seats}", wanted)
        )
        rows.append(("  refused in words", f"{tally.refused}", ""))
        rows.append(("  rooms that asked where the host is", f"{tally.asked_rooms}", ""))
        rows.append(
            (f"  said with {SURE:.0%} or more: wrong of all", f"{tally.sure[False]} of {tally.sure.total()}", "0")
        )
        if tally.off_mm:
            rows.append(("  median distance from the truth", f"{np.median(tally.off_mm):.0f} mm", ""))
    rows.append(("rooms left out: a player whom no camera sees", f"{hidden}", ""))
    return rows


def judge(room: Room, seed: int, tally: Tally) -> None:
    """One room into the tally."""
    tally.rooms += 1
    players = len(room.seats) - 1
    proposal = proposed(room, seed, tally)
    if proposal is None:
        tally.refused += players
        return
    for seat in proposal.seats:
        if seat.subject == Person.HOST:
            continue
        off = float(np.hypot(*(np.array(seat.neck_mm) - room.seats[seat.subject].neck_mm[:2])))
        right = off < RIGHT_WITHIN_MM
        tally.right += right
        tally.wrong += not right
        if right:
            tally.off_mm.append(off)
        if seat.confidence >= SURE:
            tally.sure[right] += 1


def proposed(room: Room, seed: int, tally: Tally) -> Proposal | None:
    """As a person goes about it: the seated host is pointed at, chairs that do not play too, a standing host if asked."""
    persons = {name: persons_of(name, seen_in(room, name, seed)) for name in room.cameras}
    people = place_people(room.calibrated, persons, room.shape)
    x, y = room.seats[Person.HOST].neck_mm[:2] + 30.0
    host = (float(x), float(y))
    without = [(float(b.neck_mm[0]), float(b.neck_mm[1])) for b in room.extra]
    for pointed in (None, host) if room.host_stands else (host,):
        try:
            proposal = propose_seats(
                people, room.shape, direction=room.direction, host_mm=pointed, without_mm=without,
                players=len(room.seats) - 1,
            )  # fmt: skip
        except (TooFewPeople, TooManyPeople):
            return None
        sure = max(seat.confidence for seat in proposal.seats if seat.subject != Person.HOST)
        if proposal.host_source is HostSource.NAMED or sure >= SURE:
            break
        tally.asked_rooms += 1
    return proposal


def _all_seen(room: Room) -> bool:
    players = [body for subject, body in room.seats.items() if subject != Person.HOST]
    return all(
        max(chance_of(camera, body, [o for o in room.everybody if o is not body]) for camera in room.cameras.values())
        > _SEEN
        for body in players
    )
