"""Random games of every profile keep the invariants, and nothing that is given to a step breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import ActionKind, HostAction, Tick, Verdict
from engine.codes import Awake, CueKind, Decision, PermissionKind, Phase, RequestKind, Role, WordSource
from engine.cues import Cue
from engine.events import Refused
from engine.exchange import mafiaratings, polemica
from engine.exchange.protocol import Heading, protocol_of
from engine.exchange.sheet import sheet_of
from engine.intervals import NS_PER_S, Interval, Span
from engine.journal import Chain, Journal, Line, fold
from engine.legal import allowed, choices, legal_actions
from engine.parameters import Value
from engine.points import scores
from engine.ruleset import Ruleset, load_rules, rules_ids
from engine.seats import Person, Seat
from engine.state import GameState, Outcome, Problem, problems
from engine.step import MOVES, Step, phases_of, refusal, step
from tests.engine.builders import Table, answers_for
from tests.engine.script import run, table_of

FLOW = (
    ActionKind.START_AGREEMENT,
    ActionKind.START_INTRODUCTIONS,
    ActionKind.START_FREE_SEATING,
    ActionKind.START_DAY,
    ActionKind.START_SPEECH,
    ActionKind.END_SPEECH,
    ActionKind.NOMINATE,
    ActionKind.WITHDRAW,
    ActionKind.OPEN_VOTE,
    ActionKind.CALL,
    ActionKind.CAST,
    ActionKind.UNCAST,
    ActionKind.CLOSING_WORD,
    ActionKind.COUNT,
    ActionKind.CLOSE_VOTE,
    ActionKind.START_SHOOTOUT,
    ActionKind.CALL_LIFT,
    ActionKind.ANNOUNCE_NIGHT,
    ActionKind.START_SHOOTING,
    ActionKind.SHOOT,
    ActionKind.START_DON_CHECK,
    ActionKind.CHECK,
    ActionKind.START_SHERIFF_CHECK,
    ActionKind.END_CHECKS,
    ActionKind.START_BEST_MOVE,
    ActionKind.NAME_BLACK,
    ActionKind.END_BEST_MOVE,
)
PENALTIES = (
    ActionKind.FOUL,
    ActionKind.TECH_FOUL,
    ActionKind.REMOVE,
    ActionKind.REMOVE_FROM_TOURNAMENT,
    ActionKind.LOSE_SPEECH,
    ActionKind.WARN,
    ActionKind.PAUSE,
    ActionKind.RESUME,
    ActionKind.ANNOUNCE_REMOVALS,
)
REGIMES = ("no_voting", "no", "nominated", "participation", "top_leaves")
CHOICES = st.lists(st.integers(0, 9_999), min_size=60, max_size=260)


def legal_of(kinds: Sequence[ActionKind], state: GameState, rules: Ruleset) -> list[HostAction]:
    return [
        action
        for kind in kinds
        if state.phase in phases_of(kind)
        for action in choices(kind, state, rules)
        if refusal(state, action, rules) is None
    ]


def played(rules_id: str, picks: list[int], **answers: Value) -> Iterator[tuple[HostAction, GameState, Step]]:
    """A random game: nine moves in ten go on with it, one punishes somebody."""
    table = Table(rules_id, None, **answers).deal()
    state, rules = table.act(ActionKind.START_GAME).state, table.rules
    for pick in picks:
        kinds = PENALTIES if pick % 10 == 0 else FLOW
        found = legal_of(kinds, state, rules) or legal_of(FLOW, state, rules) or legal_of(PENALTIES, state, rules)
        if not found:
            break
        # Whatever ends a step is as likely as all ways to dwell in it, so that games get somewhere.
        ends = [action for action in found if action.subject is None and action.target is None] or found
        action = (ends if pick % 3 == 0 else found)[pick // 30 % len(ends if pick % 3 == 0 else found)]
        done = step(state, replace(action, t_ns=state.t_ns + NS_PER_S), rules)
        assert isinstance(done, Step)
        yield action, state, done
        state = done.state


def check_invariants(before: GameState, done: Step) -> None:
    after = done.state
    assert problems(after) is Problem.NONE
    assert set(after.at_table()) <= set(before.at_table())
    assert len(after.record.exits) >= len(before.record.exits)
    assert after.cancelled_days >= before.cancelled_days
    assert all(new.fouls >= old.fouls for new, old in zip(after.players, before.players, strict=True))
    if before.result is not None:
        assert after.result is before.result
    for held in after.record.rounds:
        assert sum(held.counts) <= held.voters
    assert after.day - before.day in (0, 1)


@pytest.mark.parametrize("rules_id", rules_ids())
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(picks=CHOICES, regime=st.sampled_from(REGIMES), last_word=st.booleans())
def test_a_random_game_keeps_the_invariants(rules_id: str, picks: list[int], regime: str, last_word: bool) -> None:
    for _, before, done in played(rules_id, picks, removal_cancels_vote=regime, last_word_when_removed=last_word):
        check_invariants(before, done)


@pytest.mark.parametrize("rules_id", ["fsm2024", "mafiaratings"])
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(picks=CHOICES)
def test_a_random_game_is_its_journal_and_its_exports_are_read_back(rules_id: str, picks: list[int]) -> None:
    rules = load_rules(rules_id)
    state, chain, lines = GameState(), Chain(), list[Line]()
    table = Table(rules_id)
    setup: list[HostAction] = []
    for name, value in answers_for(rules):
        setup.append(HostAction(ActionKind.ANSWER, 0, parameter=name, value=value))
    roles = {1: Role.DON, 2: Role.MAFIA, 3: Role.MAFIA, 4: Role.SHERIFF}
    setup += [
        HostAction(ActionKind.ASSIGN_ROLE, seat * NS_PER_S, Seat(seat), role=roles.get(seat, Role.CITIZEN))
        for seat in range(1, 11)
    ]
    setup.append(HostAction(ActionKind.START_GAME, 11 * NS_PER_S))
    moves = [replace(action, t_ns=done.state.t_ns) for action, _, done in played(rules_id, picks)]
    for action in [*setup, *moves]:
        done = step(state, action, table.rules)
        assert isinstance(done, Step)
        state = done.state
        more, chain = chain.accepted(action, done.events, done.suggestions, action.t_ns)
        lines += more
    assert fold(Journal(tuple(lines)), rules) == state
    sheet = sheet_of(state)
    written = mafiaratings.write_game(sheet)
    again = mafiaratings.read_game(written)
    assert mafiaratings.read_game(mafiaratings.write_game(again)) == again
    assert protocol_of(state, rules, Heading()).rows[0].seat == 1
    assert len(scores(state, rules)) in (0, 10)
    if state.result is not Outcome.DRAW and not (sheet.rounds and "v" not in sheet.features):
        told = polemica.read_game(polemica.write_game(sheet))
        assert polemica.read_game(polemica.write_game(told)) == told


@cache
def representatives() -> dict[tuple[str, Phase], GameState]:
    """For every profile one state of every phase that random games reach."""
    found: dict[tuple[str, Phase], GameState] = {}
    for rules_id in rules_ids():
        found[rules_id, Phase.SETUP] = Table(rules_id).state
        found[rules_id, Phase.DEAL] = Table(rules_id).deal().act(ActionKind.START_GAME).state
        for seed in range(8):
            picks = [(seed * 7919 + i * i * 104_729 + i * 31) % 10_000 for i in range(260)]
            for _, _, done in played(rules_id, [pick + 1 if pick % 10 == 0 else pick for pick in picks]):
                found.setdefault((rules_id, done.state.phase), done.state)
        found.setdefault((rules_id, Phase.LIFT), _lifted(rules_id, called=False))
        found.setdefault((rules_id, Phase.LIFT_BALLOT), _lifted(rules_id, called=True))
    return found


def _lifted(rules_id: str, *, called: bool) -> GameState:
    table = table_of("day 3 alive 1,2,3,4,5,6,7,8", rules_id)
    run(table, "speeches 1:4 2:7\nvote 4:1,2,3,5 7:\nshootout\nvote 4:1,2,3,5 7:")
    return run(table, "lift\nhand 1").state if called else table.state


def test_every_phase_is_reached_in_every_profile() -> None:
    never = {(rules_id, phase) for rules_id in rules_ids() for phase in Phase} - set(representatives())
    assert {phase for _, phase in never} <= {Phase.BEST_MOVE, Phase.OVER, Phase.EVENING}
    assert {phase for _, phase in representatives()} == set(Phase)


def universe(kind: ActionKind, state: GameState, rules: Ruleset) -> Iterator[HostAction]:
    """Every action of a kind with every subject, target and number, written without the engine's own lists."""
    t_ns = state.t_ns
    people: list[Seat | Person | None] = [None, *map(Seat, range(1, 12)), *Person]
    targets: list[Seat | None] = [None, *map(Seat, range(1, 12))]
    plain = HostAction(kind, t_ns, text="why", points=0.3, awake=Awake.DON, request=RequestKind.BOW)
    plain = replace(plain, permission=PermissionKind.LEAVE, clause=rules.clauses[0].id, value="red")
    in_pairs = kind in (ActionKind.NOMINATE, ActionKind.WITHDRAW, ActionKind.SHOOT)
    for subject in people:
        for target in targets if in_pairs else (None, Seat(5)):
            yield replace(plain, subject=subject, target=target)
    yield from (replace(plain, target=target) for target in targets)
    yield from (replace(plain, subject=subject, clause=None) for subject in people)
    for number in range(12):
        yield replace(plain, number=number)
    yield replace(plain, word=Span(Interval(t_ns, t_ns), Interval(t_ns, t_ns)))
    for role in Role:
        yield from (replace(plain, subject=Seat(seat), role=role) for seat in range(1, 11))
    for name, value in answers_for(rules):
        yield replace(plain, parameter=name, value=value)


@pytest.mark.parametrize("rules_id", rules_ids())
def test_allowed_agrees_with_step_for_every_action_in_every_phase(rules_id: str) -> None:
    rules = load_rules(rules_id)
    for (of, phase), state in representatives().items():
        if of != rules_id:
            continue
        accepted = {
            kind
            for kind in ActionKind
            if any(isinstance(step(state, action, rules), Step) for action in universe(kind, state, rules))
        }
        assert accepted == allowed(state, rules), phase
        assert all(isinstance(step(state, action, rules), Step) for action in legal_actions(state, rules)), phase


def test_every_kind_of_action_is_known_to_some_phase() -> None:
    assert {kind for kind in ActionKind if phases_of(kind)} == set(ActionKind)
    assert set(MOVES) < set(ActionKind)


_SEAT = st.integers(1, 12).map(Seat)
_WHO = st.none() | _SEAT | st.sampled_from(Person)
_ANY_INTERVAL = st.integers(0, 2**40).map(lambda start: Interval(start, start + 7))
ANY_ACTION = st.builds(
    HostAction,
    kind=st.sampled_from(ActionKind),
    t_ns=st.integers(-1, 2**50),
    subject=_WHO,
    target=st.none() | _SEAT,
    seats=st.lists(_SEAT, max_size=4).map(tuple),
    number=st.none() | st.integers(-2, 13),
    word=st.none() | st.builds(Span, start=_ANY_INTERVAL, end=st.none() | _ANY_INTERVAL),
    source=st.sampled_from(WordSource),
    clause=st.none() | st.sampled_from(["F6.6.6", "nonsense", ""]),
    text=st.text(max_size=3),
    parameter=st.none() | st.sampled_from(["lift_max", "nonsense", "word_edge"]),
    value=st.none() | st.sampled_from(["red", "start", True, 3, 2.5, ("a",)]),
    role=st.none() | st.sampled_from(Role),
    awake=st.none() | st.sampled_from(Awake),
    request=st.none() | st.sampled_from(RequestKind),
    permission=st.none() | st.sampled_from(PermissionKind),
    points=st.none() | st.floats(allow_nan=True, allow_infinity=True),
)
ANY_INPUT = (
    ANY_ACTION
    | st.builds(Tick, since_ns=st.integers(0, 9), t_ns=st.integers(0, 2**50))
    | st.builds(Verdict, suggestion=st.text(max_size=3), decision=st.sampled_from(Decision), t_ns=st.integers(0, 9))
    | st.builds(
        Cue,
        kind=st.sampled_from(CueKind),
        subject=_SEAT | st.sampled_from(Person),
        when=st.builds(Span, start=_ANY_INTERVAL, end=st.none() | _ANY_INTERVAL),
        confidence=st.floats(0, 1),
        targets=st.lists(_SEAT, max_size=2).map(tuple),
    )
)


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(given_input=ANY_INPUT, place=st.integers(0, 10_000))
def test_what_cannot_be_is_refused_and_never_raises(given_input: HostAction | Tick | Verdict | Cue, place: int) -> None:
    places = sorted(representatives())
    rules_id, phase = places[place % len(places)]
    done = step(representatives()[rules_id, phase], given_input, load_rules(rules_id))
    if isinstance(done, Refused):
        assert done.code
    else:
        assert problems(done.state) is Problem.NONE


def test_time_never_runs_back() -> None:
    table = Table("fsm2024").deal()
    early = HostAction(ActionKind.START_GAME, table.state.t_ns - 1)
    refused = step(table.state, early, table.rules)
    assert isinstance(refused, Refused)
    assert refused.code == "time_reversed"
