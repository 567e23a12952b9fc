"""Acts of the day: hands on the table, on a neighbour, past a neighbour."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from engine.seats import subject_of
from tests.synth.actor import SIDE_OF, Actor
from tests.synth.acts.base import Act
from tests.synth.motion import HandMove
from tests.synth.placements import forearm_on_edge, in_air, on_person, on_table, over_spot
from tests.synth.reaching import RAISE_S, over_table, raise_hand
from tests.synth.table import FROM_EDGE_M

if TYPE_CHECKING:
    from tests.synth.stage import Stage

Side = Literal["left", "right"]


class HandsOnTable(Act):
    """Lays one or both hands on the table; they lie there from `at` on."""

    kind: Literal["hands_on_table"] = "hands_on_table"
    side: Literal["left", "right", "both"] = "both"
    form: Literal["palm", "relaxed", "fist"] = "palm"
    inside_m: float = 0.15

    needs_s: ClassVar[float] = RAISE_S + 0.45

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        for name, side in SIDE_OF.items():
            if self.side not in (name, "both"):
                continue
            apart = 0.17 + float(rng.uniform(-0.03, 0.02))
            high = over_table(actor.figure, side, self.form, self.inside_m, apart)
            low = on_table(
                actor.figure, side, form=self.form, inside_m=self.inside_m, apart_m=apart, clearance_m=-0.002
            )
            raise_hand(actor.hands[side], high, at_s - 0.45)
            actor.hands[side].go(HandMove(at_s - 0.45, at_s, low))


class ForearmOnEdge(Act):
    """Rests a forearm on the table's edge, the hand held off the table, from `at` on."""

    kind: Literal["forearm_on_edge"] = "forearm_on_edge"
    side: Side = "left"

    needs_s: ClassVar[float] = RAISE_S + 0.45

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side = SIDE_OF[self.side]
        raise_hand(actor.hands[side], over_table(actor.figure, side, "relaxed", 0.08, 0.16), at_s - 0.45)
        actor.hands[side].go(HandMove(at_s - 0.45, at_s, forearm_on_edge(actor.figure, side)))


class Contact(Act):
    """Lays a hand on a neighbour's shoulder, arm or hand from `at` on for `hold_s`."""

    kind: Literal["contact"] = "contact"
    side: Side
    target: int | Literal["host"]
    spot: Literal["shoulder", "arm", "hand"] = "arm"
    hold_s: float = 1.2
    gap_mm: float = -4.0  # pressed into cloth a little, so that sway does not break it
    back_s: float = 0.8

    needs_s: ClassVar[float] = 0.9

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side, other = SIDE_OF[self.side], stage.actors[subject_of(self.target)]
        track = actor.hands[side]
        before = track.last()
        there = on_person(
            actor.figure, side, other.figure, other.posture(at_s + self.hold_s / 2), self.spot, self.gap_mm / 1000
        )
        round_edge = before.where == "lap"
        track.go(HandMove(at_s - self.needs_s, at_s, there, hump_m=0.04, round_edge=round_edge))
        track.go(
            HandMove(at_s + self.hold_s, at_s + self.hold_s + self.back_s, before, hump_m=0.04, round_edge=round_edge)
        )
        toward = 18.0 if self.side == "left" else -18.0
        actor.turn.go(at_s - self.needs_s, at_s, toward)
        actor.turn.go(at_s + self.hold_s, at_s + self.hold_s + self.back_s, 0.0)


class ReachPast(Act):
    """Reaches across in front of a neighbour, as for something on the table, and comes back without touching."""

    kind: Literal["reach_past"] = "reach_past"
    side: Side
    target: int | Literal["host"]
    inside_m: float = 0.16  # how far from the neighbour's edge of the table the hand gets
    over_mm: float = 70.0  # clearance over the table
    hold_s: float = 0.7
    lean_deg: float = 16.0

    needs_s: ClassVar[float] = 1.1

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side, other = SIDE_OF[self.side], stage.actors[subject_of(self.target)].figure
        track = actor.hands[side]
        before = track.last()
        over = np.array([*other.place.xy_m, actor.figure.table.height_m]) + other.place.inward * (
            FROM_EDGE_M + self.inside_m
        )
        actor.lean.go(at_s - self.needs_s, at_s, self.lean_deg)
        there = over_spot(actor.figure, side, over, self.over_mm / 1000, self.lean_deg)
        track.go(HandMove(at_s - self.needs_s, at_s, there, hump_m=0.05, round_edge=True))
        track.go(HandMove(at_s + self.hold_s, at_s + self.hold_s + 1.0, before, hump_m=0.05, round_edge=True))
        actor.lean.go(at_s + self.hold_s, at_s + self.hold_s + 1.0, 6.0)


class Gesture(Act):
    """Shows a hand over the table."""

    kind: Literal["gesture"] = "gesture"
    side: Side = "right"
    form: Literal["palm", "thumb_up", "fingers", "fist"] = "palm"
    height_mm: float = 300.0
    hold_s: float = 0.8

    needs_s: ClassVar[float] = 0.7

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side = SIDE_OF[self.side]
        track = actor.hands[side]
        before = track.last()
        there = in_air(actor.figure, side, inside_m=0.08, apart_m=0.16, height_m=self.height_mm / 1000, form=self.form)
        track.go(HandMove(at_s - self.needs_s, at_s, there, hump_m=0.04, round_edge=before.where == "lap"))
        track.go(
            HandMove(
                at_s + self.hold_s, at_s + self.hold_s + 0.7, before, hump_m=0.04, round_edge=before.where == "lap"
            )
        )
