"""The standard set's shares: what a bench must hold to say anything about real tables."""

from __future__ import annotations

import numpy as np
import pytest

from tests.synth.looks import MaskShape
from tests.synth.room import Cloth
from tests.synth.sampling import DARK_SKIN
from tests.synth.scenario import Scenario
from tests.synth.sets import RELEASE_FROM, STANDARD_FROM, STANDARD_TO, TEST_FROM, released, scenes
from tests.synth.stage import set_stage
from tests.synth.table import Table

DARK_LEVELS = {"dim", "one_lamp", "candle", "night", "night_blue", "night_red"}
FAR_M = 2.0


@pytest.fixture(scope="module")
def standard() -> list[Scenario]:
    return scenes("standard")


def share(flags: list[bool]) -> float:
    return float(np.mean(flags))


def test_enough_scenes_and_rooms(standard: list[Scenario]) -> None:
    assert len(standard) >= 60
    assert len({one.room_seed for one in standard}) >= 4


def test_light(standard: list[Scenario]) -> None:
    assert share([one.light[0].level in DARK_LEVELS for one in standard]) >= 0.30


def test_skin(standard: list[Scenario]) -> None:
    skins = [one.look(person).skin for one in standard for person in one.person]
    assert share([skin >= DARK_SKIN for skin in skins]) >= 0.30
    assert share([skin < 1 - DARK_SKIN for skin in skins]) >= 0.20


def test_distance(standard: list[Scenario]) -> None:
    assert share([metres > FAR_M for one in standard for metres in _nearest_camera_m(one)]) >= 0.40


def test_ways_of_touching(standard: list[Scenario]) -> None:
    votes = [act for one in standard for act in one.act if act["kind"] == "vote"]
    assert len(votes) > 100
    assert share([vote["press_mm"] <= 3 for vote in votes]) >= 0.20
    assert share([vote["slide_mm"] > 0 for vote in votes]) >= 0.30


def test_forearms_on_the_edge(standard: list[Scenario]) -> None:
    voters = [(one.name, act["seat"]) for one in standard for act in one.act if act["kind"] == "vote"]
    resting = [(one.name, act["seat"]) for one in standard for act in one.act if act["kind"] == "forearm_on_edge"]
    assert len(resting) / len(voters) >= 0.10


def test_cloths(standard: list[Scenario]) -> None:
    assert share([one.table.cloth in (Cloth.GLOSSY, Cloth.PATTERNED) for one in standard]) >= 0.15


def test_masks(standard: list[Scenario]) -> None:
    assert share([not person.mask for one in standard for person in one.person]) >= 0.20
    masked = [act for one in standard for act in one.act if act["kind"] == "mask_on"]
    assert share([act["bow_deg"] < 10 for act in masked]) >= 0.10
    looks = [one.look(person) for one in standard for person in one.person if person.mask]
    assert share([look.mask is MaskShape.PRINTED for look in looks]) >= 0.10


def test_seeds_for_developing_testing_and_releasing_are_apart() -> None:
    assert STANDARD_FROM < TEST_FROM < STANDARD_TO < RELEASE_FROM
    develop, test = scenes("standard_develop"), scenes("standard_test")
    assert {one.seed for one in develop}.isdisjoint(one.seed for one in test)
    with pytest.raises(ValueError, match="releases are judged on seeds from"):
        released(STANDARD_FROM, 1)


def test_the_same_seed_is_the_same_scene() -> None:
    assert scenes("smoke") == scenes("smoke")


@pytest.mark.parametrize("index", range(4))
def test_smoke_scenes_can_be_played(index: int) -> None:
    stage = set_stage(scenes("smoke")[index])
    assert len(stage.actors) == 3


def _nearest_camera_m(one: Scenario) -> list[float]:
    places = Table(one.table.half_length_m, one.table.half_width_m).places(one.table.turned)
    heads = [np.array([*places[int(person.seat)].xy_m, 1.2]) for person in one.person]
    return [min(float(np.linalg.norm(head - np.array(c.place_m))) for c in one.camera) for head in heads]
