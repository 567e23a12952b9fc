"""Hands and forearms on the table, measured on the hand's own lowest vertex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.codes import HandPlace
from engine.seats import Subject
from tests.synth.actor import NAME_OF, Actor
from tests.synth.crossings import edge, runs
from tests.synth.skeleton import SideLetter
from tests.synth.stage import Stage
from tests.synth.truth_lines import lead_of, nanoseconds, span_of

TOUCH_M: Final = 1e-4
"""Clearance at and below which a hand touches; clearance 0 as far as solving the mesh is exact."""
NEAR_TOUCH_M: Final = 2e-3
"""The second clearance at which crossings are given: the tolerance a rulebook's touch needs."""
KNOCK_S: Final = 0.25
KNOCK_MM_PER_S: Final = 250.0
"""A blow is shorter and faster than these."""
_LONGEST_HAND_M: Final = 0.26
_STEP_S: Final = 0.008
_CALM_STEP_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class Touch:
    """One stay of a hand on the table, seconds; the outer pair is the crossing of 2 mm."""

    who: Subject
    side: SideLetter
    near_from_s: float
    from_s: float
    to_s: float
    near_to_s: float
    form: str
    speed_m_s: float  # of the lowest vertex over the last 10 ms before it touches
    moved_mm: float  # of the wrist along the table while it touches

    @property
    def knock(self) -> bool:
        """Whether it is a blow rather than a hand laid down."""
        return self.to_s - self.from_s < KNOCK_S and self.speed_m_s * 1000 > KNOCK_MM_PER_S

    def line(self) -> dict[str, Any]:
        return {
            **lead_of(self.from_s, "hand", self.who),
            **span_of(self.from_s, self.to_s),
            "side": NAME_OF[self.side],
            "place": HandPlace.TABLE.value,
            "form": self.form,
            "clearance_2mm": [nanoseconds(self.near_from_s), nanoseconds(self.near_to_s)],
            "speed_mm_per_s": round(self.speed_m_s * 1000, 1),
            "moved_mm": round(self.moved_mm, 1),
        }


def touches_of(stage: Stage, actor: Actor, side: SideLetter) -> Iterator[Touch]:
    """Every stay of one hand on the table."""

    def clearance(t: float) -> float:
        resting = actor.hands[side].resting(t)
        if resting is not None and resting.where == "lap":
            return 1.0
        if _far_from_table(actor, side, t):
            return 1.0
        hand = actor.figure.solve_hand(actor.posture(t), side).vertices
        over = hand[stage.table.covers(hand[:, :2])]
        above = hand[:, 2].mean() > stage.table.height_m
        return float(over[:, 2].min() - stage.table.height_m) if len(over) and above else 1.0

    times = _sampled(actor, side, stage.scenario.duration_s)
    values = [clearance(t) for t in times]
    for first, last in runs([v <= NEAR_TOUCH_M for v in values]):
        inside = [k for k in range(first, last + 1) if values[k] <= TOUCH_M]
        if not inside:
            continue
        near_from = edge(clearance, NEAR_TOUCH_M, times, first, rising=False)
        near_to = edge(clearance, NEAR_TOUCH_M, times, last, rising=True)
        start = edge(clearance, TOUCH_M, times, inside[0], rising=False)
        end = edge(clearance, TOUCH_M, times, inside[-1], rising=True)
        speed = (clearance(start - 0.010) - clearance(start)) / 0.010 if start > 0.01 else 0.0
        wrists = np.array(
            [actor.figure.solve_hand(actor.posture(t), side).wrist_m for t in (start, (start + end) / 2, end)]
        )
        moved = float(np.linalg.norm(np.ptp(wrists[:, :2], axis=0))) * 1000
        form = _form(actor, side, (start + end) / 2)
        yield Touch(actor.who, side, near_from, start, end, near_to, form, speed, moved)


def _far_from_table(actor: Actor, side: SideLetter, t: float) -> bool:
    """Whether the wrist is to be further from the table's plane than any hand is long; spares solving the mesh."""
    return abs(float(actor.hands[side].wrist_at(t)[2]) - actor.figure.table.height_m) > _LONGEST_HAND_M


def forearms_of(stage: Stage, actor: Actor, side: SideLetter) -> Iterator[dict[str, Any]]:
    """Forearms that rest on the table, as far as their mesh does; their beginning is the end of the movement."""
    moves = actor.hands[side].moves
    for k, move in enumerate(moves):
        if move.to.form == "forearm":
            end_s = moves[k + 1].t0_s if k + 1 < len(moves) else stage.scenario.duration_s
            clearance = actor.figure.forearm_clearance(actor.posture((move.t1_s + end_s) / 2), side)
            lead = {**lead_of(move.t1_s, "hand", actor.who), **span_of(move.t1_s, end_s), "side": NAME_OF[side]}
            yield {
                **lead,
                "place": HandPlace.TABLE.value,
                "form": "forearm",
                "clearance_mm": round(clearance * 1000, 1),
            }


def _sampled(actor: Actor, side: SideLetter, until_s: float) -> list[float]:
    """Times dense where the hand moves, sparse where it rests, the ends of rests included."""
    times = set(np.arange(0.0, until_s, _CALM_STEP_S).tolist())
    for move in actor.hands[side].moves:
        times.update(np.arange(move.t0_s, min(move.t1_s + _STEP_S, until_s), _STEP_S).tolist())
    return sorted(times)


def _form(actor: Actor, side: SideLetter, t: float) -> str:
    placement = actor.hands[side].resting(t)
    return placement.form if placement is not None else "unknown"
