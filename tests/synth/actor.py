"""A figure with a life: curves for everything that moves, filled by acts, read as a posture at any time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.seats import Subject
from tests.synth.figure import Figure, Posture
from tests.synth.motion import Curve, HandTrack, blink_at, blinks, sway
from tests.synth.placements import lap
from tests.synth.skeleton import SIDES, SideLetter

SIDE_OF: Final[dict[str, SideLetter]] = {"left": "L", "right": "R"}
NAME_OF: Final[dict[SideLetter, str]] = {"L": "left", "R": "right"}


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
    has_mask: bool = True
    words: list[tuple[float, float]] = field(default_factory=list)  # when the mouth speaks
    _blinks: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.hands = {s: HandTrack(lap(self.figure, s), self.seed * 7 + k) for k, s in enumerate(SIDES)}
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
            mask_lift=self.mask.at(t_s) if self.has_mask else None,
            breath=sway(t_s * 0.4, s + 56),
        )

    def _jaw(self, t_s: float) -> float:
        speaking = any(a <= t_s <= b for a, b in self.words)
        return max(0.0, 0.22 + 0.12 * sway(t_s * 5.5, self.seed * 100 + 57)) if speaking else 0.0
