"""Eyes, mask and head over time, as the meshes have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.codes import Eyes, Head, Mask
from engine.seats import Subject
from tests.synth.actor import Actor
from tests.synth.crossings import change
from tests.synth.stage import Stage
from tests.synth.truth_lines import lead_of, span_of

EYES_FREE_M: Final = 0.003
"""The mask's lower edge this far over the middle of an eye leaves it free."""
MASK_ON_M: Final = -0.012
"""As far under the middle of the eyes the mask covers them wholly; between the two it is crooked."""
LIDS_SHUT: Final = 0.5
BOWED_DEG: Final = 20.0


@dataclass(frozen=True, slots=True)
class Face:
    """A stretch in which eyes, mask and head stay as they are; blinks are left out."""

    who: Subject
    from_s: float
    to_s: float
    eyes: Eyes
    mask: Mask
    head: Head

    def line(self) -> dict[str, Any]:
        return {
            **lead_of(self.from_s, "face", self.who),
            **span_of(self.from_s, self.to_s),
            "eyes": self.eyes.value,
            "mask": self.mask.value,
            "head": self.head.value,
        }


def faces_of(stage: Stage, actor: Actor) -> Iterator[Face]:
    """The face over the whole game, in stretches."""

    def state(t: float) -> tuple[Eyes, Mask, Head]:
        return face_at(actor, t)

    times = np.arange(0.0, stage.scenario.duration_s, 0.02)
    states = [state(float(t)) for t in times]
    begin = 0.0
    for k in range(1, len(times)):
        if states[k] != states[k - 1]:
            at = change(state, float(times[k - 1]), float(times[k]))
            yield Face(actor.who, begin, at, *states[k - 1])
            begin = at
    yield Face(actor.who, begin, stage.scenario.duration_s, *states[-1])


def face_at(actor: Actor, t: float) -> tuple[Eyes, Mask, Head]:
    """Eyes, mask and head at one time."""
    head = Head.BOWED if actor.bow.at(t) >= BOWED_DEG else Head.UP
    eyes = Eyes.CLOSED if actor.lids.at(t) >= LIDS_SHUT else Eyes.OPEN
    mask = mask_at_time(actor, t)
    if mask is Mask.CROOKED and max(_uncovered_m(actor, t)) < EYES_FREE_M:
        return Eyes.COVERED, mask, head
    return (Eyes.COVERED if mask is Mask.ON_EYES else eyes), mask, head


def mask_at_time(actor: Actor, t: float) -> Mask:
    """Where the mask is; crooked as long as it neither covers both eyes wholly nor leaves both free."""
    if not actor.has_mask:
        return Mask.NONE
    if not actor.wears_mask(t):
        return Mask.IN_HAND
    left, right = _uncovered_m(actor, t)
    if min(left, right) >= EYES_FREE_M:
        return Mask.FOREHEAD if actor.mask.at(t) > 0 else Mask.LOWERED
    return Mask.ON_EYES if max(left, right) <= MASK_ON_M else Mask.CROOKED


def _uncovered_m(actor: Actor, t: float) -> tuple[float, float]:
    return actor.figure.eyes_uncovered_m(actor.mask.at(t), actor.mask_tilt.at(t))
