"""A table of four, exhaustively: every disturbance in every reachable state under every removal regime.

The moves are those of a whole day and night with two nominations; the disturbances are a third foul, a fourth foul, a
removal and a team defeat of every player. No state has a problem, and every game can go on to its end.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.actions import ActionKind, HostAction
from engine.codes import Phase, Role
from engine.copying import replace
from engine.flow.day import next_speaker
from engine.legal import allowed
from engine.play_rules import Answers
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.state import FoulEntry, GameState, Player, Problem, Record, Stage, problems
from engine.step import Step, refusal, step
from tests.engine.builders import answers_for

RULES = load_rules("polemica")  # the profile that leaves the most open: every regime can be set up
REGIMES = ("no_voting", "no", "nominated", "participation", "top_leaves")
SEATS = tuple(Seat(number) for number in (1, 2, 3, 4))
NOMINATIONS = {1: (2,), 2: (3,)}
A = ActionKind


def start(regime: str, *, last_word: bool) -> GameState:
    """Four players, seat 4 the only black, on the first day; everybody has two fouls, so that one is the third."""
    roles = (Role.CITIZEN, Role.SHERIFF, Role.CITIZEN, Role.DON)
    players = tuple(Player(seat, role=role, fouls=2) for seat, role in zip(SEATS, roles, strict=True))
    old = Stage(Phase.SPEECH, 0, 0, 0)
    fouls = tuple(FoulEntry(seat, old, None) for seat in SEATS for _ in range(2))
    answers: Answers = answers_for(
        RULES,
        removal_cancels_vote=regime,
        last_word_when_removed=last_word,
        single_nominee_day1="voted",
        speech_loss_rule="next_speech",
        lift_everyone="never",
    )
    return GameState(
        phase=Phase.DEAL,
        players=players,
        answers=answers,
        record=Record(fouls=fouls),
    )


def key(state: GameState) -> GameState:
    """The state without what only the record and the clock know."""
    vote = state.vote
    if vote is not None:
        vote = replace(vote, cast=tuple(sorted(vote.cast)), hands=tuple(sorted(vote.hands)), closed=(), word=None)
    return replace(
        state,
        t_ns=0,
        deadline_ns=None,
        night_cue=None,
        record=Record(
            best_move_by=state.record.best_move_by, best_move=state.record.best_move, kills=state.record.kills
        ),
        vote=vote,
        spoken=tuple(sorted(state.spoken)),
        count=replace(state.count, shots=tuple(sorted(state.count.shots))),
    )


def moves(state: GameState) -> Iterator[HostAction]:
    """The moves of the model: no choice that leads nowhere new, hands go down in seat order."""
    t_ns, here = state.t_ns + 1, state.at_table()
    match state.phase:
        case Phase.DEAL | Phase.AGREEMENT | Phase.INTRODUCTIONS | Phase.FREE_SEATING:
            for kind in (A.START_AGREEMENT, A.START_INTRODUCTIONS, A.START_FREE_SEATING, A.START_DAY):
                yield HostAction(kind, t_ns)
        case Phase.DAY | Phase.EVENING | Phase.FAREWELL | Phase.TIE | Phase.SHOOTOUT | Phase.LIFT | Phase.MORNING:
            for seat in {next_speaker(state), *state.owed[:1], *((state.vote.queue[:1]) if state.vote else ())}:
                yield HostAction(A.START_SPEECH, t_ns, seat)
            for kind in (A.END_SPEECH, A.OPEN_VOTE, A.START_SHOOTOUT, A.CALL_LIFT, A.START_DAY, A.ANNOUNCE_NIGHT):
                yield HostAction(kind, t_ns)
            yield HostAction(A.START_BEST_MOVE, t_ns)
        case Phase.BEST_MOVE:
            yield HostAction(A.END_BEST_MOVE, t_ns)
            yield HostAction(A.NAME_BLACK, t_ns, target=Seat(4))
        case Phase.SPEECH:
            yield HostAction(A.END_SPEECH, t_ns)
            if state.day == 1 and state.speaker is not None:
                for target in NOMINATIONS.get(state.speaker, ()):
                    yield HostAction(A.NOMINATE, t_ns, state.speaker, Seat(target))
        case Phase.LAST_WORD:
            yield HostAction(A.END_SPEECH, t_ns)
        case Phase.VOTE if state.vote is not None:
            yield HostAction(A.CALL, t_ns, target=state.vote.candidates[state.vote.index])
            yield HostAction(A.CLOSE_VOTE, t_ns)
        case Phase.BALLOT | Phase.LIFT_BALLOT if state.vote is not None:
            down = state.vote.hands or [voter for voter, target in state.vote.cast if target == state.vote.open]
            yield from (HostAction(A.CAST, t_ns, seat) for seat in here if not down or seat > max(down))
            yield HostAction(A.CLOSING_WORD, t_ns)
            yield HostAction(A.COUNT, t_ns)
        case Phase.NIGHT:
            yield HostAction(A.START_SHOOTING, t_ns)
        case Phase.SHOOTING:
            if not state.count.shots:
                yield from (HostAction(A.SHOOT, t_ns, Seat(4), target) for target in (Seat(1), Seat(3)))
            yield HostAction(A.START_DON_CHECK, t_ns)
        case Phase.DON_CHECK:
            yield HostAction(A.START_SHERIFF_CHECK, t_ns)
        case Phase.SHERIFF_CHECK:
            yield HostAction(A.END_CHECKS, t_ns)


def disturbed(state: GameState) -> Iterator[GameState]:
    """After a third foul, after a fourth, after a removal, after a team defeat: of every player who can be punished."""
    t_ns = state.t_ns + 1
    for seat in SEATS:
        third = taken(state, HostAction(A.FOUL, t_ns, seat))
        if third is not None:
            yield third
            fourth = taken(third, HostAction(A.FOUL, t_ns, seat))
            if fourth is not None:
                yield fourth
        for kind in (A.REMOVE, A.TEAM_DEFEAT):
            after = taken(state, HostAction(kind, t_ns, seat))
            if after is not None:
                yield after


def taken(state: GameState, action: HostAction) -> GameState | None:
    """The state after an action; None when it is refused."""
    done = step(state, action, RULES)
    if not isinstance(done, Step):
        return None
    assert problems(done.state) is Problem.NONE, (action, problems(done.state))
    return done.state


def reachable(first: GameState) -> dict[GameState, GameState]:
    """Every state of the model, by its key."""
    seen = {key(first): first}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        if state.day == 2 and state.phase is Phase.DAY:
            continue  # the second day begins as the first did
        for action in moves(state):
            after = taken(state, action)
            if after is not None and key(after) not in seen:
                seen[key(after)] = after
                waiting.append(after)
    return seen


def to_the_end(state: GameState, ended: set[GameState]) -> None:
    """Go on by the first move that leads on; every game ends, and a state once seen to end is not played again."""
    path: list[GameState] = []
    for _ in range(400):
        mark = key(state)
        if state.phase is Phase.OVER or mark in ended:
            ended.update(path)
            return
        path.append(mark)
        after = next((found for action in moves(state) if (found := _onward(state, action)) is not None), None)
        assert after is not None, (state.phase, sorted(allowed(state, RULES)))
        state = after
    raise AssertionError(f"no end from {state.phase} of day {state.day}")


def _onward(state: GameState, action: HostAction) -> GameState | None:
    """Skip hands, shots and nominations: the game must reach its end (a draw by missed nights) without them."""
    if action.kind in (A.CAST, A.SHOOT, A.NOMINATE, A.CLOSING_WORD):
        return None
    return taken(state, action)


VARIANTS = [*((regime, False) for regime in REGIMES), ("no_voting", True)]
FOR_RELEASES = ("no", "nominated", "participation")


@pytest.mark.parametrize(
    ("regime", "last_word"),
    [pytest.param(r, w, marks=[pytest.mark.thorough] if r in FOR_RELEASES else []) for r, w in VARIANTS],
)
def test_every_disturbance_in_every_phase(regime: str, last_word: bool) -> None:
    states = reachable(start(regime, last_word=last_word))
    phases = {state.phase for state in states.values()}
    assert phases == set(Phase) - {Phase.SETUP}
    ended: set[GameState] = set()
    after_all = {key(after): after for state in states.values() for after in disturbed(state)}
    for state in after_all.values():
        to_the_end(state, ended)
    assert len(after_all) > len(states)


def test_nobody_can_be_punished_who_is_neither_at_the_table_nor_owed_a_last_word() -> None:
    for state in reachable(start("no_voting", last_word=False)).values():
        for seat in SEATS:
            judged = (state.is_at_table(seat) or seat in state.owed) and state.phase is not Phase.OVER
            for kind in (A.FOUL, A.REMOVE):
                assert (refusal(state, HostAction(kind, state.t_ns, seat), RULES) is None) is judged
            defeat = refusal(state, HostAction(A.TEAM_DEFEAT, state.t_ns, seat), RULES)
            assert (defeat is None) is (judged and state.result is None)
