"""What a digit does: the seat it names, in the half-typed command or the phase it is typed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.seats import Seat
from engine.state import GameState
from ui.host.steps import Allowed


class Mode(StrEnum):
    """A command that waits for a seat."""

    FOUL = "foul"
    TECH_FOUL = "tech_foul"
    REMOVE = "remove"
    WITHDRAW = "withdraw"
    WRONG_SEAT = "wrong_seat"


ACTION_OF_MODE: Final = {
    Mode.FOUL: ActionKind.FOUL,
    Mode.TECH_FOUL: ActionKind.TECH_FOUL,
    Mode.REMOVE: ActionKind.REMOVE,
    Mode.WITHDRAW: ActionKind.WITHDRAW,
}


def action_of_mode(mode: Mode, seat: Seat, state: GameState) -> HostAction:
    """A command completed by its seat; WRONG_SEAT is not one, it repeats the last entry."""
    kind = ACTION_OF_MODE[mode]
    if mode is Mode.WITHDRAW:
        return HostAction(kind, 0, state.speaker, target=seat)
    return HostAction(kind, 0, seat)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a bare digit stands for in a phase; `word` is its message, `kind` decides whether it is greyed."""

    word: str
    kind: ActionKind | None


_MEANINGS: Final[dict[Phase, Meaning]] = {
    Phase.DAY: Meaning("give the floor", ActionKind.START_SPEECH),
    Phase.FAREWELL: Meaning("give the floor", ActionKind.START_SPEECH),
    Phase.EVENING: Meaning("give the floor", ActionKind.START_SPEECH),
    Phase.SPEECH: Meaning("nominate", ActionKind.NOMINATE),
    Phase.VOTE: Meaning("call", ActionKind.CALL),
    Phase.BALLOT: Meaning("correct", ActionKind.COUNT),
    Phase.LIFT_BALLOT: Meaning("correct", ActionKind.COUNT),
    Phase.SHOOTOUT: Meaning("give the floor", ActionKind.START_SPEECH),
    Phase.SHOOTING: Meaning("hidden entry", None),
    Phase.DON_CHECK: Meaning("hidden entry", None),
    Phase.SHERIFF_CHECK: Meaning("hidden entry", None),
    Phase.BEST_MOVE: Meaning("name", ActionKind.NAME_BLACK),
}
_NOTHING: Final = Meaning("seat", ActionKind.CAST)


def meaning(state: GameState) -> Meaning:
    """What a bare digit does now."""
    return _MEANINGS.get(state.phase, _NOTHING)


def is_offered(state: GameState, allowed: Allowed) -> bool:
    """Whether a digit does anything; at night always, so that the screen tells nothing about roles."""
    kind = meaning(state).kind
    return state.paused_ns is None and (kind is None or kind in allowed)


def action_of_digit(seat: Seat, state: GameState) -> HostAction | None:
    """The action of a bare digit, outside ballots and covert phases; None where it has none."""
    match state.phase:
        case Phase.DAY | Phase.FAREWELL | Phase.EVENING | Phase.SHOOTOUT:
            return HostAction(ActionKind.START_SPEECH, 0, seat)
        case Phase.SPEECH:
            return HostAction(ActionKind.NOMINATE, 0, state.speaker, target=seat)
        case Phase.VOTE:
            return HostAction(ActionKind.CALL, 0, target=seat)
        case Phase.BEST_MOVE:
            return HostAction(ActionKind.NAME_BLACK, 0, target=seat)
        case _:
            return None


def covert_action(typed: tuple[Seat, ...], state: GameState) -> HostAction | None:
    """The night's entry once enough numbers are typed: shooter and target, or whom the night killed, or the checked."""
    if state.phase is not Phase.SHOOTING:
        return HostAction(ActionKind.CHECK, 0, target=typed[0])
    if not state.roles_known:
        return HostAction(ActionKind.KILL, 0, target=typed[0])
    return HostAction(ActionKind.SHOOT, 0, typed[0], target=typed[1]) if len(typed) == 2 else None


_TARGETED: Final = frozenset(
    {ActionKind.NOMINATE, ActionKind.WITHDRAW, ActionKind.CALL, ActionKind.NAME_BLACK, ActionKind.SHOOT}
    | {ActionKind.KILL, ActionKind.CHECK}
)
_SEATED: Final = frozenset(
    {ActionKind.FOUL, ActionKind.TECH_FOUL, ActionKind.REMOVE, ActionKind.CAST, ActionKind.UNCAST}
)


def can_change_seat(action: HostAction) -> bool:
    """Whether an entry was about one seat, so that a wrong one can be corrected."""
    return action.kind in _TARGETED or action.kind in _SEATED


def is_targeted(action: HostAction) -> bool:
    """Whether the seat typed for this action is its target."""
    return action.kind in _TARGETED
