"""Which networks run when follows from the part of the game and the time, and from nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.focus import Focus, Period
from engine.seats import GAME_SEATS, Person, Seat, Subject
from vision.perception.schedule import AUDIT, LIVE, wanted_at

SECOND_NS = 1_000_000_000
PRESENT: tuple[Subject, ...] = (*GAME_SEATS, Person.HOST)


def focus(period: Period, judged: frozenset[Seat] = frozenset(GAME_SEATS)) -> Focus:
    return Focus(period, since_ns=0, judged=judged)


def looks_in_a_second(period: Period, pictures_per_s: int) -> Counter[str]:
    looks, previous_ns = Counter[str](), None
    for picture in range(pictures_per_s):
        t_ns = picture * SECOND_NS // pictures_per_s
        wanted = wanted_at(LIVE, focus(period), PRESENT, t_ns, previous_ns)
        looks.update(kind for kind in ("pose", "hands", "faces", "eyes") if getattr(wanted, kind))
        previous_ns = t_ns
    return looks


@pytest.mark.parametrize(
    ("period", "looks"),
    [
        (Period.NIGHT, {"pose": 2, "faces": 10, "eyes": 10}),
        (Period.VOTE, {"pose": 3, "hands": 15}),
        (Period.DAY, {"pose": 5, "hands": 5, "faces": 2, "eyes": 2}),
        (Period.PAUSE, {"pose": 1}),
    ],
)
def test_each_part_of_the_game_has_its_rates(period: Period, looks: dict[str, int]) -> None:
    assert looks_in_a_second(period, pictures_per_s=60) == looks


def test_a_slow_camera_is_looked_at_in_every_picture() -> None:
    assert looks_in_a_second(Period.VOTE, pictures_per_s=6)["hands"] == 6


def test_the_first_picture_shows_everything_that_is_ever_wanted() -> None:
    wanted = wanted_at(LIVE, focus(Period.VOTE), PRESENT, 7_654_321, None)
    assert wanted.pose == wanted.hands == frozenset(PRESENT)


def test_players_out_of_the_game_are_not_looked_at_and_the_host_is() -> None:
    judged = frozenset({Seat(3)})
    assert wanted_at(AUDIT, focus(Period.DAY, judged), PRESENT, 0, None).pose == {Seat(3), Person.HOST}


@given(st.integers(0, 10**12), st.integers(1, 10**9))
def test_a_look_depends_on_two_times_only(previous_ns: int, step_ns: int) -> None:
    """Asked again, with anything else going on, the answer is the same; a gap of an interval or more is always due."""
    t_ns = previous_ns + step_ns
    asked = [wanted_at(LIVE, focus(Period.VOTE), PRESENT, t_ns, previous_ns) for _ in range(2)]
    assert asked[0] == asked[1]
    if step_ns >= SECOND_NS // 15 + 1:
        assert asked[0].hands
