"""Rotations, frames and arrays: the small mathematics that bodies, cameras and rooms share.

World and rest frames are metres with Z up; a person in rest looks along -Y, the own left is at +X.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

F64: TypeAlias = npt.NDArray[np.float64]
F32: TypeAlias = npt.NDArray[np.float32]
I64: TypeAlias = npt.NDArray[np.int64]
U8: TypeAlias = npt.NDArray[np.uint8]
Mask: TypeAlias = npt.NDArray[np.bool_]

X: F64 = np.array([1.0, 0.0, 0.0])
Y: F64 = np.array([0.0, 1.0, 0.0])
UP: F64 = np.array([0.0, 0.0, 1.0])


def unit(v: F64) -> F64:
    """`v` at length one."""
    return np.asarray(v / np.sqrt(v @ v))


def cross(a: F64, b: F64) -> F64:
    """Cross product of two 3-vectors; numpy's own costs ten times as much on single vectors."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def rotation(axis: F64, deg: float) -> F64:
    """The rotation by `deg` about `axis` (right hand rule)."""
    x, y, z = (float(v) for v in axis)
    length = math.sqrt(x * x + y * y + z * z)
    x, y, z = x / length, y / length, z / length
    t = math.radians(deg)
    c, s = math.cos(t), math.sin(t)
    u = 1 - c
    return np.array(
        [
            [c + x * x * u, x * y * u - z * s, x * z * u + y * s],
            [y * x * u + z * s, c + y * y * u, y * z * u - x * s],
            [z * x * u - y * s, z * y * u + x * s, c + z * z * u],
        ]
    )


def frame(forward: F64, normal: F64) -> F64:
    """Right-handed axes as columns: along `forward`, then beside it, then `normal` made orthogonal to it."""
    f = unit(forward)
    s = unit(cross(normal, f))
    return np.stack([f, s, cross(f, s)], axis=1)


def least_rotation(a: F64, b: F64) -> F64:
    """The smallest rotation that takes the direction of `a` to that of `b`."""
    a, b = unit(a), unit(b)
    v = cross(a, b)
    s = float(np.sqrt(v @ v))
    return np.eye(3) if s < 1e-9 else rotation(v, float(np.rad2deg(np.arctan2(s, a @ b))))


def rotation_vector(r: F64) -> F64:
    """Axis times angle (radians) of a rotation matrix."""
    c = float(np.clip((np.trace(r) - 1) / 2, -1, 1))
    angle = float(np.arccos(c))
    w = np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    n = float(np.sqrt(w @ w))
    if n < 1e-9:
        if c > 0:
            return np.zeros(3)
        column = r[:, int(np.argmax(np.diag(r)))] + np.eye(3)[int(np.argmax(np.diag(r)))]
        return unit(column) * np.pi
    return w / n * angle


def between(a: F64, b: F64, share: float) -> F64:
    """The rotation `share` of the way from `a` to `b` on the shortest arc."""
    if share <= 0.0:
        return a
    if share >= 1.0:
        return b
    w = rotation_vector(b @ a.T)
    angle = float(np.sqrt(w @ w))
    return a if angle < 1e-9 else rotation(w, float(np.rad2deg(angle * share))) @ a


def normals(vertices: F64, triangles: I64) -> F64:
    """(N, 3) vertex normals of unit length, weighted by the area of the triangles that meet there."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    face = np.cross(b - a, c - a)
    out = np.zeros_like(vertices)
    for corner in range(3):
        for axis in range(3):
            out[:, axis] += np.bincount(triangles[:, corner], face[:, axis], len(vertices))
    return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1), 1e-12)[:, None])
