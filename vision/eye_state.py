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
    eye_band_skin_01: float = 0.5
    min_eye_width_px: float = 10.0
    opening: float = 0.2  # for a player whose eyes were never seen open
    own_opening_share: float = (
        0.7  # of the player's own usual opening: midway between open and shut (measured 1 : 0.42)
    )
    max_yaw_deg: float = 45.0
    max_pitch_deg: float = 35.0


def eye_state(face: FaceSeen | None, t: EyeThresholds, usual_opening: float | None = None) -> EyeState:
    """The state of the better seen eye; NOT_SEEN where the face is missing, too small or turned too far.

    `usual_opening` is how far this player's own eyes open by day: people differ by a factor of two.
    """
    if face is None or not face.presence_01 >= t.presence_01:
        return EyeState.NOT_SEEN
    if abs(face.yaw_deg) > t.max_yaw_deg:
        return EyeState.NOT_SEEN
    if not max(face.eye_width_px) >= t.min_eye_width_px:
        return EyeState.NOT_SEEN
    if not face.eye_band_skin_01 >= t.eye_band_skin_01:
        return EyeState.COVERED
    opening = np.asarray(face.opening)
    if not np.isfinite(opening).any():
        return EyeState.NOT_SEEN
    enough = t.opening if usual_opening is None else t.own_opening_share * usual_opening
    return EyeState.OPEN if float(np.nanmax(opening)) >= enough else EyeState.CLOSED


class UsualOpening:
    """How far a player's eyes open when they are open: the median over the day's last looks, a blink here and there."""

    ENOUGH_LOOKS = 3
    LEAST = 0.15  # eyes that seem to open less were shut, or hardly seen
    KEPT_LOOKS = 120

    def __init__(self) -> None:
        self._openings: deque[float] = deque(maxlen=self.KEPT_LOOKS)

    def learn(self, face: FaceSeen | None, t: EyeThresholds) -> None:
        """Take in a look by day; looks at which the eyes are not visible teach nothing."""
        if eye_state(face, t) in (EyeState.OPEN, EyeState.CLOSED) and face is not None:
            self._openings.append(float(np.nanmax(face.opening)))

    @property
    def opening(self) -> float | None:
        """None until enough was seen."""
        if len(self._openings) < self.ENOUGH_LOOKS:
            return None
        return max(self.LEAST, float(np.median(self._openings)))
