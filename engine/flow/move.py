"""What a move of the game is: a guard that says why not, and an effect on a copy of the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.actions import HostAction
from engine.codes import Phase
from engine.events import Event, EventKind, RefusalCode
from engine.play_rules import PlayRules
from engine.seats import Seat
from engine.state import GameState

Moved: TypeAlias = tuple[GameState, tuple[Event, ...]]
Guard: TypeAlias = Callable[[GameState, HostAction, PlayRules], RefusalCode | None]
Effect: TypeAlias = Callable[[GameState, HostAction, PlayRules], Moved]


@dataclass(frozen=True, slots=True)
class Move:
    """One host action: the phases that know it, why it may be refused there, and what it does."""

    phases: frozenset[Phase]
    guard: Guard
    effect: Effect


def always(_state: GameState, _action: HostAction, _play: PlayRules) -> RefusalCode | None:
    """A guard for moves that their phase alone permits."""
    return None


def started(phase: Phase, t_ns: int) -> Event:
    """The event of a new phase."""
    return Event(EventKind.PHASE_STARTED, t_ns, text=phase.value)


def seat_of(action: HostAction) -> Seat:
    """The seat an action is about, after its guard has made sure there is one."""
    if not isinstance(action.subject, int):
        raise TypeError(f"{action.kind} came past its guard without a seat")
    return action.subject


def target_of(action: HostAction) -> Seat:
    """The seat an action points at, after its guard has made sure there is one."""
    if action.target is None:
        raise TypeError(f"{action.kind} came past its guard without a target")
    return action.target


def needs_seat_at_table(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    """A guard for moves about a player still in the game."""
    if not isinstance(action.subject, int):
        return RefusalCode.FIELD_MISSING
    return None if state.is_at_table(action.subject) else RefusalCode.NOT_AT_TABLE


NIGHT_ZERO = frozenset({Phase.DEAL, Phase.AGREEMENT, Phase.INTRODUCTIONS, Phase.FREE_SEATING})
NIGHT = frozenset({Phase.NIGHT, Phase.SHOOTING, Phase.DON_CHECK, Phase.SHERIFF_CHECK, Phase.BEST_MOVE, Phase.MORNING})
PLAYING = frozenset(Phase) - {Phase.SETUP, Phase.OVER}
EVERYWHERE = frozenset(Phase)
