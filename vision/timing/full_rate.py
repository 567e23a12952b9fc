"""Touches and lifts measured again on every recorded picture around them.

Sparse looks say which hand, where it rests and roughly when; the record gives back every picture of that moment, and the
hand's own motion in them says when it touched the table or left it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cues import CameraId
from engine.intervals import NS_PER_MS, NS_PER_S, Interval
from vision.frames import Frame, ImageU8
from vision.stillness import PALM_MM
from vision.timing.contact_fit import ContactFit, Event, fit_contact
from vision.timing.patch_motion import PATTERN_PICTURES, motion_px

Record = Mapping[CameraId, Callable[[int, int], Iterable[Frame]]]
"""By camera: every picture that was taken from one time to another, in the order of time."""

MOVING_NS: Final = 250 * NS_PER_MS
"""How much of the hand's way is wanted on the moving side of where the contact may be."""
BESIDE_REST_NS: Final = 60 * NS_PER_MS
MARGIN_PALMS: Final = 1.2
MIN_FPS: Final = 20.0
"""Slower pictures show too little of a landing; then the looks' own interval stands."""
USUAL_EXPOSURE_NS: Final = 10 * NS_PER_MS
SEARCHED_BESIDE_NS: Final = 20 * NS_PER_MS


@dataclass(frozen=True, slots=True, eq=False)
class Boundary:
    """A hand's touch or lift as looks know it."""

    camera: CameraId
    event: Event
    rough: Interval
    rests_ns: int  # when the hand surely rests, not long after it touched or before it left
    outline_px: NDArray[np.float32]  # (m, 2) around the hand at that time, in the full picture
    palm_px: float

    @property
    def wanted(self) -> Interval:
        """The stretch of the record in which it is measured."""
        if self.event == "touch":
            return Interval(
                self.rough.earliest_ns - MOVING_NS, max(self.rests_ns, self.rough.latest_ns) + BESIDE_REST_NS
            )
        return Interval(min(self.rests_ns, self.rough.earliest_ns) - BESIDE_REST_NS, self.rough.latest_ns + MOVING_NS)


@dataclass(slots=True)
class _Strip:
    """Small grey pictures of one boundary, as they come by."""

    boundary: Boundary
    times_ns: list[int] = field(default_factory=list)
    pictures: list[ImageU8] = field(default_factory=list)
    exposures_ns: list[int] = field(default_factory=list)
    corner_px: tuple[int, int] = (0, 0)

    def take(self, frame: Frame) -> None:
        """Keep the part of a picture that shows the hand about where it rests."""
        margin = MARGIN_PALMS * self.boundary.palm_px
        x0, y0 = np.floor(self.boundary.outline_px.min(axis=0) - margin).astype(int)
        x1, y1 = np.ceil(self.boundary.outline_px.max(axis=0) + margin).astype(int)
        x0, y0 = max(int(x0), 0), max(int(y0), 0)
        part = frame.image[y0 : int(y1), x0 : int(x1)]
        if min(part.shape[:2]) < 8 or (self.times_ns and frame.t_ns <= self.times_ns[-1]):
            return
        if self.pictures and part.shape[:2] != self.pictures[0].shape:
            return  # the camera changed its mode within the stretch
        self.corner_px = (x0, y0)
        self.times_ns.append(frame.t_ns)
        self.pictures.append(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.uint8))
        self.exposures_ns.append(frame.exposure_ns or USUAL_EXPOSURE_NS)


def measured(boundaries: Sequence[Boundary], record: Record) -> list[Interval | None]:
    """When each of them was; None where the record does not tell it better than the looks did.

    Every stretch of the record is decoded once, however many hands move in it.
    """
    strips = [_Strip(boundary) for boundary in boundaries]
    for camera in {boundary.camera for boundary in boundaries} & record.keys():
        own = [strip for strip in strips if strip.boundary.camera == camera]
        for stretch in joined([strip.boundary.wanted for strip in own]):
            for frame in record[camera](stretch.earliest_ns, stretch.latest_ns):
                for strip in own:
                    if strip.boundary.wanted.contains(frame.t_ns):
                        strip.take(frame)
    return [_measured(strip) for strip in strips]


def joined(stretches: Iterable[Interval]) -> list[Interval]:
    """The same time in stretches that do not overlap, in order."""
    out: list[Interval] = []
    for stretch in sorted(stretches):
        if out and stretch.earliest_ns <= out[-1].latest_ns:
            out[-1] = Interval(out[-1].earliest_ns, max(out[-1].latest_ns, stretch.latest_ns))
        else:
            out.append(stretch)
    return out


def _measured(strip: _Strip) -> Interval | None:
    boundary = strip.boundary
    if len(strip.times_ns) < 2 * PATTERN_PICTURES or _fps(strip.times_ns) < MIN_FPS:
        return None
    zero_ns = boundary.rough.middle_ns
    searched = boundary.rough.widened(SEARCHED_BESIDE_NS)
    fit = _fit(strip, zero_ns, ((searched.earliest_ns - zero_ns) / NS_PER_S, (searched.latest_ns - zero_ns) / NS_PER_S))
    if fit is None:
        return None
    found = Interval(zero_ns + round(fit.low_s * NS_PER_S), zero_ns + round(fit.high_s * NS_PER_S))
    both = max(found.earliest_ns, boundary.rough.earliest_ns), min(found.latest_ns, boundary.rough.latest_ns)
    return Interval(*both) if both[0] < both[1] else None


def _fit(strip: _Strip, zero_ns: int, within_s: tuple[float, float]) -> ContactFit | None:
    boundary = strip.boundary
    times = np.asarray(strip.times_ns, np.int64)
    near_rest = np.argsort(np.abs(times - boundary.rests_ns), kind="stable")[:PATTERN_PICTURES]
    outline = boundary.outline_px - np.asarray(strip.corner_px, np.float32)
    moved = motion_px(strip.pictures, outline, sorted(int(k) for k in near_rest))
    exposure_s = float(np.median(strip.exposures_ns)) / NS_PER_S
    px_per_mm = boundary.palm_px / PALM_MM
    return fit_contact((times - zero_ns) / NS_PER_S, exposure_s, moved, boundary.event, within_s, px_per_mm)


def _fps(times_ns: Sequence[int]) -> float:
    return NS_PER_S / float(np.median(np.diff(times_ns)))
