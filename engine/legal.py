"""What may happen next: the kinds of action for the buttons, and every concrete action for tests and search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.actions import ActionKind, HostAction
from engine.codes import Awake, PermissionKind, RequestKind, Role, WordSource
from engine.intervals import Span, exactly
from engine.parameters import BY_NAME, Measure, Value
from engine.play_rules import open_questions
from engine.ruleset import Ruleset
from engine.seats import Person, Seat
from engine.state import GameState, Outcome
from engine.step import phases_of, refusal

_REASON: Final = "reason"
_Choices = Callable[[GameState, Ruleset], Iterator[HostAction]]


def allowed(state: GameState, rules: Ruleset) -> frozenset[ActionKind]:
    """The kinds of action of which at least one would be accepted now; screens enable exactly these."""
    return frozenset(
        kind
        for kind in ActionKind
        if state.phase in phases_of(kind)
        and any(refusal(state, action, rules) is None for action in choices(kind, state, rules))
    )


def legal_actions(state: GameState, rules: Ruleset) -> Iterator[HostAction]:
    """Every action that would be accepted now, in its plain form: free texts and times are stand-ins."""
    for kind in ActionKind:
        if state.phase not in phases_of(kind):
            continue
        for action in choices(kind, state, rules):
            if refusal(state, action, rules) is None:
                yield action


def choices(kind: ActionKind, state: GameState, rules: Ruleset) -> Iterator[HostAction]:
    """The actions of a kind worth trying: all seats, targets and words it can take."""
    t_ns, seats = state.t_ns, [player.seat for player in state.players]
    if kind in _FOR_SEAT:
        yield from (HostAction(kind, t_ns, seat, text=_REASON, points=0.1) for seat in seats)
        return
    if kind in _FOR_TARGET:
        yield from (HostAction(kind, t_ns, target=seat) for seat in seats)
        return
    if kind in _FOR_PAIR:
        subjects = [state.speaker] if state.speaker and kind in _BY_SPEAKER else seats
        yield from (HostAction(kind, t_ns, subject, target=target) for subject in subjects for target in seats)
        return
    special = _SPECIAL.get(kind)
    if special is not None:
        yield from special(state, rules)
        return
    yield HostAction(kind, t_ns)


_FOR_SEAT: Final = frozenset(
    {
        ActionKind.SEAT_PLAYER,
        ActionKind.START_SPEECH,
        ActionKind.CAST,
        ActionKind.UNCAST,
        ActionKind.TECH_FOUL,
        ActionKind.WARN,
        ActionKind.REMOVE,
        ActionKind.REMOVE_FROM_TOURNAMENT,
        ActionKind.TEAM_DEFEAT,
        ActionKind.LOSE_SPEECH,
        ActionKind.SUSPEND,
        ActionKind.MINUS,
        ActionKind.EXTRA_POINTS,
        ActionKind.PROTEST,
    }
)
_FOR_TARGET: Final = frozenset({ActionKind.CALL, ActionKind.KILL, ActionKind.CHECK, ActionKind.NAME_BLACK})
_FOR_PAIR: Final = frozenset({ActionKind.NOMINATE, ActionKind.WITHDRAW, ActionKind.SHOOT})
_BY_SPEAKER: Final = frozenset({ActionKind.NOMINATE, ActionKind.WITHDRAW})


def _answers(state: GameState, rules: Ruleset) -> Iterator[HostAction]:
    for name in open_questions(rules, state.answers):
        for value in _values(name):
            yield HostAction(ActionKind.ANSWER, state.t_ns, parameter=name, value=value)


def _values(name: str) -> tuple[Value, ...]:
    parameter = BY_NAME[name]
    match parameter.measure:
        case Measure.CHOICE:
            return parameter.choices
        case Measure.FLAG:
            return (True, False)
        case Measure.WORDS:
            return ((),)
        case _:
            return (1,)


def _fouls(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    people = [*(player.seat for player in state.players), *Person]
    yield from (HostAction(ActionKind.FOUL, state.t_ns, person) for person in people)


def _roles(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    for player in state.players:
        for role in Role:
            yield HostAction(ActionKind.ASSIGN_ROLE, state.t_ns, player.seat, role=role)


def _counts(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    yield HostAction(ActionKind.COUNT, state.t_ns)
    for number in range(state.vote.voters + 1 if state.vote else 0):
        yield HostAction(ActionKind.COUNT, state.t_ns, number=number)


def _wakes(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    yield from (HostAction(ActionKind.WAKE, state.t_ns, awake=role) for role in Awake)
    yield from (HostAction(ActionKind.WAKE, state.t_ns, seats=(player.seat,)) for player in state.players)


def _numbers(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    yield from (HostAction(ActionKind.CALL_NUMBER, state.t_ns, number=player.seat) for player in state.players)


def _requests(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    whom: list[Seat | None] = [None, *(player.seat for player in state.players)]
    yield from (HostAction(ActionKind.REQUEST, state.t_ns, who, request=kind) for kind in RequestKind for who in whom)


def _permits(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    for kind in PermissionKind:
        for player in state.players:
            yield HostAction(ActionKind.PERMIT, state.t_ns, player.seat, permission=kind)


def _expulsions(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    yield HostAction(ActionKind.EXPEL, state.t_ns, Person.SPECTATOR, text=_REASON)


def _hand_overs(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    for person in (Person.HOST, Person.SIDE_JUDGE):
        yield HostAction(ActionKind.HAND_OVER, state.t_ns, person, text=_REASON)


def _outcomes(kind: ActionKind) -> _Choices:
    def every(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
        for outcome in Outcome:
            yield HostAction(kind, state.t_ns, text=_REASON, value=outcome.value)

    return every


def _annulments(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    yield HostAction(ActionKind.ANNUL_RESULT, state.t_ns, text=_REASON)


def _notes(state: GameState, rules: Ruleset) -> Iterator[HostAction]:
    for player in state.players:
        yield HostAction(ActionKind.NOTE, state.t_ns, player.seat, clause=rules.clauses[0].id)


def _corrections(state: GameState, _rules: Ruleset) -> Iterator[HostAction]:
    moment = exactly(state.t_ns)
    yield HostAction(ActionKind.CORRECT_WORD, state.t_ns, word=Span(moment, moment), source=WordSource.LABEL)


_SPECIAL: Final[dict[ActionKind, _Choices]] = {
    ActionKind.ANSWER: _answers,
    ActionKind.FOUL: _fouls,
    ActionKind.ASSIGN_ROLE: _roles,
    ActionKind.COUNT: _counts,
    ActionKind.WAKE: _wakes,
    ActionKind.CALL_NUMBER: _numbers,
    ActionKind.REQUEST: _requests,
    ActionKind.PERMIT: _permits,
    ActionKind.EXPEL: _expulsions,
    ActionKind.HAND_OVER: _hand_overs,
    ActionKind.DECLARE_RESULT: _outcomes(ActionKind.DECLARE_RESULT),
    ActionKind.AMEND_RESULT: _outcomes(ActionKind.AMEND_RESULT),
    ActionKind.ANNUL_RESULT: _annulments,
    ActionKind.NOTE: _notes,
    ActionKind.CORRECT_WORD: _corrections,
}
