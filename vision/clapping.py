"""How far apart each person's hands are, picture by picture: what a clap in front of the cameras shows.

Needs no seats: it is done before anybody sits, to compare a camera's clock with the microphone's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.intervals import NS_PER_MS
from models import pose
from models.networks import Networks
from models.regions import Regions
from vision.frames import Frame
from vision.perception.tile_search import NETWORK_IDS, find_regions

__all__ = ["NETWORK_IDS", "HandsApart", "hands_apart"]

F64 = npt.NDArray[np.float64]
_MIN_PRESENCE_01: Final = 0.5
_MIN_VISIBILITY_01: Final = 0.3
_SEARCH_EVERY: Final = 15  # pictures, until somebody has been found
_LOST_AFTER: Final = 8  # pictures without a person before the place is passed over …
_ANEW_NS: Final = 300 * NS_PER_MS  # … until pictures go on after a break as long as this


@dataclass(frozen=True, slots=True, eq=False)
class HandsApart:
    """P people over N pictures of one camera."""

    t_ns: npt.NDArray[np.int64]  # (N,)
    shoulders: F64  # (P, N) distance of the wrists in widths of the person's own shoulders; NaN where not seen


def hands_apart(networks: Networks, frames: Iterable[Frame]) -> HandsApart:
    """Follow everybody who is there in the first picture that shows somebody."""
    times: list[int] = []
    rows: list[F64] = []
    regions: Regions | None = None
    lost = np.zeros(0, np.int64)
    for number, frame in enumerate(frames):
        if regions is None and number % _SEARCH_EVERY == 0:
            found = find_regions(networks, frame.image, 0.5 * (number // _SEARCH_EVERY % 2))
            if len(found):
                regions, lost = found, np.zeros(len(found), np.int64)
        if times and frame.t_ns - times[-1] > _ANEW_NS:
            lost = np.zeros_like(lost)
        times.append(frame.t_ns)
        if regions is None:
            rows.append(np.zeros(0))
            continue
        apart, regions, lost = _look(networks, frame, regions, lost)
        rows.append(apart)
    people = 0 if regions is None else len(regions)
    table = [row if len(row) == people else np.full(people, np.nan) for row in rows]
    return HandsApart(np.array(times, np.int64), np.array(table, np.float64).reshape(len(times), people).T)


def _look(
    networks: Networks, frame: Frame, regions: Regions, lost: npt.NDArray[np.int64]
) -> tuple[F64, Regions, npt.NDArray[np.int64]]:
    """One picture: distances (P,), where to look next, for how long each has been missed."""
    looked = np.flatnonzero(lost < _LOST_AFTER)
    apart = np.full(len(regions), np.nan)
    if not len(looked):
        return apart, regions, lost
    seen = pose.landmarks(networks, frame.image, regions[looked])
    there = seen.presence_01 >= _MIN_PRESENCE_01
    lost, regions = lost.copy(), regions.copy()
    lost[looked] = np.where(there, 0, lost[looked] + 1)
    regions[looked[there]] = seen.next_regions[there]
    wrists = seen.xy[:, [pose.LEFT_WRIST, pose.RIGHT_WRIST]].astype(np.float64)
    shoulders = seen.xy[:, [pose.LEFT_SHOULDER, pose.RIGHT_SHOULDER]].astype(np.float64)
    width = np.hypot(*(shoulders[:, 0] - shoulders[:, 1]).T)
    visible = (seen.visibility_01[:, [pose.LEFT_WRIST, pose.RIGHT_WRIST]] >= _MIN_VISIBILITY_01).all(axis=1)
    known = there & visible & (width > 1.0)
    apart[looked[known]] = np.hypot(*(wrists[known, 0] - wrists[known, 1]).T) / width[known]
    return apart, regions, lost
