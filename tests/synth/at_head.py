"""Where hands can be at the own head: on the face, the mask, the cheek, or with a cup at the mouth."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

import numpy as np

from tests.synth.figure import Figure, HandTarget, Posture
from tests.synth.geometry import F64, UP, frame, unit
from tests.synth.motion import Placement
from tests.synth.placements import REACHED_M, OutOfReach
from tests.synth.skeleton import SideLetter
from tests.synth.surface import posed_head
from tests.synth.things import CUP_ALONG_M, CUP_MIDDLE_M, CUP_OFF_PALM_M

FaceSpot = Literal["cheek", "nose", "brow", "ear", "chin"]
_SPOTS: Final[dict[str, tuple[float, float, float]]] = {
    "cheek": (0.048, -0.02, -0.055),
    "nose": (0.008, -0.07, -0.040),
    "brow": (0.030, -0.04, 0.040),
    "ear": (0.075, 0.065, -0.020),
    "chin": (0.010, -0.05, -0.105),
}
"""From the middle between the eyes: aside to the hand's own side, forwards is negative, up."""
_FINGERTIP_M: Final = 0.165
_FIST_M: Final = 0.075
_PALM_M: Final = 0.105


def finger_on_face(
    figure: Figure, side: SideLetter, posture: Posture, spot: FaceSpot, gap_m: float, higher_m: float = 0.0
) -> Placement:
    """Fingertips on the own face, as one who scratches or rubs it; raises OutOfReach."""
    aside, forward, up = _SPOTS[spot]
    at, out_of_head = _spot(figure, side, posture, (aside, forward, up + higher_m))
    along = unit(UP * 0.85 - figure.side(side) * 0.45 - out_of_head * 0.35)
    return _laid(figure, side, posture, at, out_of_head, along, -out_of_head, "fingers", _FINGERTIP_M, gap_m)


def palm_on_mask(figure: Figure, side: SideLetter, posture: Posture, gap_m: float) -> Placement:
    """The palm over mask and eyes; raises OutOfReach."""
    at, out_of_head = _spot(figure, side, posture, (0.0, -0.075, 0.0))
    along = unit(-figure.side(side) * 0.8 + UP * 0.6)
    return _laid(figure, side, posture, at, out_of_head, along, -out_of_head, "palm", _PALM_M, gap_m)


def cheek_on_fist(figure: Figure, side: SideLetter, posture: Posture, gap_m: float) -> Placement:
    """The fist under the own cheek, forearm upright; raises OutOfReach."""
    at, _ = _spot(figure, side, posture, (0.055, -0.035, -0.085))
    press = unit(figure.side(side) * 0.75 - UP * 0.65)
    along = unit(UP * 0.9 - figure.side(side) * 0.35)
    return _laid(figure, side, posture, at, press, along, -figure.place.inward, "fist", _FIST_M, gap_m)


def cup_at_mouth(figure: Figure, side: SideLetter, posture: Posture) -> Placement:
    """A gripped cup tipped at the mouth, a little off the lips; raises OutOfReach."""
    at, out_of_head = _spot(figure, side, posture, (0.0, -0.065, -0.072))
    sign = 1.0 if side == "L" else -1.0
    # The cup's axis tips towards the face; the hand holds it from its own side.
    axis = unit(UP * 0.62 - out_of_head * 0.78)
    palm = unit(-figure.side(side) - axis * (-figure.side(side) @ axis))
    along = sign * np.cross(axis, palm)
    axes = np.stack([along, sign * axis, np.cross(along, sign * axis)], axis=1)
    middle = at + out_of_head * 0.030 - axis * (CUP_MIDDLE_M - 0.012)
    wrist = middle - axes @ np.array([CUP_ALONG_M, 0.0, CUP_OFF_PALM_M])
    target = HandTarget(wrist, axes, figure.skeleton.form(side, "grip"), on_table=False)
    return Placement(_reached(figure, side, target, posture, "mouth"), calm=False, where="cup", form="grip")


def _spot(figure: Figure, side: SideLetter, posture: Posture, offset: tuple[float, float, float]) -> tuple[F64, F64]:
    """A place on the head in the room, and the direction in which the face looks."""
    head = figure.head_transforms(posture)[figure.body.index["head"]]
    eyes = (figure.skeleton.at("eye.L") + figure.skeleton.at("eye.R")) / 2
    sign = 1.0 if side == "L" else -1.0
    at = head[:3, :3] @ (eyes + np.array(offset) * [sign, 1, 1]) + head[:3, 3]
    aside = np.array([sign * offset[0] * 8, -1.0, offset[2] * 3])
    return at, unit(head[:3, :3] @ aside)


def _laid(
    figure: Figure,
    side: SideLetter,
    posture: Posture,
    at: F64,
    away: F64,
    along: F64,
    palm: F64,
    form: str,
    touching_m: float,
    gap_m: float,
) -> Placement:
    """The hand moved along `away` until its mesh is `gap_m` from the head's; `touching_m` is the part that touches."""
    axes = frame(along, palm)
    fingers = figure.skeleton.form(side, form)
    surface = posed_head(figure, posture)
    wrist = at - axes[:, 0] * touching_m + away * 0.03
    for _ in range(14):
        target = HandTarget(wrist, axes, fingers, on_table=False)
        hand = figure.solve_hand(replace(posture, hands={**posture.hands, side: target}), side)
        short = gap_m - surface.gap(hand.vertices)
        wrist = wrist + away * short
        if abs(short) < 2e-4:
            break
    reached = _reached(figure, side, HandTarget(wrist, axes, fingers, on_table=False), posture, "face")
    return Placement(reached, calm=True, where="face", form=form)


def _reached(figure: Figure, side: SideLetter, target: HandTarget, posture: Posture, name: str) -> HandTarget:
    missed = figure.solve_hand(replace(posture, hands={**posture.hands, side: target}), side).missed_m
    if missed > REACHED_M:
        raise OutOfReach(
            f"the {side} hand of the person at {figure.place.xy_m} ends {missed * 1000:.0f} mm from its {name} target."
        )
    return target
