"""One person alone before a near camera, small pictures, nothing that anybody would raise: for counting false alarms."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tests.synth.plays import ATTEMPTS, NIGHT_LINE, SceneKind, drawn
from tests.synth.sampling import as_drawn
from tests.synth.scenario import Scenario
from tests.synth.stage import Unplayable, set_stage
from tests.synth.table import Table

LENGTH_S: Final = 14.0
FPS: Final = 12.0
SIZE_PX: Final = (320, 288)
_BY_DAY: Final = ("drink", "scratch", "head_on_fist", "hands_on_table", "show_number", "mask_down")


def innocent(seed: int) -> Scenario:
    """The same for the same seed; a night without a stir, or a day with something allowed."""
    for attempt in range(ATTEMPTS):
        one = _drawn(seed, attempt)
        try:
            set_stage(one)
        except Unplayable:
            continue
        return one
    return _drawn(seed, ATTEMPTS)


def _drawn(seed: int, attempt: int) -> Scenario:
    rng = np.random.default_rng([seed, 83, attempt])
    night = seed % 3 == 0
    seat = 1 + seed % 10
    base = as_drawn(seed, SceneKind.NIGHT if night else SceneKind.DAY, players=(seat,))
    mask = base.person[0].mask
    acts = _night(rng, seat, mask) if night else _day(rng, seat, mask) if attempt < ATTEMPTS else []
    table = base.table.model_copy(update={"turned": 0.0})
    place = Table(table.half_length_m, table.half_width_m).places()[seat]
    at = np.array([*place.xy_m, 0.0])
    camera = base.camera[0].model_copy(
        update={
            "place_m": tuple(float(v) for v in at + place.inward * 1.25 + [0, 0, 1.62]),
            "look_at_m": tuple(float(v) for v in at + place.inward * 0.12 + [0, 0, 0.98]),
            "hfov_deg": 50.0,
            "size_px": SIZE_PX,
            "distortion": 0.0,
            "sensor": base.camera[0].sensor.model_copy(update={"blur_samples": 1}),
        }
    )
    document: dict[str, Any] = base.model_dump(by_alias=True) | {
        "name": f"innocent_{seed}",
        "duration_s": LENGTH_S,
        "table": table.model_dump(),
        "camera": [camera.model_dump()],
        "rate": [{"at": 0, "fps": FPS}],
        "say": [NIGHT_LINE] if night else [],
        "act": acts,
    }
    return Scenario.model_validate(document)


def _night(rng: np.random.Generator, seat: int, mask: bool) -> list[dict[str, Any]]:
    at = drawn(rng, 0.8, 1.5, 2)
    if mask:
        return [{"kind": "mask_on", "seat": seat, "at": at, "bow_deg": 34.0}]
    return [
        {"kind": "lids", "seat": seat, "at": at, "closure": 1.0},
        {"kind": "head", "seat": seat, "at": at, "bow_deg": drawn(rng, 30, 40, 1)},
    ]


def _day(rng: np.random.Generator, seat: int, mask: bool) -> list[dict[str, Any]]:
    kind = str(rng.choice(_BY_DAY if mask else _BY_DAY[:-1]))
    more: dict[str, Any] = {"number": int(rng.integers(1, 11))} if kind == "show_number" else {}
    return [{"kind": kind, "seat": seat, "at": drawn(rng, 2.5, 8.0, 2), **more}]
