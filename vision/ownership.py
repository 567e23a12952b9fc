"""Whose hand is it? A hand that a body cannot reach is not that person's, however near their seat it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from engine.codes import Side
from engine.cues import CameraId
from engine.seats import Subject
from vision.bodies import ELBOWS, VISIBLE_01, px_per_mm
from vision.observation import BodySeen, HandSeen, Observation

REACH_MM: Final = 560.0
"""From an elbow to the middle of its hand at the size the shoulders appear; seen values go up to 500 where a forearm
points at the camera and the shoulders are seen askew."""
SAME_PLACE_LENGTHS: Final = 0.7  # of a palm


class Ownership:
    """Remembers each person's last body, and lets every hand belong to one person only."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[CameraId, Subject], BodySeen] = {}

    def sorted_out(self, picture: Sequence[Observation]) -> tuple[Observation, ...]:
        """The observations of one picture without hands out of their owner's reach or given to two people."""
        for observation in picture:
            if observation.body is not None:
                self._bodies[observation.camera, observation.seat] = observation.body
        claims = [
            (self._stretch_mm(observation, hand), index, hand)
            for index, observation in enumerate(picture)
            for hand in observation.hands
        ]
        kept: list[tuple[int, HandSeen]] = []
        for stretch_mm, index, hand in sorted(claims, key=lambda claim: (claim[0], claim[1], claim[2].side)):
            taken = any(_same_place(hand, other) for owner, other in kept if owner != index)
            if stretch_mm <= REACH_MM and not taken:
                kept.append((index, hand))
        return tuple(
            replace(observation, hands=tuple(hand for hand in observation.hands if (index, hand) in kept))
            if observation.hands
            else observation
            for index, observation in enumerate(picture)
        )

    def _stretch_mm(self, observation: Observation, hand: HandSeen) -> float:
        """How far the hand is from its elbow; nothing is held against a hand whose elbow was never seen."""
        body = self._bodies.get((observation.camera, observation.seat))
        elbow = ELBOWS[Side(hand.side)]
        if body is None or not float(body.visibility_01[elbow]) >= VISIBLE_01:
            return 0.0
        return float(np.linalg.norm(hand.palm_px - body.xy[elbow])) / px_per_mm(body)


def _same_place(first: HandSeen, second: HandSeen) -> bool:
    apart_px = float(np.linalg.norm(first.palm_px - second.palm_px))
    return apart_px < SAME_PLACE_LENGTHS * max(first.palm_length_px, second.palm_length_px)
