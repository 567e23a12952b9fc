"""Things that people sit on, hold and move: chairs, cups, a mask taken off."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np

from tests.synth.geometry import F64
from tests.synth.looks import Colour
from tests.synth.skeleton import SideLetter
from tests.synth.solids import Pile, Solid, box, cup
from tests.synth.table import Place

_CHAIR_COLOUR: Final[Colour] = (0.14, 0.12, 0.12)


class ThingKind(StrEnum):
    """What can be moved."""

    CHAIR = "chair"
    CUP = "cup"
    MASK = "mask"


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A thing where it is now: in the room, or fixed to a hand's axes."""

    kind: ThingKind
    colour: Colour
    at: F64  # (4, 4) from its own axes to the room, or to the hand that holds it
    hand: SideLetter | None = None

    def moved(self) -> Solid:
        """The mesh where a thing in the room stands."""
        return thing_solid(self.kind, self.colour).moved(self.at)


@lru_cache(maxsize=16)
def thing_solid(kind: ThingKind, colour: Colour) -> Solid:
    """A thing's mesh in its own axes: Z up, a chair's back at +Y, a cup's foot and a mask's middle at zero."""
    pile = Pile()
    if kind is ThingKind.CHAIR:
        box(pile, (0, 0.02, 0.44), (0.46, 0.46, 0.05), colour)
        box(pile, (0, 0.27, 0.70), (0.42, 0.04, 0.50), colour)
    elif kind is ThingKind.CUP:
        cup(pile, np.zeros(3), colour)
    else:
        box(pile, (0, 0, 0), (0.19, 0.012, 0.07), colour)
        box(pile, (0.09, 0, 0.0), (0.02, 0.03, 0.012), colour)
    return pile.joined()


def placed_at(at_m: F64, axes: F64) -> F64:
    """(4, 4) of a thing at `at_m` with its axes as columns."""
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = axes, at_m
    return out


def chair_of(place: Place, shift_m: tuple[float, float] = (0.0, 0.0)) -> Thing:
    """A place's chair, pushed away by `shift_m`."""
    return Thing(ThingKind.CHAIR, _CHAIR_COLOUR, placed_at(np.array([*np.add(place.xy_m, shift_m), 0.0]), place.axes))


CUP_ALONG_M, CUP_OFF_PALM_M, CUP_MIDDLE_M = 0.088, 0.050, 0.062
"""Where the middle of a gripped cup is in the axes of the hand, and how high over its foot that is."""


def grip_of(kind: ThingKind, side: SideLetter) -> F64:
    """(4, 4) from a held thing's axes to the hand's: along, beside, out of the palm; a cup's top is at the thumb."""
    up = np.array([0.0, 1.0 if side == "L" else -1.0, 0.0])
    along = np.array([1.0, 0.0, 0.0])
    axes = np.stack([along, np.cross(up, along), up], axis=1)
    middle = np.array([CUP_ALONG_M, 0.0, CUP_OFF_PALM_M])
    if kind is ThingKind.MASK:
        return placed_at(np.array([0.13, 0.0, 0.030]), axes)
    return placed_at(middle - up * CUP_MIDDLE_M, axes)
