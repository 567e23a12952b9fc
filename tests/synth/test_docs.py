"""The scenario reference names everything that a scenario can say."""

from __future__ import annotations

from pathlib import Path

from tests.synth.acts.base import Act, known_acts
from tests.synth.looks import Hair, Look, MaskShape, Pattern
from tests.synth.room import Cloth
from tests.synth.scenario import CameraSpec, LightSpec, LossSpec, PersonSpec, SaySpec, SensorSpec, SoundSpec, TableSpec
from tests.synth.stage import LIGHTS

REFERENCE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_every_act_and_its_fields_are_described() -> None:
    rows = {
        line.split("`")[1]: line for line in REFERENCE.splitlines() if line.startswith("| `") and line.count("|") == 4
    }
    own = {kind: set(act.model_fields) - set(Act.model_fields) for kind, act in known_acts().items()}
    assert {kind: sorted(f for f in names if f not in rows.get(kind, "")) for kind, names in own.items()} == {
        kind: [] for kind in own
    }


def test_every_key_is_described() -> None:
    models = (CameraSpec, LightSpec, LossSpec, PersonSpec, SaySpec, SensorSpec, SoundSpec, TableSpec)
    keys = {name for model in models for name in model.model_fields} | set(Look.__dataclass_fields__)
    assert sorted(key for key in keys if key not in REFERENCE) == []


def test_every_look_is_described() -> None:
    words = [*Hair, *MaskShape, *Pattern, *Cloth, *LIGHTS]
    assert [word for word in words if word not in REFERENCE] == []
