"""A person at the table: a look made flesh, seated, posed and measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from scipy import sparse

from tests.synth.anatomy import TIGHTS, arm_bones, forearm_ids, hand_ids, hand_weights, head_ids
from tests.synth.body import BODY_VERTICES, Body, face_unit, load_body, shape_target, target_names
from tests.synth.figure_mesh import Mesh, mesh_of, surface_of
from tests.synth.geometry import F64, I64, UP, X, normals, rotation
from tests.synth.looks import Look
from tests.synth.skeleton import SIDES, SideLetter, Skeleton, lean
from tests.synth.table import Place, Table
from tests.synth.things import Thing
from tests.synth.wardrobe import (
    CUTS,
    head_vertices,
    lower_edges,
    mask_at,
    mask_meshes,
    under_hair,
    under_jacket,
    upper_edges,
)

PELVIS_HEIGHT_M: Final = 0.56
STANDING_M: Final = 0.36
"""How much higher the pelvis is when somebody stands."""
_SUNK_M: Final = 2e-5
_EARS_FROM_M: Final = 0.069
_FACE_SHAPES: Final = ("nose", "chin", "head", "cheek", "mouth", "eyebrows", "forehead", "ears")


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
    mask_lift: float | None = None  # None: no mask; -1 at the chin, 0 on the eyes, 1 on the forehead
    mask_tilt_deg: float = 0.0  # positive: the own left side higher
    breath: float = 0.0
    shift_m: tuple[float, float] = (0.0, 0.0)  # of the body from its place
    stand: float = 0.0  # 0 sits … 1 stands
    things: tuple[Thing, ...] = ()  # what the person sits on, has before them or holds


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


@dataclass(eq=False)
class Figure:
    """One look at one place; `solve` poses it."""

    look: Look
    place: Place
    table: Table
    rest: F64 = field(init=False)
    skeleton: Skeleton = field(init=False)

    def __post_init__(self) -> None:
        self.rest, self.skeleton = _shaped(self.look)

    @property
    def body(self) -> Body:
        return load_body()

    @property
    def turned(self) -> F64:
        """Rotation from the rest pose's axes to the seat."""
        return self.place.axes

    def root(self, posture: Posture) -> F64:
        """(4, 4) from the rest pose's axes to the room."""
        hip = (self.skeleton.at("upperleg01.L") + self.skeleton.at("upperleg01.R")) / 2
        out = np.eye(4)
        out[:3, :3] = self.turned
        height = PELVIS_HEIGHT_M + STANDING_M * posture.stand
        out[:3, 3] = np.array([*np.add(self.place.xy_m, posture.shift_m), height]) - self.turned @ hip
        return out

    def side(self, letter: SideLetter) -> F64:
        """Unit vector to the person's own left or right."""
        return self.turned @ X * (1 if letter == "L" else -1)

    def torso(self, posture: Posture) -> F64:
        """A pose with everything but the arms set."""
        pose = self.skeleton.still()
        index = self.body.index
        for s in SIDES:
            pose[index[f"upperleg01.{s}"]] = rotation(X, -84 * (1 - posture.stand))
            pose[index[f"lowerleg01.{s}"]] = rotation(X, 82 * (1 - posture.stand))
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
        root = self.root(posture)
        placed = {s: self._place_hand(pose, root, posture.hands[s], s) for s in SIDES}
        transforms = self.skeleton.globals(pose, root)
        return Solved(
            transforms,
            self.skeleton.joints(transforms),
            posture,
            hand_vertices={s: hand.vertices for s, hand in placed.items()},
            clearance_m={s: self.clearance(hand.vertices) for s, hand in placed.items()},
            missed_m={s: hand.missed_m for s, hand in placed.items()},
        )

    def head_transforms(self, posture: Posture) -> F64:
        """(B, 4, 4) transforms in which only trunk and head are as they will be, the arms hang: a third of `solve`."""
        return self.skeleton.globals(self.torso(posture), self.root(posture))

    def solve_hand(self, posture: Posture, side: SideLetter) -> PlacedHand:
        """One hand of the same mesh, thirty times cheaper than everything."""
        return self._place_hand(self.torso(posture), self.root(posture), posture.hands[side], side)

    def forearm_clearance(self, posture: Posture, side: SideLetter) -> float:
        """Height over the table's plane of the lowest part of the bare forearm that is over the table; 1 without one."""
        solved = self.solve(posture)
        forearm = self.skin(solved.transforms, posture, forearm_ids(side))
        over = forearm[self.table.covers(forearm[:, :2])]
        return float(over[:, 2].min() - self.table.height_m) if len(over) else 1.0

    def clearance(self, hand: F64) -> float:
        """Height of the lowest of a hand's vertices over the table's plane, metres."""
        return float(hand[:, 2].min() - self.table.height_m)

    def _place_hand(self, pose: F64, root: F64, target: HandTarget, side: SideLetter) -> PlacedHand:
        skeleton = self.skeleton
        pose[skeleton.fingers[side]] = target.fingers
        shoulder = skeleton.shoulder(pose, root, side)
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

    def hand_axes(self, solved: Solved, side: SideLetter) -> F64:
        """(4, 4) from a hand's axes (along, beside, out of the palm) at its wrist to the room."""
        wrist = self.body.index[f"wrist.{side}"]
        out = np.eye(4)
        out[:3, :3] = solved.transforms[wrist][:3, :3] @ self.skeleton.palm(side)
        out[:3, 3] = solved.joints[wrist]
        return out

    def thing_at(self, solved: Solved, thing: Thing) -> F64:
        """(4, 4) from a thing's axes to the room."""
        return thing.at if thing.hand is None else self.hand_axes(solved, thing.hand) @ thing.at

    def fingertip(self, solved: Solved, finger: int, side: SideLetter) -> F64:
        """World position of a finger's end; the thumb is 1."""
        bone = self.body.index[f"finger{finger}-3.{side}"]
        transform = solved.transforms[bone]
        return np.asarray(transform[:3, :3] @ self.skeleton.tail[bone] + transform[:3, 3])

    @cached_property
    def visible_ids(self) -> I64:
        """Vertices of the body and its clothes that a camera can see; contact is measured against them."""
        return np.asarray(np.unique(self.surface_triangles))

    @cached_property
    def surface_triangles(self) -> I64:
        """Triangles of the body's and the clothes' visible surface."""
        return np.concatenate(list(surface_of(self).values()))

    @cached_property
    def mesh(self) -> Mesh:
        return mesh_of(self)

    @cached_property
    def masks(self) -> tuple[F64, I64]:
        """Blindfold meshes of `wardrobe.mask_meshes`, in rest, to be moved by the head bone."""
        skull = head_vertices(self.body.vertices) & (np.abs(self.body.vertices[:, 0]) < _EARS_FROM_M)
        head = self.rest[skull]
        eyes = self.skeleton.at("eye.L"), self.skeleton.at("eye.R")
        cut = CUTS[self.look.hair]
        return mask_meshes(head, eyes, self.look.mask, 0.004 if cut.cut_m else 0.0)

    def eyes_uncovered_m(self, lift: float, tilt_deg: float = 0.0) -> tuple[float, float]:
        """How far the mask's lower edge is over the middle of the left and of the right eye; negative while it covers.

        A mask at the chin leaves both free by its upper edge.
        """
        mask = mask_at(self.masks[0], lift, tilt_deg)
        eyes = (self.skeleton.at("eye.L")[2] + self.skeleton.at("eye.R")[2]) / 2
        below, above = lower_edges(mask), upper_edges(mask)
        left, right = (max(low - float(eyes), float(eyes) - high) for low, high in zip(below, above, strict=True))
        return left, right

    @cached_property
    def head_triangles(self) -> I64:
        """Triangles of the skin of head and throat, numbered within `anatomy.head_ids`."""
        where = np.full(len(self.rest), -1)
        where[head_ids()] = np.arange(len(head_ids()))
        inside = where[self.body.groups["body"]]
        return np.asarray(inside[(inside >= 0).all(axis=1)])

    @cached_property
    def _lid(self) -> tuple[F64, F64]:
        return _unit(self.body, "eyeBlinkLeft"), _unit(self.body, "eyeBlinkRight")

    @cached_property
    def _jaw(self) -> F64:
        return _unit(self.body, "jawOpen")

    def _hand(self, pose: F64, shoulder: F64, side: SideLetter) -> F64:
        """Skin of one hand, from the arm's bones alone."""
        bones, parents = arm_bones(side)
        turns, heads = pose[bones], self.skeleton.head[bones]
        out = np.zeros((len(bones), 4, 4))
        out[:, :3, :3] = turns
        out[:, :3, 3] = heads - np.einsum("bij,bj->bi", turns, heads)
        out[:, 3, 3] = 1
        for k, parent in enumerate(parents):
            out[k] = (shoulder if parent < 0 else out[parent]) @ out[k]
        return _skinned(hand_weights(side), out, self.rest[hand_ids(side)])

    def _sunk(self, hand: F64) -> float:
        """How far the part of the hand that is over the table has sunk into it."""
        depth = self.table.height_m - hand[:, 2]
        below = (depth > 0) & self.table.covers(hand[:, :2])
        return float(depth[below].max()) if below.any() else 0.0


def _skinned(weights: F64 | sparse.csr_matrix, transforms: F64, rest: F64) -> F64:
    m = (weights @ transforms[:, :3, :].reshape(len(transforms), 12)).reshape(-1, 3, 4)
    return np.asarray(np.einsum("vij,vj->vi", m[:, :, :3], rest) + m[:, :, 3])


def _unit(body: Body, name: str) -> F64:
    out = np.zeros_like(body.vertices)
    ids, moved = face_unit(name)
    out[ids] += moved
    return out


@lru_cache(maxsize=48)
def _shaped(look: Look) -> tuple[F64, Skeleton]:
    """A look's dressed body in rest and its bones; the same person sits in many tests and scenes."""
    body = load_body()
    bare = _morph(body, look)
    return _dressed(body, bare, look), Skeleton(body, bare)


def _morph(body: Body, look: Look) -> F64:
    rng = np.random.default_rng([look.seed, 3])
    out = body.vertices.copy()

    def add(name: str, share: float) -> None:
        if share and name in _known_targets():
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
    for name in rng.choice(_face_targets(), 14, replace=False):
        add(str(name), float(rng.uniform(0.05, 0.45)))
    return out


@lru_cache(maxsize=1)
def _known_targets() -> frozenset[str]:
    return frozenset(target_names())


@lru_cache(maxsize=1)
def _face_targets() -> list[str]:
    return [n for n in target_names() if n.split("/")[0] in _FACE_SHAPES and "age" not in n and "old" not in n]


def _dressed(body: Body, rest: F64, look: Look) -> F64:
    """Clothes stand off a little, hair has thickness: both baked into the rest mesh."""
    cut = CUTS[look.hair]
    hair = np.clip(under_hair(body.vertices, cut.edge_m) / 0.02, 0, 1) * (np.arange(len(rest)) < BODY_VERTICES)
    out = rest + normals(rest, body.groups["body"]) * (cut.thick_m * hair)[:, None]
    cloth = np.zeros(len(rest))
    cloth[TIGHTS] = 0.009
    if look.jacket:
        cloth[TIGHTS] = np.where(under_jacket(body.vertices[TIGHTS]), 0.024, 0.009)
    return np.asarray(out + normals(rest, body.groups["helper-tights"]) * cloth[:, None])
