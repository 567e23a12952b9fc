"""Hands near other people: the gap between the hand's mesh and the other's, over time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.seats import Subject
from tests.synth.actor import Actor
from tests.synth.geometry import F64
from tests.synth.motion import Placement
from tests.synth.skeleton import SIDES, SideLetter
from tests.synth.stage import Stage
from tests.synth.surface import posed_body

CONTACT_M: Final = 0.003
"""Gap at and below which a hand is on somebody: the meshes' vertices are about this exact."""
NEAR_M: Final = 0.15
"""Gap below which, for a while, it is worth a line that there was no contact."""

_PASSING_S: Final = 0.3
_LOOK_EVERY_S: Final = 0.05
_RESTING_EVERY: Final = 10
_COARSE_M: Final = 0.24
_TRUNK_M: Final = 0.45
_LOWER_ARM_M: Final = 0.30
"""Nothing of a person is further than these from the middle of the place or from a wrist."""
_BONES: Final = (
    "upperarm01.L",
    "lowerarm01.L",
    "wrist.L",
    "upperarm01.R",
    "lowerarm01.R",
    "wrist.R",
    "spine02",
    "neck01",
    "head",
)


@dataclass(frozen=True, slots=True)
class Nearness:
    """A hand that touched another person from `from_s` to `to_s`, or came within NEAR_M of one."""

    who: Subject
    side: SideLetter
    other: Subject
    from_s: float
    to_s: float
    gap_m: float  # the smallest
    touched: bool


def nearness(stage: Stage) -> Iterator[Nearness]:
    """Every contact and every near miss."""
    for actor in stage.actors.values():
        for other in stage.neighbours(actor.who):
            for side in SIDES:
                yield from _pair(stage, actor, side, other)


def gap(actor: Actor, side: SideLetter, other: Actor, t_s: float) -> float:
    """Distance between a hand and another's body, clothes and hands, metres; negative inside, infinite if far."""
    hand = actor.figure.solve_hand(actor.posture(t_s), side).vertices
    return posed_body(other.figure, other.posture(t_s)).gap(hand, within_m=_COARSE_M)


def _pair(stage: Stage, actor: Actor, side: SideLetter, other: Actor) -> Iterator[Nearness]:
    every = np.arange(0, stage.scenario.duration_s, _LOOK_EVERY_S)
    times = [float(t) for k, t in enumerate(every) if _looked_at(actor.hands[side].resting(float(t)), k)]
    gaps = {t: gap(actor, side, other, t) for t in times if _coarse(actor, side, other, t) < _COARSE_M}
    run: list[float] = []
    for t in [*sorted(gaps), np.inf]:
        if run and (t - run[-1] > _RESTING_EVERY * _LOOK_EVERY_S * 1.01 or (t < np.inf and gaps[t] > NEAR_M)):
            episode = _episode(actor, side, other, run, gaps)
            if episode.touched or episode.to_s - episode.from_s >= _PASSING_S:
                yield episode
            run = []
        if t < np.inf and gaps[t] <= NEAR_M:
            run.append(t)


def _episode(actor: Actor, side: SideLetter, other: Actor, run: list[float], gaps: dict[float, float]) -> Nearness:
    least = min(gaps[t] for t in run)
    touching = [t for t in run if gaps[t] <= CONTACT_M]
    if not touching:
        return Nearness(actor.who, side, other.who, run[0], run[-1], least, touched=False)

    def edge(inside: float, outside: float) -> float:
        while abs(outside - inside) > 1e-3:
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if gap(actor, side, other, middle) <= CONTACT_M else (inside, middle)
        return (inside + outside) / 2

    begin = edge(touching[0], touching[0] - _LOOK_EVERY_S)
    end = edge(touching[-1], touching[-1] + _LOOK_EVERY_S)
    return Nearness(actor.who, side, other.who, begin, end, max(least, 0.0), touched=True)


def _looked_at(resting: Placement | None, k: int) -> bool:
    """Every sample of a moving hand or one on somebody, few of one that waits, none of one in its own lap."""
    if resting is None or resting.where == "person":
        return True
    return resting.where != "lap" and k % _RESTING_EVERY == 0


def _coarse(actor: Actor, side: SideLetter, other: Actor, t: float) -> float:
    """Distance of the wrist to the other's limbs, as segments between joints."""
    wrist = actor.hands[side].wrist_at(t)
    away = float(np.hypot(*np.subtract(wrist[:2], other.figure.place.xy_m)))
    hands = [float(np.linalg.norm(wrist - track.wrist_at(t))) for track in other.hands.values()]
    if min(away - _TRUNK_M, *(hand - _LOWER_ARM_M for hand in hands)) > _COARSE_M:
        return _COARSE_M
    wrist = actor.figure.solve_hand(actor.posture(t), side).wrist_m
    solved = other.figure.solve(other.posture(t))
    p = [other.figure.joint(solved, bone) for bone in _BONES]
    segments = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3)]
    return min(_to_segment(wrist, p[a], p[b]) for a, b in segments) - 0.06


def _to_segment(point: F64, a: F64, b: F64) -> float:
    length2 = float((b - a) @ (b - a))
    along = float(np.clip((point - a) @ (b - a) / max(length2, 1e-9), 0, 1))
    return float(np.linalg.norm(point - a - along * (b - a)))
