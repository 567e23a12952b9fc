"""Every problem a state can have is found: a good state, broken in one place, has exactly that problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.codes import Phase, Role
from engine.seats import Seat
from engine.state import Departure, GameState, Outcome, Problem, problems
from tests.engine.builders import position, seats
from tests.engine.script import run

Broken = Callable[[GameState], GameState]


def at(script: str, given: GameState | None = None) -> GameState:
    table = position()
    table.state = given or table.state
    return run(table, script).state


def ballot() -> GameState:
    return at("speeches 1:4 2:9\nopen\ncall 4\nhand 1 2")


def player(state: GameState, seat: int, **changes: object) -> GameState:
    return state.with_player(replace(state.player(Seat(seat)), **changes))  # type: ignore[arg-type]


def vote(state: GameState, **changes: object) -> GameState:
    assert state.vote is not None
    return replace(state, vote=replace(state.vote, **changes))  # type: ignore[arg-type]


CASES: dict[Problem, tuple[GameState, Broken]] = {
    Problem.SEAT_COUNT: (at(""), lambda s: replace(s, players=(s.players[1], s.players[0], *s.players[2:]))),
    Problem.ROLE_COUNT: (at(""), lambda s: player(s, 4, role=Role.SHERIFF)),
    Problem.GONE_WITHOUT_REASON: (at(""), lambda s: player(s, 9, at_table=False)),
    Problem.ABSENT_SPEAKER: (
        at("speak 1"),
        lambda s: replace(player(s, 1, at_table=False, left=Departure.REMOVAL)),
    ),
    Problem.SPEAKER_OUTSIDE_SPEECH: (at(""), lambda s: replace(s, speaker=Seat(1))),
    Problem.SPEECH_WITHOUT_SPEAKER: (at("speak 1"), lambda s: replace(s, speaker=None)),
    Problem.OWED_AT_TABLE: (at(""), lambda s: replace(s, owed=seats(5))),
    Problem.VOTE_OUTSIDE_PHASE: (ballot(), lambda s: replace(s, phase=Phase.EVENING)),
    Problem.PHASE_WITHOUT_VOTE: (ballot(), lambda s: replace(s, vote=None)),
    Problem.SECOND_BALLOT: (ballot(), lambda s: vote(s, cast=((Seat(1), Seat(4)), (Seat(1), Seat(9))))),
    Problem.TOO_MANY_VOTES: (ballot(), lambda s: vote(s, counts=(11,))),
    Problem.OPEN_CANDIDATE_UNKNOWN: (ballot(), lambda s: vote(s, open=Seat(7))),
    Problem.CANCELLED_VOTE_RUNS: (ballot(), lambda s: replace(s, cancelled_days=frozenset({3}))),
    Problem.FOUL_COUNT: (at(""), lambda s: player(s, 5, fouls=1)),
    Problem.RESULT_MISSING: (
        position(alive=[2, 4, 5, 8], black=[8]).state,
        lambda s: player(s, 8, at_table=False, left=Departure.REMOVAL),
    ),
    Problem.OVER_WITHOUT_RESULT: (at(""), lambda s: replace(s, phase=Phase.OVER)),
    Problem.WINDOW_BEHIND: (at(""), lambda s: replace(s, window_day=2)),
    Problem.LEFT_TWICE: (
        at("remove 8"),
        lambda s: replace(s, record=replace(s.record, exits=(*s.record.exits, s.record.exits[-1]))),
    ),
}


@pytest.mark.parametrize("problem", list(Problem))
def test_each_is_found_by_itself(problem: Problem) -> None:
    good, broken = CASES[problem]
    assert problems(good) is Problem.NONE
    assert problems(broken(good)) == problem


def test_several_are_told_at_once() -> None:
    state = replace(at(""), phase=Phase.OVER, window_day=1)
    assert problems(state) == Problem.OVER_WITHOUT_RESULT | Problem.WINDOW_BEHIND
    assert problems(replace(state, result=Outcome.RED, window_day=3)) is Problem.NONE
