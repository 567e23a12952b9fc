"""A hand that two cameras give to two neighbours is one hand, and stays with whoever has the better claim to it.

At the edge of a picture a neighbour's arm reaches in whose body is not seen there: what is seen fits the next person too.
The camera that sees the whole neighbour knows better.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from engine.intervals import NS_PER_MS
from vision.space import Space
from vision.tracks import Rest

TOGETHER_NS: Final = 200 * NS_PER_MS
"""Two rests that share less time may be two hands, one after the other."""
PALM_OVER_TABLE_MM: Final = 45.0
SAME_PLACE_MM: Final = 90.0


def strangers_hands(rests: Sequence[Rest], space: Space) -> frozenset[int]:
    """The positions of those rests that are another person's hand, better seen by another camera."""
    strangers: set[int] = set()
    for first, second in combinations(range(len(rests)), 2):
        a, b = rests[first], rests[second]
        if a.hand.seat != b.hand.seat and a.hand.camera != b.hand.camera and _is_one_hand(a, b, space):
            strangers.add(first if _claim(a) < _claim(b) else second)
    return frozenset(strangers)


def _is_one_hand(a: Rest, b: Rest, space: Space) -> bool:
    together_ns = min(a.looks[-1].t_ns, b.looks[-1].t_ns) - max(a.looks[0].t_ns, b.looks[0].t_ns)
    if together_ns < TOGETHER_NS or not space.sees((a.hand.camera, b.hand.camera)):
        return False
    places = {rest.hand.camera: rest.place_px[None] for rest in (a, b)}
    if not np.isfinite(space.points_mm(places)).all():
        return False
    on_table = [space.on_plane_mm(camera, place, PALM_OVER_TABLE_MM)[0, :2] for camera, place in places.items()]
    return bool(np.linalg.norm(on_table[0] - on_table[1]) < SAME_PLACE_MM)


def _claim(rest: Rest) -> float:
    """How well a hand fits its owner: begins at the owner's wrist, and looks like one of that side."""
    hands = [look.hand for look in rest.looks if look.hand is not None]
    return float(np.mean([hand.at_wrist + hand.side_01 for hand in hands]))
