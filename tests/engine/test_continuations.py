"""How many ways a game can go on: counted by the engine, by a second slow reading of the rules, and by hand."""

from __future__ import annotations

import copy
import random

import pytest

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.legal import choices
from engine.seats import Seat
from engine.state import GameState
from engine.step import Step, phases_of, refusal, step
from tests.engine.builders import Table, position
from tests.engine.script import run
from tests.engine.slow_game import Action, Now, continuations, play

KNOWN = {
    ActionKind.START_SPEECH,
    ActionKind.END_SPEECH,
    ActionKind.NOMINATE,
    ActionKind.OPEN_VOTE,
    ActionKind.CALL,
    ActionKind.CAST,
    ActionKind.CLOSING_WORD,
    ActionKind.COUNT,
    ActionKind.CLOSE_VOTE,
    ActionKind.START_SHOOTOUT,
    ActionKind.CALL_LIFT,
    ActionKind.ANNOUNCE_NIGHT,
    ActionKind.START_SHOOTING,
    ActionKind.SHOOT,
    ActionKind.START_DON_CHECK,
    ActionKind.START_SHERIFF_CHECK,
    ActionKind.CHECK,
    ActionKind.END_CHECKS,
    ActionKind.START_BEST_MOVE,
    ActionKind.NAME_BLACK,
    ActionKind.END_BEST_MOVE,
    ActionKind.START_DAY,
}
RULES = position().rules


def fast(state: GameState) -> set[Action]:
    """The engine's continuations in the slow reading's terms; a spoken count is left to the hands."""
    found: set[Action] = set()
    for kind in KNOWN:
        if state.phase not in phases_of(kind):
            continue
        for action in choices(kind, state, RULES):
            if action.number is None and refusal(state, action, RULES) is None:
                of_whom = kind in (ActionKind.START_SPEECH, ActionKind.NOMINATE, ActionKind.CAST, ActionKind.SHOOT)
                subject = action.subject if of_whom and isinstance(action.subject, int) else 0
                found.add((kind.value, subject, action.target or 0))
    return found


def after(state: GameState, action: Action) -> GameState:
    verb, subject, target = action
    given = HostAction(
        ActionKind(verb), state.t_ns + 1, Seat(subject) if subject else None, Seat(target) if target else None
    )
    done = step(state, given, RULES)
    assert isinstance(done, Step)
    return done.state


def count(state: GameState, plies: int) -> int:
    """How many histories of so many actions begin here."""
    found = fast(state)
    return len(found) if plies == 1 else sum(count(after(state, action), plies - 1) for action in found)


def count_slowly(now: Now, plies: int) -> int:
    found = continuations(now)
    if plies == 1:
        return len(found)
    return sum(count_slowly(play(copy.deepcopy(now), [action]), plies - 1) for action in found)


def both(script: str, day: int = 1) -> tuple[GameState, Now]:
    """The same game for both readings: seats 1-3 black with don 1, sheriff 10, all ten at the table."""
    table: Table = position(day=day, sheriff=10)
    given: list[Action] = []
    take = table.give

    def noting(action: HostAction) -> Step:
        seat = action.subject if isinstance(action.subject, int) else 0
        given.append((action.kind.value, seat, action.target or 0))
        return take(action)

    table.give = noting  # type: ignore[method-assign,assignment]
    run(table, script)
    now = Now(seats=list(range(1, 11)), black={1, 2, 3}, don=1, sheriff=10, first=1, day=day)
    return table.state, play(now, given)


BY_HAND = {
    # The first speech, and nothing else; then it ends or names one of ten: 1, then 11.
    "day begins": ("", 1, 11),
    # End or ten names; after the end only the next speech (1), after each name only the end (10).
    "in a speech": ("speak 1", 11, 11),
    # Ten hands, the word, the count. Then: nine hands, word, count after each hand (110); ten hands and the count
    # after the word (11); after a count of none all votes fall to the second, so call it or stop: 2.
    "first of two candidates": ("speeches 1:4 2:9\nopen\ncall 4", 12, 123),
    # Three blacks times ten numbers, or on to the don. After a shot 29 others and on (30 x 30), else ten checks and on.
    "shooting": ("speeches\nnight\nshooting", 31, 911),
    # Ten checks or on. After a check only on (10), else the sheriff's eleven.
    "don's check": ("speeches\nnight\nshooting\ndon", 11, 21),
    # Ten numbers, or enough. After one nine numbers or enough (10 x 10), after enough the day begins: 1.
    "best move": ("speeches\nkill 4\nname", 11, 101),
    # The lift: ten hands, word, count. Nine hands, word, count after each (110), hands and count after the word (11),
    # and after a count of none the evening: 1.
    "lift vote": (
        "speeches 1:4 2:7\nvote 4:1,2,3,5,6 7:\nshootout\nvote 4:1,2,3,5,6 7:\nlift",
        12,
        122,
    ),
}


@pytest.mark.parametrize("place", BY_HAND)
def test_counts_made_by_hand(place: str) -> None:
    script, one, two = BY_HAND[place]
    state, now = both(script)
    assert (count(state, 1), count(state, 2)) == (one, two)
    assert (count_slowly(now, 1), count_slowly(now, 2)) == (one, two)


@pytest.mark.parametrize(
    ("script", "plies"),
    [
        ("", 4),
        ("speeches_until 9 1:4", 3),
        ("speeches 1:4 2:9", 4),
        ("speeches 1:4 2:9 3:2\nopen\ncall 4\nhand 1 2 3", 3),
        ("speeches 1:4 2:9\nvote 4:1,2,3,5,6 9:", 4),
        ("speeches 1:4\nnight", 4),
        ("speeches\nnight\nshooting\nshot 1 5\nshot 2 5", 2),
        ("speeches\nkill 4", 4),
        ("speeches\nkill 4\nday", 4),
    ],
)
def test_both_readings_count_the_same(script: str, plies: int) -> None:
    state, now = both(script)
    assert count(state, plies) == count_slowly(now, plies)


def test_both_readings_agree_move_by_move_through_whole_games() -> None:
    places: set[Phase] = set()
    for seed in range(4):
        chance = random.Random(seed)
        state, now = both("")
        for _ in range(320):
            found = continuations(now)
            assert fast(state) == found, (seed, state.phase, fast(state) ^ found)
            places.add(state.phase)
            if not found:
                break
            action = chance.choice(sorted(found))
            state, now = after(state, action), play(now, [action])
    assert places >= {
        Phase.SPEECH,
        Phase.BALLOT,
        Phase.TIE,
        Phase.SHOOTOUT,
        Phase.FAREWELL,
        Phase.SHOOTING,
        Phase.SHERIFF_CHECK,
        Phase.MORNING,
    }
