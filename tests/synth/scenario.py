"""The scenario file: who sits where, what is said, who does what and when, and what films it.

TOML, read strictly; `docs/scenarios.md` is its reference. Times are seconds from the start, or a spoken line's name
with an offset: `"word_5.start - 0.9"`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from engine.codes import PermissionKind, RequestKind, RulesId, TimelineKind
from tests.synth.looks import Look, look_with, sample_look
from tests.synth.room import Cloth

Moment = float | str
SeatName = int | Literal["host"]

_ANCHORED: Final = re.compile(r"^\s*([a-z0-9_]+)\.(start|end)\s*(?:([+-])\s*([0-9.]+))?\s*$")


class ScenarioError(ValueError):
    """A scenario that cannot be played; the message names the line's place and what is wrong."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TableSpec(_Strict):
    half_length_m: float = 1.10
    half_width_m: float = 0.78
    cloth: Cloth = Cloth.GREEN
    cups: bool = True
    number_cards: bool = True
    masks_lying: bool = False
    phones: bool = False
    turned: float = 0.0  # steps by which all places are shifted round the table


class LightSpec(_Strict):
    """From `at` on, reached within `within_s`."""

    at: Moment
    within_s: float = 0.6
    level: Literal["bright", "usual", "dim", "one_lamp", "candle", "night", "night_blue", "night_red"]


class SensorSpec(_Strict):
    """What a camera does to the picture; see `sensor.py`."""

    exposure_ms: float = 10.0
    blur_samples: int = 1  # pictures averaged over the exposure
    readout_ms: float = 0.0  # rolling shutter, first to last row
    noise: float = 1.5  # standard deviation of the darkest grey levels
    softness_px: float = 0.6
    flicker: float = 0.0
    exposure_steps: float = 0.0  # size of auto-exposure's steps


class LossSpec(_Strict):
    """Pictures that never arrive, arrive twice or late."""

    dropped: float = 0.0
    duplicated: float = 0.0
    jitter_ms: float = 0.0


class CameraSpec(_Strict):
    id: str
    place_m: tuple[float, float, float]
    look_at_m: tuple[float, float, float]
    hfov_deg: float
    size_px: tuple[int, int] = (1280, 720)
    distortion: float = 0.0
    starts_ms: float = 0.0  # its first picture against the scenario's zero
    clock_offset_ms: float = 0.0  # what its stamps say too much
    clock_drift_ppm: float = 0.0
    codec: Literal["h264", "mjpeg"] = "h264"
    crf: int = 27
    sensor: SensorSpec = SensorSpec()
    loss: LossSpec = LossSpec()


class RateSpec(_Strict):
    """Pictures a second from `at` on."""

    at: Moment
    fps: float


class PersonSpec(_Strict):
    seat: SeatName
    seed: int | None = None
    look: dict[str, Any] = {}
    mask: bool = True
    restless: float = 1.0


class SaySpec(_Strict):
    """A spoken line; with `kind` it is also a moment of the game."""

    name: str = Field(pattern=r"^[a-z0-9_]+$")
    at: Moment
    text: str
    length_s: float | None = None  # else as long as the synthesiser takes; given, times do not depend on its version
    who: SeatName = "host"
    kind: TimelineKind | None = None
    subject: int | None = None
    candidate: int | None = None
    number: int | None = None
    seats: tuple[int, ...] = ()
    awake: Literal["mafia", "don", "sheriff"] | None = None
    request: RequestKind | None = None
    permission: PermissionKind | None = None
    source: Literal["host_key", "microphone", "none"] = "host_key"  # how the timeline file learns of it


class SoundSpec(_Strict):
    language: Literal["ru", "uk"] = "ru"
    engine: Literal["espeak-ng", "festival"] = "espeak-ng"
    rate_hz: int = 16000
    reverb: float = 0.25
    room_noise: float = 0.0025
    music: float = 0.0
    talk: float = 0.0


class Scenario(_Strict):
    schema_: int = Field(alias="schema")
    name: str
    seed: int
    rules: RulesId
    duration_s: float
    table: TableSpec = TableSpec()
    room_seed: int = 5
    light: list[LightSpec] = Field(min_length=1)
    camera: list[CameraSpec] = Field(min_length=1)
    rate: list[RateSpec] = Field(min_length=1)
    person: list[PersonSpec] = Field(min_length=1)
    say: list[SaySpec] = []
    sound: SoundSpec = SoundSpec()
    act: list[dict[str, Any]] = []
    windows: list[tuple[Moment, Moment]] = []  # film only these; empty: everything

    @field_validator("schema_")
    @classmethod
    def _known(cls, value: int) -> int:
        if value != 1:
            raise ValueError("must be 1")
        return value

    def look(self, person: PersonSpec) -> Look:
        """A person's looks: sampled by the scenario's seed and the seat unless said otherwise."""
        number = 0 if person.seat == "host" else int(person.seat)
        seed = person.seed if person.seed is not None else self.seed * 100 + number
        return look_with(sample_look(seed), person.look)


def parse_scenario(document: Mapping[str, Any]) -> Scenario:
    """Check a scenario; raises ScenarioError."""
    try:
        return Scenario.model_validate(dict(document))
    except (ValidationError, KeyError) as error:
        raise ScenarioError(str(error)) from error


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file; raises ScenarioError."""
    try:
        return parse_scenario(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"{path}: {error}") from error


class Anchors:
    """Turns moments into seconds, once it is known when each spoken line begins and ends."""

    def __init__(self) -> None:
        self.spans: dict[str, tuple[float, float]] = {}

    def seconds(self, moment: Moment) -> float:
        """Seconds of a number or an anchored expression; raises ScenarioError for an unknown name."""
        if not isinstance(moment, str):
            return float(moment)
        found = _ANCHORED.match(moment)
        if found is None or found[1] not in self.spans:
            raise ScenarioError(f"the time {moment!r} is no number and names no spoken line before it.")
        start, end = self.spans[found[1]]
        base = start if found[2] == "start" else end
        offset = float(found[4]) if found[4] else 0.0
        return base - offset if found[3] == "-" else base + offset
