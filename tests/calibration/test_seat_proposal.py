"""Seats from people: numbered from the host, asked where unsure, refused where it cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.bundle import NECK_OUTSIDE_MM
from calibration.people import BodiesSeen, PersonSeen, persons_of
from calibration.seat_proposal import (
    SURE,
    Direction,
    HostSource,
    TooFewPeople,
    TooManyPeople,
    TwoInOnePlace,
    check_places,
    dragged,
    propose_seats,
    swapped,
)
from calibration.seated import PersonPlaced, Posture
from calibration.table_shape import TableKind, TableShape
from calibration.zones import is_spectator, seat_zones
from engine.seats import Person, Seat

OVAL = TableShape(TableKind.OVAL, 2400.0, 1600.0)


def person(way: float, posture: Posture = Posture.SITS, outside_mm: float = NECK_OUTSIDE_MM) -> PersonPlaced:
    place = OVAL.at(way)[0] + OVAL.outward(way)[0] * outside_mm
    height = 490.0 if posture is Posture.SITS else 860.0
    return PersonPlaced(place, np.array([*place, height]), 30.0, posture, 0.0, {"cam1": seen(), "cam2": seen()})


def seen() -> PersonSeen:
    bodies = BodiesSeen(
        np.arange(3), np.tile([100.0, 50.0], (3, 1)), np.tile([[80.0, 90.0], [120.0, 90.0]], (3, 1, 1)), np.ones(3)
    )
    return persons_of("cam1", bodies)[0]


def ring(count: int) -> list[PersonPlaced]:
    """People at even steps against the clock, the first at the table's end."""
    return [person(k * OVAL.perimeter_mm / count) for k in range(count)]


def at(one: PersonPlaced) -> tuple[float, float]:
    return float(one.neck_mm[0]), float(one.neck_mm[1])


def test_clockwise_from_the_seated_host_who_was_pointed_at() -> None:
    people = ring(11)
    proposal = propose_seats(people, OVAL, host_mm=at(people[0]))
    assert proposal.host_source is HostSource.NAMED
    assert proposal.of(Person.HOST).neck_mm == at(people[0])
    assert [proposal.of(Seat(n)).neck_mm for n in range(1, 11)] == [at(people[11 - n]) for n in range(1, 11)]
    assert min(seat.confidence for seat in proposal.seats) >= SURE


def test_counterclockwise_where_the_ruleset_or_the_club_says_so() -> None:
    people = ring(11)
    proposal = propose_seats(people, OVAL, host_mm=at(people[0]), direction=Direction.COUNTERCLOCKWISE)
    assert proposal.of(Seat(1)).neck_mm == at(people[1])


def test_the_one_who_stands_at_the_table_is_the_host_and_guests_behind_are_nobody() -> None:
    people = ring(10)
    between = OVAL.perimeter_mm / 20
    crowd = [*people, person(between, Posture.STANDS, 350.0), person(900.0, Posture.WATCHES, 1300.0)]
    proposal = propose_seats(crowd, OVAL)
    assert proposal.host_source is HostSource.STANDING
    assert proposal.of(Seat(1)).neck_mm == at(people[0])
    assert len(proposal.watchers) == 1


def test_a_guessed_host_is_never_sure() -> None:
    proposal = propose_seats(ring(11), OVAL)
    assert proposal.host_source is HostSource.GUESSED
    assert max(seat.confidence for seat in proposal.seats) < SURE


def test_a_player_who_was_not_seen_is_filled_in_but_not_surely() -> None:
    people = ring(11)
    proposal = propose_seats(people[:4] + people[5:], OVAL, host_mm=at(people[0]))
    filled = proposal.of(Seat(7))
    assert not filled.seen_by
    assert np.hypot(*np.subtract(filled.neck_mm, at(people[4]))) < 60
    assert filled.confidence < SURE


def test_more_than_ten_players_are_asked_for_and_then_left_out() -> None:
    people = ring(12)
    with pytest.raises(TooManyPeople, match="--without"):
        propose_seats(people, OVAL, host_mm=at(people[0]))
    proposal = propose_seats(people, OVAL, host_mm=at(people[0]), without_mm=[at(people[5])])
    assert at(people[5]) not in [seat.neck_mm for seat in proposal.seats]


def test_too_few_people_are_refused() -> None:
    with pytest.raises(TooFewPeople, match="Only 6"):
        propose_seats(ring(11)[:6], OVAL)


def test_two_seats_dragged_into_one_place_are_named() -> None:
    people = ring(11)
    seats = propose_seats(people, OVAL, host_mm=at(people[0])).seats
    check_places(seats)
    moved = dragged(seats[0], (seats[1].neck_mm[0] + 40.0, seats[1].neck_mm[1]), OVAL)
    with pytest.raises(TwoInOnePlace, match="Seats 1 and 2"):
        check_places([moved, *seats[1:]])


def test_people_change_places_by_number() -> None:
    people = ring(11)
    seats = propose_seats(people, OVAL, host_mm=at(people[0])).seats
    other = {seat.subject: seat for seat in swapped(seats, Seat(3), Seat(8))}
    assert other[Seat(3)].neck_mm == seats[7].neck_mm
    assert other[Seat(8)].neck_mm == seats[2].neck_mm


def test_every_seat_has_its_own_part_of_the_table_and_knows_its_neighbours() -> None:
    people = ring(11)
    zones = {zone.subject: zone for zone in seat_zones(propose_seats(people, OVAL, host_mm=at(people[0])).seats, OVAL)}
    assert {Person.HOST, Seat(2)} <= set(zones[Seat(1)].neighbours)
    for zone in zones.values():
        assert (OVAL.outside_mm(zone.table_strip_mm[2:]) < -150).all()
        assert (np.abs(OVAL.outside_mm(zone.own_zone_mm[:7])) < 2).all()
    assert is_spectator(np.array([[2600.0, 0.0], [1400.0, 0.0]]), OVAL).tolist() == [True, False]


def test_a_body_read_into_an_arm_and_one_seen_once_are_no_people() -> None:
    moment = np.repeat(np.arange(10), 2)
    heads = np.tile([[300.0, 200.0], [700.0, 300.0]], (10, 1))
    shoulders = np.tile([[[270.0, 260.0], [330.0, 260.0]], [[690.0, 296.0], [730.0, 300.0]]], (10, 1, 1))
    heads = np.concatenate([heads, [[50.0, 50.0]]])
    shoulders = np.concatenate([shoulders, [[[30.0, 90.0], [70.0, 90.0]]]])
    found = persons_of("cam1", BodiesSeen(np.append(moment, 0), heads, shoulders, np.ones(21)))
    assert [person.head_px.tolist() for person in found] == [[300.0, 200.0]]
