"""One look at one face: are the eyes visible, and are they open?

Visible comes first. The face mesh fits itself to a masked face as well and reports open eyes there (measured: 16 of
16 masked faces); so the eye band must look like the skin of the same face before its lids are read.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.observation import FaceSeen


class EyeState(StrEnum):
    """What one look says."""

    OPEN = "open"
    CLOSED = "closed"
    COVERED = "covered"
    NOT_SEEN = "not_seen"


@dataclass(frozen=True, slots=True)
class EyeThresholds:
    """See docs/detectors.md for how they were chosen."""

    detector_01: float = 0.5
    presence_01: float = 0.5
    eye_band_skin_01: float = 0.5  # for a player whose face was never seen by day
    least_skin_01: float = 0.2  # a worn mask gives up to 0.06 (measured, one of sixteen 0.49)
    min_eye_width_px: float = 10.0
    opening: float = 0.2  # for a player whose eyes were never seen open
    own_opening_share: float = (
        0.7  # of the player's own usual opening: midway between open and shut (measured 1 : 0.42)
    )
    max_yaw_deg: float = 45.0
    max_pitch_deg: float = 35.0


@dataclass(frozen=True, slots=True)
class OwnEyes:
    """What a player's own open eyes look like by day; None where too little was seen. People differ by a factor of two."""

    opening: float | None = None
    eye_band_skin_01: float | None = None


UNKNOWN_EYES = OwnEyes()


def eye_state(face: FaceSeen | None, t: EyeThresholds, own: OwnEyes = UNKNOWN_EYES) -> EyeState:
    """The state of the better seen eye; NOT_SEEN where the face is missing, too small or turned too far."""
    if face is None or not face.presence_01 >= t.presence_01:
        return EyeState.NOT_SEEN
    if abs(face.yaw_deg) > t.max_yaw_deg:
        return EyeState.NOT_SEEN
    if not max(face.eye_width_px) >= t.min_eye_width_px:
        return EyeState.NOT_SEEN
    if not face.eye_band_skin_01 >= _enough_skin_01(t, own):
        return EyeState.COVERED
    opening = np.asarray(face.opening)
    if not np.isfinite(opening).any():
        return EyeState.NOT_SEEN
    enough = t.opening if own.opening is None else t.own_opening_share * own.opening
    return EyeState.OPEN if float(np.nanmax(opening)) >= enough else EyeState.CLOSED


def _enough_skin_01(t: EyeThresholds, own: OwnEyes) -> float:
    """Half of what the player's bare eye band has by day (spectacles, shadow and brows take their part of it)."""
    if own.eye_band_skin_01 is None:
        return t.eye_band_skin_01
    return min(t.eye_band_skin_01, max(t.least_skin_01, 0.5 * own.eye_band_skin_01))


class DayEyes:
    """Learns a player's own eyes by day: a blink or a hand over the eyes here and there does not matter."""

    ENOUGH_LOOKS = 3
    KEPT_LOOKS = 120
    LEAST_OPENING = 0.15  # eyes that seem to open less were shut, or hardly seen
    SURE_PRESENCE_01 = 0.8

    def __init__(self) -> None:
        self._openings: deque[float] = deque(maxlen=self.KEPT_LOOKS)
        self._skins: deque[float] = deque(maxlen=self.KEPT_LOOKS)

    def learn(self, face: FaceSeen | None, t: EyeThresholds) -> None:
        """Take in a look by day; a face turned away or hardly found teaches nothing."""
        if face is None or not face.presence_01 >= self.SURE_PRESENCE_01 or abs(face.yaw_deg) > t.max_yaw_deg:
            return
        if np.isfinite(face.eye_band_skin_01):
            self._skins.append(face.eye_band_skin_01)
        if face.eye_band_skin_01 >= t.least_skin_01 and np.isfinite(np.asarray(face.opening)).any():
            self._openings.append(float(np.nanmax(face.opening)))

    @property
    def own(self) -> OwnEyes:
        """What was learnt so far; of the skin the upper half, since a mask may still be worn in some looks."""
        opening = float(np.median(self._openings)) if len(self._openings) >= self.ENOUGH_LOOKS else None
        skin = float(np.percentile(self._skins, 75)) if len(self._skins) >= self.ENOUGH_LOOKS else None
        return OwnEyes(None if opening is None else max(self.LEAST_OPENING, opening), skin)
