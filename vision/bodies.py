"""Measures on a body's 33 points: where its hands are, where its limbs run, how large it appears."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.codes import Side
from vision.observation import BodySeen, HandSeen, Observation

Floats = NDArray[np.floating]

SHOULDERS: Final = (11, 12)
HIPS: Final = (23, 24)
HEAD: Final = (0, 7, 8)
LIMBS: Final = ((11, 12), (11, 13), (13, 15), (12, 14), (14, 16), (11, 23), (12, 24))
"""Shoulder line, both arms, both flanks; each a segment between two points of the body."""
HAND_POINTS: Final = {Side.LEFT: (15, 17, 19), Side.RIGHT: (16, 18, 20)}  # wrist, little finger, index finger
ELBOWS: Final = {Side.LEFT: 13, Side.RIGHT: 14}
SHOULDER_WIDTH_MM: Final = 360.0  # between the joints, a middling adult
VISIBLE_01: Final = 0.5


def hand_point(observation: Observation, side: Side) -> Floats | None:
    """(2,) the middle of one hand: from the hand itself where it was found, else from the body's points."""
    found: HandSeen | None = next((hand for hand in observation.hands if hand.side is side), None)
    if found is not None:
        return found.palm_px
    body = observation.body
    if body is None:
        return None
    points = list(HAND_POINTS[side])
    if not float(body.visibility_01[points].min()) >= VISIBLE_01:
        return None
    middle: Floats = body.xy[points].mean(axis=0)
    return middle


def px_per_mm(body: BodySeen) -> float:
    """How large the body appears, from the shoulders or, where these are seen edge-on, from shoulder to hip."""
    shoulders = float(np.linalg.norm(body.xy[11] - body.xy[12]))
    flank = float(np.linalg.norm(body.xy[list(SHOULDERS)].mean(axis=0) - body.xy[list(HIPS)].mean(axis=0)))
    return max(shoulders, 0.6 * flank) / SHOULDER_WIDTH_MM


def distance_to_limbs(point: Floats, joints: Floats) -> float:
    """Shortest distance from a point (D,) to the body's limbs and trunk (33, D); infinite where none is known."""
    distances = [distance_to_segment(point, joints[a], joints[b]) for a, b in LIMBS]
    known = [distance for distance in distances if np.isfinite(distance)]
    return min(known, default=float("inf"))


def distance_to_segment(point: Floats, start: Floats, end: Floats) -> float:
    """Distance from a point to a segment in two or three dimensions; NaN where an end is not known."""
    along = end - start
    length2 = float(along @ along)
    share = 0.0 if length2 == 0.0 else float(np.clip((point - start) @ along / length2, 0.0, 1.0))
    return float(np.linalg.norm(point - (start + share * along)))


def distance_to_middle(point: Floats, body: BodySeen) -> float:
    """Distance in pixels from a point to the line between the middle of the shoulders and of the hips."""
    top = body.xy[list(SHOULDERS)].mean(axis=0)
    bottom = body.xy[list(HIPS)].mean(axis=0)
    return distance_to_segment(point, top, bottom)


def distance_to_head(point: Floats, body: BodySeen) -> float:
    """Distance in pixels from a point to the middle of nose and ears."""
    return float(np.linalg.norm(point - body.xy[list(HEAD)].mean(axis=0)))


def below_shoulders_px(point: Floats, body: BodySeen) -> float:
    """How far a point lies under the middle of the shoulders in the picture; negative above it."""
    return float(point[1] - body.xy[list(SHOULDERS), 1].mean())


def is_within_reach(point: Floats, side: Side, body: BodySeen, forearm_mm: float) -> bool:
    """Whether a hand can belong to this body: near enough to its elbow, where the elbow is seen at all."""
    elbow = ELBOWS[side]
    if not float(body.visibility_01[elbow]) >= VISIBLE_01:
        return True
    return float(np.linalg.norm(point - body.xy[elbow])) <= forearm_mm * px_per_mm(body)


def is_someones_hand(point: Floats, palm_px: float, other: Observation) -> bool:
    """Whether the other person's own hand lies in the same place: then it is not known whose hand is seen."""
    return any(float(np.linalg.norm(hand.palm_px - point)) < palm_px for hand in other.hands)
