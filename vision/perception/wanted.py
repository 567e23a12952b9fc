"""Which networks run for whom: effort, never meaning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from engine.seats import Subject


@dataclass(frozen=True, slots=True)
class Wanted:
    """The subjects whose body, hands, face and eyes are looked at in one picture.

    Eyes need a face, so they are looked at together with it. Hands that are not yet followed are looked for where the
    pose last put the wrists; a subject whose pose was never found gets one for that purpose.
    """

    pose: frozenset[Subject] = frozenset()
    hands: frozenset[Subject] = frozenset()
    faces: frozenset[Subject] = frozenset()
    eyes: frozenset[Subject] = frozenset()

    @classmethod
    def everything(cls, seats: Iterable[Subject]) -> Self:
        """All of it for all of them."""
        everyone = frozenset(seats)
        return cls(everyone, everyone, everyone, everyone)
