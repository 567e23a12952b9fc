"""Own actions that the table has not confirmed yet, so that a key is seen at once and the next key builds on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.actions import ActionKind, HostAction
from engine.events import Event, Refused
from engine.intervals import NS_PER_S
from engine.legal import allowed
from engine.ruleset import Ruleset
from engine.state import GameState
from engine.step import step

PATIENCE_NS: Final = 3 * NS_PER_S  # an action unconfirmed for longer is not shown as if it had happened


@dataclass(frozen=True, slots=True)
class Expected:
    """The state with own actions applied, as the table will see it in a moment."""

    state: GameState
    allowed: frozenset[ActionKind]
    events: tuple[Event, ...] | None  # of the newest own action; None where nothing is outstanding


@dataclass(slots=True)
class Prediction:
    """Actions on their way, oldest first, with the machine's time at which each was sent."""

    _sent: list[tuple[HostAction, int]] = field(default_factory=list)
    _known: tuple[GameState, tuple[HostAction, ...], Expected] | None = None

    def send(self, action: HostAction, now_ns: int) -> None:
        """Remember an action that goes to the table."""
        self._sent.append((action, now_ns))

    def settle(self, confirmed: GameState, now_ns: int) -> None:
        """Forget what a newer state contains, and what the table never answered."""
        self._sent = [
            (action, at) for action, at in self._sent if action.t_ns > confirmed.t_ns and now_ns - at < PATIENCE_NS
        ]

    def forget(self) -> None:
        """Something else happened on the way: a refusal, an undo."""
        self._sent.clear()

    def expected(self, state: GameState, allowed_now: frozenset[ActionKind], rules: Ruleset) -> Expected:
        """The confirmed state with the outstanding actions on top."""
        if not self._sent:
            return Expected(state, allowed_now, None)
        actions = tuple(action for action, _ in self._sent)
        if self._known is not None and self._known[0] is state and self._known[1] == actions:
            return self._known[2]
        ahead, events = state, None
        for action in actions:
            result = step(ahead, action, rules)
            if not isinstance(result, Refused):
                ahead, events = result.state, result.events
        expected = Expected(ahead, allowed(ahead, rules), events)
        self._known = (state, actions, expected)
        return expected
