"""What each camera can see of each eye and hand: points of their surfaces tested against the picture's depth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from tests.synth.actor import NAME_OF, Actor
from tests.synth.body import LEFT_EYE
from tests.synth.calibrated import table_mm
from tests.synth.camera import Camera
from tests.synth.faces import LIDS_SHUT
from tests.synth.figure import Solved
from tests.synth.geometry import F64, I64, Mask
from tests.synth.raster import Raster
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.stage import Stage, camera_of

EVERY_S: Final = 1.0
EYE_TOLERANCE_M: Final = 0.004
HAND_TOLERANCE_M: Final = 0.012
_JOINTS: Final = {
    "head": "head",
    "neck": "neck01",
    **{
        f"{side}_{name}": f"{bone}.{letter}"
        for side, letter in (("left", "L"), ("right", "R"))
        for name, bone in (
            ("eye", "eye"),
            ("shoulder", "upperarm01"),
            ("elbow", "lowerarm01"),
            ("wrist", "wrist"),
            ("knuckle", "finger3-1"),
            ("hip", "upperleg01"),
        )
    },
}
_CORNEA_M: Final = 0.009
"""Radius of the part of the eye that must be uncovered to be seen."""


def write_seen(stage: Stage, raster: Raster, path: Path) -> None:
    """Write a line for every camera, person and second: the share of each eye and hand that is in sight, and joints.

    It needs the renderer, a picture's work for each camera and second.
    """
    with path.open("w", encoding="utf-8") as out:
        for t in np.arange(0.5, stage.scenario.duration_s, EVERY_S):
            for line in (*seen_at(stage, raster, float(t)), *joints_at(stage, float(t))):
                out.write(json.dumps(line) + "\n")


def seen_at(stage: Stage, raster: Raster, t_s: float) -> Iterator[dict[str, Any]]:
    """What is in sight at one time; people wholly out of a picture are left out."""
    solved = stage.solved(t_s)
    for spec in stage.scenario.camera:
        camera = camera_of(spec)
        depth = raster.depth(solved, camera, stage.light(t_s))
        for actor, one in zip(stage.actors.values(), solved, strict=True):
            eyes = {
                NAME_OF[s]: round(lid * _share(eye_points(actor, one, s), camera, depth, EYE_TOLERANCE_M), 2)
                for s, lid in zip(SIDES, _open_share(one), strict=True)
            }
            hands = {NAME_OF[s]: _share(one.hand_vertices[s], camera, depth, HAND_TOLERANCE_M) for s in SIDES}
            if any(eyes.values()) or any(hands.values()):
                t_ns = round(t_s * 1e9)
                lead = {"t": [t_ns, t_ns], "kind": "seen", "subject": actor.who, "source": "truth"}
                yield {**lead, "camera": spec.id, "eyes": eyes, "hands": hands}


def joints_at(stage: Stage, t_s: float) -> Iterator[dict[str, Any]]:
    """Everybody's joints at one time: millimetres in the table's frame, and pixels of each camera they are before."""
    for actor, one in zip(stage.actors.values(), stage.solved(t_s), strict=True):
        points = {name: actor.figure.joint(one, bone) for name, bone in _JOINTS.items()}
        where = {
            spec.id: dict(zip(points, _pixels(camera_of(spec), np.array(list(points.values()))), strict=True))
            for spec in stage.scenario.camera
        }
        at_mm = {name: [round(float(v), 1) for v in table_mm(stage, p)] for name, p in points.items()}
        t_ns = round(t_s * 1e9)
        lead = {"t": [t_ns, t_ns], "kind": "joints", "subject": actor.who, "source": "truth"}
        yield {**lead, "at_mm": at_mm, "at_px": where}


def _pixels(camera: Camera, points: F64) -> list[list[float] | None]:
    return [[round(float(x), 2), round(float(y), 2)] if np.isfinite(x) else None for x, y in camera.project(points)]


def eye_points(actor: Actor, solved: Solved, side: SideLetter) -> F64:
    """Points of the cornea."""
    ids = _cornea_ids(actor, side)
    return actor.figure.skin(solved.transforms, solved.posture, ids)


def in_sight(points: F64, camera: Camera, depth: F64, tolerance_m: float) -> Mask:
    """(N,) whether nothing stands between the camera and each point, and it is inside the picture."""
    at, away = camera.pinhole(points)
    width, height = camera.size_px
    inside = (away > 0) & (at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)
    column, row = np.where(inside[:, None], at, 0).astype(int).T
    return np.asarray(inside & (away <= depth[row, column] + tolerance_m))


def _open_share(solved: Solved) -> tuple[float, float]:
    """How far the lids are open, 1 to 0; a lid lies too close on the eye for the depth to tell."""
    left, right = solved.posture.lids
    return max(0.0, 1 - left / LIDS_SHUT), max(0.0, 1 - right / LIDS_SHUT)


def _share(points: F64, camera: Camera, depth: F64, tolerance_m: float) -> float:
    return round(float(in_sight(points, camera, depth, tolerance_m).mean()), 2)


def _cornea_ids(actor: Actor, side: SideLetter) -> I64:
    centre = LEFT_EYE * (1 if side == "L" else -1, 1, 1)
    body = actor.figure.body
    ball = np.unique(body.groups[f"helper-{side.lower()}-eye"])
    offset = body.vertices[ball] - centre
    front = (offset[:, 1] < 0) & (np.hypot(offset[:, 0], offset[:, 2]) < _CORNEA_M)
    return np.asarray(ball[front])
