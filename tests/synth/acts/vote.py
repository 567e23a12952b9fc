"""Acts of the vote: hands ready, down, up again, or never down."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tests.synth.actor import SIDE_OF, Actor
from tests.synth.acts.base import Act
from tests.synth.motion import HandMove, Placement, share_at
from tests.synth.placements import on_table
from tests.synth.reaching import RAISE_S, lower_hand, over_table, raise_hand
from tests.synth.scenario import Moment

if TYPE_CHECKING:
    from tests.synth.stage import Stage

Side = Literal["left", "right"]
Shape = Literal["fist", "thumb_up", "palm", "fingers"]


class Ready(Act):
    """Holds a hand over the table, `height_mm` up, and leaves it there."""

    kind: Literal["ready"] = "ready"
    side: Side = "right"
    form: Shape = "thumb_up"
    height_mm: float = 170.0
    inside_m: float = 0.16

    needs_s: ClassVar[float] = RAISE_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side = SIDE_OF[self.side]
        height_m = self.height_mm / 1000
        high = on_table(actor.figure, side, form=self.form, inside_m=self.inside_m, clearance_m=height_m)
        raise_hand(actor.hands[side], high, at_s)


class AtEase(Act):
    """Takes one or both hands back to the lap, off the table first."""

    kind: Literal["at_ease"] = "at_ease"
    side: Literal["left", "right", "both"] = "right"

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        for name, side in SIDE_OF.items():
            if self.side not in (name, "both"):
                continue
            track = actor.hands[side]
            if track.last().where == "table":
                up = over_table(actor.figure, side, track.last().form, 0.12)
                track.go(HandMove(at_s, at_s + 0.4, up))
                lower_hand(actor, side, at_s + 0.4)
            else:
                lower_hand(actor, side, at_s)


class Vote(Act):
    """A hand touches the table at `at`, leaves it at `lift` and goes back to the lap.

    It comes down by minimum jerk towards a point `press_mm` under the table and is stopped by it: real hands arrive
    with speed. `press_mm` near 0 is the soft landing that only kisses the table. `slide_mm` drags it on after landing.
    """

    kind: Literal["vote"] = "vote"
    side: Side = "right"
    form: Shape = "thumb_up"
    lift: Moment
    down_s: float = 0.34
    up_s: float = 0.36
    press_mm: float = 30.0
    free_mm: float = 15.0  # how hard it tears itself off
    slide_mm: float = 0.0
    tilt_deg: float = 0.0  # fingers first
    height_mm: float = 150.0
    inside_m: float = 0.16
    back: bool = True  # back to the lap afterwards

    needs_s: ClassVar[float] = RAISE_S + 0.35

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side = SIDE_OF[self.side]
        height, press, free = (mm / 1000 for mm in (self.height_mm, self.press_mm, self.free_mm))
        track = actor.hands[side]
        begin_s = at_s - self.down_s * share_at(height / (height + press))
        high = self._at(actor, height)
        landed = self._at(actor, -press, self.inside_m - self.slide_mm / 1000, self.tilt_deg)
        raise_hand(track, high, begin_s)
        settle = 0.0 if self.slide_mm else 0.3 * self.down_s
        track.go(HandMove(begin_s, begin_s + self.down_s, landed, settle_s=settle))
        leave_s = stage.seconds(self.lift) - self.up_s * share_at(free / (free + height))
        pressed = self._at(actor, -free, self.inside_m - self.slide_mm / 1000)
        track.go(HandMove(begin_s + self.down_s, min(begin_s + self.down_s + 0.1, leave_s), pressed))
        track.go(HandMove(leave_s, leave_s + self.up_s, high))
        if self.back:
            lower_hand(actor, side, leave_s + self.up_s)

    def _at(self, actor: Actor, clearance_m: float, inside_m: float | None = None, tilt_deg: float = 0.0) -> Placement:
        return on_table(
            actor.figure,
            SIDE_OF[self.side],
            form=self.form,
            inside_m=self.inside_m if inside_m is None else inside_m,
            clearance_m=clearance_m,
            finger_down_deg=tilt_deg,
        )


class Hover(Act):
    """Holds a hand `height_mm` over the table from `at` until `lift`, without touching."""

    kind: Literal["hover"] = "hover"
    side: Side = "right"
    form: Shape = "thumb_up"
    lift: Moment
    height_mm: float = 60.0
    inside_m: float = 0.16

    needs_s: ClassVar[float] = RAISE_S

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        side = SIDE_OF[self.side]
        low = on_table(actor.figure, side, form=self.form, inside_m=self.inside_m, clearance_m=self.height_mm / 1000)
        raise_hand(actor.hands[side], low, at_s)
        lower_hand(actor, side, stage.seconds(self.lift))
