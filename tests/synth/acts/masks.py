"""Acts with the mask by day: pulled to the chin, taken into the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tests.synth.actor import SIDE_OF, Actor, Stay
from tests.synth.acts.base import Act
from tests.synth.acts.night import HAND_BACK_S, HAND_UP_S, move_mask
from tests.synth.looks import MASK_COLOURS
from tests.synth.motion import HandMove
from tests.synth.placements import at_mask, lap
from tests.synth.things import Thing, ThingKind, grip_of

if TYPE_CHECKING:
    from tests.synth.stage import Stage

Side = Literal["left", "right"]


class MaskDown(Act):
    """Pulls the mask from the forehead or the eyes down to the chin."""

    kind: Literal["mask_down"] = "mask_down"
    side: Side = "right"

    needs_s: ClassVar[float] = HAND_UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        move_mask(actor, at_s, -1.0, self.side)


class MaskOff(Act):
    """Takes the mask off the head at `at` and holds it in the lap for `for_s`, then puts it back where it was."""

    kind: Literal["mask_off"] = "mask_off"
    side: Side = "right"
    for_s: float = 3.0

    needs_s: ClassVar[float] = HAND_UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        if not actor.has_mask:
            raise ValueError("who has no mask cannot take it off.")
        side, track = SIDE_OF[self.side], actor.hands[SIDE_OF[self.side]]
        lift, back_s = actor.mask.at(at_s), at_s + self.for_s
        posture = replace(actor.posture(at_s), mask_lift=None)
        grasp = at_mask(actor.figure, side, lift, posture)
        held = replace(lap(actor.figure, side), form="pinch")
        held = replace(held, target=replace(held.target, fingers=actor.figure.skeleton.form(side, "pinch")))
        track.go(HandMove(at_s - HAND_UP_S, at_s, grasp, round_edge=True))
        track.go(HandMove(at_s, at_s + HAND_BACK_S, held, round_edge=True))
        track.go(HandMove(back_s - HAND_BACK_S, back_s, grasp, round_edge=True))
        track.go(HandMove(back_s, back_s + HAND_BACK_S, lap(actor.figure, side), round_edge=True))
        colour = MASK_COLOURS[actor.figure.look.mask_colour]
        actor.bare.append((at_s, back_s))
        actor.stays.append(Stay(at_s, back_s, Thing(ThingKind.MASK, colour, grip_of(ThingKind.MASK, side), side)))
