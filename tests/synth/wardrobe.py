"""What is put on a body: hair, masks, glasses and hats as small meshes in the head's rest frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tests.synth.body import BODY_VERTICES, LEFT_EYE
from tests.synth.geometry import F64, I64, Mask
from tests.synth.looks import Hair, MaskShape

LIFT_STEPS: Final = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)
"""How far up the forehead (1) or down to the chin (-1) a mask's front is in each mesh of `mask_meshes`."""


@dataclass(frozen=True, slots=True)
class HairCut:
    """The hairline's height over the eyes and how thick the hair stands, metres."""

    edge_m: float = 0.062
    thick_m: float = 0.011
    cut_m: float | None = None  # height where the hanging shell ends; None without one
    fringe_m: float = 0.055  # how high over the eyes the shell is open in front
    knot: str | None = None


CUTS: Final = {
    Hair.BALD: HairCut(edge_m=9.0, thick_m=0.0),
    Hair.BUZZ: HairCut(edge_m=0.066, thick_m=0.003),
    Hair.SHORT: HairCut(),
    Hair.CREW: HairCut(edge_m=0.075, thick_m=0.018),
    Hair.FRINGE: HairCut(edge_m=0.042, thick_m=0.015),
    Hair.AFRO: HairCut(edge_m=0.064, thick_m=0.050),
    Hair.BUN: HairCut(edge_m=0.066, thick_m=0.007, knot="bun"),
    Hair.PONYTAIL: HairCut(edge_m=0.066, thick_m=0.008, knot="tail"),
    Hair.BOB: HairCut(cut_m=0.60),
    Hair.LONG: HairCut(cut_m=0.42, fringe_m=0.062),
}

_MASK_HALF_HEIGHT: Final = {
    MaskShape.NARROW: 0.029,
    MaskShape.USUAL: 0.040,
    MaskShape.WIDE: 0.050,
    MaskShape.PRINTED: 0.044,
}
_MASK_STANDS_OFF: Final = {
    MaskShape.NARROW: 0.003,
    MaskShape.USUAL: 0.004,
    MaskShape.WIDE: 0.009,
    MaskShape.PRINTED: 0.007,
}
RISE_M: Final = 0.064
"""How far a mask's front is pushed up at full lift."""
DROP_M: Final = 0.092
"""How far it is pulled down to the chin at lift -1."""
_AROUND, _UPWARD = 72, 9
_ANGLES: Final = np.linspace(-np.pi, np.pi, _AROUND, endpoint=False)
_OVER_EYE: Final = (_ANGLES > 0.1) & (_ANGLES < 0.5), (_ANGLES < -0.1) & (_ANGLES > -0.5)
"""Which of a mask's columns are before the own left and the own right eye."""


def under_hair(canon: F64, edge_m: float) -> F64:
    """Metres by which points of the unmorphed head lie under hair; negative outside it."""
    e = canon - np.array([0, LEFT_EYE[1], LEFT_EYE[2]])
    back = np.clip(e[:, 1] / 0.13, 0, 1.2)
    temple = 0.10 * np.clip(np.abs(canon[:, 0]) - 0.055, 0, 1) * (back < 0.35)
    inside = e[:, 2] - (edge_m - 0.135 * back**0.8 + temple)
    return np.where(canon[:, 2] > LEFT_EYE[2] - 0.09, inside, -1.0)


def under_beard(canon: F64) -> F64:
    """0…1: how much of a beard grows at points of the unmorphed head."""
    x, y, z = np.abs(canon[:, 0]), canon[:, 1], canon[:, 2]
    jaw = np.clip((LEFT_EYE[2] - 0.052 - z - 0.35 * np.clip(0.030 - x, 0, 1)) / 0.010, 0, 1)
    front = np.clip((-0.035 - y) / 0.02, 0, 1)
    throat = np.clip((z - LEFT_EYE[2] + 0.135) / 0.012, 0, 1)
    return np.asarray(jaw * front * throat)


def mask_meshes(head: F64, eyes: tuple[F64, F64], shape: MaskShape, hair_m: float) -> tuple[F64, I64]:
    """(9, V, 3) blindfolds lofted round `head` (vertices in rest), one for each of LIFT_STEPS, and their triangles."""
    eye_z = (eyes[0][2] + eyes[1][2]) / 2
    near = head[(head[:, 2] > eye_z - 0.07) & (head[:, 2] < eye_z + 0.15)]
    low = head[(head[:, 2] > eye_z - 0.16) & (head[:, 2] < eye_z + 0.15)]
    ring = head[np.abs(head[:, 2] - eye_z) < 0.03]
    middle_y = (ring[:, 1].min() + ring[:, 1].max()) / 2
    angle = _ANGLES
    half = _half_heights(np.abs(angle), _MASK_HALF_HEIGHT[shape])
    rise = np.clip((np.cos(angle) + 0.6) / 1.6, 0, 1)
    steps = 2 * np.arange(_UPWARD) / (_UPWARD - 1) - 1
    meshes = []
    for lift in LIFT_STEPS:
        way = lift * (RISE_M if lift > 0 else DROP_M)
        z = (eye_z + way * rise)[:, None] + half[:, None] * steps
        radius = (
            _radius(near if lift >= 0 else low, middle_y, angle, z)
            + _MASK_STANDS_OFF[shape]
            + hair_m * (np.abs(angle) > 1.3)[:, None]
        )
        grid = np.stack([np.sin(angle)[:, None] * radius, middle_y - np.cos(angle)[:, None] * radius, z], axis=2)
        meshes.append(grid.reshape(-1, 3))
    return np.stack(meshes), _lattice(_AROUND, _UPWARD)


def mask_at(meshes: F64, lift: float, tilt_deg: float = 0.0) -> F64:
    """The blindfold's vertices at a lift of -1…1, between the two nearest meshes, turned aside by `tilt_deg`."""
    place = (float(np.clip(lift, -1, 1)) + 1) / 2 * (len(LIFT_STEPS) - 1)
    low = min(int(place), len(LIFT_STEPS) - 2)
    mask = np.asarray(meshes[low] + (meshes[low + 1] - meshes[low]) * (place - low))
    if not tilt_deg:
        return mask
    # Only the front slides over the face; the band behind stays where it holds.
    share = np.clip((np.cos(_ANGLES) + 0.2) / 1.2, 0, 1).repeat(_UPWARD)
    out = mask.copy()
    out[:, 2] += share * np.tan(np.deg2rad(tilt_deg)) * mask[:, 0]
    return out


def lower_edges(mask: F64) -> tuple[float, float]:
    """Height of the lowest part of a mask's front over the left and the right eye, in the frame of its vertices."""
    rows = mask.reshape(_AROUND, _UPWARD, 3)[:, 0, 2]
    return float(rows[_OVER_EYE[0]].min()), float(rows[_OVER_EYE[1]].min())


def upper_edges(mask: F64) -> tuple[float, float]:
    """The same of the highest part."""
    rows = mask.reshape(_AROUND, _UPWARD, 3)[:, -1, 2]
    return float(rows[_OVER_EYE[0]].max()), float(rows[_OVER_EYE[1]].max())


def logo_paint(count: int) -> F64:
    """(V,) 1 where a printed logo is on a blindfold of `mask_meshes`."""
    angle, row = np.abs(_ANGLES).repeat(_UPWARD), np.tile(np.arange(_UPWARD), _AROUND)
    ring = (angle < 0.36) & (row >= 3) & (row <= 5) & ~((angle < 0.12) & (row == 4))
    return np.asarray(ring[:count], np.float64)


def under_jacket(canon: F64) -> Mask:
    """Whether points of the unmorphed clothes are under an open jacket: trunk and arms, but for a strip in front."""
    trunk = canon[:, 2] > 0.05
    open_front = (np.abs(canon[:, 0]) < 0.055) & (canon[:, 1] < 0.0)
    return np.asarray(trunk & ~open_front)


def _half_heights(angle: F64, front: float) -> F64:
    slope = front - (angle - 0.75) / 0.4 * (front - 0.011)
    return np.where(angle < 0.75, front, np.where(angle < 1.15, slope, 0.011))


def _radius(near: F64, middle_y: float, angle: F64, z: F64) -> F64:
    around = np.arctan2(near[:, 0], -(near[:, 1] - middle_y))
    reach = np.hypot(near[:, 0], near[:, 1] - middle_y)
    apart = np.abs((around[None] - angle[:, None] + np.pi) % (2 * np.pi) - np.pi) < 0.13
    radius = np.full(z.shape, np.nan)
    for j in range(z.shape[1]):
        close: Mask = apart & (np.abs(near[None, :, 2] - z[:, j, None]) < 0.012)
        radius[:, j] = np.where(close.any(axis=1), np.where(close, reach[None], -1.0).max(axis=1), np.nan)
    radius = np.where(np.isnan(radius), np.nanmean(radius), radius)
    for _ in range(2):
        radius = np.maximum(radius, (np.roll(radius, 1, 0) + radius + np.roll(radius, -1, 0)) / 3)
    return radius


def _lattice(around: int, upward: int) -> I64:
    i, j = np.meshgrid(np.arange(around), np.arange(upward - 1), indexing="ij")
    k = (i + 1) % around
    a, b, c, d = i * upward + j, k * upward + j, k * upward + j + 1, i * upward + j + 1
    return np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def knot(kind: str, head: F64) -> tuple[F64, I64]:
    """A bun on the crown or a pony tail behind the head."""
    back, top = head[:, 1].max(), head[:, 2].max()
    if kind == "bun":
        return ellipsoid(np.array([0.0, back - 0.035, top - 0.015]), np.array([0.042, 0.042, 0.036]))
    return ellipsoid(np.array([0.0, back + 0.020, top - 0.155]), np.array([0.034, 0.030, 0.125]))


def glasses(eyes: tuple[F64, F64], head: F64) -> tuple[F64, I64]:
    """Two rims, a bridge and temples; the lenses are left out, as a camera sees through them."""
    parts = []
    front = float(min(eyes[0][1], eyes[1][1]) - 0.027)
    side_x = float(np.abs(head[(np.abs(head[:, 2] - eyes[0][2]) < 0.02)][:, 0]).max()) - 0.012
    t = np.linspace(0, 2 * np.pi, 25)
    for eye, sign in zip(eyes, (1, -1), strict=True):
        rim = np.stack([eye[0] + 0.025 * np.cos(t), np.full_like(t, front), eye[2] - 0.004 + 0.019 * np.sin(t)], axis=1)
        parts.append(tube(rim, 0.0016))
        hinge = np.array([eye[0] + sign * 0.025, front, eye[2]])
        ear = np.array([sign * side_x, eye[1] + 0.085, eye[2] + 0.004])
        parts.append(tube(np.stack([hinge, [sign * side_x, front + 0.006, eye[2]], ear]), 0.0016))
    inner = [np.array([e[0] - s * 0.025, front, e[2] + 0.002]) for e, s in zip(eyes, (1, -1), strict=True)]
    parts.append(tube(np.stack(inner), 0.0018))
    return joined(parts)


def hat(head: F64, eye_z: float) -> tuple[F64, I64]:
    """A flat cap with a peak."""
    crown = head[head[:, 2] > eye_z + 0.045]
    low, high = crown.min(axis=0), crown.max(axis=0)
    centre, half = (low + high) / 2, (high - low) / 2
    dome = ellipsoid(
        np.array([0, centre[1], eye_z + 0.05]), np.array([half[0] + 0.016, half[1] + 0.016, half[2] * 2.25])
    )
    keep = dome[0][dome[1]].mean(axis=1)[:, 2] > eye_z + 0.045
    t = np.linspace(-0.9, 0.9, 13)
    edge_y = low[1] - 0.006
    inner = np.stack([np.sin(t) * half[0], edge_y + 0.03 * (1 - np.cos(t)), np.full_like(t, eye_z + 0.052)], axis=1)
    outer = inner + np.stack([0 * t, -0.055 * np.cos(t), np.full_like(t, -0.012)], axis=1)
    n = len(t)
    i = np.arange(n - 1)
    peak = np.concatenate([np.stack([i, i + 1, i + n + 1], 1), np.stack([i, i + n + 1, i + n], 1)])
    return joined([(dome[0], dome[1][keep]), (np.concatenate([inner, outer]), peak)])


def ellipsoid(centre: F64, radii: F64, n: int = 16) -> tuple[F64, I64]:
    """A closed lattice of an ellipsoid."""
    around, up = np.meshgrid(
        np.linspace(0, 2 * np.pi, n, endpoint=False), np.linspace(-np.pi / 2, np.pi / 2, n // 2 + 1), indexing="ij"
    )
    unit_sphere = np.stack([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)], axis=2)
    return (unit_sphere * radii + centre).reshape(-1, 3), _lattice(n, n // 2 + 1)


def tube(line: F64, radius: float, n: int = 5) -> tuple[F64, I64]:
    """A thin pipe along a polyline."""
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    a = np.cross(along, [0.31, 0.22, 0.93])
    a /= np.linalg.norm(a, axis=1)[:, None]
    b = np.cross(along, a)
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    rings = line[None] + radius * (np.cos(t)[:, None, None] * a + np.sin(t)[:, None, None] * b)
    return rings.reshape(-1, 3), _lattice(n, len(line))


def joined(parts: list[tuple[F64, I64]]) -> tuple[F64, I64]:
    """Several meshes as one."""
    vertices, triangles, start = [], [], 0
    for v, t in parts:
        vertices.append(v)
        triangles.append(t + start)
        start += len(v)
    return np.concatenate(vertices), np.concatenate(triangles)


def head_vertices(canon: F64) -> Mask:
    """Skin vertices of the head, from the chin up."""
    return np.asarray(
        (canon[:, 2] > LEFT_EYE[2] - 0.1) & (np.arange(len(canon)) < BODY_VERTICES) & (np.abs(canon[:, 0]) < 0.12)
    )
