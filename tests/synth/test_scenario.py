"""Scenario files: strict reading, anchored times, acts found by kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.synth.acts.base import act_from, known_acts
from tests.synth.builders import scenario, stage
from tests.synth.scenario import Anchors, ScenarioError, parse_scenario, read_scenario

SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_scenarios_are_valid(path: Path) -> None:
    """Every act of every scenario that ships is known and well formed."""
    for document in read_scenario(path).act:
        assert act_from(document).kind == document["kind"]


def test_times_hang_on_spoken_lines() -> None:
    anchors = Anchors()
    anchors.spans["word_5"] = 10.0, 10.4
    assert anchors.seconds("word_5.start - 0.9") == pytest.approx(9.1)
    assert anchors.seconds("word_5.end+0.25") == pytest.approx(10.65)
    assert anchors.seconds(3) == 3.0


@pytest.mark.parametrize("moment", ["word_6.start", "word_5.middle", "soon", "word_5.start - x"])
def test_a_time_that_hangs_on_nothing_is_refused(moment: str) -> None:
    anchors = Anchors()
    anchors.spans["word_5"] = 10.0, 10.4
    with pytest.raises(ScenarioError, match="names no spoken line"):
        anchors.seconds(moment)


def test_an_unknown_act_names_the_known_ones() -> None:
    with pytest.raises(ScenarioError, match=r"there is no act 'wave'; there are .*contact.*vote"):
        act_from({"kind": "wave", "seat": 3, "at": 0})


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(ScenarioError, match="colour"):
        parse_scenario({**scenario().model_dump(by_alias=True), "colour": "red"})


def test_every_act_describes_itself() -> None:
    """The reference in docs/ is complete only if each act says what it does."""
    assert all(act.__doc__ for act in known_acts().values())


def test_nobody_in_the_seat() -> None:
    with pytest.raises(ScenarioError, match="nobody sits in seat 9"):
        stage([{"kind": "head", "seat": 9, "at": 1.0, "bow_deg": 30}])


def test_an_arm_too_short_for_its_act_is_refused() -> None:
    """Arms that could not reach their script once hung 37 mm over the table and were labelled as touching."""
    with pytest.raises(ScenarioError, match=r"seat 2, contact at 2\.0: .*mm from its person target"):
        stage([{"kind": "contact", "seat": 2, "side": "left", "target": 5, "at": 2.0}], seats=(2, 5))
