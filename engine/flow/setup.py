"""Before the game: the open questions of the rulebook, nicks, cards, and the first nightfall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.actions import ActionKind, HostAction, moment
from engine.codes import Phase
from engine.copying import replace
from engine.events import Event, EventKind, RefusalCode
from engine.flow.leaving import settle
from engine.flow.move import NIGHT_ZERO, Moved, seat_of, started
from engine.parameters import BY_NAME, UNSPECIFIED, checked
from engine.play_rules import open_questions
from engine.ruleset import Ruleset
from engine.seats import GAME_SEATS
from engine.state import ROLE_COUNTS, GameState


def _may_answer(state: GameState, action: HostAction, rules: Ruleset) -> RefusalCode | None:
    if action.parameter is None or action.value is None:
        return RefusalCode.FIELD_MISSING
    if action.parameter not in BY_NAME or action.parameter in dict(state.answers):
        return RefusalCode.NO_SUCH_QUESTION
    if action.parameter not in unanswered(rules):
        return RefusalCode.NO_SUCH_QUESTION
    try:
        checked(BY_NAME[action.parameter], action.value)
    except ValueError:
        return RefusalCode.FIELD_INVALID
    return RefusalCode.FIELD_INVALID if action.value == UNSPECIFIED.value else None


def unanswered(rules: Ruleset) -> tuple[str, ...]:
    """Every parameter the rulebook leaves open, needed for play or not; any of them may be answered."""
    return tuple(name for name, value in rules.parameters.items() if value is UNSPECIFIED)


def _answer(state: GameState, action: HostAction, _rules: Ruleset) -> Moved:
    if action.parameter is None:
        raise TypeError("answer came past its guard without a parameter")
    value = checked(BY_NAME[action.parameter], action.value)
    state = replace(state, answers=(*state.answers, (action.parameter, value)))
    return state, (Event(EventKind.QUESTION_ANSWERED, action.t_ns, text=f"{action.parameter} {action.value}"),)


def _may_seat(state: GameState, action: HostAction, _rules: Ruleset) -> RefusalCode | None:
    if not isinstance(action.subject, int):
        return RefusalCode.FIELD_MISSING
    return None if action.subject <= len(state.players) else RefusalCode.FIELD_INVALID


def _seat(state: GameState, action: HostAction, _rules: Ruleset) -> Moved:
    seat = seat_of(action)
    state = state.with_player(replace(state.player(seat), nick=action.text))
    return state, (Event(EventKind.PLAYER_SEATED, action.t_ns, seat, text=action.text),)


def _may_deal(state: GameState, action: HostAction, rules: Ruleset) -> RefusalCode | None:
    refused = _may_seat(state, action, rules)
    if refused is not None:
        return refused
    if action.role is None:
        return RefusalCode.FIELD_MISSING
    others = Counter(player.role for player in state.players if player.seat != action.subject)
    left = ROLE_COUNTS[action.role] - others[action.role]
    return None if len(state.players) != len(GAME_SEATS) or left > 0 else RefusalCode.ROLE_TAKEN


def _deal(state: GameState, action: HostAction, _rules: Ruleset) -> Moved:
    """A card is written down silently: no event names a role."""
    state = state.with_player(replace(state.player(seat_of(action)), role=action.role))
    return settle(state, action.t_ns) if state.phase is not Phase.SETUP else (state, ())


def _may_start(state: GameState, _action: HostAction, rules: Ruleset) -> RefusalCode | None:
    if open_questions(rules, state.answers):
        return RefusalCode.QUESTION_OPEN
    dealt = Counter(player.role for player in state.players)
    complete = dealt == ROLE_COUNTS or len(state.players) != len(GAME_SEATS)
    return None if complete or dealt[None] > 0 else RefusalCode.ROLES_INCOMPLETE


def _start(state: GameState, action: HostAction, _rules: Ruleset) -> Moved:
    state = replace(state, phase=Phase.DEAL, night_cue=moment(action))
    return state, (started(Phase.DEAL, action.t_ns),)


SetupGuard = Callable[[GameState, HostAction, Ruleset], RefusalCode | None]
SetupEffect = Callable[[GameState, HostAction, Ruleset], Moved]

MOVES: Final[dict[ActionKind, tuple[frozenset[Phase], SetupGuard, SetupEffect]]] = {
    ActionKind.ANSWER: (frozenset({Phase.SETUP}), _may_answer, _answer),
    ActionKind.SEAT_PLAYER: (frozenset({Phase.SETUP}), _may_seat, _seat),
    ActionKind.ASSIGN_ROLE: (frozenset({Phase.SETUP}) | NIGHT_ZERO, _may_deal, _deal),
    ActionKind.START_GAME: (frozenset({Phase.SETUP}), _may_start, _start),
}
"""Moves that work before every question of the rulebook is answered; hence on the ruleset itself."""
