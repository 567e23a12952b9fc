"""When each camera takes its pictures: rates, phases, jitter, drops, doubles and the camera's own clock."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.synth.scenario import CameraSpec, Scenario
from tests.synth.stage import Stage


@dataclass(frozen=True, slots=True)
class Exposure:
    """One picture: the middle of its exposure in true time, and the time that is written down."""

    seq: int
    t_s: float
    stamped_ns: int
    repeats: bool = False  # the picture before it, delivered twice


@dataclass(frozen=True, slots=True)
class Lost:
    """Pictures that were never delivered, one or several in a row."""

    stamped_ns: int
    count: int


def exposures(stage: Stage, spec: CameraSpec) -> tuple[list[Exposure], list[Lost]]:
    """Every picture of a camera inside the scenario's windows, in order of time."""
    scenario = stage.scenario
    rng = np.random.default_rng([scenario.seed, 47, sum(map(ord, spec.id))])
    taken: list[Exposure] = []
    lost: list[Lost] = []
    seq = 0
    for t in _times(stage, spec):
        if not _wanted(stage, scenario, t):
            continue
        jitter = float(rng.uniform(-1, 1)) * spec.loss.jitter_ms / 1000
        stamped = _stamped_ns(spec, t + jitter)
        fate = rng.random()
        if taken and fate < spec.loss.dropped:
            _lose(lost, taken, stamped)
        elif taken and stamped > taken[-1].stamped_ns:
            taken.append(Exposure(seq, t, stamped, repeats=fate > 1 - spec.loss.duplicated))
        elif not taken:
            taken.append(Exposure(seq, t, stamped))
        seq += 1
    return taken, lost


def _lose(lost: list[Lost], taken: list[Exposure], stamped_ns: int) -> None:
    if lost and lost[-1].stamped_ns > taken[-1].stamped_ns:
        lost[-1] = Lost(lost[-1].stamped_ns, lost[-1].count + 1)
    else:
        lost.append(Lost(stamped_ns, 1))


def _times(stage: Stage, spec: CameraSpec) -> list[float]:
    steps = sorted((stage.seconds(rate.at), rate.fps) for rate in stage.scenario.rate)
    ends = [at for at, _ in steps[1:]] + [stage.scenario.duration_s]
    t, out = spec.starts_ms / 1000, []
    for (_, fps), end in zip(steps, ends, strict=True):
        while t < end:
            out.append(t)
            t += 1 / fps
    return out


def _wanted(stage: Stage, scenario: Scenario, t: float) -> bool:
    return not scenario.windows or any(stage.seconds(a) <= t <= stage.seconds(b) for a, b in scenario.windows)


def _stamped_ns(spec: CameraSpec, t_s: float) -> int:
    return round((t_s * (1 + spec.clock_drift_ppm * 1e-6) + spec.clock_offset_ms / 1000) * 1e9)
