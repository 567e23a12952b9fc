"""A person's drawn surface: skin, eyes, clothes and hair by material, and what is worn on the head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from tests.synth.anatomy import TIGHTS, hand_ids
from tests.synth.body import BODY_VERTICES, Body
from tests.synth.geometry import F64, I64, Mask, normals
from tests.synth.looks import HAIR_COLOURS, LOGO_COLOUR, MASK_COLOURS, SHIRT_COLOURS, Look
from tests.synth.wardrobe import (
    CUTS,
    glasses,
    hat,
    head_vertices,
    joined,
    knot,
    logo_paint,
    under_beard,
    under_hair,
    under_jacket,
)

if TYPE_CHECKING:
    from tests.synth.figure import Figure


class Material(IntEnum):
    """Which shader draws a triangle."""

    SKIN = 0
    EYE = 1
    LASH = 2
    CLOTH = 3
    HAIR = 4
    GLASSES = 5


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Drawn geometry of a person in rest, vertex by vertex, and triangles by material."""

    position: F64
    normal: F64
    canon: F64  # where the vertex is on the unmorphed body; shaders paint by it
    lid: F64  # displacement that shuts the lid
    jaw: F64  # displacement that opens the mouth
    bones: I64  # (N, 4)
    weights: F64  # (N, 4)
    paint: F64  # (N, 4) lips, lids, hair, shade
    colour: F64
    triangles: Mapping[Material, I64]


def surface_of(figure: Figure) -> dict[Material, I64]:
    """Triangles of body, eyes, clothes and hanging hair that can be seen of a seated person, by material."""
    body, look = figure.body, figure.look
    z = body.vertices[:, 2]
    bare: Mask = np.zeros(len(z), bool)
    bare[hand_ids("L")] = bare[hand_ids("R")] = True
    fore = _share(body, "lowerarm02" if look.long_sleeves else "lowerarm")
    sleeve_end = _share(body, "lowerarm01") + _share(body, "lowerarm02") + _share(body, "wrist")
    bare |= (z > 0.56) | ((fore > 0.3) & (np.arange(len(z)) < BODY_VERTICES))
    skin = body.groups["body"]
    cloth = body.groups["helper-tights"]
    cloth = cloth[z[cloth].min(axis=1) > -0.40]
    if not look.long_sleeves:
        cloth = cloth[(sleeve_end[cloth] < 0.5).all(axis=1)]
    out = {
        Material.SKIN: skin[bare[skin].any(axis=1)],
        Material.EYE: np.concatenate([body.groups["helper-l-eye"], body.groups["helper-r-eye"]]),
        Material.LASH: np.concatenate([t for name, t in body.groups.items() if "eyelashes" in name]),
        Material.CLOTH: cloth,
    }
    if CUTS[look.hair].cut_m is not None:
        out[Material.HAIR] = body.groups["helper-hair"]
    return out


def _share(body: Body, bone: str) -> F64:
    columns = [i for i, n in enumerate(body.bones) if n.startswith(bone)]
    return np.asarray(body.weights[:, columns].sum(axis=1), np.float64).ravel()


def mesh_of(figure: Figure) -> Mesh:
    body, look, rest = figure.body, figure.look, figure.rest
    canon = body.vertices
    surface = surface_of(figure)
    used = figure.visible_ids
    where = np.full(len(canon), -1)
    where[used] = np.arange(len(used))
    everything = np.concatenate(list(surface.values()))
    rng = np.random.default_rng([look.seed, 5])
    shares = np.asarray(body.weights[used].toarray())
    bones = np.argsort(-shares, axis=1, kind="stable")[:, :4]
    weights = np.take_along_axis(shares, bones, axis=1)
    edge = CUTS[look.hair].edge_m
    hair = np.clip(under_hair(canon, edge) / 0.006, 0, 1) * (np.arange(len(canon)) < BODY_VERTICES)
    hair = np.maximum(hair, look.beard * under_beard(canon) * (0.75 if look.beard < 1 else 1))
    shade = rng.normal(1, 0.035, len(canon))
    colour = np.tile(np.array(look.skin_colour), (len(canon), 1))
    colour[TIGHTS] = SHIRT_COLOURS[look.shirt]
    coat = np.zeros(len(canon))
    if look.jacket:
        coat[TIGHTS] = under_jacket(canon[TIGHTS])
    trousers = np.zeros(len(canon), bool)
    trousers[TIGHTS] = canon[TIGHTS, 2] < 0.07
    colour[trousers] = (0.10, 0.11, 0.14)
    worn = _worn(figure)
    head = np.zeros((len(worn.position), 4), np.int64) + body.index["head"]
    one = np.zeros((len(worn.position), 4))
    one[:, 0] = 1
    n = len(used)
    triangles = {m: where[t] for m, t in surface.items()}
    for material, extra in worn.triangles.items():
        triangles[material] = np.concatenate([triangles.get(material, np.zeros((0, 3), np.int64)), extra + n])
    paint = np.stack([body.lips, body.lids, np.maximum(hair, coat), shade], axis=1)[used]
    return Mesh(
        position=np.concatenate([rest[used], worn.position]),
        normal=np.concatenate([normals(rest, everything)[used], worn.normal]),
        canon=np.concatenate([canon[used], worn.position]),
        lid=np.concatenate([(figure._lid[0] + figure._lid[1])[used], np.zeros_like(worn.position)]),
        jaw=np.concatenate([figure._jaw[used], np.zeros_like(worn.position)]),
        bones=np.concatenate([bones, head]),
        weights=np.concatenate([weights, one]),
        paint=np.concatenate([paint, np.tile([0.0, 0.0, 0.0, 1.0], (len(worn.position), 1))]),
        colour=np.concatenate([colour[used], worn.colour]),
        triangles=triangles,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Worn:
    position: F64
    normal: F64
    colour: F64
    triangles: dict[Material, I64]


def _worn(figure: Figure) -> _Worn:
    """Things fixed to the head: knot of hair, glasses, hat."""
    look, skeleton = figure.look, figure.skeleton
    head = figure.rest[:BODY_VERTICES][head_vertices(figure.body.vertices)[:BODY_VERTICES]]
    eyes = skeleton.at("eye.L"), skeleton.at("eye.R")
    parts: list[tuple[F64, I64]] = []
    tints: list[tuple[Material, tuple[float, float, float]]] = []
    cut = CUTS[look.hair]
    if cut.knot and not look.hat:
        parts.append(knot(cut.knot, head))
        tints.append((Material.HAIR, HAIR_COLOURS[look.hair_colour]))
    if look.glasses:
        parts.append(glasses(eyes, head))
        tints.append((Material.GLASSES, (0.03, 0.03, 0.035)))
    if look.hat:
        parts.append(hat(head, float(eyes[0][2])))
        tints.append((Material.CLOTH, SHIRT_COLOURS["grey"]))
    if not parts:
        return _Worn(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)), {})
    position, everything = joined(parts)
    triangles: dict[Material, I64] = {}
    start = 0
    for (v, t), (material, _) in zip(parts, tints, strict=True):
        before = triangles.get(material, np.zeros((0, 3), np.int64))
        triangles[material] = np.concatenate([before, t + start])
        start += len(v)
    colour = np.concatenate([np.tile(tint, (len(v), 1)) for (v, _), (_, tint) in zip(parts, tints, strict=True)])
    return _Worn(position, normals(position, everything), colour, triangles)


def mask_paint(look: Look, count: int) -> F64:
    """(V, 3) colours of a blindfold's vertices."""
    plain = np.array(MASK_COLOURS[look.mask_colour])
    if not look.mask_logo:
        return np.tile(plain, (count, 1))
    logo = logo_paint(count)[:, None]
    return plain * (1 - logo) + np.array(LOGO_COLOUR) * logo
