"""What one picture shows of each seat, for a person who wants to know what the program sees."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.codes import Eyes, HandForm, HandPlace, Mask, Side
from engine.seats import Subject
from vision.bodies import distance_to_limbs, px_per_mm
from vision.eye_state import EyeState, EyeThresholds, eye_state
from vision.hand_form import form_of_hand
from vision.head import HeadSeen, head_seen
from vision.observation import FaceSeen, HandSeen, Observation
from vision.perception.crops import SeatCrop

_EYES = {
    EyeState.OPEN: Eyes.OPEN,
    EyeState.CLOSED: Eyes.CLOSED,
    EyeState.COVERED: Eyes.COVERED,
    EyeState.NOT_SEEN: Eyes.NOT_VISIBLE,
}
ON_OWN_BODY_MM = 90.0


@dataclass(frozen=True, slots=True)
class HandInspected:
    """One hand as seen in one picture; without movement, lying on the table is only likely."""

    side: Side
    place: HandPlace
    form: HandForm
    confidence: float


@dataclass(frozen=True, slots=True)
class SeatInspected:
    """One seat as seen in one picture."""

    seat: Subject
    eyes: Eyes
    eyes_confidence: float
    mask: Mask
    mask_confidence: float
    head: HeadSeen
    hands: tuple[HandInspected, ...]


def inspect_seat(observation: Observation, crop: SeatCrop, thresholds: EyeThresholds | None = None) -> SeatInspected:
    """What one observation with everything looked for says."""
    state = eye_state(observation.face, thresholds or EyeThresholds())
    mask, mask_confidence = _mask(state, observation.face)
    return SeatInspected(
        seat=observation.seat,
        eyes=_EYES[state],
        eyes_confidence=_eyes_confidence(state, observation.face),
        mask=mask,
        mask_confidence=mask_confidence,
        head=head_seen(observation.face, observation.body),
        hands=tuple(_hand(hand, observation, crop) for hand in observation.hands),
    )


def _eyes_confidence(state: EyeState, face: FaceSeen | None) -> float:
    if face is None or state is EyeState.NOT_SEEN:
        return 0.0
    return round(min(face.presence_01, abs(face.eye_band_skin_01 - 0.5) * 2.0), 2)


def _mask(state: EyeState, face: FaceSeen | None) -> tuple[Mask, float]:
    """Covered eyes mean a mask at a table.

    Where the eyes are seen, a mask on the forehead, under the chin or in a hand is not looked for: then nothing can be
    said, above all not that there is none.
    """
    if face is None or state is not EyeState.COVERED:
        return Mask.NOT_VISIBLE, 0.0
    return Mask.ON_EYES, round(min(1.0, 1.0 - face.eye_band_skin_01), 2)


def _hand(hand: HandSeen, observation: Observation, crop: SeatCrop) -> HandInspected:
    place, confidence = _place(hand, observation, crop)
    return HandInspected(hand.side, place, form_of_hand(hand.xy), round(confidence * hand.presence_01, 2))


def _place(hand: HandSeen, observation: Observation, crop: SeatCrop) -> tuple[HandPlace, float]:
    if observation.face is not None and _inside(hand.palm_px, observation.face.box_px):
        return HandPlace.FACE, 0.7
    if crop.table_strip_px is not None:
        x, y = (float(v) for v in hand.palm_px)
        if cv2.pointPolygonTest(np.asarray(crop.table_strip_px, np.float32), (x, y), False) >= 0:
            return HandPlace.TABLE, 0.7
    body = observation.body
    if body is not None:
        trunk = body.xy.copy()
        trunk[13:23] = np.nan  # the arms end in the hands themselves
        if distance_to_limbs(hand.palm_px, trunk) <= ON_OWN_BODY_MM * px_per_mm(body):
            return HandPlace.OWN_BODY, 0.5
    return HandPlace.AIR, 0.5


def _inside(point: NDArray[np.float32], box_px: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = box_px
    return bool(x0 <= point[0] <= x1 and y0 <= point[1] <= y1)
