"""Bodies found in a camera's pictures, as arrays, and the few people that they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

_SAME_SHARE: Final = 0.75
"""Heads nearer than this share of the way from head to shoulders are one person's in different pictures."""
_UPRIGHT_SHARE: Final = 0.08  # of the shoulders' width: a head lower than that over them was read into an arm
_ALIKE_SIZE: Final = 1.5
_DOUBLE_SHARE: Final = 1.2
_LEAST_SHARE: Final = 0.12
"""A person who sits is found in more than this share of the pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class BodiesSeen:
    """All bodies found in one camera's pictures of about two seconds; N rows, NaN where a point was not seen."""

    moment: I64  # (N,) number of the picture
    head_px: F64  # (N, 2) middle of the head
    shoulders_px: F64  # (N, 2, 2) the own left, the own right
    score_01: F64  # (N,)

    def __post_init__(self) -> None:
        rows = len(self.moment)
        for name, shape in (("head_px", (rows, 2)), ("shoulders_px", (rows, 2, 2)), ("score_01", (rows,))):
            if getattr(self, name).shape != shape:
                raise ValueError(f"BodiesSeen.{name} must have the shape {shape}, not {getattr(self, name).shape}.")


@dataclass(frozen=True, slots=True, eq=False)
class PersonSeen:
    """One person in one camera, over all pictures."""

    camera: str
    head_px: F64  # (2,)
    shoulders_px: F64  # (2, 2)
    sd_px: float  # of the middles above
    found_share: float  # of the pictures

    @property
    def neck_px(self) -> F64:
        """(2,) the middle between the shoulders."""
        return np.asarray(self.shoulders_px.mean(axis=0))


def persons_of(camera: str, bodies: BodiesSeen) -> tuple[PersonSeen, ...]:
    """The people of one camera: bodies whose heads stay in one place, most often found first."""
    known = np.isfinite(bodies.head_px).all(axis=1) & np.isfinite(bodies.shoulders_px).all(axis=(1, 2))
    rows = np.flatnonzero(known)
    if not len(rows):
        return ()
    pictures = len(np.unique(bodies.moment))
    heads, shoulders = bodies.head_px[rows], bodies.shoulders_px[rows]
    necks = shoulders.mean(axis=1)
    sizes = np.hypot(*(necks - heads).T)
    upright = necks[:, 1] - heads[:, 1] > _UPRIGHT_SHARE * np.hypot(*(shoulders[:, 0] - shoulders[:, 1]).T)
    rows, heads, shoulders, sizes = rows[upright], heads[upright], shoulders[upright], sizes[upright]
    persons = []
    for group in _groups(heads, np.maximum(sizes, 4.0)):
        moments = len(np.unique(bodies.moment[rows[group]]))
        share = moments / pictures
        if share <= _LEAST_SHARE and pictures > 4:
            continue
        head = np.median(heads[group], axis=0)
        spread = float(np.sqrt(np.mean((heads[group] - head) ** 2)))
        bias_px = 0.12 * float(np.median(sizes[group]))  # the network's own opinion of where a head's middle is
        sd = float(np.hypot(spread / np.sqrt(moments), bias_px))
        persons.append(PersonSeen(camera, head, np.median(shoulders[group], axis=0), sd, share))
    return tuple(_without_doubles(sorted(persons, key=lambda person: (-person.found_share, person.head_px[0]))))


def _without_doubles(persons: list[PersonSeen]) -> list[PersonSeen]:
    """A body seldom found close beside one that is often found is the same one, badly seen."""
    kept: list[PersonSeen] = []
    for person in persons:
        size = float(np.hypot(*(person.neck_px - person.head_px)))
        if not any(_is_double(person, size, other) for other in kept):
            kept.append(person)
    return kept


def _is_double(person: PersonSeen, size: float, other: PersonSeen) -> bool:
    apart = float(np.hypot(*(person.head_px - other.head_px)))
    other_size = float(np.hypot(*(other.neck_px - other.head_px)))
    smaller, larger = min(size, other_size), max(size, other_size)
    if larger > _ALIKE_SIZE * smaller:
        return False  # one sits behind the other
    seldom = person.found_share < 0.67 * other.found_share
    return apart < (_DOUBLE_SHARE if seldom else _SAME_SHARE) * smaller


def _groups(heads: F64, sizes: F64) -> list[I64]:
    """Rows by person: each joins the nearest middle within reach, surest places first."""
    apart = np.hypot(*(heads[:, None] - heads[None]).transpose(2, 0, 1))
    within = apart < _SAME_SHARE * np.minimum(sizes[:, None], sizes[None])
    free = np.ones(len(heads), bool)
    groups = []
    while free.any():
        counts = (within & free[None]).sum(axis=1) * free
        middle = int(np.argmax(counts))
        group = np.flatnonzero(within[middle] & free)
        free[group] = False
        groups.append(group)
    return groups
