"""Acts of the night: masks on and up, heads bowed, eyes where they should not be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tests.synth.actor import SIDE_OF, Actor
from tests.synth.acts.base import Act
from tests.synth.motion import HandMove
from tests.synth.placements import at_mask, lap

if TYPE_CHECKING:
    from tests.synth.stage import Stage

HAND_UP_S, SLIDE_S, HAND_BACK_S = 0.6, 0.45, 0.7


def move_mask(actor: Actor, at_s: float, lift: float, side: Literal["left", "right"], *, stays: bool = False) -> None:
    """A hand goes to the mask, slides it to `lift` within SLIDE_S from `at_s` on, and goes back unless it stays."""
    letter = SIDE_OF[side]
    posture = replace(actor.posture(at_s), mask_lift=None)
    track = actor.hands[letter]
    before, now = actor.mask.at(at_s), lift
    away = track.last() if track.last().calm else lap(actor.figure, letter)
    grip, moved = (at_mask(actor.figure, letter, x, posture) for x in (before, now))
    track.go(HandMove(at_s - HAND_UP_S, at_s, grip, round_edge=True))
    track.go(HandMove(at_s, at_s + SLIDE_S, moved))
    if not stays:
        track.go(HandMove(at_s + SLIDE_S, at_s + SLIDE_S + HAND_BACK_S, away, round_edge=True))
    actor.mask.go(at_s, at_s + SLIDE_S, lift)


class MaskOn(Act):
    """Pulls the mask over the eyes, shuts them and bows the head."""

    kind: Literal["mask_on"] = "mask_on"
    side: Literal["left", "right"] = "right"
    bow_deg: float = 34.0
    lift: float = 0.0  # how far the mask stays up: above 0.4 the eyes are free
    tilt_deg: float = 0.0  # the mask ends askew, the own left side higher
    held: bool = False  # the hand stays at the mask and holds it, and the head stays up

    needs_s: ClassVar[float] = HAND_UP_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        actor.lids.go(at_s + 0.1, at_s + 0.4, 1.0)
        move_mask(actor, at_s, self.lift, self.side, stays=self.held)
        if self.tilt_deg:
            actor.mask_tilt.go(at_s, at_s + SLIDE_S, self.tilt_deg)
        if self.held:
            return
        actor.bow.go(
            at_s + SLIDE_S + 0.1,
            at_s + SLIDE_S + 1.0,
            self.bow_deg + float(rng.uniform(-4, 4)) if self.bow_deg > 20 else self.bow_deg,
        )
        actor.turn.go(at_s + SLIDE_S + 0.1, at_s + SLIDE_S + 1.0, 0.0)


class MaskUp(Act):
    """Pushes the mask onto the forehead and looks up, as one does by day."""

    kind: Literal["mask_up"] = "mask_up"
    side: Literal["left", "right"] = "right"
    bow_deg: float = 8.0

    needs_s: ClassVar[float] = HAND_UP_S + 0.9

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        actor.bow.go(at_s - 0.85 - HAND_UP_S, at_s - 0.05, self.bow_deg)
        move_mask(actor, at_s, 1.0, self.side)
        if actor.mask_tilt.at(at_s):
            actor.mask_tilt.go(at_s, at_s + SLIDE_S, 0.0)
        actor.lids.go(at_s + 0.15, at_s + 0.45, 0.0)


class Peek(Act):
    """At night: head up, mask pushed up by a hand, eyes open for `open_s`, then all back."""

    kind: Literal["peek"] = "peek"
    side: Literal["left", "right"] = "right"
    open_s: float = 2.0
    lift: float = 1.0
    bow_deg: float = 6.0
    turn_deg: float = 0.0

    needs_s: ClassVar[float] = HAND_UP_S + 0.9

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        down = actor.bow.at(at_s - 0.9)
        actor.bow.go(at_s - 0.85 - HAND_UP_S, at_s - 0.05, self.bow_deg)
        actor.turn.go(at_s, at_s + 0.6, self.turn_deg)
        letter = SIDE_OF[self.side]
        track = actor.hands[letter]
        away = track.last()
        posture = replace(actor.posture(at_s), mask_lift=None)
        low, high = (at_mask(actor.figure, letter, x, posture) for x in (0.0, self.lift))
        shut_s = at_s + SLIDE_S + self.open_s
        track.go(HandMove(at_s - HAND_UP_S, at_s, low, round_edge=True))
        track.go(HandMove(at_s, at_s + SLIDE_S, high))
        track.go(HandMove(shut_s, shut_s + SLIDE_S, low))
        track.go(HandMove(shut_s + SLIDE_S, shut_s + SLIDE_S + HAND_BACK_S, away, round_edge=True))
        actor.mask.go(at_s, at_s + SLIDE_S, self.lift)
        actor.mask.go(shut_s, shut_s + SLIDE_S, 0.0)
        actor.lids.go(at_s + 0.2, at_s + 0.4, 0.0)
        actor.lids.go(shut_s + 0.1, shut_s + 0.35, 1.0)
        aside_deg = float(rng.uniform(6, 12)) * float(rng.choice([-1, 1]))
        if self.open_s >= 0.75:  # a shorter look goes straight ahead
            actor.gaze_side.go(at_s + 0.6, at_s + 0.9, aside_deg)
            actor.gaze_side.go(shut_s - 0.3, shut_s, 0.0)
        actor.turn.go(shut_s, shut_s + 0.6, 0.0)
        actor.bow.go(shut_s + SLIDE_S, shut_s + SLIDE_S + 1.0, down)


class HeadTo(Act):
    """Holds the head so from `at` on."""

    kind: Literal["head"] = "head"
    bow_deg: float | None = None
    turn_deg: float | None = None
    within_s: float = 0.8

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        if self.bow_deg is not None:
            actor.bow.go(at_s, at_s + self.within_s, self.bow_deg)
        if self.turn_deg is not None:
            actor.turn.go(at_s, at_s + self.within_s, self.turn_deg)


class Lids(Act):
    """Opens (0) or shuts (1) the eyes without any mask."""

    kind: Literal["lids"] = "lids"
    closure: float
    within_s: float = 0.2

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        actor.lids.go(at_s, at_s + self.within_s, self.closure)
