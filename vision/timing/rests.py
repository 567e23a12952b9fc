"""Resting hands with their beginnings and ends measured from the record where it tells more than the looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.intervals import NS_PER_MS, Interval
from vision.timing.contact_fit import Event
from vision.timing.full_rate import Boundary, Record, measured
from vision.tracks import Look, Rest

SETTLES_NS: Final = 150 * NS_PER_MS
"""So long after it was there a hand is taken as resting; before, it may still slide or settle."""
LIES_NS: Final = 60 * NS_PER_MS
"""So long before it may have left a hand is taken as resting."""


def remeasured(rests: Sequence[Rest], record: Record) -> list[Rest]:
    """The same rests in the same order; a beginning that nobody saw, and an end that was not seen, stay as they are."""
    asked = [(k, boundary) for k, rest in enumerate(rests) for boundary in _boundaries(rest)]
    found = measured([boundary for _, boundary in asked], record)
    out = list(rests)
    for (k, boundary), interval in zip(asked, found, strict=True):
        if interval is not None:
            began = boundary.event == "touch"
            out[k] = replace(out[k], began=interval) if began else replace(out[k], ended=interval)
    return out


def _boundaries(rest: Rest) -> list[Boundary]:
    out = []
    if rest.arrived:
        settled = [look for look in rest.looks if look.t_ns >= rest.began.latest_ns + SETTLES_NS]
        out.append(_boundary(rest, "touch", rest.began, settled[0] if settled else rest.looks[-1]))
    if rest.ended is not None:
        lying = [look for look in rest.looks if look.t_ns <= rest.ended.earliest_ns - LIES_NS]
        out.append(_boundary(rest, "lift", rest.ended, lying[-1] if lying else rest.looks[0]))
    return out


def _boundary(rest: Rest, event: Event, rough: Interval, at: Look) -> Boundary:
    assert at.hand is not None
    return Boundary(rest.hand.camera, event, rough, at.t_ns, at.hand.xy, rest.palm_px)
