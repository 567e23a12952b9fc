"""Plain coloured meshes: boxes, cups, and piles of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.synth.geometry import F64, I64
from tests.synth.looks import Colour
from tests.synth.wardrobe import tube


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A mesh with one normal and colour a vertex."""

    position: F64
    normal: F64
    colour: F64
    triangles: I64

    def moved(self, to: F64) -> Solid:
        """The same at a (4, 4) place."""
        turn = to[:3, :3].T
        return Solid(self.position @ turn + to[:3, 3], self.normal @ turn, self.colour, self.triangles)


@dataclass(slots=True, eq=False)
class Pile:
    """Meshes put together."""

    parts: list[Solid] = field(default_factory=list)

    def add(self, position: F64, normal: F64, colour: Colour, triangles: I64) -> None:
        self.parts.append(Solid(position, normal, np.tile(np.array(colour), (len(position), 1)), triangles))

    def joined(self) -> Solid:
        """All of them as one."""
        starts = np.cumsum([0, *(len(p.position) for p in self.parts)])
        return Solid(
            np.concatenate([p.position for p in self.parts]),
            np.concatenate([p.normal for p in self.parts]),
            np.concatenate([p.colour for p in self.parts]),
            np.concatenate([p.triangles + s for p, s in zip(self.parts, starts, strict=False)]),
        )


def cup(pile: Pile, foot: F64, colour: Colour) -> None:
    """An upright cup."""
    wall, triangles = tube(foot + np.array([[0, 0, 0], [0, 0, 0.05], [0, 0, 0.095]]), 0.036, 16)
    out = wall - foot
    out[:, 2] = 0
    pile.add(wall, out / np.maximum(np.linalg.norm(out, axis=1), 1e-9)[:, None], colour, triangles)


def box(pile: Pile, centre: object, size: object, colour: Colour, axes: F64 | None = None) -> None:
    """A box; `axes` are its edges as columns."""
    turn = np.eye(3) if axes is None else axes
    half = np.asarray(size, float) / 2
    points: list[F64] = []
    facing: list[F64] = []
    triangles: list[tuple[int, int, int]] = []
    for axis in range(3):
        for sign in (-1, 1):
            d = np.zeros(3)
            d[axis] = sign
            u, w = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            quad = [(d + a * u + b * w) * half for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            start = len(points)
            points += [turn @ q + np.asarray(centre, float) for q in (quad if sign > 0 else quad[::-1])]
            facing += [turn @ d] * 4
            triangles += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    pile.add(np.array(points), np.array(facing), colour, np.array(triangles))
