"""A figure with a life: curves for everything that moves, filled by acts, read as a posture at any time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.seats import Subject
from tests.synth.figure import STANDING_M, Figure, Posture
from tests.synth.geometry import F64
from tests.synth.motion import Curve, HandTrack, blink_at, blinks, sway
from tests.synth.placements import lap
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.things import Thing, chair_of

SIDE_OF: Final[dict[str, SideLetter]] = {"left": "L", "right": "R"}
NAME_OF: Final[dict[SideLetter, str]] = {"L": "left", "R": "right"}


@dataclass(frozen=True, slots=True, eq=False)
class Stay:
    """A thing that is somewhere, or in a hand, for a while."""

    from_s: float
    to_s: float
    thing: Thing


@dataclass(eq=False)
class Actor:
    """Somebody at the table; acts add movements, `posture` reads them."""

    who: Subject
    figure: Figure
    seed: int
    until_s: float
    restless: float = 1.0
    hands: dict[SideLetter, HandTrack] = field(init=False)
    lean: Curve = field(default_factory=lambda: Curve(6.0))
    turn: Curve = field(default_factory=lambda: Curve(0.0))
    bow: Curve = field(default_factory=lambda: Curve(8.0))
    lids: Curve = field(default_factory=lambda: Curve(0.0))
    gaze_side: Curve = field(default_factory=lambda: Curve(0.0))
    gaze_up: Curve = field(default_factory=lambda: Curve(0.0))
    mask: Curve = field(default_factory=lambda: Curve(1.0))
    mask_tilt: Curve = field(default_factory=lambda: Curve(0.0))
    back: Curve = field(default_factory=lambda: Curve(0.0))  # metres that chair and body are back from the place
    away: Curve = field(default_factory=lambda: Curve(0.0))  # metres that the body has walked on from the chair
    stand: Curve = field(default_factory=lambda: Curve(0.0))
    has_mask: bool = True
    bare: list[tuple[float, float]] = field(default_factory=list)  # when the mask is off the head
    stays: list[Stay] = field(default_factory=list)
    words: list[tuple[float, float]] = field(default_factory=list)  # when the mouth speaks
    _blinks: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.hands = {s: HandTrack(lap(self.figure, s), self.seed * 7 + k) for k, s in enumerate(SIDES)}
        for track in self.hands.values():
            track.body_at = self._body_at
        self._blinks = blinks(self.seed, self.until_s)

    def posture(self, t_s: float) -> Posture:
        """Everything at one time, with sway, breath, blinks and speech."""
        s, r = self.seed * 100, self.restless
        lid = max(self.lids.at(t_s), blink_at(self._blinks, t_s))
        return Posture(
            hands={side: track.at(t_s) for side, track in self.hands.items()},
            lean_deg=self.lean.at(t_s) + 0.25 * r * sway(t_s * 0.6, s + 50),
            roll_deg=0.2 * r * sway(t_s * 0.5, s + 51),
            turn_deg=self.turn.at(t_s) + 0.8 * r * sway(t_s, s + 52),
            bow_deg=self.bow.at(t_s) + 0.6 * r * sway(t_s, s + 53),
            tilt_deg=0.5 * r * sway(t_s * 0.7, s + 54),
            lids=(lid, lid),
            gaze_deg=(self.gaze_side.at(t_s) + r * sway(t_s, s + 55), self.gaze_up.at(t_s)),
            jaw=self._jaw(t_s),
            mask_lift=self.mask.at(t_s) if self.wears_mask(t_s) else None,
            mask_tilt_deg=self.mask_tilt.at(t_s),
            shift_m=self.shift_m(t_s),
            stand=self.stand.at(t_s),
            things=self._things(t_s),
            breath=sway(t_s * 0.4, s + 56),
        )

    def wears_mask(self, t_s: float) -> bool:
        """Whether the mask is on the head, wherever there."""
        return self.has_mask and not any(a <= t_s < b for a, b in self.bare)

    def shift_m(self, t_s: float) -> tuple[float, float]:
        """How far the body is from its place."""
        out = -self.figure.place.inward * (self.back.at(t_s) + self.away.at(t_s))
        return float(out[0]), float(out[1])

    def _body_at(self, t_s: float) -> F64:
        return np.array([*self.shift_m(t_s), STANDING_M * self.stand.at(t_s)])

    def _things(self, t_s: float) -> tuple[Thing, ...]:
        behind = -self.figure.place.inward * self.back.at(t_s)
        chair = chair_of(self.figure.place, (float(behind[0]), float(behind[1])))
        return (chair, *(s.thing for s in self.stays if s.from_s <= t_s < s.to_s))

    def _jaw(self, t_s: float) -> float:
        speaking = any(a <= t_s <= b for a, b in self.words)
        return max(0.0, 0.22 + 0.12 * sway(t_s * 5.5, self.seed * 100 + 57)) if speaking else 0.0
