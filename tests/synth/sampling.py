"""Scenes drawn by chance for the bench: people, room, cameras, light and acts, the same for the same seed.

A scene is a few seconds of one kind: a ballot, a piece of night, or a piece of day.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import numpy as np

from tests.synth.looks import MaskShape
from tests.synth.room import Cloth
from tests.synth.scenario import Scenario, parse_scenario

PLAYERS: Final = tuple(range(1, 11))
DARK_SHARE: Final = 0.38
"""Share of people drawn with dark skin; the rest is spread over the light and the middle."""
DARK_SKIN: Final = 0.66
"""From this on `Look.skin` counts as dark, below 1 - DARK_SKIN as light."""
LIGHTS_BY_DAY: Final = ("usual", "bright", "dim", "one_lamp")
LIGHTS_AT_NIGHT: Final = ("dim", "one_lamp", "night", "night_blue", "night_red", "candle")


class SceneKind(StrEnum):
    """What happens in a scene."""

    BALLOT = "ballot"
    NIGHT = "night"
    DAY = "day"


def scene(
    seed: int, kind: SceneKind, *, size_px: tuple[int, int] = (1920, 1080), players: Sequence[int] = PLAYERS
) -> Scenario:
    """One scene; `players` sit there beside the host."""
    rng = np.random.default_rng([seed, 61, list(SceneKind).index(kind)])
    masked = bool(rng.random() < 0.72)
    lines, acts, length_s = _PLAYS[kind](rng, list(players), masked)
    return parse_scenario(
        {
            "schema": 1,
            "name": f"{kind.value}_{seed}",
            "seed": seed,
            "rules": "a" if masked else "b",
            "duration_s": length_s,
            "room_seed": int(rng.integers(1, 9)),
            "table": _table(rng),
            "light": [{"at": 0, "level": _light(rng, kind)}],
            "camera": _cameras(rng, size_px),
            "rate": [{"at": 0, "fps": float(rng.choice([25, 30])) if kind is SceneKind.BALLOT else 12.0}],
            "person": [_person(rng, seat, masked) for seat in players],
            "say": lines,
            "act": acts,
            "sound": {"room_noise": 0.001},
        }
    )


def _drawn(rng: np.random.Generator, low: float, high: float, digits: int) -> float:
    """Evenly between two values, rounded so that scenario files stay readable."""
    return round(float(rng.uniform(low, high)), digits)


def _table(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "cloth": str(rng.choice(list(Cloth), p=[0.30, 0.15, 0.15, 0.14, 0.13, 0.13])),
        "cups": bool(rng.random() < 0.6),
        "number_cards": bool(rng.random() < 0.7),
        "masks_lying": bool(rng.random() < 0.2),
        "turned": _drawn(rng, -0.4, 0.4, 2),
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
                "distortion": _drawn(rng, -0.10, 0.0, 3) if rng.random() < 0.5 else 0.0,
                "starts_ms": _drawn(rng, 0, 33, 2),
                "clock_offset_ms": _drawn(rng, -2, 2, 2),
                "crf": int(rng.integers(22, 31)),
                "sensor": {
                    "exposure_ms": float(rng.choice([6.0, 10.0, 16.0])),
                    "blur_samples": 2,
                    "noise": _drawn(rng, 0.8, 3.5, 2),
                    "softness_px": _drawn(rng, 0.3, 1.0, 2),
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
    return {"seat": seat, "look": look, "mask": masked}


def _ballot(rng: np.random.Generator, players: list[int], masked: bool) -> tuple[list[Any], list[Any], float]:
    """One candidate: most vote well, some lift early, touch late, hover or do nothing."""
    word_s = float(rng.uniform(3.4, 4.0))
    lines = [
        {"name": "call", "at": 0.9, "text": "Номер пять.", "length_s": 0.7, "kind": "call", "candidate": 5},
        {
            "name": "word",
            "at": round(word_s, 3),
            "text": "Спасибо.",
            "length_s": 0.42,
            "kind": "word",
            "source": "microphone",
        },
        {
            "name": "count",
            "at": round(word_s + 1.4, 3),
            "text": "Пять.",
            "length_s": 0.4,
            "kind": "count",
            "candidate": 5,
            "number": 5,
        },
    ]
    acts: list[dict[str, Any]] = []
    for seat in players:
        fate = rng.random()
        if fate < 0.22:
            continue
        if fate < 0.30:
            acts.append(
                {
                    "kind": "hover",
                    "seat": seat,
                    "at": _drawn(rng, 1.9, 2.6, 3),
                    "lift": "count.end + 0.2",
                    "form": _form(rng),
                    "height_mm": _drawn(rng, 20, 110, 1),
                }
            )
            continue
        vote = _vote(rng, seat, fate)
        acts.append(vote)
        if rng.random() < 0.18:
            other = "left" if vote["side"] == "right" else "right"
            acts.append({"kind": "forearm_on_edge", "seat": seat, "side": other, "at": 1.2})
    return lines, acts, round(word_s + 3.2, 2)


def _vote(rng: np.random.Generator, seat: int, fate: float) -> dict[str, Any]:
    touch: str | float = _drawn(rng, 1.75, 2.5, 4)
    lift = f"count.end + {rng.uniform(0.1, 0.5):.4f}"
    if fate < 0.42:
        lift = f"word.start - {rng.uniform(0.08, 0.7):.4f}"
    elif fate < 0.54:
        touch = f"word.end + {rng.uniform(0.08, 0.6):.4f}"
    soft, slides = rng.random() < 0.26, rng.random() < 0.36
    return {
        "kind": "vote",
        "seat": seat,
        "side": str(rng.choice(["left", "right"], p=[0.25, 0.75])),
        "form": _form(rng),
        "at": touch,
        "lift": lift,
        "press_mm": round(float(rng.uniform(0.5, 3) if soft else rng.uniform(12, 55)), 2),
        "slide_mm": _drawn(rng, 25, 70, 1) if slides else 0.0,
        "tilt_deg": _drawn(rng, 4, 12, 1) if rng.random() < 0.25 else 0.0,
        "height_mm": _drawn(rng, 90, 190, 1),
        "inside_m": _drawn(rng, 0.12, 0.20, 3),
        "down_s": _drawn(rng, 0.24, 0.42, 3),
    }


def _form(rng: np.random.Generator) -> str:
    return str(rng.choice(["thumb_up", "fist", "palm"], p=[0.45, 0.30, 0.25]))


def _night(rng: np.random.Generator, players: list[int], masked: bool) -> tuple[list[Any], list[Any], float]:
    """Everybody asleep, one in five peeks, some masked heads are held up."""
    lines = [{"name": "night", "at": 2.4, "text": "Наступает ночь.", "length_s": 0.9, "kind": "night_cue"}]
    acts: list[dict[str, Any]] = []
    for seat in players:
        upright = rng.random() < 0.2
        if not masked:
            acts.append({"kind": "lids", "seat": seat, "at": _drawn(rng, 0.5, 2.2, 2), "closure": 1.0})
            if not upright:
                acts.append({"kind": "head", "seat": seat, "at": 1.2, "bow_deg": _drawn(rng, 26, 40, 1)})
            if rng.random() < 0.2:
                opens = float(rng.uniform(5.0, 6.5))
                acts.append({"kind": "head", "seat": seat, "at": round(opens - 1.0, 2), "bow_deg": 4.0})
                acts.append({"kind": "lids", "seat": seat, "at": round(opens, 3), "closure": 0.0})
                acts.append(
                    {"kind": "lids", "seat": seat, "at": round(opens + rng.uniform(0.6, 2.2), 3), "closure": 1.0}
                )
            continue
        side = str(rng.choice(["left", "right"]))
        acts.append(
            {
                "kind": "mask_on",
                "seat": seat,
                "at": _drawn(rng, 0.8, 1.6, 2),
                "side": side,
                "bow_deg": 3.0 if upright else 33.0,
            }
        )
        if rng.random() < 0.2:
            acts.append(
                {
                    "kind": "peek",
                    "seat": seat,
                    "side": str(rng.choice(["left", "right"])),
                    "at": _drawn(rng, 5.2, 6.2, 3),
                    "open_s": _drawn(rng, 0.5, 2.0, 2),
                    "lift": _drawn(rng, 0.9, 1.0, 2),
                    "bow_deg": _drawn(rng, -4, 8, 1),
                }
            )
    return lines, acts, 11.0


def _day(rng: np.random.Generator, players: list[int], masked: bool) -> tuple[list[Any], list[Any], float]:
    """Hands on the table and in laps; some reach past a neighbour, some touch one."""
    acts: list[dict[str, Any]] = []
    for seat in players:
        fate = rng.random()
        at = _drawn(rng, 2, 6, 3)
        neighbour = {"seat": seat, "side": "right", "target": seat + 1, "at": at}  # against the clock is on the right
        if fate < 0.30:
            acts.append({"kind": "hands_on_table", "seat": seat, "at": at, "form": "relaxed"})
        elif fate < 0.48 and seat + 1 in players:
            spot = str(rng.choice(["shoulder", "arm"]))
            acts.append({"kind": "contact", **neighbour, "spot": spot, "hold_s": _drawn(rng, 0.5, 1.8, 2)})
        elif fate < 0.66 and seat + 1 in players:
            acts.append({"kind": "reach_past", **neighbour, "inside_m": _drawn(rng, 0.08, 0.2, 3)})
        elif fate < 0.75:
            acts.append({"kind": "gesture", "seat": seat, "at": at, "form": str(rng.choice(["palm", "thumb_up"]))})
    return [], acts, 10.0


_PLAYS: Final = {SceneKind.BALLOT: _ballot, SceneKind.NIGHT: _night, SceneKind.DAY: _day}
