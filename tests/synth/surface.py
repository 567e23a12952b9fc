"""How far a hand is from somebody's posed surface: another's body, or the own head and mask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.spatial import cKDTree

from tests.synth.anatomy import head_ids
from tests.synth.figure import Figure, Posture
from tests.synth.geometry import F64, normals
from tests.synth.wardrobe import mask_at

_SIGNED_M: Final = 0.03
"""Nearer than this the surface's own direction tells outside from inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A posed surface, ready to be asked for several hands."""

    points: F64
    facing: F64
    _near: cKDTree

    def gap(self, hand: F64, within_m: float = np.inf) -> float:
        """Signed distance of the nearest of a hand's vertices, metres; negative inside, infinite beyond `within_m`."""
        found = self._near.query(hand, distance_upper_bound=within_m)
        distance, index = np.asarray(found[0]), np.asarray(found[1])
        close = distance < _SIGNED_M
        if not close.any():
            return float(distance.min())
        offset = ((hand[close] - self.points[index[close]]) * self.facing[index[close]]).sum(axis=1)
        return float(np.where(offset < 0, offset, np.maximum(offset, distance[close] * 0.5)).min())


def posed_body(figure: Figure, posture: Posture) -> Surface:
    """Somebody's skin and clothes."""
    body = np.zeros((len(figure.rest), 3))
    ids = figure.visible_ids
    body[ids] = figure.skin(figure.solve(posture).transforms, posture, ids)
    return Surface(body[ids], normals(body, figure.surface_triangles)[ids], cKDTree(body[ids]))


def posed_head(figure: Figure, posture: Posture) -> Surface:
    """Somebody's head and throat, and the mask where it is worn."""
    transforms = figure.head_transforms(posture)
    skin = figure.skin(transforms, posture, head_ids())
    facing = normals(skin, figure.head_triangles)
    if posture.mask_lift is not None:
        head = transforms[figure.body.index["head"]]
        rest, triangles = figure.masks
        mask = mask_at(rest, posture.mask_lift, posture.mask_tilt_deg) @ head[:3, :3].T + head[:3, 3]
        skin, facing = np.concatenate([skin, mask]), np.concatenate([facing, normals(mask, triangles)])
    return Surface(skin, facing, cKDTree(skin))
