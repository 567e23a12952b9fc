"""Acts of a hand at the own head: scratching, a hand over the mask, the head on a fist."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tests.synth.actor import SIDE_OF, Actor
from tests.synth.acts.base import Act
from tests.synth.at_head import FaceSpot, cheek_on_fist, finger_on_face, palm_on_mask
from tests.synth.motion import HandMove, Placement

if TYPE_CHECKING:
    from tests.synth.stage import Stage

Side = Literal["left", "right"]
_UP_S, _BACK_S, _STROKE_S = 0.8, 0.8, 0.22
_PRESSED_M = -0.003  # so that the head's unrest does not break the touch


def _to_head(actor: Actor, side: Side, there: Placement, at_s: float) -> Placement:
    """The hand goes to the head; returns where it was."""
    track = actor.hands[SIDE_OF[side]]
    before = track.last()
    track.go(HandMove(at_s - _UP_S, at_s, there, round_edge=before.where == "lap"))
    return before


def _from_head(actor: Actor, side: Side, before: Placement, from_s: float) -> None:
    track = actor.hands[SIDE_OF[side]]
    track.go(HandMove(from_s, from_s + _BACK_S, before, round_edge=before.where == "lap"))


class Scratch(Act):
    """Scratches the own face with `strokes` of the fingertips from `at` on; by day or, masked, at night."""

    kind: Literal["scratch"] = "scratch"
    side: Side = "right"
    spot: FaceSpot = "nose"
    strokes: int = 3

    needs_s: ClassVar[float] = _UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side = SIDE_OF[self.side]
        posture = actor.posture(at_s)
        low, high = (
            finger_on_face(actor.figure, side, posture, self.spot, _PRESSED_M, higher) for higher in (-0.006, 0.006)
        )
        before = _to_head(actor, self.side, low, at_s)
        t = at_s
        for k in range(2 * self.strokes):
            actor.hands[side].go(HandMove(t, t + _STROKE_S, low if k % 2 else high))
            t += _STROKE_S
        _from_head(actor, self.side, before, t)


class HandOverMask(Act):
    """Lays a hand over the mask from `at` on for `hold_s`, so that nobody sees whether it covers the eyes."""

    kind: Literal["hand_over_mask"] = "hand_over_mask"
    side: Side = "right"
    hold_s: float = 3.0

    needs_s: ClassVar[float] = _UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        there = palm_on_mask(actor.figure, SIDE_OF[self.side], actor.posture(at_s), _PRESSED_M)
        before = _to_head(actor, self.side, there, at_s)
        _from_head(actor, self.side, before, at_s + self.hold_s)


class HeadOnFist(Act):
    """Leans forward and rests the cheek on a fist from `at` on for `hold_s`."""

    kind: Literal["head_on_fist"] = "head_on_fist"
    side: Side = "left"
    hold_s: float = 3.0
    lean_deg: float = 20.0
    bow_deg: float = 15.0

    needs_s: ClassVar[float] = _UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        now = actor.posture(at_s)
        leant = replace(now, lean_deg=self.lean_deg, bow_deg=self.bow_deg)
        there = cheek_on_fist(actor.figure, SIDE_OF[self.side], leant, _PRESSED_M)
        lean_deg, bow_deg = actor.lean.at(at_s - _UP_S), actor.bow.at(at_s - _UP_S)
        actor.lean.go(at_s - _UP_S, at_s - 0.1, self.lean_deg)
        actor.bow.go(at_s - _UP_S, at_s - 0.1, self.bow_deg)
        before = _to_head(actor, self.side, there, at_s)
        leave_s = at_s + self.hold_s
        _from_head(actor, self.side, before, leave_s)
        actor.lean.go(leave_s + 0.1, leave_s + _BACK_S, lean_deg)
        actor.bow.go(leave_s + 0.1, leave_s + _BACK_S, bow_deg)
