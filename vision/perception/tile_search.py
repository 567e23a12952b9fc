"""Finding everybody in a picture before anyone knows where the seats are: crops slid over it at several sizes.

On a whole picture of a table the networks find nobody (people are too small for their fixed input); in a crop about twice
as wide as a person they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from models import pose
from models.networks import Networks
from models.regions import Floats, Image, Regions, cut

NETWORK_IDS: Final = (pose.DETECTION, pose.LANDMARK)
TILE_SHARES: Final = (0.95, 0.6, 0.38)  # a tile's side over the picture's height
STEP_SHARE: Final = 0.5
MIN_PRESENCE_01: Final = 0.5
MIN_VISIBILITY_01: Final = 0.3
_SAME_SHARE: Final = 0.6  # of the larger torso: bodies nearer than that are one
_EYES_AND_EARS: Final = (2, 5, 7, 8)


@dataclass(frozen=True, slots=True, eq=False)
class BodiesFound:
    """N bodies of one picture, surest first; NaN where a point is not seen."""

    head_px: Floats  # (N, 2)
    shoulders_px: Floats  # (N, 2, 2) the own left, the own right
    presence_01: Floats  # (N,)


def tiles(size_px: tuple[int, int], shares: Iterable[float] = TILE_SHARES, phase: float = 0.0) -> Regions:
    """Upright squares (T, 4) that cover a picture at every size, each half over its neighbours.

    `phase` (0…1) makes them up to a fifth smaller and lays them elsewhere: whom one grid cuts through, another does not.
    """
    width, height = size_px
    rows = []
    for share in shares:
        side = share * height * (1 - 0.2 * phase)
        xs, ys = _middles(width, side), _middles(height, side)
        rows += [(x, y, side, 0.0) for y in ys for x in xs]
    return np.array(rows)


def _middles(length: float, side: float) -> npt.NDArray[np.float64]:
    count = max(1, int(np.ceil((length - side) / (side * STEP_SHARE))) + 1)
    return np.linspace(min(side, length) / 2, max(length - side / 2, length / 2), count)


def find_bodies(networks: Networks, image: Image, phase: float = 0.0) -> BodiesFound:
    """Everybody in one picture; a different `phase` of each picture finds more people over several."""
    candidates = find_regions(networks, image, phase)
    if not len(candidates):
        return _bodies(np.empty((0, pose.POINTS, 2), np.float32), np.empty((0, pose.POINTS)), np.empty(0))
    seen = pose.landmarks(networks, image, candidates)
    seen = pose.landmarks(
        networks, image, seen.next_regions
    )  # once more from its own points: the first square is rough
    kept = seen.presence_01 >= MIN_PRESENCE_01
    return _bodies(seen.xy[kept], seen.visibility_01[kept], seen.presence_01[kept])


def find_regions(networks: Networks, image: Image, phase: float = 0.0) -> Regions:
    """Squares (N, 4) in which bodies may be, the surest first; some hold none."""
    height, width = image.shape[:2]
    squares = tiles((width, height), phase=phase)
    pictures = cut(image, squares, networks.input_size(pose.DETECTION))
    found = pose.detect(networks, pictures, squares)
    regions = [pose.regions_from_detected(one.keypoints) for one in found if len(one.keypoints)]
    if not regions:
        return np.empty((0, 4))
    return _apart(np.concatenate(regions), np.concatenate([one.score_01 for one in found if len(one.score_01)]))


def _apart(regions: Regions, scores: Floats) -> Regions:
    """The surest of squares that lie on each other; two neighbours' squares share less."""
    order = np.argsort(-scores, kind="stable")
    kept: list[int] = []
    for row in order:
        x, y, side, _ = regions[row]
        near = [k for k in kept if np.hypot(x - regions[k, 0], y - regions[k, 1]) < 0.12 * min(side, regions[k, 2])]
        if not near:
            kept.append(int(row))
    return regions[kept]


def _bodies(xy: Floats, visibility_01: npt.NDArray[np.floating], presence_01: npt.NDArray[np.floating]) -> BodiesFound:
    """Heads and shoulders, each body once."""
    heads = np.array([_head(points, seen) for points, seen in zip(xy, visibility_01, strict=True)]).reshape(-1, 2)
    shoulders = xy[:, [pose.LEFT_SHOULDER, pose.RIGHT_SHOULDER]].astype(np.float32)
    necks = shoulders.mean(axis=1)
    sizes = np.hypot(*(necks - heads).T) + 0.25 * np.hypot(*(shoulders[:, 0] - shoulders[:, 1]).T)
    order = np.argsort(-np.asarray(presence_01), kind="stable")
    kept: list[int] = []
    for row in order:
        if all(
            np.hypot(*(heads[row] - heads[k])) > _SAME_SHARE * max(sizes[row], sizes[k])
            or np.hypot(*(necks[row] - necks[k])) > 1.2 * _SAME_SHARE * max(sizes[row], sizes[k])
            for k in kept
        ):
            kept.append(int(row))
    return BodiesFound(heads[kept].astype(np.float32), shoulders[kept], np.asarray(presence_01, np.float32)[kept])


def _head(points: Floats, visibility_01: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """The middle of a head: of eyes and ears, which from any side lie round it."""
    return np.asarray(points[list(_EYES_AND_EARS)].mean(axis=0))
