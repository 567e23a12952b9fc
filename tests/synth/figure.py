"""A person at the table: a look made flesh, seated, posed and measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from scipy import sparse

from tests.synth.body import BODY_VERTICES, Body, face_unit, load_body, shape_target, target_names
from tests.synth.geometry import F64, I64, UP, Mask, X, normals, rotation
from tests.synth.looks import HAIR_COLOURS, MASK_COLOURS, SHIRT_COLOURS, Look
from tests.synth.skeleton import SIDES, SideLetter, Skeleton, lean
from tests.synth.table import Place, Table
from tests.synth.wardrobe import (
    CUTS,
    glasses,
    hat,
    head_vertices,
    joined,
    knot,
    lower_edge,
    mask_at,
    mask_meshes,
    under_beard,
    under_hair,
)

PELVIS_HEIGHT_M: Final = 0.56
TIGHTS: Final = slice(15328, 18002)  # the shell that clothes are made of
_SUNK_M: Final = 2e-5
_EARS_FROM_M: Final = 0.069
_FACE_SHAPES: Final = ("nose", "chin", "head", "cheek", "mouth", "eyebrows", "forehead", "ears")


class Material(IntEnum):
    """Which shader draws a triangle."""

    SKIN = 0
    EYE = 1
    LASH = 2
    CLOTH = 3
    HAIR = 4
    GLASSES = 5


@dataclass(frozen=True, slots=True, eq=False)
class HandTarget:
    """Where a hand is to be: the wrist, the hand's axes as columns (along, beside, out of the palm), the fingers."""

    wrist_m: F64
    axes: F64
    fingers: F64  # (15, 3, 3)
    on_table: bool = True  # kept from sinking into the table


@dataclass(frozen=True, slots=True, eq=False)
class Posture:
    """All that can move; angles in degrees, lids and jaw 0…1."""

    hands: Mapping[SideLetter, HandTarget]
    lean_deg: float = 6.0
    roll_deg: float = 0.0
    turn_deg: float = 0.0
    bow_deg: float = 6.0
    tilt_deg: float = 0.0
    lids: tuple[float, float] = (0.0, 0.0)  # left, right; shut from about 0.5 on
    gaze_deg: tuple[float, float] = (0.0, 0.0)  # to the own left, up
    jaw: float = 0.0
    mask_lift: float | None = None  # None: no mask; 0 on the eyes … 1 on the forehead
    breath: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A posture as the mesh came out, which need not be as it was asked."""

    transforms: F64  # (B, 4, 4)
    joints: F64  # (B, 3)
    posture: Posture
    hand_vertices: Mapping[SideLetter, F64]
    clearance_m: Mapping[SideLetter, float]  # the hand's own lowest vertex over the table plane
    missed_m: Mapping[SideLetter, float]  # how far the wrist is from where it was to be


@dataclass(frozen=True, slots=True, eq=False)
class PlacedHand:
    """One hand as its mesh came out."""

    vertices: F64  # (H, 3)
    wrist_m: F64
    missed_m: float


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


@dataclass(eq=False)
class Figure:
    """One look at one place; `solve` poses it."""

    look: Look
    place: Place
    table: Table
    rest: F64 = field(init=False)
    skeleton: Skeleton = field(init=False)

    def __post_init__(self) -> None:
        self.rest = _morph(self.body, self.look)
        self.skeleton = Skeleton(self.body, self.rest)
        self.rest = _dressed(self.body, self.rest, self.look)

    @property
    def body(self) -> Body:
        return load_body()

    @property
    def turned(self) -> F64:
        """Rotation from the rest pose's axes to the seat."""
        return self.place.axes

    @property
    def root(self) -> F64:
        hip = (self.skeleton.at("upperleg01.L") + self.skeleton.at("upperleg01.R")) / 2
        out = np.eye(4)
        out[:3, :3] = self.turned
        out[:3, 3] = np.array([*self.place.xy_m, PELVIS_HEIGHT_M]) - self.turned @ hip
        return out

    def side(self, letter: SideLetter) -> F64:
        """Unit vector to the person's own left or right."""
        return self.turned @ X * (1 if letter == "L" else -1)

    def torso(self, posture: Posture) -> F64:
        """A pose with everything but the arms set."""
        pose = self.skeleton.still()
        index = self.body.index
        for s in SIDES:
            pose[index[f"upperleg01.{s}"]] = rotation(X, -84)
            pose[index[f"lowerleg01.{s}"]] = rotation(X, 82)
        lean(pose, self.skeleton, posture.lean_deg + 0.5 * posture.breath)
        pose[index["spine05"]] = rotation(np.array([0.0, 1.0, 0.0]), posture.roll_deg)
        bow = posture.bow_deg - posture.lean_deg * 0.6
        for bone, share in (("neck01", 0.2), ("neck02", 0.2), ("neck03", 0.2), ("head", 0.4)):
            turn = rotation(UP, posture.turn_deg * share) @ rotation(X, bow * share)
            pose[index[bone]] = turn @ rotation(np.array([0.0, 1.0, 0.0]), posture.tilt_deg * share)
        left, up = posture.gaze_deg
        for s in SIDES:
            pose[index[f"eye.{s}"]] = rotation(UP, left) @ rotation(X, -up)
        return pose

    def solve(self, posture: Posture) -> Solved:
        """Pose the whole body; hands asked to go below the table stop on it, by their own lowest vertex."""
        pose = self.torso(posture)
        placed = {s: self._place_hand(pose, posture.hands[s], s) for s in SIDES}
        transforms = self.skeleton.globals(pose, self.root)
        return Solved(
            transforms,
            self.skeleton.joints(transforms),
            posture,
            hand_vertices={s: hand.vertices for s, hand in placed.items()},
            clearance_m={s: self.clearance(hand.vertices) for s, hand in placed.items()},
            missed_m={s: hand.missed_m for s, hand in placed.items()},
        )

    def solve_hand(self, posture: Posture, side: SideLetter) -> PlacedHand:
        """One hand of the same mesh, thirty times cheaper than everything."""
        return self._place_hand(self.torso(posture), posture.hands[side], side)

    def forearm_clearance(self, posture: Posture, side: SideLetter) -> float:
        """Height over the table's plane of the lowest part of the bare forearm that is over the table; 1 without one."""
        solved = self.solve(posture)
        forearm = self.skin(solved.transforms, posture, forearm_ids(side))
        over = forearm[self.table.covers(forearm[:, :2])]
        return float(over[:, 2].min() - self.table.height_m) if len(over) else 1.0

    def clearance(self, hand: F64) -> float:
        """Height of the lowest of a hand's vertices over the table's plane, metres."""
        return float(hand[:, 2].min() - self.table.height_m)

    def _place_hand(self, pose: F64, target: HandTarget, side: SideLetter) -> PlacedHand:
        skeleton = self.skeleton
        pose[skeleton.fingers[side]] = target.fingers
        shoulder = skeleton.shoulder(pose, self.root, side)
        pole = 0.8 * -UP + 0.9 * self.side(side)
        wrist = target.wrist_m.copy()
        for _ in range(5):
            reached = skeleton.bend_arm(pose, shoulder, side, wrist, target.axes, pole)
            hand = self._hand(pose, shoulder, side)
            sunk = self._sunk(hand) if target.on_table else 0.0
            if sunk < _SUNK_M:
                break
            wrist[2] += sunk
        return PlacedHand(hand, reached, float(np.linalg.norm(reached - wrist)))

    def skin(self, transforms: F64, posture: Posture, ids: I64) -> F64:
        """World positions of some of the body's vertices, with lids and jaw."""
        rest = self.rest[ids]
        for moved, share in zip((*self._lid, self._jaw), (*posture.lids, posture.jaw), strict=True):
            if share:
                rest = rest + moved[ids] * share
        return _skinned(self.body.weights[ids], transforms, rest)

    def joint(self, solved: Solved, name: str) -> F64:
        """World position of one joint."""
        return np.asarray(solved.joints[self.body.index[name]])

    @cached_property
    def visible_ids(self) -> I64:
        """Vertices of the body and its clothes that a camera can see; contact is measured against them."""
        return np.asarray(np.unique(self.surface_triangles))

    @cached_property
    def surface_triangles(self) -> I64:
        """Triangles of the body's and the clothes' visible surface."""
        return np.concatenate(list(_surface(self).values()))

    @cached_property
    def mesh(self) -> Mesh:
        return _mesh(self)

    @cached_property
    def masks(self) -> tuple[F64, I64]:
        """Blindfold meshes of `wardrobe.mask_meshes`, in rest, to be moved by the head bone."""
        skull = head_vertices(self.body.vertices) & (np.abs(self.body.vertices[:, 0]) < _EARS_FROM_M)
        head = self.rest[skull]
        eyes = self.skeleton.at("eye.L"), self.skeleton.at("eye.R")
        cut = CUTS[self.look.hair]
        return mask_meshes(head, eyes, self.look.mask, 0.004 if cut.cut_m else 0.0)

    def eyes_uncovered_m(self, lift: float) -> float:
        """How far the mask's lower edge is over the middle of the eyes; negative while it covers them."""
        eyes = (self.skeleton.at("eye.L")[2] + self.skeleton.at("eye.R")[2]) / 2
        return lower_edge(mask_at(self.masks[0], lift)) - float(eyes)

    @cached_property
    def _lid(self) -> tuple[F64, F64]:
        return _unit(self.body, "eyeBlinkLeft"), _unit(self.body, "eyeBlinkRight")

    @cached_property
    def _jaw(self) -> F64:
        return _unit(self.body, "jawOpen")

    def _hand(self, pose: F64, shoulder: F64, side: SideLetter) -> F64:
        """Skin of one hand, from the arm's bones alone."""
        bones, parents = _arm_bones(side)
        skeleton = self.skeleton
        out = np.zeros((len(bones), 4, 4))
        for k, (bone, parent) in enumerate(zip(bones, parents, strict=True)):
            local = np.eye(4)
            local[:3, :3] = pose[bone]
            local[:3, 3] = skeleton.head[bone] - pose[bone] @ skeleton.head[bone]
            out[k] = (shoulder if parent < 0 else out[parent]) @ local
        return _skinned(_hand_weights(side), out, self.rest[hand_ids(side)])

    def _sunk(self, hand: F64) -> float:
        """How far the part of the hand that is over the table has sunk into it."""
        depth = self.table.height_m - hand[:, 2]
        below = (depth > 0) & self.table.covers(hand[:, :2])
        return float(depth[below].max()) if below.any() else 0.0


@lru_cache(maxsize=2)
def hand_ids(side: SideLetter) -> I64:
    """Vertices of the skin that belong to a hand."""
    body = load_body()
    hand = ("finger", "wrist", "metacarpal")
    columns = [i for i, n in enumerate(body.bones) if n.endswith("." + side) and n.startswith(hand)]
    share = np.asarray(body.weights[:, columns].sum(axis=1)).ravel()
    return np.where((share > 0.5) & (np.arange(len(share)) < BODY_VERTICES))[0]


@lru_cache(maxsize=2)
def forearm_ids(side: SideLetter) -> I64:
    """Vertices of the skin between elbow and wrist."""
    body = load_body()
    columns = [body.index[f"lowerarm0{k}.{side}"] for k in (1, 2)]
    share = np.asarray(body.weights[:, columns].sum(axis=1)).ravel()
    return np.where((share > 0.6) & (np.arange(len(share)) < BODY_VERTICES))[0]


@lru_cache(maxsize=2)
def _arm_bones(side: SideLetter) -> tuple[list[int], list[int]]:
    """Bones from the upper arm to the finger tips and, for each, its parent's place in the list (-1: the shoulder)."""
    body = load_body()
    start = body.index[f"upperarm01.{side}"]
    bones: list[int] = []
    for i, parent in enumerate(body.parent):
        if i == start or int(parent) in bones:
            bones.append(i)
    return bones, [bones.index(int(body.parent[b])) if b != start else -1 for b in bones]


@lru_cache(maxsize=2)
def _hand_weights(side: SideLetter) -> F64:
    bones, _ = _arm_bones(side)
    weights = load_body().weights[hand_ids(side)][:, bones].toarray()
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _skinned(weights: F64 | sparse.csr_matrix, transforms: F64, rest: F64) -> F64:
    m = (weights @ transforms[:, :3, :].reshape(len(transforms), 12)).reshape(-1, 3, 4)
    return np.asarray(np.einsum("vij,vj->vi", m[:, :, :3], rest) + m[:, :, 3])


def _unit(body: Body, name: str) -> F64:
    out = np.zeros_like(body.vertices)
    ids, moved = face_unit(name)
    out[ids] += moved
    return out


def _morph(body: Body, look: Look) -> F64:
    rng = np.random.default_rng([look.seed, 3])
    out = body.vertices.copy()
    known = frozenset(target_names())

    def add(name: str, share: float) -> None:
        if name in known and share:
            ids, moved = shape_target(name)
            out[ids] += share * moved

    sex = "male" if look.male else "female"
    dark = np.clip(look.skin * 1.3 - 0.3, 0, 1)
    origin = np.array([1 - dark, 0.25 * rng.random(), dark])
    for race, share in zip(("caucasian", "asian", "african"), origin / origin.sum(), strict=True):
        add(f"macrodetails/{race}-{sex}-young.target.gz", float(share * (1 - look.age)))
        add(f"macrodetails/{race}-{sex}-old.target.gz", float(share * look.age))
    extreme = "maxweight" if look.weight > 0 else "minweight"
    for age, part in (("young", 1 - look.age), ("old", look.age)):
        stem = f"macrodetails/universal-{sex}-{age}-averagemuscle-"
        add(f"{stem}averageweight.target.gz", part * (1 - abs(look.weight)))
        add(f"{stem}{extreme}.target.gz", part * abs(look.weight))
    shapes = [n for n in target_names() if n.split("/")[0] in _FACE_SHAPES and "age" not in n and "old" not in n]
    for name in rng.choice(shapes, 14, replace=False):
        add(str(name), float(rng.uniform(0.05, 0.45)))
    return out


def _dressed(body: Body, rest: F64, look: Look) -> F64:
    """Clothes stand off a little, hair has thickness: both baked into the rest mesh."""
    cut = CUTS[look.hair]
    hair = np.clip(under_hair(body.vertices, cut.edge_m) / 0.02, 0, 1) * (np.arange(len(rest)) < BODY_VERTICES)
    out = rest + normals(rest, body.groups["body"]) * (cut.thick_m * hair)[:, None]
    cloth = np.zeros(len(rest))
    cloth[TIGHTS] = 0.009
    return np.asarray(out + normals(rest, body.groups["helper-tights"]) * cloth[:, None])


def _surface(figure: Figure) -> dict[Material, I64]:
    """Triangles of body, eyes, clothes and hanging hair that can be seen of a seated person, by material."""
    body, look = figure.body, figure.look
    z = body.vertices[:, 2]
    bare: Mask = np.zeros(len(z), bool)
    bare[hand_ids("L")] = bare[hand_ids("R")] = True
    fore = _share(body, "lowerarm02" if not look.short_sleeves else "lowerarm")
    sleeve_end = _share(body, "lowerarm01") + _share(body, "lowerarm02") + _share(body, "wrist")
    bare |= (z > 0.56) | ((fore > 0.3) & (np.arange(len(z)) < BODY_VERTICES))
    skin = body.groups["body"]
    cloth = body.groups["helper-tights"]
    cloth = cloth[z[cloth].min(axis=1) > -0.40]
    if look.short_sleeves:
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


def _mesh(figure: Figure) -> Mesh:
    body, look, rest = figure.body, figure.look, figure.rest
    canon = body.vertices
    surface = _surface(figure)
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
    paint = np.stack([body.lips, body.lids, hair, shade], axis=1)[used]
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


def mask_colour(look: Look) -> tuple[float, float, float]:
    return MASK_COLOURS[look.mask_colour]
