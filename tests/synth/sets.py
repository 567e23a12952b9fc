"""The bench's sets of scenes: `smoke` for every push, `standard` for every release, `hard`, and who may see which.

Seeds of standard below TEST_FROM are for developing: thresholds and networks may be tuned on them. The rest of standard is
looked at to compare versions. Releases are judged on seeds from RELEASE_FROM on, which nobody has looked at.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from tests.synth.plays import SceneKind
from tests.synth.sampling import PLAYERS, Change, as_drawn, scene
from tests.synth.scenario import Scenario

SetName = Literal["smoke", "standard", "standard_develop", "standard_test", "hard"]
STANDARD_FROM: Final = 1000
TEST_FROM: Final = 1036
STANDARD_TO: Final = 1072
HARD_FROM: Final = 5000
RELEASE_FROM: Final = 100_000
_SMOKE: Final = ((40, SceneKind.BALLOT, 2), (59, SceneKind.BALLOT, 1), (4, SceneKind.NIGHT, 1), (10, SceneKind.DAY, 1))
"""By seed, kind and cameras: a hovering hand, an early lift, a late touch, a resting forearm, a gesture, a peek and a
scratch under blue light, a contact, a left seat."""
_TURNS: Final = (SceneKind.BALLOT, SceneKind.NIGHT, SceneKind.DAY)


def scenes(name: SetName, *, tried: bool = True) -> list[Scenario]:
    """All scenes of a set, in a fixed order; without `tried` as they are drawn, some of which cannot be performed."""
    if name == "smoke":
        small = [(seed, kind, partial(_small, cameras=count)) for seed, kind, count in _SMOKE]
        return [_one(seed, kind, tried, change, players=(2, 3, 4)) for seed, kind, change in small]
    if name == "hard":
        return [_one(seed, _TURNS[seed % 3], tried, _hard) for seed in range(HARD_FROM, HARD_FROM + 12)]
    first = TEST_FROM if name == "standard_test" else STANDARD_FROM
    end = TEST_FROM if name == "standard_develop" else STANDARD_TO
    return [_one(seed, _TURNS[seed % 3], tried) for seed in range(first, end)]


def released(first: int, count: int, *, tried: bool = True) -> list[Scenario]:
    """Scenes of seeds that no developer has seen; raises ValueError for seeds of the other sets."""
    if first < RELEASE_FROM:
        raise ValueError(f"releases are judged on seeds from {RELEASE_FROM} on, not {first}.")
    return [_one(seed, _TURNS[seed % 3], tried) for seed in range(first, first + count)]


def _one(
    seed: int, kind: SceneKind, tried: bool, change: Change | None = None, players: tuple[int, ...] = PLAYERS
) -> Scenario:
    if tried:
        return scene(seed, kind, players=players, change=change)
    one = as_drawn(seed, kind, players=players)
    return change(one) if change else one


def _small(one: Scenario, cameras: int) -> Scenario:
    """One near camera or two on three players, few pictures: minutes of a continuous build, not a measure of anything."""
    camera = one.camera[0].model_copy(
        update={
            "place_m": (0.02, -0.80, 1.80),
            "look_at_m": (0.02, 0.62, 0.95),
            "hfov_deg": 64.0,
            "size_px": (960, 540),
            "distortion": 0.0,
            "sensor": one.camera[0].sensor.model_copy(update={"blur_samples": 1, "noise": 1.5}),
        }
    )
    aside = {"id": "cam2", "place_m": (-0.85, -0.62, 1.75), "look_at_m": (-0.12, 0.55, 0.92)}
    filmed = [camera, camera.model_copy(update=aside)][:cameras]
    fps = 25.0 if one.rate[0].fps > 20 else 8.0
    table = one.table.model_copy(update={"turned": 0.0})
    return one.model_copy(
        update={"camera": filmed, "rate": [one.rate[0].model_copy(update={"fps": fps})], "table": table}
    )


def _hard(one: Scenario) -> Scenario:
    """Rolling shutter, lost pictures, strong noise and a dark room."""
    cameras = [
        camera.model_copy(
            update={
                "sensor": camera.sensor.model_copy(update={"readout_ms": 22.0, "noise": 4.5, "exposure_ms": 16.0}),
                "loss": camera.loss.model_copy(update={"dropped": 0.05, "duplicated": 0.02, "jitter_ms": 4.0}),
                "clock_drift_ppm": 40.0,
            }
        )
        for camera in one.camera
    ]
    light = [step.model_copy(update={"level": "candle"}) for step in one.light]
    return one.model_copy(update={"camera": cameras, "light": light, "name": f"hard_{one.name}"})
