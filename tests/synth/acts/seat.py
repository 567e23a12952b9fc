"""Acts of the whole body: moving back from the table, leaving the seat and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tests.synth.actor import Actor
from tests.synth.acts.base import Act

if TYPE_CHECKING:
    from tests.synth.stage import Stage

_SLIDE_S, _RISE_S, _WALK_S = 0.7, 0.9, 1.1


class MoveBack(Act):
    """Pushes the chair back from the table by `by_m`, or up to it again with 0."""

    kind: Literal["move_back"] = "move_back"
    by_m: float = 0.22
    within_s: float = 0.9

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        _check_hands(actor, at_s, at_s + self.within_s)
        actor.back.go(at_s, at_s + self.within_s, self.by_m)


class LeaveSeat(Act):
    """Pushes the chair back, stands up at `at`, walks `far_m` away, and sits again after `for_s`."""

    kind: Literal["leave_seat"] = "leave_seat"
    for_s: float = 4.0  # from standing up to sitting down again
    far_m: float = 0.6

    needs_s: ClassVar[float] = _SLIDE_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        sits_s = at_s + self.for_s
        _check_hands(actor, at_s - _SLIDE_S, sits_s + _SLIDE_S)
        back_m = actor.back.at(at_s - _SLIDE_S)
        walk_s = min(_WALK_S, max(0.2, (self.for_s - 2 * _RISE_S) / 2))
        actor.back.go(at_s - _SLIDE_S, at_s, max(back_m, 0.30))
        actor.stand.go(at_s, at_s + _RISE_S, 1.0)
        actor.away.go(at_s + _RISE_S, at_s + _RISE_S + walk_s, self.far_m)
        actor.away.go(sits_s - _RISE_S - walk_s, sits_s - _RISE_S, 0.0)
        actor.stand.go(sits_s - _RISE_S, sits_s, 0.0)
        actor.back.go(sits_s, sits_s + _SLIDE_S, back_m)


def _check_hands(actor: Actor, from_s: float, to_s: float) -> None:
    """Hands must hang at the body while it moves; raises ValueError."""
    for side, track in actor.hands.items():
        at = [track.resting(t) for t in np.linspace(from_s, to_s, 5)]
        if any(place is None or place.where != "lap" for place in at):
            raise ValueError(f"the body moves from {from_s:.2f} s on, but the hand {side} is not in the lap.")
