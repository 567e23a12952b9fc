"""A recorded game's timeline played as the host's actions, so that a recording moves the game as a host would.

What a timeline leaves out (speeches that nobody wrote down, the steps between a night's cues) is filled in with the
game's own next step until the recorded action becomes possible. A game that has taken another way than the recording
(somebody was removed, a vote cancelled) is never driven on to fit: what no longer fits is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.actions import ActionKind, HostAction
from engine.codes import Phase, TimelineKind
from engine.events import Refused
from engine.flow.day import next_speaker
from engine.parameters import Value
from engine.ruleset import Ruleset
from engine.state import GameState
from engine.step import refusal, step
from engine.timeline import TimelineEntry

MAX_STEPS: Final = 80
"""A day of ten speeches and a night take some forty steps; a recorded action further away does not fit the game."""

_KIND_OF: Final[Mapping[TimelineKind, ActionKind]] = {
    TimelineKind.NIGHT_CUE: ActionKind.ANNOUNCE_NIGHT,
    TimelineKind.CITY_SLEEPS: ActionKind.CITY_SLEEPS,
    TimelineKind.DAY_CUE: ActionKind.START_DAY,
    TimelineKind.WAKE: ActionKind.WAKE,
    TimelineKind.SLEEP: ActionKind.SLEEP,
    TimelineKind.SPEECH_START: ActionKind.START_SPEECH,
    TimelineKind.SPEECH_END: ActionKind.END_SPEECH,
    TimelineKind.NOMINATION: ActionKind.NOMINATE,
    TimelineKind.VOTE_OPEN: ActionKind.OPEN_VOTE,
    TimelineKind.CALL: ActionKind.CALL,
    TimelineKind.WORD: ActionKind.CLOSING_WORD,
    TimelineKind.COUNT: ActionKind.COUNT,
    TimelineKind.SHOOTOUT_START: ActionKind.START_SHOOTOUT,
    TimelineKind.LIFT_CALL: ActionKind.CALL_LIFT,
    TimelineKind.PAUSE: ActionKind.PAUSE,
    TimelineKind.RESUME: ActionKind.RESUME,
    TimelineKind.REQUEST: ActionKind.REQUEST,
    TimelineKind.PERMISSION: ActionKind.PERMIT,
}
_NEXT_STEPS: Final = (
    ActionKind.START_GAME,
    ActionKind.START_AGREEMENT,
    ActionKind.START_INTRODUCTIONS,
    ActionKind.START_FREE_SEATING,
    ActionKind.END_SPEECH,
    ActionKind.START_SPEECH,
    ActionKind.START_SHOOTING,
    ActionKind.START_DON_CHECK,
    ActionKind.START_SHERIFF_CHECK,
    ActionKind.END_CHECKS,
    ActionKind.START_DAY,
    ActionKind.ANNOUNCE_NIGHT,
)
_TURNS: Final = frozenset({ActionKind.START_DAY, ActionKind.ANNOUNCE_NIGHT})
"""Steps to another part of the game: filled in once at most, and never to reach something of another day."""
_WITHIN_A_DAY: Final = frozenset(
    {
        ActionKind.NOMINATE,
        ActionKind.OPEN_VOTE,
        ActionKind.CALL,
        ActionKind.CLOSING_WORD,
        ActionKind.COUNT,
        ActionKind.START_SHOOTOUT,
        ActionKind.CALL_LIFT,
        ActionKind.END_SPEECH,
    }
)


def answers(given: Mapping[str, Value]) -> Iterator[HostAction]:
    """The answers to the rulebook's open questions that a recording was made under."""
    for parameter, value in sorted(given.items()):
        yield HostAction(ActionKind.ANSWER, 0, parameter=parameter, value=value)


def action_of(entry: TimelineEntry) -> HostAction | None:
    """The host's action that a timeline line records; None for lines that no host enters."""
    kind = _KIND_OF.get(entry.kind)
    if kind is None:
        return None
    return HostAction(
        kind,
        entry.t.middle_ns,  # the key was pressed in the middle of what is written down
        subject=entry.subject,
        target=entry.candidate,
        seats=entry.seats,
        number=entry.number,
        word=entry.span if entry.kind is TimelineKind.WORD else None,
        source=entry.source,
        awake=entry.awake,
        request=entry.request,
        permission=entry.permission,
    )


def play(
    wanted: HostAction, state: Callable[[], GameState], enter: Callable[[HostAction], object], rules: Ruleset
) -> bool:
    """Enter an action, and before it whatever steps the game needs first; False, and nothing entered, where it does not
    fit the game."""
    steps = way_to(wanted, state(), rules)
    for action in steps:
        enter(action)
    return bool(steps)


def way_to(wanted: HostAction, state: GameState, rules: Ruleset) -> tuple[HostAction, ...]:
    """The actions that end with the wanted one; none where the game does not lead there."""
    steps: list[HostAction] = []
    turns: set[ActionKind] = set()
    for _ in range(MAX_STEPS):
        t_ns = max(wanted.t_ns, state.t_ns)
        fitting = replace(wanted, t_ns=t_ns)
        if refusal(state, fitting, rules) is None:
            return (*steps, fitting)
        before = _next_step(state, t_ns, rules)
        if before is None:
            return ()
        if before.kind in _TURNS:
            if before.kind in turns or wanted.kind in _WITHIN_A_DAY:
                return ()
            turns.add(before.kind)
        done = step(state, before, rules)
        if isinstance(done, Refused):
            return ()
        steps.append(before)
        state = done.state
    return ()


def _next_step(state: GameState, t_ns: int, rules: Ruleset) -> HostAction | None:
    for kind in _NEXT_STEPS:
        speaker = next_speaker(state) if kind is ActionKind.START_SPEECH and state.phase is Phase.DAY else None
        action = HostAction(kind, t_ns, subject=speaker)
        if refusal(state, action, rules) is None:
            return action
    return None
