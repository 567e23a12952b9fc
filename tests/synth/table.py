"""The table and the places round it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tests.synth.geometry import F64, UP, Mask, rotation

PLACES: Final = 11
"""Ten players and the host."""
FROM_EDGE_M: Final = 0.24
"""How far a seated person's middle is from the table's edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where somebody sits."""

    xy_m: tuple[float, float]
    inward: F64  # unit vector to the table, horizontal
    axes: F64  # rotation that turns a person from the rest pose to the table


@dataclass(frozen=True, slots=True)
class Table:
    """An oval table; its middle is the world's origin."""

    half_length_m: float = 1.20
    half_width_m: float = 0.80
    height_m: float = 0.75

    def covers(self, xy: F64) -> Mask:
        """(N,) whether points are over the table top."""
        return np.asarray((xy[:, 0] / self.half_length_m) ** 2 + (xy[:, 1] / self.half_width_m) ** 2 <= 1)

    def places(self, turned: float = 0.0, count: int = PLACES) -> list[Place]:
        """`count` places at equal steps of the way round, against the clock; `turned` shifts all by that many steps.

        The first is at the end of the table on the positive X axis.
        """
        a, b = self.half_length_m + FROM_EDGE_M, self.half_width_m + FROM_EDGE_M
        t = np.linspace(0, 2 * np.pi, 4001)
        way = np.r_[0, np.cumsum(np.hypot(np.diff(a * np.cos(t)), np.diff(b * np.sin(t))))]
        at = np.interp(((np.arange(count) + turned) / count % 1) * way[-1], way, t)
        return [_place(a, b, float(x)) for x in at]


def _place(a: float, b: float, t: float) -> Place:
    outward = np.array([np.cos(t) / a, np.sin(t) / b, 0.0])
    inward = -outward / np.linalg.norm(outward)
    yaw = float(np.rad2deg(np.arctan2(inward[0], -inward[1])))
    return Place((a * float(np.cos(t)), b * float(np.sin(t))), inward, rotation(UP, yaw))
