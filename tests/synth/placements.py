"""Where hands can be: on the table, over it, in the lap, at the own mask, on a neighbour."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from tests.synth.figure import Figure, HandTarget, PlacedHand, Posture, Solved
from tests.synth.geometry import F64, UP, frame, rotation, unit
from tests.synth.motion import Placement
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.surface import posed_body
from tests.synth.table import FROM_EDGE_M
from tests.synth.wardrobe import DROP_M, RISE_M

REACHED_M: Final = 0.002
"""A wrist nearer than this to its target has reached it."""


class OutOfReach(ValueError):
    """A hand that cannot get where the scenario wants it."""


def lap(figure: Figure, side: SideLetter) -> Placement:
    """Folded in the lap, under the table's edge."""
    inward, out = figure.place.inward, figure.side(side)
    wrist = np.array([*figure.place.xy_m, 0.70]) + inward * 0.13 + out * 0.14
    axes = frame(-out + inward * 0.25, -UP)
    return Placement(
        HandTarget(wrist, axes, figure.skeleton.form(side, "relaxed"), on_table=False), calm=True, where="lap"
    )


def at_rest(figure: Figure) -> Posture:
    """Upright with both hands in the lap: the posture against which reach is checked."""
    return Posture({s: lap(figure, s).target for s in SIDES})


def on_table(
    figure: Figure,
    side: SideLetter,
    *,
    form: str = "palm",
    inside_m: float = 0.17,
    apart_m: float = 0.17,
    clearance_m: float = 0.0,
    upright: bool = False,
    finger_down_deg: float = 0.0,
) -> Placement:
    """A hand on the table, or `clearance_m` over it, pointing inwards.

    `inside_m` is the wrist's distance from the table's edge, `apart_m` from the person's middle. A clearance below
    zero presses: the hand then stops on the table. A place out of reach is moved towards the person; raises
    OutOfReach when even the edge is too far.
    """
    out = figure.side(side)
    along = figure.place.inward - out * 0.25
    palm = -out if upright or form == "thumb_up" else -UP
    axes = (
        rotation(np.cross(along, UP), -finger_down_deg) @ frame(along, palm) if finger_down_deg else frame(along, palm)
    )
    fingers = figure.skeleton.form(side, form)
    while inside_m > 0.02:
        edge = figure.place.inward * (FROM_EDGE_M + inside_m)
        wrist = np.array([*figure.place.xy_m, figure.table.height_m + 0.05]) + edge + out * apart_m
        target = HandTarget(wrist, axes, fingers, on_table=False)
        lowest = figure.clearance(_with_hand(figure, side, target).vertices)
        wrist = wrist + UP * (clearance_m - lowest)
        target = HandTarget(wrist, axes, fingers, on_table=False)
        if _with_hand(figure, side, target).missed_m < REACHED_M:
            where = "table" if clearance_m <= 0 else "air"
            return Placement(replace(target, on_table=True), calm=clearance_m <= 0, where=where, form=form)
        inside_m -= 0.02
    raise OutOfReach(f"the {side} hand of the person at {figure.place.xy_m} cannot reach the table.")


def in_air(
    figure: Figure, side: SideLetter, *, inside_m: float, apart_m: float, height_m: float, form: str = "relaxed"
) -> Placement:
    """Held over the table or before the body, `height_m` over the table's plane; raises OutOfReach."""
    out = figure.side(side)
    wrist = np.array([*figure.place.xy_m, figure.table.height_m + height_m])
    wrist = wrist + figure.place.inward * (FROM_EDGE_M + inside_m) + out * apart_m
    axes = frame(figure.place.inward - out * 0.25, -UP)
    found = checked(figure, side, HandTarget(wrist, axes, figure.skeleton.form(side, form)), "air")
    return replace(found, form=form)


def forearm_on_edge(figure: Figure, side: SideLetter) -> Placement:
    """The forearm lies on the table by its end and the hand is bent up, a few mm off it; raises OutOfReach."""
    inward, out = figure.place.inward, figure.side(side)
    wrist = np.array([*figure.place.xy_m, figure.table.height_m + 0.10]) + inward * (FROM_EDGE_M + 0.08) + out * 0.16
    axes = frame(inward - out * 0.35 + UP * 1.4, -UP)
    rest = at_rest(figure)
    fingers = figure.skeleton.form(side, "relaxed")
    for _ in range(10):
        target = HandTarget(wrist, axes, fingers, on_table=False)
        clearance = figure.forearm_clearance(replace(rest, hands={**rest.hands, side: target}), side)
        wrist = wrist - UP * min(clearance, 0.05)
    found = checked(figure, side, target, "forearm")
    return replace(found, calm=True, form="forearm")


def raised(figure: Figure, side: SideLetter, form: str = "palm") -> Placement:
    """A hand held up beside the head, palm forward; raises OutOfReach."""
    return _shown(figure, side, form, height_m=0.50, before_m=0.22, apart_m=0.26)


def shown(figure: Figure, side: SideLetter, form: str, height_m: float = 0.20) -> Placement:
    """A hand held up before the chest, palm to the others; raises OutOfReach."""
    return _shown(figure, side, form, height_m=height_m, before_m=0.26, apart_m=0.15)


def _shown(
    figure: Figure, side: SideLetter, form: str, *, height_m: float, before_m: float, apart_m: float
) -> Placement:
    inward, out = figure.place.inward, figure.side(side)
    wrist = np.array([*figure.place.xy_m, figure.table.height_m + height_m]) + inward * before_m + out * apart_m
    target = HandTarget(wrist, frame(UP + inward * 0.2, inward), figure.skeleton.form(side, form))
    return replace(checked(figure, side, target, "air"), form=form)


def at_mask(figure: Figure, side: SideLetter, lift: float, posture: Posture) -> Placement:
    """Fingers at the side of the own mask, as one who pushes it up or down; the eyes stay free."""
    solved = figure.solve(posture)
    head = solved.transforms[figure.body.index["head"]]
    sign = 1 if side == "L" else -1
    eye = figure.skeleton.at(f"eye.{side}")
    way = lift * (RISE_M if lift > 0 else DROP_M)
    edge = head[:3, :3] @ (eye + np.array([sign * 0.058, 0.035, way - 0.01])) + head[:3, 3]
    out = figure.side(side)
    along = unit(UP * 0.75 - out * 0.55 + figure.place.inward * -0.25)
    wrist = edge - along * 0.155 + out * 0.012
    target = HandTarget(
        wrist, frame(along, -out * 0.8 - figure.place.inward * 0.5), figure.skeleton.form(side, "pinch"), on_table=False
    )
    return checked(figure, side, target, "face", posture)


def over_spot(figure: Figure, side: SideLetter, spot: F64, clearance_m: float, lean_deg: float) -> Placement:
    """Towards a spot of the table as far as the arm goes with the body leant forward, `clearance_m` over the table."""
    rest = replace(at_rest(figure), lean_deg=lean_deg)
    shoulder = figure.solve(rest).joints[figure.body.index[f"upperarm01.{side}"]]
    way = spot - shoulder
    flat = np.array([way[0], way[1], 0.0])
    fingers = figure.skeleton.form(side, "relaxed")
    for share in np.arange(1.0, 0.3, -0.02):
        wrist = np.array([shoulder[0], shoulder[1], spot[2] + 0.08]) + flat * float(share)
        axes = frame(flat, -UP)
        for _ in range(3):
            target = HandTarget(wrist, axes, fingers, on_table=False)
            hand = _with_hand(figure, side, target, rest)
            wrist = wrist + UP * (clearance_m - figure.clearance(hand.vertices))
        if hand.missed_m < REACHED_M:
            return Placement(HandTarget(wrist, axes, fingers), calm=False, where="air", form="relaxed")
    raise OutOfReach(f"the {side} hand of the person at {figure.place.xy_m} cannot reach towards {np.round(spot, 2)}.")


def on_person(figure: Figure, side: SideLetter, other: Figure, posture: Posture, spot: str, gap_m: float) -> Placement:
    """The palm laid on another's `shoulder`, `arm` or `hand`, `gap_m` off the skin (negative: pressed).

    The gap is between the meshes as `other` sits in `posture`; raises OutOfReach.
    """
    solved = other.solve(posture)
    other_side: SideLetter = (
        "L"
        if (other.side("L") @ (np.array((*figure.place.xy_m, 0.0)) - np.array((*other.place.xy_m, 0.0)))) > 0
        else "R"
    )
    upper, fore = other.joint(solved, f"upperarm01.{other_side}"), other.joint(solved, f"lowerarm01.{other_side}")
    spots = {
        "shoulder": (upper + UP * 0.04, UP * 1.0 + other.side(other_side) * 0.35),
        "arm": (upper * 0.45 + fore * 0.55, other.side(other_side) * 0.6 + UP * 0.6 + other.place.inward * 0.3),
        "hand": (_back_of_hand(other, solved, other_side), UP),
    }
    near, facing = spots[spot]
    normal = unit(facing)
    across = near - np.array([*figure.place.xy_m, near[2]])
    along = unit(across - normal * (across @ normal))
    axes = frame(along, -normal)
    fingers = figure.skeleton.form(side, "relaxed" if spot != "hand" else "palm")
    surface = posed_body(other, posture)
    wrist = near - along * (0.085 if spot != "hand" else 0.125) + normal * 0.05
    for _ in range(12):
        hand = _with_hand(figure, side, HandTarget(wrist, axes, fingers, on_table=False)).vertices
        short = gap_m - surface.gap(hand)
        wrist = wrist + normal * short
        if abs(short) < 2e-4:
            break
    return checked(figure, side, HandTarget(wrist, axes, fingers, on_table=False), "person")


def _back_of_hand(figure: Figure, solved: Solved, side: SideLetter) -> F64:
    """Between wrist and knuckles, on the upper side of the hand."""
    middle = (figure.joint(solved, f"wrist.{side}") + figure.joint(solved, f"finger3-1.{side}")) / 2
    return np.asarray(middle + UP * 0.02)


def _with_hand(figure: Figure, side: SideLetter, target: HandTarget, posture: Posture | None = None) -> PlacedHand:
    """One hand placed, the body upright unless `posture` says otherwise."""
    rest = posture if posture is not None else at_rest(figure)
    return figure.solve_hand(replace(rest, hands={**rest.hands, side: target}), side)


def checked(
    figure: Figure, side: SideLetter, target: HandTarget, where: str, posture: Posture | None = None
) -> Placement:
    """A placement that the arm reaches from `posture` (upright without one); raises OutOfReach."""
    missed = _with_hand(figure, side, target, posture).missed_m
    if missed > REACHED_M:
        raise OutOfReach(
            f"the {side} hand of the person at {figure.place.xy_m} ends {missed * 1000:.0f} mm from its {where} target."
        )
    return Placement(target, calm=False, where=where)
