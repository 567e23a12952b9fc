"""Movement in continuous time: minimum jerk between resting states, and the small unrest of a living body."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from scipy.spatial.transform import Rotation

from tests.synth.figure import HandTarget
from tests.synth.geometry import F64, UP, between

TREMOR_M: Final = 0.0014
"""Size of one of the slow waves that a hand held in the air drifts by; four of them make about 2 mm rms."""


def minimum_jerk(q: float) -> float:
    """Share of the way after share `q` of the time (Flash and Hogan 1985)."""
    q = min(max(q, 0.0), 1.0)
    return q**3 * (10 - 15 * q + 6 * q * q)


def share_at(way: float) -> float:
    """Share of the time after which `minimum_jerk` has gone share `way` of the way."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if minimum_jerk(middle) < way else (low, middle)
    return (low + high) / 2


@dataclass(slots=True)
class Curve:
    """A number over time: it rests, and moves to new values by minimum jerk."""

    start: float
    moves: list[tuple[float, float, float]] = field(default_factory=list)  # from second, to second, new value

    def go(self, t0_s: float, t1_s: float, value: float) -> None:
        """Move to `value`; moves are given in order and do not overlap."""
        if self.moves and t0_s < self.moves[-1][1] - 1e-9:
            raise ValueError(f"a movement at {t0_s:.2f} s begins before the one till {self.moves[-1][1]:.2f} s ends.")
        self.moves.append((t0_s, t1_s, value))

    def at(self, t_s: float) -> float:
        before = bisect_right(self.moves, t_s, key=lambda move: move[0])
        if not before:
            return self.start
        t0, t1, value = self.moves[before - 1]
        origin = self.moves[before - 2][2] if before > 1 else self.start
        return origin + (value - origin) * minimum_jerk((t_s - t0) / (t1 - t0))


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A hand at rest somewhere; `calm` hands lie on something and do not tremble."""

    target: HandTarget
    calm: bool
    where: str  # table, air, lap, face, person
    form: str = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class HandMove:
    """From one placement to the next, over a hump if something is in the way."""

    t0_s: float
    t1_s: float
    to: Placement
    hump_m: float = 0.0
    settle_s: float = 0.0  # how long before the end the sideways part is over, so that a landing hand does not slide
    round_edge: bool = False  # up first and then across, or across first and then down: round the table's edge


@dataclass(slots=True, eq=False)
class HandTrack:
    """One hand over time."""

    start: Placement
    seed: int
    moves: list[HandMove] = field(default_factory=list)
    body_at: Callable[[float], F64] | None = None  # how far the body is from its place; hands in the lap go with it

    def go(self, move: HandMove) -> None:
        """Add a move; moves are given in order and do not overlap."""
        if self.moves and move.t0_s < self.moves[-1].t1_s - 1e-9:
            raise ValueError(
                f"a hand moves at {move.t0_s:.2f} s, before its move till {self.moves[-1].t1_s:.2f} s is over."
            )
        self.moves.append(move)

    def last(self) -> Placement:
        return self.moves[-1].to if self.moves else self.start

    def free_from_s(self) -> float:
        return self.moves[-1].t1_s if self.moves else 0.0

    def resting(self, t_s: float) -> Placement | None:
        """The placement the hand rests in at `t_s`; None while it moves."""
        before = bisect_right(self.moves, t_s, key=lambda move: move.t0_s)
        if not before:
            return self.start
        move = self.moves[before - 1]
        return move.to if t_s >= move.t1_s else None

    def wrist_at(self, t_s: float) -> F64:
        """Where the wrist is to be, a tenth of the cost of everything."""
        return self.at(t_s, wrist_only=True).wrist_m

    def at(self, t_s: float, *, wrist_only: bool = False) -> HandTarget:
        """The hand at one time; with `wrist_only` its axes and fingers are not those of a hand on its way."""
        before = bisect_right(self.moves, t_s, key=lambda move: move.t0_s)
        if not before:
            return _unrest(self._carried(self.start, t_s), 0.0 if self.start.calm else 1.0, t_s, self.seed)
        move = self.moves[before - 1]
        origin = self.moves[before - 2].to if before > 1 else self.start
        q = (t_s - move.t0_s) / (move.t1_s - move.t0_s)
        share = minimum_jerk(q)
        unrest = (0.0 if origin.calm else 1.0) * (1 - share) + (0.0 if move.to.calm else 1.0) * share
        if share >= 1:
            return _unrest(self._carried(move.to, t_s), unrest, t_s, self.seed)
        a, b = self._carried(origin, t_s), self._carried(move.to, t_s)
        across, up = _shares(move, q, rising=bool(b.wrist_m[2] > a.wrist_m[2]))
        wrist = a.wrist_m + (b.wrist_m - a.wrist_m) * [across, across, up]
        wrist = wrist + UP * (move.hump_m * 16 * share**2 * (1 - share) ** 2)
        if wrist_only:
            return _unrest(replace(b, wrist_m=wrist), unrest, t_s, self.seed)
        turned = across if move.round_edge else share
        mixed = HandTarget(
            wrist, between(a.axes, b.axes, turned), _bent(a.fingers, b.fingers, turned), a.on_table or b.on_table
        )
        return _unrest(mixed, unrest, t_s, self.seed)

    def _carried(self, placement: Placement, t_s: float) -> HandTarget:
        if self.body_at is None or placement.where != "lap":
            return placement.target
        return replace(placement.target, wrist_m=placement.target.wrist_m + self.body_at(t_s))


def _shares(move: HandMove, q: float, *, rising: bool) -> tuple[float, float]:
    """Share of the way along the table and share of the way in height, after share `q` of the time."""
    if move.round_edge:
        first, second = minimum_jerk(q / 0.62), minimum_jerk((q - 0.38) / 0.62)
        return (second, first) if rising else (first, second)
    share = minimum_jerk(q)
    return (minimum_jerk(q / max(1 - move.settle_s / (move.t1_s - move.t0_s), 0.2)) if move.settle_s else share), share


def _bent(a: F64, b: F64, share: float) -> F64:
    if a is b or share <= 0:
        return a
    return np.asarray(Rotation.from_rotvec(_turn(a, b) * share).as_matrix() @ a)


def _turn(a: F64, b: F64) -> F64:
    """(15, 3) rotation vectors from one form of the fingers to another; a move asks for the same ones all the way."""
    known = _KNOWN_TURNS.get((id(a), id(b)))
    if known is None:
        known = a, b, (Rotation.from_matrix(b) * Rotation.from_matrix(a).inv()).as_rotvec()
        if len(_KNOWN_TURNS) > 500:
            _KNOWN_TURNS.clear()
        _KNOWN_TURNS[id(a), id(b)] = known
    return known[2]


_KNOWN_TURNS: dict[tuple[int, int], tuple[F64, F64, F64]] = {}  # the forms are kept with it, so that ids stay theirs


def _unrest(target: HandTarget, amount: float, t_s: float, seed: int) -> HandTarget:
    if amount < 1e-6:
        return target
    drift = amount * TREMOR_M * np.array([sway(t_s, seed * 3 + axis) for axis in range(3)])
    return HandTarget(target.wrist_m + drift, target.axes, target.fingers, target.on_table)


def sway(t_s: float, seed: int) -> float:
    """A smooth wander about zero of about unit size, the same for the same seed."""
    rates, phases = _waves(seed)
    return float(np.sin(2 * np.pi * rates * t_s + phases).sum())


def _waves(seed: int) -> tuple[F64, F64]:
    if seed not in _KNOWN_WAVES:
        rng = np.random.default_rng([seed, 29])
        _KNOWN_WAVES[seed] = rng.uniform(0.12, 1.1, 4), rng.uniform(0, 2 * np.pi, 4)
    return _KNOWN_WAVES[seed]


_KNOWN_WAVES: dict[int, tuple[F64, F64]] = {}


def blinks(seed: int, until_s: float) -> list[float]:
    """Times at which a person blinks, about every four seconds."""
    rng = np.random.default_rng([seed, 31])
    times, t = [], float(rng.uniform(0.5, 4))
    while t < until_s:
        times.append(t)
        t += float(rng.uniform(2.0, 6.5))
    return times


def blink_at(times: list[float], t_s: float) -> float:
    """Closure of the lids 0…1 by blinking: 80 ms down, 120 ms up."""
    before = bisect_right(times, t_s)
    if not before:
        return 0.0
    since = t_s - times[before - 1]
    return minimum_jerk(since / 0.08) if since < 0.08 else 1 - minimum_jerk((since - 0.08) / 0.12)
