"""How far a head is bowed, from the face where one is found and from the body's points where none is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.codes import Head
from vision.bodies import VISIBLE_01
from vision.observation import BodySeen, FaceSeen

NOSE, EARS, SHOULDERS = 0, (7, 8), (11, 12)
BOWED_DEG: Final = 25.0
EAR_TO_NOSE: Final = 0.75  # of the distance between the ears, seen from the side


@dataclass(frozen=True, slots=True)
class HeadSeen:
    """A head's state; `bow_deg` is None where it was not measured."""

    head: Head
    bow_deg: float | None
    confidence: float


def head_seen(face: FaceSeen | None, body: BodySeen | None) -> HeadSeen:
    """The face decides where its shape was found; a bowed or masked head is judged by nose, ears and shoulders."""
    if face is not None and face.presence_01 >= 0.5 and math.isfinite(face.pitch_deg):
        bow = face.pitch_deg
        return HeadSeen(Head.BOWED if bow >= BOWED_DEG else Head.UP, round(bow, 1), round(face.presence_01, 2))
    bow_by_body = None if body is None else _bow_by_body(body)
    if bow_by_body is None:
        return HeadSeen(Head.NOT_VISIBLE, None, 0.0)
    return HeadSeen(Head.BOWED if bow_by_body >= BOWED_DEG else Head.UP, round(bow_by_body, 1), 0.6)


def _bow_by_body(body: BodySeen) -> float | None:
    """Angle from how far the nose lies below the line of the ears; None where these points are not seen."""
    points = [NOSE, *EARS]
    if not float(body.visibility_01[points].min()) >= VISIBLE_01:
        return None
    ears = body.xy[list(EARS)]
    width_px = float(np.linalg.norm(ears[0] - ears[1]))
    if width_px < 4.0:
        return None
    drop_px = float(body.xy[NOSE, 1] - ears[:, 1].mean())
    return math.degrees(math.asin(float(np.clip(drop_px / (EAR_TO_NOSE * width_px), -1.0, 1.0))))
