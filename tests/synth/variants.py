"""The demo game again with other seats, times, clothes, light and camera angles.

`python -m tests.synth.variants` writes `scenarios/demo_b.toml` and its brothers from `scenarios/demo.toml`, with the
length of every spoken line, so that playing them needs no synthesiser.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from tests.synth.scenario import parse_scenario
from tests.synth.speech import spoken

SCENARIOS: Final = Path(__file__).parent / "scenarios"
NUMBERS: Final = ("ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять")
_NUMBER: Final = re.compile("|".join(sorted(NUMBERS, key=len, reverse=True)))
_LATE_BY_S: Final = 0.08


@dataclass(frozen=True, slots=True)
class Variant:
    """How a game differs from the demo."""

    name: str
    seed: int
    shift: int  # every seat number grows by this, round the table
    pace: float  # of the times that are plain numbers
    turned: float
    cloth: str
    cameras: tuple[dict[str, Any], dict[str, Any]]
    night: str
    fps: tuple[float, float]  # outside the vote, in the vote
    peeker: dict[str, Any]


def _cameras(size: tuple[int, int], *places: tuple[Any, Any, float]) -> tuple[dict[str, Any], dict[str, Any]]:
    sensor = {"exposure_ms": 10.0, "blur_samples": 2, "noise": 1.2, "softness_px": 0.4}
    one, two = (
        {
            "id": f"cam{k}",
            "place_m": place,
            "look_at_m": at,
            "hfov_deg": hfov,
            "size_px": size,
            "starts_ms": 7.0 * (k - 1),
            "crf": 31,
            "sensor": sensor,
        }
        for k, (place, at, hfov) in enumerate(places, start=1)
    )
    return one, two


_SMALL: Final = (1280, 608)
VARIANTS: Final = (
    Variant(
        name="demo_b",
        seed=21,
        shift=5,
        pace=0.80,
        turned=0.0,
        cloth="white",
        cameras=_cameras(
            _SMALL, ((-0.10, -0.90, 1.80), (-0.14, 0.60, 0.96), 80.0), ((-0.16, 0.82, 2.00), (-0.12, -0.60, 0.94), 82.0)
        ),
        night="night_blue",
        fps=(8.0, 25.0),
        peeker={},
    ),
    Variant(
        name="demo_c",
        seed=22,
        shift=1,
        pace=1.1,
        turned=0.0,
        cloth="wood",
        cameras=_cameras(
            _SMALL, ((-0.22, -0.92, 1.95), (-0.10, 0.60, 0.94), 84.0), ((-0.24, 0.92, 1.85), (-0.16, -0.60, 0.95), 84.0)
        ),
        night="night",
        fps=(12.0, 30.0),
        peeker={"side": "right"},
    ),
    Variant(
        name="demo_d",
        seed=23,
        shift=6,
        pace=0.95,
        turned=0.0,
        cloth="black",
        cameras=_cameras(
            _SMALL, ((0.04, -0.84, 2.00), (-0.08, 0.58, 0.92), 84.0), ((-0.10, 0.90, 1.78), (-0.16, -0.60, 0.97), 84.0)
        ),
        night="night",
        fps=(12.0, 30.0),
        peeker={"side": "right"},
    ),
)


def varied(document: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    """The demo's document changed as the variant says; lines whose text changed lose their length."""
    rng = np.random.default_rng(variant.seed)
    persons = [_person(one, variant) for one in document["person"]]
    return {
        **document,
        "name": variant.name,
        "seed": variant.seed,
        "room_seed": variant.seed,
        "duration_s": round(document["duration_s"] * variant.pace) + 3.0,
        "table": {**document["table"], "cloth": variant.cloth, "turned": variant.turned},
        "light": [_lit(one, variant) for one in document["light"]],
        "camera": list(variant.cameras),
        "rate": [{"at": one["at"], "fps": variant.fps[one["fps"] > 20]} for one in document["rate"]],
        "person": persons,
        "sound": {**document["sound"], "room_noise": 0.0003},
        "say": [_said(one, variant) for one in document["say"]],
        "act": [_done(one, variant, rng) for one in document["act"]],
    }


def _moved(seat: object, variant: Variant) -> Any:
    if isinstance(seat, list):
        return sorted(_moved(one, variant) for one in seat)
    return (seat - 1 + variant.shift) % 10 + 1 if isinstance(seat, int) else seat


def _lit(light: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    level = variant.night if light["level"] == "night" else light["level"]
    return _paced({**light, "level": level}, variant)


def _person(person: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    """Somebody else in the seat; only what would hide the acts is kept away."""
    return {**person, "seat": _moved(person["seat"], variant), "look": {"hat": False, "glasses": False}}


def _said(say: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    out = _paced(dict(say), variant)
    for key in ("who", "subject", "candidate", "seats"):
        if key in out:
            out[key] = _moved(out[key], variant)
    if out.get("kind") != "count":
        out["text"] = _NUMBER.sub(lambda word: NUMBERS[_moved(NUMBERS.index(word[0]), variant)], out["text"])
    if out["text"] != say["text"]:
        out.pop("length_s", None)
    return out


def _done(act: Mapping[str, Any], variant: Variant, rng: np.random.Generator) -> dict[str, Any]:
    out = _paced(dict(act), variant)
    for key in ("seat", "target"):
        if key in out:
            out[key] = _moved(out[key], variant)
    if out["kind"] == "vote":
        out["at"] = _later(out["at"], float(rng.uniform(-_LATE_BY_S, _LATE_BY_S)))
        out["form"] = str(rng.choice(["thumb_up", "thumb_up", "fist", "palm"]))
        out["press_mm"] = round(float(rng.uniform(15, 45)), 1)
    if out["kind"] == "peek" and isinstance(act["at"], int | float):
        out |= variant.peeker
    return out


def _paced(entry: dict[str, Any], variant: Variant) -> dict[str, Any]:
    if isinstance(entry.get("at"), int | float):
        entry["at"] = round(entry["at"] * variant.pace, 2)
    return entry


def _later(moment: str, by_s: float) -> str:
    name, sign, offset = moment.split()
    value = float(offset) * (1 if sign == "+" else -1) + by_s
    return f"{name} {'+' if value >= 0 else '-'} {abs(value):.3f}"


def with_lengths(document: dict[str, Any]) -> dict[str, Any]:
    """Every spoken line's length written down."""
    scenario = parse_scenario(document)
    lengths = {say.name: round(spoken(say, scenario.sound).length_s, 7) for say in scenario.say}
    return {**document, "say": [{**say, "length_s": lengths[say["name"]]} for say in document["say"]]}


def as_toml(document: Mapping[str, Any], comment: str) -> str:
    """Enough TOML for scenarios: tables of values and lists of such tables."""
    lines = [f"# {comment}"]
    lines += [f"{key} = {_value(value)}" for key, value in document.items() if not _is_table(value)]
    for key, value in document.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", *(f"{k} = {_value(v)}" for k, v in value.items())]
        elif _is_table(value):
            for one in value:
                lines += ["", f"[[{key}]]", *(f"{k} = {_value(v)}" for k, v in one.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return str(value)


def main() -> int:
    """Write all variants."""
    demo = tomllib.loads((SCENARIOS / "demo.toml").read_text(encoding="utf-8"))
    for variant in VARIANTS:
        document = with_lengths(varied(demo, variant))
        text = as_toml(
            document, f"Made from demo.toml by tests.synth.variants: seats +{variant.shift}, pace {variant.pace}."
        )
        (SCENARIOS / f"{variant.name}.toml").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
