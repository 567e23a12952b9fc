"""A hand of one person on the body of another, seen long enough and denied by no camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.codes import CueKind, Side
from engine.cues import CameraId, Cue, Evidence
from engine.focus import Focus, Period
from engine.intervals import NS_PER_MS, Interval, Span
from engine.seats import Subject
from vision.bodies import (
    below_shoulders_px,
    distance_to_head,
    distance_to_limbs,
    distance_to_middle,
    hand_point,
    is_someones_hand,
    is_within_reach,
    px_per_mm,
)
from vision.observation import HandSeen, Observation
from vision.space import SAME_MOMENT_NS, Space

POINTS_LAG_NS: Final = 70 * NS_PER_MS
"""A moving hand's points follow it with a delay of up to a look, so it may touch while it is still seen apart."""


@dataclass(frozen=True, slots=True)
class ContactThresholds:
    """Distances are from the hand's middle to the middle of a limb; see docs/detectors.md."""

    picture_mm: float = 130.0  # in one camera's picture, at the size the other person appears
    apart_mm: float = 170.0  # beyond it a hand is surely off; a touching hand's distance wavers by some 40 mm
    space_mm: float = 150.0  # between two cameras' rays
    own_zone_mm: float = 240.0  # a hand nearer to its owner's middle line or head has not reached out
    below_shoulder_mm: float = (
        250.0  # lower hands lie on laps and tables, where one camera cannot tell what is behind what
    )
    forearm_mm: float = 420.0  # from an elbow to the middle of its hand at the most
    keeps_place_lengths: float = 0.8  # of a palm: a hand that moves on is passing, not touching
    presence_01: float = 0.8
    side_01: float = 0.3  # a left hand where the owner's right should be is somebody else's
    min_ns: int = 500 * NS_PER_MS
    gap_ns: int = 1200 * NS_PER_MS  # a hand on another body is hard to find: it is searched about once a second
    one_camera_confidence: float = 0.6
    two_camera_confidence: float = 0.95


SHOWN_ROUND_HAND: Final = 1.0  # of the hand's size, on each side
Pair = tuple[Subject, Side, Subject]
Strips = Mapping[tuple[CameraId, Subject], NDArray[np.float32]]
Floats = NDArray[np.floating]


@dataclass(slots=True)
class _Touching:
    """A contact that goes on."""

    began: Interval
    last_ns: int
    place_px: NDArray[np.float32]
    seen_in: dict[CameraId, Evidence] = field(default_factory=dict)
    nearest_mm: float = float("inf")
    confirmed: int = 0
    looks: int = 0


class ContactDetector:
    """Follows every hand against every other body."""

    def __init__(self, space: Space, strips: Strips | None = None, thresholds: ContactThresholds | None = None) -> None:
        self._space = space
        self._strips = strips or {}
        self._t = thresholds or ContactThresholds()
        self._latest: dict[tuple[CameraId, Subject], Observation] = {}
        self._touching: dict[Pair, _Touching] = {}
        self._apart_ns: dict[Pair, int] = {}

    def step(self, picture: Sequence[Observation], focus: Focus) -> tuple[Cue, ...]:
        """Take in all observations of one picture."""
        seen = [observation for observation in picture if observation.body is not None]
        for observation in seen:
            self._latest[observation.camera, observation.seat] = observation
        if focus.period is Period.PAUSE or not seen:
            return ()
        cues: list[Cue] = []
        for toucher in seen:
            for side in Side:
                for other in seen:
                    if toucher.seat != other.seat:
                        cues += self._look((toucher.seat, side, other.seat), toucher, other)
        return tuple(cues)

    def finish(self) -> tuple[Cue, ...]:
        """Close every contact that still goes on."""
        return tuple(cue for pair in list(self._touching) for cue in self._close(pair, None))

    def _look(self, pair: Pair, toucher: Observation, other: Observation) -> tuple[Cue, ...]:
        t_ns = toucher.t_ns
        near = self._is_near_in_picture(pair[1], toucher, other)
        if near is None:
            return ()
        distance_mm, denied = (float("nan"), False) if not near else self._check_in_space(pair, toucher)
        if near and not denied:
            # What lay between two looks further apart was not seen: they do not make one contact.
            going = self._touching.get(pair)
            lapsed = going is not None and t_ns - going.last_ns > self._t.gap_ns
            ended = self._close(pair, None) if lapsed else ()
            self._note(pair, toucher, distance_mm)
            return ended
        self._apart_ns[pair] = t_ns
        going = self._touching.get(pair)
        if going is not None and (denied or t_ns - going.last_ns > self._t.gap_ns):
            return self._close(pair, t_ns)
        return ()

    def _is_near_in_picture(self, side: Side, toucher: Observation, other: Observation) -> bool | None:
        """Whether the hand lies on the other's limbs in this picture; None where it cannot be told.

        Only a hand that was itself found counts: where a body's points merely suggest one, a neighbour's hand
        lies there as often as not.
        """
        hand = next((hand for hand in toucher.hands if hand.side is side), None)
        if hand is None or other.body is None or toucher.body is None:
            return None
        if hand.presence_01 < self._t.presence_01 or hand.side_01 < self._t.side_01:
            return None
        point = hand.palm_px
        if self._is_over_own_strip(point, toucher):
            return False
        if not is_within_reach(point, side, toucher.body, self._t.forearm_mm):
            return None
        scale = px_per_mm(toucher.body)
        own_px = min(distance_to_middle(point, toucher.body), distance_to_head(point, toucher.body))
        if own_px < self._t.own_zone_mm * scale:
            return False
        if below_shoulders_px(point, toucher.body) > self._t.below_shoulder_mm * scale:
            return None
        if is_someones_hand(point, hand.palm_length_px, other):
            return None
        distance_mm = distance_to_limbs(point, other.body.xy) / px_per_mm(other.body)
        if self._t.picture_mm < distance_mm <= self._t.apart_mm:
            return None
        return distance_mm <= self._t.picture_mm

    def _is_over_own_strip(self, point: Floats, toucher: Observation) -> bool:
        """A hand before its owner's own place on the table is there, whatever stands behind it in the picture."""
        strip = self._strips.get((toucher.camera, toucher.seat))
        return strip is not None and cv2.pointPolygonTest(strip, (float(point[0]), float(point[1])), False) >= 0

    def _check_in_space(self, pair: Pair, toucher: Observation) -> tuple[float, bool]:
        """Distance in millimetres by a second camera, and whether that camera says "apart"."""
        seat, side, other_seat = pair
        cameras = self._cameras_of(seat, other_seat, toucher.t_ns)
        if not self._space.sees(tuple(cameras)):
            return float("nan"), False
        hands: dict[CameraId, np.ndarray] = {}
        joints: dict[CameraId, np.ndarray] = {}
        for camera in cameras:
            point = hand_point(self._latest[camera, seat], side)
            body = self._latest[camera, other_seat].body
            if point is not None and body is not None:
                hands[camera], joints[camera] = np.asarray(point)[None], body.xy
        if len(hands) < 2:
            return float("nan"), False
        hand_mm = self._space.points_mm(hands)[0]
        joints_mm = self._space.points_mm(joints)
        distance_mm = distance_to_limbs(hand_mm, joints_mm)
        return distance_mm, bool(np.isfinite(distance_mm) and distance_mm > self._t.space_mm)

    def _cameras_of(self, seat: Subject, other: Subject, t_ns: int) -> tuple[CameraId, ...]:
        """Cameras that saw both people at about this moment."""
        cameras = {camera for camera, _ in self._latest}
        return tuple(
            sorted(
                camera
                for camera in cameras
                if all(
                    (camera, who) in self._latest and abs(self._latest[camera, who].t_ns - t_ns) <= 3 * SAME_MOMENT_NS
                    for who in (seat, other)
                )
            )
        )

    def _note(self, pair: Pair, toucher: Observation, distance_mm: float) -> None:
        t_ns = toucher.t_ns
        hand = next(hand for hand in toucher.hands if hand.side is pair[1])
        going = self._touching.get(pair)
        moved_on = going is not None and float(np.linalg.norm(hand.palm_px - going.place_px)) > (
            self._t.keeps_place_lengths * hand.palm_length_px
        )
        if going is None or (moved_on and going.last_ns - going.began.latest_ns < self._t.min_ns):
            going = _Touching(
                Interval(min(self._apart_ns.get(pair, t_ns) - POINTS_LAG_NS, t_ns), t_ns), t_ns, hand.palm_px
            )
            self._touching[pair] = going
        going.last_ns = max(going.last_ns, t_ns)
        going.looks += 1
        if np.isfinite(distance_mm):
            going.confirmed += 1
            going.nearest_mm = min(going.nearest_mm, distance_mm)
        going.seen_in.setdefault(toucher.camera, Evidence(toucher.camera, t_ns, _around(hand)))

    def _end(self, last_ns: int, at_ns: int | None) -> Interval | None:
        """Between the last look with the hand there and the first without; None where it was not seen leaving."""
        if at_ns is None or at_ns - last_ns > 2 * self._t.gap_ns:
            return None
        return Interval(last_ns, max(last_ns, at_ns))

    def _close(self, pair: Pair, at_ns: int | None) -> tuple[Cue, ...]:
        going = self._touching.pop(pair)
        if going.last_ns - going.began.latest_ns < self._t.min_ns:
            return ()
        confirmed = going.confirmed >= max(2, going.looks // 2)
        measures: Mapping[str, float] = {"distance_mm": round(going.nearest_mm, 0)} if confirmed else {}
        return (
            Cue(
                kind=CueKind.CONTACT,
                subject=pair[0],
                targets=(pair[2],),
                when=Span(going.began, self._end(going.last_ns, at_ns)),
                confidence=self._t.two_camera_confidence if confirmed else self._t.one_camera_confidence,
                cameras=tuple(sorted(going.seen_in)),
                evidence=tuple(going.seen_in[camera] for camera in sorted(going.seen_in)),
                measures=measures,
            ),
        )


def _around(hand: HandSeen) -> tuple[float, float, float, float]:
    """A box that shows the touch itself: the hand with the part of the other's body on which it lies."""
    x0, y0, x1, y1 = hand.box_px
    margin = SHOWN_ROUND_HAND * max(x1 - x0, y1 - y0)
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin
