"""Scenes drawn by chance for the bench: people, room, cameras, light and acts, the same for the same seed.

A scene is a few seconds of one kind: a ballot, a piece of night, or a piece of day. Every scene can be performed: whoever
was drawn an act that cannot be (an arm too short, two movements of one hand) is drawn another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from tests.synth.looks import SHIRT_COLOURS, MaskShape
from tests.synth.plays import ATTEMPTS, SceneKind, acts_of, drawn, play_of
from tests.synth.room import Cloth
from tests.synth.scenario import Scenario, parse_scenario
from tests.synth.stage import Unplayable, set_stage

PLAYERS: Final = tuple(range(1, 11))
DARK_SHARE: Final = 0.38
"""Share of people drawn with dark skin; the rest is spread over the light and the middle."""
DARK_SKIN: Final = 0.66
"""From this on `Look.skin` counts as dark, below 1 - DARK_SKIN as light."""
LIGHTS_BY_DAY: Final = ("usual", "bright", "dim", "one_lamp")
LIGHTS_AT_NIGHT: Final = ("dim", "one_lamp", "night", "night_blue", "night_red", "candle")


Change = Callable[[Scenario], Scenario]


def scene(
    seed: int,
    kind: SceneKind,
    *,
    size_px: tuple[int, int] = (1920, 1080),
    players: Sequence[int] = PLAYERS,
    change: Change | None = None,
) -> Scenario:
    """One scene that can be performed; `players` sit there beside the host, `change` is made before it is tried."""
    attempts: dict[int, int] = {}
    for _ in range(ATTEMPTS * len(players) + 1):
        one = as_drawn(seed, kind, attempts, size_px=size_px, players=players)
        one = change(one) if change else one
        try:
            set_stage(one)
        except Unplayable as refused:
            attempts[refused.seat] = attempts.get(refused.seat, 0) + 1
        else:
            return one
    raise AssertionError("people who do nothing can always be played")


def as_drawn(
    seed: int,
    kind: SceneKind,
    attempts: Mapping[int, int] | None = None,
    *,
    size_px: tuple[int, int] = (1920, 1080),
    players: Sequence[int] = PLAYERS,
) -> Scenario:
    """One scene without trying it: cheap, for counting what is drawn."""
    rng = np.random.default_rng([seed, 61, list(SceneKind).index(kind)])
    masked = bool(rng.random() < 0.72)
    play = play_of(kind, rng, players, masked=masked)
    only_fists = kind is SceneKind.BALLOT and rng.random() < 0.3
    return parse_scenario(
        {
            "schema": 1,
            "name": f"{kind.value}_{seed}",
            "seed": seed,
            "rules": "mafiaratings" if only_fists else "a" if masked else "b",
            "duration_s": play.length_s,
            "room_seed": int(rng.integers(1, 9)),
            "table": _table(rng),
            "light": [{"at": 0, "level": _light(rng, kind)}],
            "camera": _cameras(rng, size_px),
            "rate": [{"at": 0, "fps": float(rng.choice([25, 30])) if kind is SceneKind.BALLOT else 12.0}],
            "person": [_person(rng, seat, masked) for seat in players],
            "say": play.lines,
            "act": acts_of(play, seed, dict(attempts or {})),
            "sound": {"room_noise": 0.001},
        }
    )


def _table(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "cloth": str(rng.choice(list(Cloth), p=[0.30, 0.15, 0.15, 0.14, 0.13, 0.13])),
        "cups": bool(rng.random() < 0.6),
        "number_cards": bool(rng.random() < 0.7),
        "masks_lying": bool(rng.random() < 0.2),
        "phones": bool(rng.random() < 0.25),
        "turned": drawn(rng, -0.4, 0.4, 2),
    }


def _light(rng: np.random.Generator, kind: SceneKind) -> str:
    if kind is SceneKind.NIGHT:
        return str(rng.choice(LIGHTS_AT_NIGHT))
    return str(rng.choice(LIGHTS_BY_DAY, p=[0.5, 0.1, 0.2, 0.2]))


def _cameras(rng: np.random.Generator, size_px: tuple[int, int]) -> list[dict[str, Any]]:
    """One to three cameras between the middle of the table and the corners of the room."""
    count = int(rng.choice([1, 2, 3], p=[0.25, 0.5, 0.25]))
    start = rng.choice([-90.0, 90.0]) + rng.uniform(-12, 12)
    out = []
    for k in range(count):
        azimuth = np.deg2rad(start + k * (180.0 if count == 2 else 120.0))
        far = bool(rng.random() < 0.7)
        away = rng.uniform(2.2, 2.75) if far else rng.uniform(0.7, 1.1)
        height = rng.uniform(2.1, 2.7) if far else rng.uniform(1.75, 2.1)
        place = (float(np.cos(azimuth) * away), float(np.sin(azimuth) * away), float(height))
        at = (float(-np.cos(azimuth) * 0.35), float(-np.sin(azimuth) * 0.35), 0.92)
        out.append(
            {
                "id": f"cam{k + 1}",
                "place_m": tuple(round(x, 3) for x in place),
                "look_at_m": tuple(round(x, 3) for x in at),
                "hfov_deg": round(float(rng.uniform(58, 68) if far else rng.uniform(80, 88)), 1),
                "size_px": size_px,
                "distortion": drawn(rng, -0.10, 0.0, 3) if rng.random() < 0.5 else 0.0,
                "starts_ms": drawn(rng, 0, 33, 2),
                "clock_offset_ms": drawn(rng, -2, 2, 2),
                "crf": int(rng.integers(22, 31)),
                "sensor": {
                    "exposure_ms": float(rng.choice([6.0, 10.0, 16.0])),
                    "blur_samples": 2,
                    "noise": drawn(rng, 0.8, 3.5, 2),
                    "softness_px": drawn(rng, 0.3, 1.0, 2),
                    "flicker": 0.02 if rng.random() < 0.2 else 0.0,
                    "exposure_steps": 0.06 if rng.random() < 0.15 else 0.0,
                },
                "loss": {
                    "dropped": 0.01 if rng.random() < 0.2 else 0.0,
                    "duplicated": 0.01 if rng.random() < 0.1 else 0.0,
                },
            }
        )
    return out


def _person(rng: np.random.Generator, seat: int, masked: bool) -> dict[str, Any]:
    skin = rng.uniform(DARK_SKIN, 1.0) if rng.random() < DARK_SHARE else rng.uniform(0.0, DARK_SKIN)
    look: dict[str, Any] = {"skin": round(float(skin), 3)}
    if masked and rng.random() < 0.15:
        look["mask"] = MaskShape.PRINTED.value
    if masked and rng.random() < 0.15:
        look["mask_logo"] = True
    if rng.random() < 0.2:
        look["jacket"] = str(rng.choice(list(SHIRT_COLOURS)))
    return {"seat": seat, "look": look, "mask": masked}
