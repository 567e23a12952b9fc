"""Numbers shown with the fingers: at the table by day, and raised at night to shoot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from pydantic import Field

from tests.synth.actor import SIDE_OF, Actor
from tests.synth.acts.base import Act
from tests.synth.motion import HandMove, Placement
from tests.synth.placements import raised, shown
from tests.synth.skeleton import SideLetter

if TYPE_CHECKING:
    from tests.synth.stage import Stage

Side = Literal["left", "right"]
_UP_S, _BACK_S = 0.7, 0.7


def _show(
    actor: Actor,
    number: int,
    side: Side,
    at_s: float,
    hold_s: float,
    held: Callable[[SideLetter, str], Placement],
) -> None:
    """`side` shows up to five, the other hand the rest."""
    first = SIDE_OF[side]
    counts: dict[SideLetter, int] = {first: min(number, 5)}
    if number > 5:
        counts["L" if first == "R" else "R"] = number - 5
    for letter, count in counts.items():
        track = actor.hands[letter]
        before = track.last()
        round_edge = before.where == "lap"
        track.go(HandMove(at_s - _UP_S, at_s, held(letter, f"count_{count}"), round_edge=round_edge))
        track.go(HandMove(at_s + hold_s, at_s + hold_s + _BACK_S, before, round_edge=round_edge))


class ShowNumber(Act):
    """Shows a number with the fingers before the chest from `at` on for `hold_s`; above five with both hands."""

    kind: Literal["show_number"] = "show_number"
    number: int = Field(ge=1, le=10)
    side: Side = "right"
    hold_s: float = 1.2
    height_mm: float = 200.0

    needs_s: ClassVar[float] = _UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        height_m = self.height_mm / 1000

        def held(side: SideLetter, form: str) -> Placement:
            return shown(actor.figure, side, form, height_m)

        _show(actor, self.number, self.side, at_s, self.hold_s, held)


class ShotHand(Act):
    """Raises the hand beside the head, as the mafia does at night when it shoots, with a number of fingers."""

    kind: Literal["shot_hand"] = "shot_hand"
    number: int = Field(default=5, ge=1, le=10)
    side: Side = "right"
    hold_s: float = 1.2

    needs_s: ClassVar[float] = _UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        def held(side: SideLetter, form: str) -> Placement:
            return raised(actor.figure, side, form)

        _show(actor, self.number, self.side, at_s, self.hold_s, held)
