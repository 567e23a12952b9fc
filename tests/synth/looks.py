"""What a person looks like: the parameters of a body, hair, clothes and mask, given by name or sampled by seed.

A new haircut, mask or shirt is one row of a table here and, where it has a shape of its own, one function in
`wardrobe.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

import numpy as np

Colour: TypeAlias = tuple[float, float, float]


class Hair(StrEnum):
    """Haircuts."""

    BALD = "bald"
    BUZZ = "buzz"
    SHORT = "short"
    CREW = "crew"
    FRINGE = "fringe"
    AFRO = "afro"
    BUN = "bun"
    PONYTAIL = "ponytail"
    BOB = "bob"
    LONG = "long"


class MaskShape(StrEnum):
    """Sleep masks: a narrow band, the usual shape, a wide moulded one, a printed stiff one."""

    NARROW = "narrow"
    USUAL = "usual"
    WIDE = "wide"
    PRINTED = "printed"


class Pattern(StrEnum):
    """What is woven into a shirt or a table cloth."""

    PLAIN = "plain"
    STRIPES = "stripes"
    CHECKS = "checks"


PATTERN_NUMBER: Final = {Pattern.PLAIN: 0, Pattern.STRIPES: 1, Pattern.CHECKS: 2}

HAIR_COLOURS: Final[Mapping[str, Colour]] = {
    "black": (0.06, 0.04, 0.03),
    "dark_brown": (0.12, 0.07, 0.04),
    "brown": (0.25, 0.15, 0.07),
    "red": (0.36, 0.13, 0.05),
    "fair": (0.45, 0.33, 0.18),
    "grey": (0.45, 0.45, 0.45),
}
SHIRT_COLOURS: Final[Mapping[str, Colour]] = {
    "black": (0.10, 0.10, 0.12),
    "grey": (0.36, 0.37, 0.40),
    "white": (0.75, 0.75, 0.72),
    "red": (0.50, 0.11, 0.11),
    "blue": (0.13, 0.21, 0.44),
    "green": (0.15, 0.30, 0.20),
    "sand": (0.50, 0.42, 0.30),
    "violet": (0.30, 0.18, 0.38),
}
MASK_COLOURS: Final[Mapping[str, Colour]] = {
    "black": (0.05, 0.05, 0.06),
    "blue": (0.08, 0.11, 0.30),
    "red": (0.35, 0.06, 0.08),
    "grey": (0.30, 0.30, 0.32),
}
LOGO_COLOUR: Final[Colour] = (0.62, 0.60, 0.55)
IRIS_COLOURS: Final[Mapping[str, Colour]] = {
    "brown": (0.25, 0.14, 0.06),
    "blue": (0.20, 0.35, 0.50),
    "green": (0.25, 0.33, 0.20),
}
_SKIN_LIGHT: Final = np.array([0.88, 0.65, 0.54])
_SKIN_MIDDLE: Final = np.array([0.66, 0.45, 0.32])
_SKIN_DARK: Final = np.array([0.26, 0.155, 0.105])


@dataclass(frozen=True, slots=True)
class Look:
    """One person's looks; `seed` fixes the face, the rest may be set one by one."""

    seed: int
    male: bool
    age: float  # 0 young … 1 old
    skin: float  # 0 lightest … 1 darkest
    weight: float  # -1 thin … 1 heavy
    hair: Hair
    hair_colour: str
    shirt: str
    shirt_pattern: Pattern
    short_sleeves: bool
    glasses: bool
    beard: float  # 0 none … 1 full
    hat: bool
    iris: str
    mask: MaskShape
    mask_colour: str
    jacket: str = ""  # a colour of SHIRT_COLOURS; worn open over the shirt
    mask_logo: bool = False

    @property
    def long_sleeves(self) -> bool:
        """Whether the arms are covered to the wrists."""
        return bool(self.jacket) or not self.short_sleeves

    @property
    def skin_colour(self) -> Colour:
        """Linear red, green, blue."""
        if self.skin < 0.5:
            rgb = _SKIN_LIGHT + (_SKIN_MIDDLE - _SKIN_LIGHT) * self.skin * 2
        else:
            rgb = _SKIN_MIDDLE + (_SKIN_DARK - _SKIN_MIDDLE) * (self.skin - 0.5) * 2
        return float(rgb[0]), float(rgb[1]), float(rgb[2])


def sample_look(seed: int) -> Look:
    """A look drawn from the whole range, the same for the same seed."""
    rng = np.random.default_rng([seed, 11])
    male = bool(rng.random() < 0.55)
    short = (Hair.BUZZ, Hair.SHORT, Hair.CREW, Hair.FRINGE, Hair.BALD, Hair.AFRO, Hair.BUN)
    long = (Hair.BOB, Hair.LONG, Hair.PONYTAIL, Hair.BUN, Hair.SHORT, Hair.FRINGE, Hair.AFRO)
    age = float(np.clip(rng.normal(0.25, 0.25), 0, 1))
    return Look(
        seed=seed,
        male=male,
        age=age,
        skin=float(rng.random()),
        weight=float(rng.uniform(-0.4, 0.6)),
        hair=Hair(rng.choice(short if male else long)),
        hair_colour="grey" if age > 0.6 and rng.random() < 0.7 else str(rng.choice(list(HAIR_COLOURS)[:5])),
        shirt=str(rng.choice(list(SHIRT_COLOURS))),
        shirt_pattern=Pattern(rng.choice(list(Pattern), p=[0.6, 0.2, 0.2])),
        short_sleeves=bool(rng.random() < 0.3),
        glasses=bool(rng.random() < 0.2),
        beard=float(rng.choice([0.0, 0.5, 1.0], p=[0.55, 0.25, 0.2])) if male else 0.0,
        hat=bool(rng.random() < 0.06),
        iris=str(rng.choice(list(IRIS_COLOURS))),
        mask=MaskShape(rng.choice(list(MaskShape), p=[0.2, 0.45, 0.25, 0.1])),
        mask_colour=str(rng.choice(list(MASK_COLOURS), p=[0.6, 0.15, 0.1, 0.15])),
    )


def look_with(base: Look, changes: Mapping[str, Any]) -> Look:
    """`base` with some of its fields set from a scenario file; raises KeyError for a field that does not exist."""
    kinds = {"hair": Hair, "shirt_pattern": Pattern, "mask": MaskShape}
    names = {f.name for f in fields(Look)}
    unknown = set(changes) - names
    if unknown:
        raise KeyError(f"a look has no field {sorted(unknown)[0]!r}; it has {', '.join(sorted(names))}.")
    given: dict[str, Any] = {name: kinds[name](value) if name in kinds else value for name, value in changes.items()}
    return replace(base, **given)
