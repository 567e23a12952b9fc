"""The room: floor, walls, table and what lies on it, as plain coloured meshes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tests.synth.geometry import F64, UP, X
from tests.synth.looks import Colour
from tests.synth.solids import Pile, Solid, box, cup
from tests.synth.table import FROM_EDGE_M, Place, Table
from tests.synth.things import chair_of


class Cloth(StrEnum):
    """What the table is covered with."""

    GREEN = "green"
    WHITE = "white"
    BLACK = "black"
    WOOD = "wood"
    PATTERNED = "patterned"
    GLOSSY = "glossy"


CLOTH_COLOURS: dict[Cloth, Colour] = {
    Cloth.GREEN: (0.16, 0.29, 0.21),
    Cloth.WHITE: (0.72, 0.71, 0.68),
    Cloth.BLACK: (0.07, 0.07, 0.08),
    Cloth.WOOD: (0.34, 0.21, 0.12),
    Cloth.PATTERNED: (0.36, 0.16, 0.16),
    Cloth.GLOSSY: (0.24, 0.13, 0.08),
}


@dataclass(frozen=True, slots=True)
class RoomLook:
    """What the room is like; `seed` hangs the pictures."""

    seed: int = 5
    walls: Colour = (0.55, 0.52, 0.47)
    floor: Colour = (0.30, 0.22, 0.17)
    half_size_m: tuple[float, float] = (3.4, 3.0)
    cloth: Cloth = Cloth.GREEN
    cups: bool = True
    number_cards: bool = True
    masks_lying: bool = False
    phones: bool = False


def surroundings(look: RoomLook, empty: list[Place]) -> Solid:
    """Floor, walls, pictures and the chairs at `empty` places: what no hand's shadow falls on."""
    rng = np.random.default_rng([look.seed, 17])
    half_x, half_y = look.half_size_m
    pile = Pile()
    box(pile, (0, 0, -0.01), (2 * half_x, 2 * half_y, 0.02), look.floor)
    shades = rng.uniform(0.85, 1.05, 4)
    sides = ((0, half_y, 1), (0, -half_y, 1), (half_x, 0, 0), (-half_x, 0, 0))
    for shade, (x, y, along) in zip(shades, sides, strict=True):
        tint = tuple(float(c * shade) for c in look.walls)
        size = (2 * half_x, 0.1, 3.2) if along else (0.1, 2 * half_y, 3.2)
        box(pile, (x, y, 1.6), size, (tint[0], tint[1], tint[2]))
        for k in np.linspace(-0.75, 0.75, 4):
            wide, high = rng.uniform(0.4, 0.9), rng.uniform(0.4, 0.8)
            paint = tuple(float(c) for c in rng.uniform(0.08, 0.6, 3))
            spot = (k * half_x, y - np.sign(y) * 0.07, 1.7) if along else (x - np.sign(x) * 0.07, k * half_y, 1.7)
            size = (wide, 0.04, high) if along else (0.04, wide, high)
            box(pile, spot, size, (paint[0], paint[1], paint[2]))
    for place in empty:
        pile.parts.append(chair_of(place).moved())
    return pile.joined()


def table_top(table: Table, look: RoomLook) -> Solid:
    """The table's surface and edge; hands' shadows fall on it."""
    t = np.linspace(0, 2 * np.pi, 97)[:-1]
    rim = np.stack(
        [table.half_length_m * np.cos(t), table.half_width_m * np.sin(t), np.full_like(t, table.height_m)], 1
    )
    n = len(t)
    i = np.arange(n)
    k = (i + 1) % n
    pile = Pile()
    up = np.tile([0.0, 0.0, 1.0], (n + 1, 1))
    fan = np.stack([np.full(n, n), i, k], 1)
    pile.add(np.concatenate([rim, [[0, 0, table.height_m]]]), up, CLOTH_COLOURS[look.cloth], fan)
    out = np.stack([np.cos(t) / table.half_length_m, np.sin(t) / table.half_width_m, np.zeros(n)], 1)
    out /= np.linalg.norm(out, axis=1)[:, None]
    low = rim - [0, 0, 0.05]
    sides = np.concatenate([np.stack([i, i + n, k + n], 1), np.stack([i, k + n, k], 1)])
    pile.add(np.concatenate([rim, low]), np.concatenate([out, out]), (0.20, 0.12, 0.07), sides)
    box(pile, (0, 0, 0.35), (table.half_length_m, table.half_width_m, 0.68), (0.16, 0.10, 0.06))
    return pile.joined()


def things(table: Table, look: RoomLook, places: list[Place]) -> Solid | None:
    """Cups, number cards, masks and phones on the table; they throw shadows."""
    rng = np.random.default_rng([look.seed, 23])
    pile = Pile()
    for place in places:
        front = np.array([*place.xy_m, table.height_m]) + place.inward * FROM_EDGE_M
        left = place.axes @ X
        if look.number_cards:
            box(pile, front + place.inward * 0.36 + [0, 0, 0.035], (0.10, 0.006, 0.07), (0.8, 0.8, 0.78), place.axes)
        if look.cups and rng.random() < 0.5:
            cup(pile, front + place.inward * 0.30 + left * rng.choice([-1, 1]) * 0.19, _paint(rng))
        if look.masks_lying:
            box(
                pile,
                front + place.inward * 0.24 + left * 0.02 + [0, 0, 0.008],
                (0.18, 0.08, 0.016),
                (0.05, 0.05, 0.06),
                place.axes,
            )
        if look.phones:
            _phone(pile, front + place.inward * 0.27 - left * 0.24, place)
    return pile.joined() if pile.parts else None


def _phone(pile: Pile, at: F64, place: Place) -> None:
    box(pile, at + UP * 0.004, (0.072, 0.150, 0.008), (0.03, 0.03, 0.035), place.axes)
    box(pile, at + UP * 0.0085, (0.066, 0.140, 0.001), (0.07, 0.08, 0.10), place.axes)


def _paint(rng: np.random.Generator) -> Colour:
    r, g, b = rng.uniform(0.2, 0.8, 3)
    return float(r), float(g), float(b)
