"""What happens around the game: requests and leave, technical pause, hand-over, protest and the result afterwards."""

from __future__ import annotations

from engine.actions import ActionKind, HostAction
from engine.codes import Phase
from engine.copying import replace
from engine.events import Event, EventKind, RefusalCode
from engine.flow.leaving import decide
from engine.flow.move import EVERYWHERE, PLAYING, Move, Moved, always
from engine.play_rules import PlayRules
from engine.seats import Person
from engine.state import GameState, Outcome


def _may_request(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.request is not None else RefusalCode.FIELD_MISSING


def _request(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    if action.request is None:
        raise TypeError("request came past its guard without its kind")
    state = replace(state, requests=state.requests | {(action.request, action.subject)})
    return state, (Event(EventKind.REQUESTED, action.t_ns, action.subject, text=action.request.value),)


def _may_permit(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.permission is not None else RefusalCode.FIELD_MISSING


def _permit(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    if action.permission is None:
        raise TypeError("permit came past its guard without its kind")
    state = replace(state, permissions=state.permissions | {(action.permission, action.subject)})
    return state, (Event(EventKind.PERMITTED, action.t_ns, action.subject, text=action.permission.value),)


def _pause(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return replace(state, paused_ns=action.t_ns), (Event(EventKind.PAUSED, action.t_ns),)


def _resume(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """The clock of a running speech stood still."""
    if state.paused_ns is None:
        raise TypeError("resume came past its guard without a pause")
    lost_ns = action.t_ns - state.paused_ns
    deadline_ns = None if state.deadline_ns is None else state.deadline_ns + lost_ns
    state = replace(state, paused_ns=None, deadline_ns=deadline_ns)
    return state, (Event(EventKind.RESUMED, action.t_ns, number=lost_ns),)


def _may_hand_over(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if action.subject not in (Person.HOST, Person.SIDE_JUDGE) or not action.text.strip():
        return RefusalCode.FIELD_MISSING
    return None


def _hand_over(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    is_host = action.subject is Person.HOST
    state = replace(state, host=action.text) if is_host else replace(state, judge=action.text)
    return state, (Event(EventKind.HANDED_OVER, action.t_ns, action.subject, text=action.text),)


def _mark(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return state, (Event(EventKind.MARKED, action.t_ns, action.subject, text=action.text),)


def _may_correct(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.word is not None and action.word.end is not None else RefusalCode.FIELD_MISSING


def _correct(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """A judge's mark stands in the record; what was decided live stays decided."""
    return state, (Event(EventKind.WORD_CORRECTED, action.t_ns, text=action.text),)


def _may_note(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.subject is not None and action.clause is not None else RefusalCode.FIELD_MISSING


def _note(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return state, (Event(EventKind.NOTED, action.t_ns, action.subject, text=action.clause or ""),)


def _is_outcome(action: HostAction) -> bool:
    return action.value in {outcome.value for outcome in Outcome}


def _may_declare(state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if not _is_outcome(action):
        return RefusalCode.FIELD_INVALID
    if state.roles_known:
        return RefusalCode.ROLES_KNOWN
    return RefusalCode.GAME_DECIDED if state.result is not None else None


def _declare(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    return decide(state, Outcome(str(action.value)), action.t_ns)


def _protest(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    note = (action.t_ns, action.subject, action.text)
    state = replace(state, record=replace(state.record, protests=(*state.record.protests, note)))
    return state, (Event(EventKind.PROTESTED, action.t_ns, action.subject, text=action.text),)


def _may_protest(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.text.strip() else RefusalCode.REASON_MISSING


def _may_amend(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    if not _is_outcome(action):
        return RefusalCode.FIELD_INVALID
    return None if action.text.strip() else RefusalCode.REASON_MISSING


def _amend(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    """A ruling after the game stands beside the result the table reached; neither is overwritten."""
    ruling = (action.t_ns, str(action.value), action.text)
    state = replace(state, record=replace(state.record, rulings=(*state.record.rulings, ruling)))
    return state, (Event(EventKind.RESULT_AMENDED, action.t_ns, text=f"{action.value} {action.text}"),)


def _may_annul(_state: GameState, action: HostAction, _play: PlayRules) -> RefusalCode | None:
    return None if action.text.strip() else RefusalCode.REASON_MISSING


def _annul(state: GameState, action: HostAction, _play: PlayRules) -> Moved:
    ruling = (action.t_ns, "annulled", action.text)
    state = replace(state, record=replace(state.record, rulings=(*state.record.rulings, ruling)))
    return state, (Event(EventKind.RESULT_ANNULLED, action.t_ns, text=action.text),)


_AFTERWARDS = frozenset({Phase.OVER})
WHILE_PAUSED = frozenset(
    {
        ActionKind.RESUME,
        ActionKind.REQUEST,
        ActionKind.PERMIT,
        ActionKind.HAND_OVER,
        ActionKind.MARK,
        ActionKind.CORRECT_WORD,
    }
)
"""What a host can still do in a technical pause: the rules of play stand still."""

MOVES = {
    ActionKind.REQUEST: Move(PLAYING, _may_request, _request),
    ActionKind.PERMIT: Move(EVERYWHERE, _may_permit, _permit),
    ActionKind.PAUSE: Move(PLAYING, always, _pause),
    ActionKind.RESUME: Move(
        PLAYING,
        lambda state, _action, _play: None if state.paused_ns is not None else RefusalCode.NOT_NOW,
        _resume,
    ),
    ActionKind.HAND_OVER: Move(EVERYWHERE, _may_hand_over, _hand_over),
    ActionKind.MARK: Move(EVERYWHERE, always, _mark),
    ActionKind.CORRECT_WORD: Move(EVERYWHERE, _may_correct, _correct),
    ActionKind.NOTE: Move(EVERYWHERE, _may_note, _note),
    ActionKind.DECLARE_RESULT: Move(PLAYING, _may_declare, _declare),
    ActionKind.PROTEST: Move(_AFTERWARDS, _may_protest, _protest),
    ActionKind.AMEND_RESULT: Move(_AFTERWARDS, _may_amend, _amend),
    ActionKind.ANNUL_RESULT: Move(_AFTERWARDS, _may_annul, _annul),
}
