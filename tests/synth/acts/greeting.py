"""Two neighbours shake hands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from scipy.spatial import cKDTree

from engine.seats import subject_of
from tests.synth.actor import Actor
from tests.synth.acts.base import Act
from tests.synth.figure import HandTarget, Posture
from tests.synth.geometry import F64, UP, cross, frame, unit
from tests.synth.motion import HandMove, Placement
from tests.synth.placements import at_rest, checked
from tests.synth.table import FROM_EDGE_M

if TYPE_CHECKING:
    from tests.synth.stage import Stage

LEAN_DEG = 18.0
_OUT_S, _BACK_S = 0.9, 0.9


class Handshake(Act):
    """Shakes a neighbour's right hand with the own right hand from `at` on for `hold_s`."""

    kind: Literal["handshake"] = "handshake"
    target: int | Literal["host"]
    hold_s: float = 1.2
    gap_mm: float = 0.5

    needs_s: ClassVar[float] = _OUT_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        other = stage.actors[subject_of(self.target)]
        middle = (_before(actor) + _before(other)) / 2 + UP * 0.18
        way = _before(other) - _before(actor)
        along = unit(np.array([way[0], way[1], 0.0]))
        leant = [replace(at_rest(a.figure), lean_deg=LEAN_DEG) for a in (actor, other)]
        own = _clasp(actor, middle, along, 0.0, leant[0])
        apart = _apart_m(actor, own, other, middle, along, leant, self.gap_mm / 1000)
        theirs = _clasp(other, middle, -along, apart, leant[1])
        for one, there in ((actor, own), (other, theirs)):
            track = one.hands["R"]
            before = track.last()
            round_edge = before.where == "lap"
            leave_s = at_s + self.hold_s
            track.go(HandMove(at_s - _OUT_S, at_s, there, round_edge=round_edge))
            track.go(HandMove(leave_s, leave_s + _BACK_S, before, round_edge=round_edge))
            one.lean.go(at_s - _OUT_S, at_s, LEAN_DEG)
            one.lean.go(leave_s, leave_s + _BACK_S, 6.0)


def _before(actor: Actor) -> F64:
    place = actor.figure.place
    return np.array([*place.xy_m, actor.figure.table.height_m]) + place.inward * (FROM_EDGE_M - 0.04)


def _clasp(actor: Actor, middle: F64, along: F64, apart_m: float, posture: Posture) -> Placement:
    """A right hand with its palm at `middle`, thumb up, moved back by `apart_m` out of the other's palm."""
    palm = cross(UP, along)
    wrist = middle - along * 0.085 - palm * (0.022 + apart_m)
    target = HandTarget(wrist, frame(along, palm), actor.figure.skeleton.form("R", "relaxed"), on_table=False)
    return replace(checked(actor.figure, "R", target, "handshake", posture), calm=True, where="person")


def _apart_m(
    actor: Actor, own: Placement, other: Actor, middle: F64, along: F64, leant: list[Posture], gap_m: float
) -> float:
    """How far the other's hand must keep off so that the meshes just meet."""
    mine = actor.figure.solve_hand(replace(leant[0], hands={**leant[0].hands, "R": own.target}), "R").vertices
    tree = cKDTree(mine)
    low, high = -0.03, 0.09
    for _ in range(12):
        apart = (low + high) / 2
        target = _clasp(other, middle, -along, apart, leant[1]).target
        theirs = other.figure.solve_hand(replace(leant[1], hands={**leant[1].hands, "R": target}), "R").vertices
        facing = ((theirs - middle) @ cross(UP, along)).min() > ((mine - middle) @ cross(UP, along)).max() - 0.02
        distance = float(np.min(tree.query(theirs)[0]))
        low, high = (low, apart) if distance > gap_m and facing else (apart, high)
    return high
