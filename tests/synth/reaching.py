"""Ways of a hand that several acts share: round the table's edge, down onto the table, back into the lap."""

from __future__ import annotations

from typing import Final

from tests.synth.actor import Actor
from tests.synth.figure import Figure
from tests.synth.motion import HandMove, HandTrack, Placement
from tests.synth.placements import lap, on_table
from tests.synth.skeleton import SideLetter

RAISE_S: Final = 0.65
LOWER_S: Final = 0.75
OVER_EDGE_M: Final = 0.11
"""Clearance at which a hand passes over the table's edge."""


def raise_hand(track: HandTrack, high: Placement, by_s: float) -> None:
    """From the lap, or wherever the hand is, to `high` over the table, arriving at `by_s`."""
    if track.last() is not high:
        track.go(HandMove(by_s - RAISE_S, by_s, high, hump_m=0.02, round_edge=track.last().where == "lap"))


def lower_hand(actor: Actor, side: SideLetter, from_s: float) -> None:
    """Back into the lap, leaving at `from_s`."""
    actor.hands[side].go(HandMove(from_s, from_s + LOWER_S, lap(actor.figure, side), hump_m=0.02, round_edge=True))


def over_table(figure: Figure, side: SideLetter, form: str, inside_m: float, apart_m: float = 0.17) -> Placement:
    """Where a hand waits between the lap and the table."""
    return on_table(figure, side, form=form, inside_m=inside_m, apart_m=apart_m, clearance_m=OVER_EDGE_M)
