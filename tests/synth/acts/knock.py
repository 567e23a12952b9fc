"""Knocking on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tests.synth.actor import SIDE_OF, Actor
from tests.synth.acts.base import Act
from tests.synth.motion import HandMove
from tests.synth.placements import on_table
from tests.synth.reaching import RAISE_S, lower_hand, raise_hand

if TYPE_CHECKING:
    from tests.synth.stage import Stage

_DOWN_S, _UP_S, _LEAST_MM = 0.11, 0.14, 55.0


class Knock(Act):
    """Knocks on the table with the fist `times` times, the first blow at about `at`, and goes back to the lap."""

    kind: Literal["knock"] = "knock"
    side: Literal["left", "right"] = "right"
    times: int = 2
    every_s: float = 0.32

    needs_s: ClassVar[float] = RAISE_S + _DOWN_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side, figure = SIDE_OF[self.side], actor.figure
        track = actor.hands[side]
        high = on_table(figure, side, form="fist", clearance_m=_LEAST_MM / 1000)
        low = on_table(figure, side, form="fist", clearance_m=-0.012)
        raise_hand(track, high, at_s - _DOWN_S)
        for k in range(self.times):
            blow_s = at_s + k * max(self.every_s, _DOWN_S + _UP_S + 0.01)
            track.go(HandMove(blow_s - _DOWN_S, blow_s, low))
            track.go(HandMove(blow_s, blow_s + _UP_S, high))
        lower_hand(actor, side, track.free_from_s())
