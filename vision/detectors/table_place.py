"""Is a hand that lies still on the table, above it, or elsewhere?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.codes import HandPlace
from engine.cues import CameraId
from engine.intervals import NS_PER_MS
from engine.seats import Subject
from vision.observation import HandSeen, Observation
from vision.space import SAME_MOMENT_NS, Space
from vision.stillness import drift_mm
from vision.tracks import HandId, Look, Rest

STRETCH_NS: Final = 600 * NS_PER_MS

Polygon = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PlaceThresholds:
    """Measured on synthetic tables; see docs/detectors.md for how they were chosen."""

    on_table_palm_mm: float = 62.0  # the palm's centre of a resting fist lies up to about 55 mm above the table
    above_table_palm_mm: float = 85.0
    inside_strip_lengths: float = 0.2  # a palm must lie this far inside its strip: at the table's edge laps begin
    well_inside_lengths: float = 0.5
    presence_01: float = 0.8  # hands half hidden by the table's edge are found with less
    side_01: float = 0.25  # a left hand where the owner's right should be is somebody else's
    side_at_wrist_01: float = 0.23  # on average, where it begins at the owner's own wrist: it could be either
    over_strip_lengths: float = 2.0  # a hand above the table appears this much further up the picture
    still_mm: float = 0.45  # a hand that drifts less lies on something
    drifting_mm: float = 0.7  # a hand that drifts more is held in the air, or never came to rest


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a resting hand is, how sure that is, and its palm's height above the table where it was measured."""

    place: HandPlace
    confidence: float
    palm_height_mm: float | None = None
    drift_mm: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TablePlace:
    """Places resting hands by each seat's table strip and, with two calibrated cameras, by height."""

    strips: Mapping[tuple[CameraId, Subject], Polygon]
    space: Space
    thresholds: PlaceThresholds = field(default_factory=PlaceThresholds)

    def of(self, rest: Rest, others: Sequence[tuple[HandId, Sequence[Look]]]) -> Placed:
        """`others` are the ways of the same person's hands in the other cameras."""
        outside = self._outside_lengths(rest)
        if outside is None or not self._is_surely_the_owners(rest):
            return Placed(HandPlace.NOT_VISIBLE, 0.0)
        height_mm = self._palm_height_mm(rest, others)
        if height_mm is not None:
            return self._by_height(height_mm, outside)
        return self._by_drift(_drift_mm(rest), outside)

    def _by_drift(self, drift_mm: float | None, outside: float) -> Placed:
        """One camera cannot see height; it sees that a hand on a table lies still and one above it drifts."""
        t = self.thresholds
        if outside > t.over_strip_lengths:
            return Placed(HandPlace.AIR, 0.8, drift_mm=drift_mm)
        if drift_mm is None:
            return Placed(HandPlace.TABLE if outside <= -t.inside_strip_lengths else HandPlace.NOT_VISIBLE, 0.55)
        if drift_mm <= t.still_mm:
            on_strip = outside <= -t.inside_strip_lengths
            return Placed(HandPlace.TABLE if on_strip else HandPlace.OWN_BODY, 0.9, drift_mm=drift_mm)
        if drift_mm >= t.drifting_mm:
            return Placed(HandPlace.HOVER, 0.9, drift_mm=drift_mm)
        return Placed(
            HandPlace.TABLE if outside <= -t.inside_strip_lengths else HandPlace.HOVER, 0.5, drift_mm=drift_mm
        )

    def surely_left(self, rest: Rest) -> bool:
        """Whether a hand that moved away may have left the table: one that stays over its strip and does not rise in
        the picture may as well have slid, and one camera cannot tell which."""
        if rest.ended is None or rest.left_to_px is None or rest.left_upwards:
            return rest.ended is not None
        strip = self.strips.get((rest.hand.camera, rest.hand.seat))
        x, y = (float(v) for v in rest.left_to_px)
        return strip is None or cv2.pointPolygonTest(strip, (x, y), False) < 0

    def is_well_inside(self, camera: CameraId, seat: Subject, point_px: NDArray[np.floating], palm_px: float) -> bool:
        """Whether a point lies over a seat's place on the table, and not near the table's edge, where laps begin."""
        strip = self.strips.get((camera, seat))
        if strip is None:
            return False
        x, y = (float(v) for v in point_px)
        return bool(cv2.pointPolygonTest(strip, (x, y), True) >= self.thresholds.well_inside_lengths * palm_px)

    def at_a_glance(self, observation: Observation) -> HandPlace:
        """Whether a hand is before its owner's place on the table, in the air, or not seen, in one picture."""
        strip = self.strips.get((observation.camera, observation.seat))
        if strip is None or not observation.hands:
            return HandPlace.NOT_VISIBLE
        for hand in observation.hands:
            x, y = (float(v) for v in hand.palm_px)
            if cv2.pointPolygonTest(strip, (x, y), False) >= 0:
                return HandPlace.TABLE
        return HandPlace.AIR

    def _by_height(self, height_mm: float, outside: float) -> Placed:
        t = self.thresholds
        if outside > t.over_strip_lengths:
            return Placed(HandPlace.AIR, 0.9, height_mm)
        if height_mm <= t.on_table_palm_mm:
            on_strip = outside <= -t.inside_strip_lengths
            return Placed(HandPlace.TABLE if on_strip else HandPlace.OWN_BODY, 0.97, height_mm)
        if height_mm >= t.above_table_palm_mm:
            return Placed(HandPlace.HOVER, 0.97, height_mm)
        return Placed(HandPlace.NOT_VISIBLE, 0.5, height_mm)

    def _is_surely_the_owners(self, rest: Rest) -> bool:
        """Whether over the rest a whole hand was seen, and one of the side that it is taken for."""
        hands = [look.hand for look in rest.looks if look.hand is not None]
        presence_01 = float(np.median([hand.presence_01 for hand in hands]))
        sides_01 = [hand.side_01 for hand in hands]
        fits = float(np.median(sides_01)) >= self.thresholds.side_01
        if not fits and float(np.mean([hand.at_wrist for hand in hands])) > 0.5:
            fits = float(np.mean(sides_01)) >= self.thresholds.side_at_wrist_01
        return fits and presence_01 >= self.thresholds.presence_01

    def _outside_lengths(self, rest: Rest) -> float | None:
        """How many palm lengths outside the seat's strip the palm lies, negative inside; None without a strip."""
        strip = self.strips.get((rest.hand.camera, rest.hand.seat))
        if strip is None:
            return None
        x, y = (float(v) for v in rest.place_px)
        inside_px = cv2.pointPolygonTest(strip, (x, y), True)
        return -float(inside_px) / rest.palm_px

    def _palm_height_mm(self, rest: Rest, others: Sequence[tuple[HandId, Sequence[Look]]]) -> float | None:
        """Median height of the palm over the rest, from the camera pair whose rays meet best."""
        heights: list[float] = []
        for hand, way in others:
            if hand.side is not rest.hand.side or not self.space.sees((rest.hand.camera, hand.camera)):
                continue
            for look in rest.looks:
                match = _same_moment(way, look.t_ns)
                if match is None or match.hand is None or look.hand is None:
                    continue
                palms = {rest.hand.camera: look.hand.palm_px[None], hand.camera: match.hand.palm_px[None]}
                heights.append(float(self.space.points_mm(palms)[0, 2]))
        measured = [height for height in heights if np.isfinite(height)]
        enough = len(measured) >= max(2, len(heights) // 2)
        return float(np.median(measured)) if enough else None


def _drift_mm(rest: Rest) -> float | None:
    """How far the hand moved about its place in its quietest stretch: a hand in the air has no quiet one."""
    settled = rest.looks[1:]  # the first look may still be landing
    stretches: list[list[HandSeen]] = []
    began_ns = 0
    for look in settled:
        if look.hand is None or look.hand.patch is None:
            continue
        if not stretches or look.t_ns - began_ns > STRETCH_NS:
            stretches.append([])
            began_ns = look.t_ns
        stretches[-1].append(look.hand)
    drifts = [_drift_of(hands, rest.palm_px) for hands in stretches]
    return min((drift for drift in drifts if drift is not None), default=None)


def _drift_of(hands: Sequence[HandSeen], palm_px: float) -> float | None:
    patches = [hand.patch for hand in hands if hand.patch is not None]
    return drift_mm(patches, [hand.xy for hand in hands], palm_px) if len(patches) > 1 else None


def _same_moment(way: Sequence[Look], t_ns: int) -> Look | None:
    near = [look for look in way if abs(look.t_ns - t_ns) <= SAME_MOMENT_NS and look.hand is not None]
    return min(near, key=lambda look: abs(look.t_ns - t_ns), default=None)
