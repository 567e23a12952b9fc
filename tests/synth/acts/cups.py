"""Acts with a cup: drinking from it, giving it to a neighbour."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

import numpy as np

from engine.seats import subject_of
from tests.synth.actor import SIDE_OF, Actor, Stay
from tests.synth.acts.base import Act
from tests.synth.at_head import cup_at_mouth
from tests.synth.figure import Figure, HandTarget, Posture
from tests.synth.geometry import F64, UP, frame
from tests.synth.looks import Colour
from tests.synth.motion import HandMove, Placement
from tests.synth.placements import at_rest, checked
from tests.synth.skeleton import SideLetter
from tests.synth.table import FROM_EDGE_M
from tests.synth.things import CUP_ALONG_M, CUP_MIDDLE_M, CUP_OFF_PALM_M, Thing, ThingKind, grip_of, placed_at

if TYPE_CHECKING:
    from tests.synth.stage import Stage

Side = Literal["left", "right"]
REACH_S, CARRY_S, BACK_S = 0.8, 0.9, 0.8
LEAN_DEG: Final = 14.0
_ALWAYS_S: Final = 1e9


def spot_before(figure: Figure, side: SideLetter, inside_m: float, apart_m: float) -> F64:
    """A place on the table before somebody."""
    edge = figure.place.inward * (FROM_EDGE_M + inside_m)
    return np.array([*figure.place.xy_m, figure.table.height_m]) + edge + figure.side(side) * apart_m


def grip(figure: Figure, side: SideLetter, foot: F64, along: F64, posture: Posture) -> Placement:
    """A hand round a cup that stands at `foot`; raises OutOfReach."""
    up = UP if side == "L" else -UP
    axes = frame(along, np.cross(along, up))
    wrist = foot + UP * CUP_MIDDLE_M - axes @ np.array([CUP_ALONG_M, 0.0, CUP_OFF_PALM_M])
    target = HandTarget(wrist, axes, figure.skeleton.form(side, "grip"), on_table=False)
    return replace(checked(figure, side, target, "cup", posture), where="cup", form="grip")


def stand_cup(actor: Actor, foot: F64, from_s: float, to_s: float, colour: Colour) -> None:
    """Let a cup stand on the table for a while."""
    actor.stays.append(Stay(from_s, to_s, Thing(ThingKind.CUP, colour, placed_at(foot, np.eye(3)))))


def hold_cup(actor: Actor, side: SideLetter, from_s: float, to_s: float, colour: Colour) -> None:
    """Let a cup be in somebody's hand for a while."""
    actor.stays.append(Stay(from_s, to_s, Thing(ThingKind.CUP, colour, grip_of(ThingKind.CUP, side), side)))


def painted(rng: np.random.Generator) -> Colour:
    """A cup's colour."""
    r, g, b = rng.uniform(0.2, 0.8, 3)
    return float(r), float(g), float(b)


class Drink(Act):
    """Takes the own cup, drinks for `hold_s` from `at` on, and puts it back."""

    kind: Literal["drink"] = "drink"
    side: Side = "right"
    hold_s: float = 1.4
    inside_m: float = 0.12
    apart_m: float = 0.22

    needs_s: ClassVar[float] = REACH_S + CARRY_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side, figure = SIDE_OF[self.side], actor.figure
        track, colour = actor.hands[side], painted(rng)
        before = track.last()
        foot = spot_before(figure, side, self.inside_m, self.apart_m)
        taken = grip(figure, side, foot, figure.place.inward, at_rest(figure))
        mouth = cup_at_mouth(figure, side, actor.posture(at_s))
        taken_s, put_s = at_s - CARRY_S, at_s + self.hold_s + CARRY_S
        track.go(HandMove(taken_s - REACH_S, taken_s, taken, round_edge=before.where == "lap"))
        track.go(HandMove(taken_s, at_s, mouth))
        track.go(HandMove(at_s + self.hold_s, put_s, taken))
        track.go(HandMove(put_s, put_s + BACK_S, before, round_edge=before.where == "lap"))
        stand_cup(actor, foot, 0.0, taken_s, colour)
        hold_cup(actor, side, taken_s, put_s, colour)
        stand_cup(actor, foot, put_s, _ALWAYS_S, colour)


class PassCup(Act):
    """Puts the own cup down beside a neighbour at `at`, who then takes it: hands come near and do not touch."""

    kind: Literal["pass_cup"] = "pass_cup"
    side: Side
    target: int | Literal["host"]
    inside_m: float = 0.14
    wait_s: float = -0.3  # after which the neighbour reaches for it; below zero while the hand is still there

    needs_s: ClassVar[float] = REACH_S + CARRY_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        other = stage.actors[subject_of(self.target)]
        side, others = SIDE_OF[self.side], SIDE_OF["left" if self.side == "right" else "right"]
        colour = painted(rng)
        foot = spot_before(actor.figure, side, self.inside_m, 0.20)
        between = (spot_before(actor.figure, side, 0.15, 0.0) + spot_before(other.figure, others, 0.15, 0.0)) / 2
        gone = spot_before(other.figure, others, self.inside_m, 0.16)
        taken_s = at_s - CARRY_S
        self._put_down(actor, side, foot, between, at_s)
        seized_s = at_s + self.wait_s + REACH_S
        self._take(other, others, between, gone, seized_s)
        stand_cup(actor, foot, 0.0, taken_s, colour)
        hold_cup(actor, side, taken_s, at_s, colour)
        stand_cup(actor, between, at_s, seized_s, colour)
        hold_cup(other, others, seized_s, seized_s + CARRY_S, colour)
        stand_cup(other, gone, seized_s + CARRY_S, _ALWAYS_S, colour)

    def _put_down(self, actor: Actor, side: SideLetter, foot: F64, between: F64, at_s: float) -> None:
        figure, track = actor.figure, actor.hands[side]
        before, leant = track.last(), replace(at_rest(figure), lean_deg=LEAN_DEG)
        taken = grip(figure, side, foot, figure.place.inward, at_rest(figure))
        put = grip(figure, side, between, figure.place.inward, leant)
        taken_s = at_s - CARRY_S
        track.go(HandMove(taken_s - REACH_S, taken_s, taken, round_edge=before.where == "lap"))
        track.go(HandMove(taken_s, at_s, put, hump_m=0.08))
        track.go(HandMove(at_s, at_s + BACK_S, before, round_edge=before.where == "lap"))
        actor.lean.go(taken_s, at_s, LEAN_DEG)
        actor.lean.go(at_s, at_s + BACK_S, 6.0)

    def _take(self, other: Actor, side: SideLetter, between: F64, gone: F64, at_s: float) -> None:
        figure, track = other.figure, other.hands[side]
        before, leant = track.last(), replace(at_rest(figure), lean_deg=LEAN_DEG)
        taken = grip(figure, side, between, figure.place.inward, leant)
        put = grip(figure, side, gone, figure.place.inward, leant)
        track.go(HandMove(at_s - REACH_S, at_s, taken, round_edge=before.where == "lap"))
        track.go(HandMove(at_s, at_s + CARRY_S, put, hump_m=0.06))
        track.go(HandMove(at_s + CARRY_S, at_s + CARRY_S + BACK_S, before, round_edge=before.where == "lap"))
        other.lean.go(at_s - REACH_S, at_s, LEAN_DEG)
        other.lean.go(at_s + CARRY_S, at_s + CARRY_S + BACK_S, 6.0)
