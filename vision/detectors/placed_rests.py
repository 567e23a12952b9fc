"""Resting hands with their places, and which of them are one hand at one time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.codes import HandPlace
from engine.cues import CameraId
from engine.intervals import NS_PER_MS
from vision.detectors.table_place import Placed
from vision.tracks import Rest

ONE_REST_NS: Final = 300 * NS_PER_MS
ONE_REST_LENGTHS: Final = 1.0  # of a palm
_IN_AIR: Final = (HandPlace.HOVER, HandPlace.AIR)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedRest:
    """A rest and where it was."""

    rest: Rest
    placed: Placed

    @property
    def camera(self) -> CameraId:
        return self.rest.hand.camera


def denied(placed: PlacedRest, all_rests: Sequence[PlacedRest]) -> bool:
    """Surer measurements say the same hand was not on the table: another camera's, or its own just before or after."""
    return any(
        other.rest.hand.side is placed.rest.hand.side
        and other.placed.place in _IN_AIR
        and other.placed.confidence > placed.placed.confidence
        and (
            _goes_on(other.rest, placed.rest)
            if other.camera == placed.camera
            else _overlap_ns(other.rest, placed.rest) > 0
        )
        for other in all_rests
    )


def is_first_piece(placed: PlacedRest, all_rests: Sequence[PlacedRest]) -> bool:
    """Whether a rest too short to be measured goes on in a longer one that is not known to lie on the table."""
    return (
        placed.placed.drift_mm is None
        and placed.placed.palm_height_mm is None
        and any(
            other.rest.hand == placed.rest.hand
            and other.placed.place is not HandPlace.TABLE
            and _length_ns(other.rest) > _length_ns(placed.rest)
            and _goes_on(other.rest, placed.rest)
            for other in all_rests
        )
    )


def _length_ns(rest: Rest) -> int:
    return last_ns(rest) - rest.looks[0].t_ns


def _goes_on(first: Rest, second: Rest) -> bool:
    """Whether two rests of one hand are one that was seen in pieces: no time to leave and come back between them."""
    apart_ns = -_overlap_ns(first, second)
    apart_px = float(np.linalg.norm(first.place_px - second.place_px))
    return apart_ns <= ONE_REST_NS and apart_px <= ONE_REST_LENGTHS * second.palm_px


def held_through(rests: Sequence[PlacedRest]) -> list[PlacedRest]:
    """Held hands with the pieces that follow them, as long as none of these lies on the table."""
    out: list[PlacedRest] = []
    for r in sorted(rests, key=lambda r: r.rest.looks[0].t_ns):
        before = next((k for k, held in enumerate(out) if _is_same_held_hand(held, r)), None)
        if before is None:
            out.append(r)
        else:
            whole = replace(out[before].rest, looks=out[before].rest.looks + r.rest.looks, ended=r.rest.ended)
            out[before] = replace(out[before], rest=whole)
    return out


def _is_same_held_hand(held: PlacedRest, following: PlacedRest) -> bool:
    return (
        held.rest.hand == following.rest.hand
        and held.placed.place in _IN_AIR
        and following.placed.place in (*_IN_AIR, HandPlace.NOT_VISIBLE)
        and _goes_on(held.rest, following.rest)
    )


def _overlap_ns(first: Rest, second: Rest) -> int:
    return min(last_ns(first), last_ns(second)) - max(first.looks[0].t_ns, second.looks[0].t_ns)


def last_ns(rest: Rest) -> int:
    """When the hand was last seen there."""
    return rest.looks[-1].t_ns


def same_event(touches: Sequence[PlacedRest], first: PlacedRest) -> list[PlacedRest]:
    """What the other cameras say of the same hand's touch."""
    return [
        r
        for r in touches
        if r is first
        or (
            r.rest.hand.side is first.rest.hand.side
            and r.camera != first.camera
            and _overlap_ns(r.rest, first.rest) > 0
        )
    ]
