"""A morphed body's bones: joints, forward kinematics, two-bone arms and hand forms.

A pose is (B, 3, 3) rotations about each bone's head in the rest pose's world axes, so no bone roll matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np

from tests.synth.body import Body
from tests.synth.geometry import F64, I64, X, cross, frame, least_rotation, rotation, unit

SideLetter: TypeAlias = Literal["L", "R"]
SIDES: Final[tuple[SideLetter, SideLetter]] = ("L", "R")
REACH_SHARE: Final = 0.985
"""Share of the straight arm that a wrist may be away from the shoulder."""


@dataclass(frozen=True, slots=True)
class Form:
    """A hand's shape: how far fingers and thumb are bent at their three joints, degrees."""

    fingers_deg: tuple[float, float, float]
    thumb_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    thumb_across_deg: float = 0.0  # thumb swung in the palm's plane over the fingers
    flat: bool = False  # fingers laid into the palm's plane instead
    straight: tuple[int, ...] = ()  # fingers that stay straight, the thumb is 1


FORMS: Final = {
    "palm": Form((0, 0, 0), flat=True),
    "relaxed": Form((12, 25, 35), (5, 8, 10)),
    "fist": Form((75, 165, 205), (0, 5, 45), thumb_across_deg=32),
    "thumb_up": Form((75, 165, 205)),
    "fingers": Form((20, 30, 35), (15, 20, 20)),
    "pinch": Form((35, 60, 80), (20, 35, 40)),
    "grip": Form((45, 85, 110), (25, 40, 50), thumb_across_deg=10),
    **{
        f"count_{n}": Form((75, 165, 205), (0, 30, 75), thumb_across_deg=32, straight=(2, 3, 4, 5, 1)[:n])
        for n in range(1, 6)
    },
}


class Skeleton:
    """Joints and kinematics of one morphed body."""

    def __init__(self, body: Body, rest: F64) -> None:
        self.body = body
        self.head, self.tail = body.ends_of(rest)
        depth = np.zeros(len(body.bones), int)
        for i, parent in enumerate(body.parent):
            depth[i] = 0 if parent < 0 else depth[parent] + 1
        self._levels: list[I64] = [np.where(depth == d)[0] for d in range(depth.max() + 1)]
        self._chains = {s: self._chain(f"shoulder01.{s}") for s in SIDES}
        self.fingers = {
            s: [i for i, n in enumerate(body.bones) if n.startswith("finger") and n[-1] == s] for s in SIDES
        }
        self._palm = {s: self._palm_frame(s) for s in SIDES}
        self.form = lru_cache(maxsize=64)(self._form)

    def at(self, name: str) -> F64:
        """Rest position of a joint."""
        return np.asarray(self.head[self.body.index[name]])

    def palm(self, side: SideLetter) -> F64:
        """A hand's axes in rest as columns: along, beside, out of the palm."""
        return self._palm[side]

    def still(self) -> F64:
        """The rest pose."""
        return np.tile(np.eye(3), (len(self.body.bones), 1, 1))

    def globals(self, pose: F64, root: F64) -> F64:
        """(B, 4, 4) transforms from rest to world of every bone."""
        local = np.zeros((len(pose), 4, 4))
        local[:, :3, :3] = pose
        local[:, :3, 3] = self.head - np.einsum("bij,bj->bi", pose, self.head)
        local[:, 3, 3] = 1
        out = np.empty_like(local)
        out[self._levels[0]] = root @ local[self._levels[0]]
        for level in self._levels[1:]:
            out[level] = out[self.body.parent[level]] @ local[level]
        return out

    def joints(self, transforms: F64) -> F64:
        """(B, 3) world positions of the bones' heads."""
        return np.asarray(np.einsum("bij,bj->bi", transforms[:, :3, :3], self.head) + transforms[:, :3, 3])

    def shoulder(self, pose: F64, root: F64, side: SideLetter) -> F64:
        """(4, 4) transform of the shoulder bone, from the spine only."""
        out = root
        for i in self._chains[side]:
            local = np.eye(4)
            local[:3, :3] = pose[i]
            local[:3, 3] = self.head[i] - pose[i] @ self.head[i]
            out = out @ local
        return out

    def arm_length(self, side: SideLetter) -> float:
        """Shoulder to wrist of the straight arm, metres."""
        s, e, w = (self.at(f"{b}.{side}") for b in ("upperarm01", "lowerarm01", "wrist"))
        return float(np.linalg.norm(e - s) + np.linalg.norm(w - e))

    def bend_arm(self, pose: F64, shoulder: F64, side: SideLetter, wrist: F64, hand: F64, pole: F64) -> F64:
        """Set the arm's rotations in `pose` so that the wrist is at `wrist` with the hand's frame `hand`.

        The elbow goes towards `pole`. A wrist out of reach is pulled back along its line; the wrist reached is
        returned, and whoever asked must compare.
        """
        index = self.body.index
        s0, e0, w0 = (self.at(f"{b}.{side}") for b in ("upperarm01", "lowerarm01", "wrist"))
        turn = shoulder[:3, :3]
        s = turn @ s0 + shoulder[:3, 3]
        u0, f0 = e0 - s0, w0 - e0
        upper, fore = float(np.sqrt(u0 @ u0)), float(np.sqrt(f0 @ f0))
        d = wrist - s
        length = float(np.sqrt(d @ d))
        if length > REACH_SHARE * (upper + fore):
            d *= REACH_SHARE * (upper + fore) / length
            length = REACH_SHARE * (upper + fore)
        length = max(length, abs(upper - fore) + 0.02)
        along = (upper**2 - fore**2 + length**2) / (2 * length)
        out = np.sqrt(max(upper**2 - along**2, 1e-9))
        line = unit(d)
        e = s + along * line + out * unit(pole - line * (pole @ line))
        w = s + line * length
        hinge0 = cross(u0, f0)
        if np.sqrt(hinge0 @ hinge0) < 0.08 * upper * fore:
            hinge0 = cross(u0, np.array([0.0, -1.0, 0.0]))
        hinge = cross(e - s, w - e)
        upper_r = frame(e - s, hinge) @ frame(u0, hinge0).T
        fore_r = frame(w - e, hinge) @ frame(f0, hinge0).T
        hand_r = hand @ self._palm[side].T
        # The forearm's two bones share the hand's twist, so that skin does not wring at the wrist.
        axis = unit(w - e)
        rel = hand_r @ fore_r.T
        q = np.array([rel[2, 1] - rel[1, 2], rel[0, 2] - rel[2, 0], rel[1, 0] - rel[0, 1]])
        twist = float(np.rad2deg(2 * np.arctan2(q @ axis, 2 * max(1 + np.trace(rel), 1e-6))))
        first, second = rotation(axis, 0.25 * twist) @ fore_r, rotation(axis, 0.7 * twist) @ fore_r
        pose[index[f"upperarm01.{side}"]] = turn.T @ upper_r
        pose[index[f"lowerarm01.{side}"]] = upper_r.T @ first
        pose[index[f"lowerarm02.{side}"]] = first.T @ second
        pose[index[f"wrist.{side}"]] = second.T @ hand_r
        return np.asarray(w)

    def _form(self, side: SideLetter, name: str) -> F64:
        """(15, 3, 3) rotations of the finger bones, in the order of `fingers[side]`, for a form of FORMS."""
        form = FORMS[name]
        normal = self._palm[side][:, 2]
        out = {}
        for finger in range(1, 6):
            bones = [self.body.index[f"finger{finger}-{j}.{side}"] for j in (1, 2, 3)]
            points = [*(self.head[b] for b in bones), self.tail[bones[2]]]
            bent = np.eye(3)
            for j, bone in enumerate(bones):
                d = points[j + 1] - points[j]
                axis = unit(cross(d, normal))
                if form.flat or finger in form.straight:
                    laid = d - normal * (d @ normal)
                    sunk = laid if finger > 1 else laid - normal * 0.12 * float(np.linalg.norm(d))
                    total = least_rotation(d, sunk)
                else:
                    total = rotation(axis, (form.fingers_deg if finger > 1 else form.thumb_deg)[j])
                    if finger == 1 and form.thumb_across_deg:
                        total = rotation(normal, form.thumb_across_deg * (1 if side == "L" else -1)) @ total
                out[bone] = bent.T @ total
                bent = total
        return np.stack([out[b] for b in self.fingers[side]])

    def _palm_frame(self, side: SideLetter) -> F64:
        along = self.at(f"finger3-1.{side}") - self.at(f"wrist.{side}")
        across = self.at(f"finger2-1.{side}") - self.at(f"finger5-1.{side}")
        out_of_palm = cross(along, across) if side == "L" else cross(across, along)
        return frame(along, out_of_palm)

    def _chain(self, bone: str) -> list[int]:
        chain: list[int] = []
        i = self.body.index[bone]
        while i >= 0:
            chain.insert(0, i)
            i = int(self.body.parent[i])
        return chain


def lean(pose: F64, skeleton: Skeleton, deg: float) -> None:
    """Bend the spine forward in `pose`."""
    for bone in ("spine04", "spine03", "spine02"):
        pose[skeleton.body.index[bone]] = rotation(X, deg / 3)
