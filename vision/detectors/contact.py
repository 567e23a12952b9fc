"""A hand of one person on the body of another, seen long enough and denied by no camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.codes import CueKind, Side
from engine.cues import CameraId, Cue, Evidence
from engine.focus import Focus, Period
from engine.intervals import NS_PER_MS, Interval, Span
from engine.seats import Subject
from vision.bodies import distance_to_limbs, distance_to_middle, hand_point, px_per_mm
from vision.observation import Observation, box_around
from vision.space import SAME_MOMENT_NS, Space


@dataclass(frozen=True, slots=True)
class ContactThresholds:
    """Distances are from the hand's middle to the middle of a limb; see docs/detectors.md."""

    picture_mm: float = 110.0  # in one camera's picture, at the size the other person appears
    space_mm: float = 150.0  # between two cameras' rays
    min_ns: int = 300 * NS_PER_MS
    gap_ns: int = 400 * NS_PER_MS
    one_camera_confidence: float = 0.6
    two_camera_confidence: float = 0.95


Pair = tuple[Subject, Side, Subject]


@dataclass(slots=True)
class _Touching:
    """A contact that goes on."""

    began: Interval
    last_ns: int
    seen_in: dict[CameraId, Evidence] = field(default_factory=dict)
    nearest_mm: float = float("inf")
    confirmed: int = 0
    looks: int = 0


class ContactDetector:
    """Follows every hand against every other body."""

    def __init__(self, space: Space, thresholds: ContactThresholds | None = None) -> None:
        self._space = space
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
            self._note(pair, toucher, other, distance_mm)
            return ()
        self._apart_ns[pair] = t_ns
        going = self._touching.get(pair)
        if going is not None and (denied or t_ns - going.last_ns > self._t.gap_ns):
            return self._close(pair, t_ns)
        return ()

    def _is_near_in_picture(self, side: Side, toucher: Observation, other: Observation) -> bool | None:
        """Whether the hand lies on the other's limbs in this picture; None where the hand is not seen."""
        point = hand_point(toucher, side)
        if point is None or other.body is None or toucher.body is None:
            return None
        limit_px = self._t.picture_mm * px_per_mm(other.body)
        if distance_to_limbs(point, other.body.xy) > limit_px:
            return False
        # A hand on its owner's side of the gap is an elbow of the neighbour passing by, not a reach.
        return distance_to_middle(point, other.body) < distance_to_middle(point, toucher.body)

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

    def _note(self, pair: Pair, toucher: Observation, other: Observation, distance_mm: float) -> None:
        t_ns = toucher.t_ns
        going = self._touching.get(pair)
        if going is None:
            going = _Touching(Interval(min(self._apart_ns.get(pair, t_ns), t_ns), t_ns), t_ns)
            self._touching[pair] = going
        going.last_ns = max(going.last_ns, t_ns)
        going.looks += 1
        if np.isfinite(distance_mm):
            going.confirmed += 1
            going.nearest_mm = min(going.nearest_mm, distance_mm)
        going.seen_in.setdefault(toucher.camera, Evidence(toucher.camera, t_ns, _both(toucher, other)))

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
                when=Span(going.began, Interval(going.last_ns, max(going.last_ns, at_ns or going.last_ns))),
                confidence=self._t.two_camera_confidence if confirmed else self._t.one_camera_confidence,
                cameras=tuple(sorted(going.seen_in)),
                evidence=tuple(going.seen_in[camera] for camera in sorted(going.seen_in)),
                measures=measures,
            ),
        )


def _both(toucher: Observation, other: Observation) -> tuple[float, float, float, float]:
    """A box that shows both upper bodies."""
    boxes = [box_around(o.body.xy[:17]) for o in (toucher, other) if o.body is not None]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
