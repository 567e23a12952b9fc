"""How far a hand is from somebody's posed surface."""

from __future__ import annotations

from typing import Final

import numpy as np

from tests.synth.figure import Figure, Posture
from tests.synth.geometry import F64, nearest_of, normals

_SIGNED_M: Final = 0.03
"""Nearer than this the surface's own direction tells outside from inside."""


def mesh_gap(hand: F64, other: Figure, posture: Posture) -> float:
    """Signed distance of the nearest of a hand's vertices to the posed surface."""
    solved = other.solve(posture)
    body = np.zeros((len(other.rest), 3))
    ids = other.visible_ids
    body[ids] = other.skin(solved.transforms, posture, ids)
    distance, index = nearest_of(body[ids], hand)
    close = distance < _SIGNED_M
    if not close.any():
        return float(distance.min())
    facing = normals(body, other.surface_triangles)[ids[index[close]]]
    offset = ((hand[close] - body[ids[index[close]]]) * facing).sum(axis=1)
    return float(np.where(offset < 0, offset, np.maximum(offset, distance[close] * 0.5)).min())
