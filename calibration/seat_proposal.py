"""Ten seats and the host, proposed from people who sit at the table; a person corrects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.seated import PersonPlaced, Posture
from calibration.table_shape import TableShape
from engine.faults import Fault
from engine.seats import GAME_SEATS, Person, Seat, Subject

F64 = NDArray[np.float64]

PLAYERS: Final = len(GAME_SEATS)
SURE: Final = 0.9
"""A proposal from this confidence on is shown as sure; below it the window asks."""
_NECK_OUTSIDE_MM: Final = 200.0
_NEAREST_CHAIRS_MM: Final = 330.0
_POINTED_AT_MM: Final = 150.0
_KNOWN_SD_MM: Final = 150.0
_DOUBTFUL_MISFIT: Final = 3.5  # two cameras' sightings that fit no better may be two neighbours
_ONE_CAMERA_STANDING: Final = 0.75  # from one camera a tall sitter and a stander further away look alike


class TooFewPeople(Fault):
    template = (
        "Only {found} people are seen sitting at the table, ten are needed: let everybody sit down, or move the camera "
        "so that it sees them, or draw the seats by hand."
    )


class TooManyPeople(Fault):
    template = (
        "{found} people sit at the table, a game has ten players and the host: say which chairs do not play with "
        "--without, or where the host sits with --host."
    )


class TwoInOnePlace(Fault):
    template = "Seats {first} and {second} are in one place ({apart} mm apart): move one of them."


class Direction(StrEnum):
    """Which way numbers run, seen from above; clockwise begins at the host's left."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class HostSource(StrEnum):
    """How the host's place is known."""

    NAMED = "named"  # somebody said so
    STANDING = "standing"  # the one who stands at the table
    GUESSED = "guessed"  # the seat with most room


@dataclass(frozen=True, slots=True, eq=False)
class SeatPlace:
    """One seat at the table."""

    subject: Subject
    along_mm: float  # way along the table's edge
    neck_mm: tuple[float, float]
    head_mm: tuple[float, float, float]
    sd_mm: float
    confidence: float  # that somebody's seat is here and has this number
    seen_by: tuple[str, ...]  # empty: nobody was seen, the seat fills a gap
    person: PersonPlaced | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """Ten seats and the host, the others, and how the host was found."""

    seats: tuple[SeatPlace, ...]
    host_source: HostSource
    direction: Direction
    watchers: tuple[PersonPlaced, ...]

    def of(self, subject: Subject) -> SeatPlace:
        return next(seat for seat in self.seats if seat.subject == subject)


def propose_seats(
    people: Sequence[PersonPlaced],
    shape: TableShape,
    *,
    direction: Direction = Direction.CLOCKWISE,
    host_mm: tuple[float, float] | None = None,
    without_mm: Sequence[tuple[float, float]] = (),
    players: int = PLAYERS,
) -> Proposal:
    """Seats in order from the host; `host_mm` and `without_mm` are places on the table's plane that somebody pointed at.

    Up to two players who were not seen are filled in where the gap is wide enough. Raises TooFewPeople or TooManyPeople.
    """
    ring = [person for person in people if person.posture is Posture.SITS]
    for place in without_mm:
        near = _nearest(ring, place) if ring else None
        if near is not None and _is_at(near, place):
            ring = [person for person in ring if person is not near]
    standing = _standing_host(people) if host_mm is None else None
    host, source = _host(ring, standing, host_mm, shape, players)
    chairs = [person for person in ring if person is not host]
    if len(chairs) > players:
        raise TooManyPeople(found=len(ring) if host in ring else len(chairs))
    if len(chairs) < players - 2:
        raise TooFewPeople(found=len(chairs))
    ways = _ways(chairs, shape)
    host_way = _host_way(host, host_mm, ways, shape)
    taken = [float(way) for way in shape.along_mm(np.array(without_mm).reshape(-1, 2))]
    if host is not None and any(host is person for person in ring):
        taken.append(host_way)
    filled, guessed = _filled(ways, taken, players, shape)
    order = _ordered(filled, host_way, direction, shape)
    by_way = dict(zip(ways, chairs, strict=True))
    certain = _certainty(filled, guessed, host_way, source, taken, shape)
    if source is HostSource.STANDING and host is not None and len(host.seen) == 1:
        certain *= _ONE_CAMERA_STANDING
    seats = [
        _seat(Seat(number), way, by_way.get(way), shape, certain) for number, way in enumerate(order, start=1)
    ]  # fmt: skip
    if host is not None:
        own = 1.0 if source is HostSource.NAMED else 0.9 if source is HostSource.STANDING else 0.4
        seats.append(replace(_seat(Person.HOST, host_way, host, shape, own)))
    watchers = tuple(p for p in people if p is not host and not any(p is chair for chair in chairs))
    return Proposal(tuple(seats), source, direction, watchers)


def check_places(seats: Sequence[SeatPlace], nearest_mm: float = _NEAREST_CHAIRS_MM) -> None:
    """After somebody dragged seats: raises TwoInOnePlace."""
    for k, one in enumerate(seats):
        for other in seats[k + 1 :]:
            apart = float(np.hypot(*np.subtract(one.neck_mm, other.neck_mm)))
            if apart < nearest_mm:
                raise TwoInOnePlace(first=one.subject, second=other.subject, apart=round(apart))


def swapped(seats: Sequence[SeatPlace], first: Subject, second: Subject) -> tuple[SeatPlace, ...]:
    """The same places with two numbers exchanged: people change places by number, never by face."""
    other: dict[Subject, Subject] = {first: second, second: first}
    return tuple(replace(seat, subject=other.get(seat.subject, seat.subject)) for seat in seats)


def dragged(seat: SeatPlace, neck_mm: tuple[float, float], shape: TableShape) -> SeatPlace:
    """The seat where somebody put it; a person is sure."""
    shift = np.subtract(neck_mm, seat.neck_mm)
    head = (seat.head_mm[0] + float(shift[0]), seat.head_mm[1] + float(shift[1]), seat.head_mm[2])
    along = float(shape.along_mm(np.array([neck_mm]))[0])
    return replace(seat, along_mm=along, neck_mm=neck_mm, head_mm=head, sd_mm=20.0, confidence=1.0)


def _nearest(people: Sequence[PersonPlaced], place: tuple[float, float]) -> PersonPlaced:
    return min(people, key=lambda person: float(np.hypot(*(person.neck_mm - place))))


def _is_at(person: PersonPlaced, place: tuple[float, float]) -> bool:
    return float(np.hypot(*(person.neck_mm - place))) < _POINTED_AT_MM


def _standing_host(people: Sequence[PersonPlaced]) -> PersonPlaced | None:
    """The only person who surely stands at the table; two leave it open. One camera's word counts only alone."""
    standing = [person for person in people if person.posture is Posture.STANDS and person.sd_mm < _KNOWN_SD_MM]
    several = [person for person in standing if len(person.seen) > 1 and person.misfit < _DOUBTFUL_MISFIT]
    chosen = several or standing
    return chosen[0] if len(chosen) == 1 else None


def _host(
    ring: Sequence[PersonPlaced],
    standing: PersonPlaced | None,
    host_mm: tuple[float, float] | None,
    shape: TableShape,
    players: int,
) -> tuple[PersonPlaced | None, HostSource]:
    if host_mm is not None:
        near = _nearest(ring, host_mm) if ring else None
        return near if near is not None and _is_at(near, host_mm) else None, HostSource.NAMED
    if standing is not None and len(ring) <= players:
        return standing, HostSource.STANDING
    if len(ring) <= players:  # as many chairs as players or fewer: nobody of them need be the host
        return None, HostSource.GUESSED
    if len(ring) > players + 1:
        raise TooManyPeople(found=len(ring))
    ways = _ways(ring, shape)
    room = [_room(way, ways, shape) for way in ways]
    return ring[int(np.argmax(room))], HostSource.GUESSED


def _room(way: float, ways: Sequence[float], shape: TableShape) -> float:
    """The room at both sides of a chair."""
    apart = np.sort(np.mod(np.asarray([other for other in ways if other != way]) - way, shape.perimeter_mm))
    return float(apart[0] + shape.perimeter_mm - apart[-1])


def _ways(people: Sequence[PersonPlaced], shape: TableShape) -> list[float]:
    if not people:
        return []
    ways = shape.along_mm(np.array([person.neck_mm for person in people]))
    return [float(way) + 1e-6 * k for k, way in enumerate(ways)]


def _host_way(
    host: PersonPlaced | None, host_mm: tuple[float, float] | None, ways: Sequence[float], shape: TableShape
) -> float:
    if host is not None:
        return float(shape.along_mm(host.neck_mm[None])[0]) + 5e-4
    if host_mm is not None:
        return float(shape.along_mm(np.array([host_mm]))[0]) + 5e-4
    ordered = sorted(ways)
    gaps = [(after - way) % shape.perimeter_mm for way, after in zip(ordered, [*ordered[1:], ordered[0]], strict=True)]
    widest = int(np.argmax(gaps))
    return float((ordered[widest] + gaps[widest] / 2) % shape.perimeter_mm)


def _filled(
    ways: Sequence[float], taken: Sequence[float], players: int, shape: TableShape
) -> tuple[list[float], frozenset[float]]:
    """The chairs' ways with those who were not seen put in the widest gaps; chairs that do not play are no gaps."""
    filled, guessed = list(ways), set()
    while len(filled) < players:
        ordered = sorted([*filled, *taken])
        nexts = [*ordered[1:], ordered[0] + shape.perimeter_mm]
        gaps = [after - way for way, after in zip(ordered, nexts, strict=True)]
        widest = int(np.argmax(gaps))
        new = (ordered[widest] + gaps[widest] / 2) % shape.perimeter_mm
        filled.append(new)
        guessed.add(new)
    return filled, frozenset(guessed)


def _ordered(ways: Sequence[float], host_way: float, direction: Direction, shape: TableShape) -> list[float]:
    """From the host on; the way along the edge runs against the clock."""
    sign: Literal[-1, 1] = -1 if direction is Direction.CLOCKWISE else 1
    return sorted(ways, key=lambda way: (sign * (way - host_way)) % shape.perimeter_mm)


def _certainty(
    ways: Sequence[float],
    guessed: frozenset[float],
    host_way: float,
    source: HostSource,
    taken: Sequence[float],
    shape: TableShape,
) -> float:
    """How sure the numbering as a whole is: a host who was guessed or a player who was not seen may shift it."""
    known = {HostSource.NAMED: 0.99, HostSource.STANDING: 0.93, HostSource.GUESSED: 0.4}[source]
    ring = sorted([*ways, *taken])
    gaps = np.diff([*ring, ring[0] + shape.perimeter_mm])
    even = float(np.min(gaps) / np.median(gaps))
    spacing = 1.0 if even > 0.55 else 0.75
    beside = min(min((way - host_way) % shape.perimeter_mm, (host_way - way) % shape.perimeter_mm) for way in ways)
    aside = 1.0 if beside > 0.22 * float(np.median(gaps)) else 0.8
    return known * spacing * aside * (0.72 ** len(guessed))


def _seat(subject: Subject, way: float, person: PersonPlaced | None, shape: TableShape, certain: float) -> SeatPlace:
    if person is None:
        edge, outward = shape.at(way)[0], shape.outward(way)[0]
        neck = edge + outward * _NECK_OUTSIDE_MM
        head = edge + outward * (_NECK_OUTSIDE_MM - 55.0)
        return SeatPlace(
            subject, way, (float(neck[0]), float(neck[1])), (float(head[0]), float(head[1]), 490.0), 150.0,
            0.5 * certain, (),
        )  # fmt: skip
    found = min(1.0, 0.75 + person.found_share / 2)
    placed = float(np.clip(1.2 - person.sd_mm / 400.0, 0.4, 1.0)) * (0.6 if person.misfit > _DOUBTFUL_MISFIT else 1.0)
    return SeatPlace(
        subject,
        way,
        (float(person.neck_mm[0]), float(person.neck_mm[1])),
        (float(person.head_mm[0]), float(person.head_mm[1]), float(person.head_mm[2])),
        person.sd_mm,
        round(certain * found * placed, 3),
        tuple(sorted(person.seen)),
        person,
    )
