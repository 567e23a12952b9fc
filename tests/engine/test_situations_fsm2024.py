"""The 92 worked situations of the ФСМ rules, each with its clause and how sure it is."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from engine.codes import Section
from engine.intervals import NS_PER_S
from engine.points import compensation, counted_extra, in_extra_limit, protest_in_time
from engine.ruleset import load_rules
from engine.suggestions import sanction_of
from tests.engine.builders import Table, seats
from tests.engine.script import run, table_of

_TEXT = (resources.files("tests.engine") / "data" / "situations_fsm2024.toml").read_text(encoding="utf-8")
SITUATIONS: list[dict[str, Any]] = tomllib.loads(_TEXT)["situation"]
BY_ID = {situation["id"]: situation for situation in SITUATIONS}
CASES = [
    pytest.param(case, id=f"{situation['id']}-{index}")
    for situation in SITUATIONS
    for index, case in enumerate(situation.get("case", []), start=1)
]


@pytest.mark.parametrize("case", CASES)
def test_situation(case: dict[str, str]) -> None:
    run(table_of(case["given"], case.get("rules", "fsm2024")), case["do"])


def test_all_ninety_two_are_here_with_clause_and_certainty() -> None:
    assert [situation["id"] for situation in SITUATIONS] == [f"S{number:02}" for number in range(1, 93)]
    assert all(situation["clause"] for situation in SITUATIONS)
    assert {situation["basis"] for situation in SITUATIONS} == {"text", "comment", "inferred", "gap"}
    assert all(situation.get("case") or situation.get("figures") for situation in SITUATIONS)


def test_a_gap_is_asked_and_not_guessed() -> None:
    gaps = [situation for situation in SITUATIONS if situation["basis"] == "gap"]
    assert [situation["id"] for situation in gaps] == ["S44", "S45"]
    assert all(situation["unspecified"] for situation in gaps)


def test_s84_extra_and_best_move() -> None:
    figures = BY_ID["S84"]["figures"]
    assert counted_extra(figures["extra"], figures["best_move"]) == figures["counted"]
    assert in_extra_limit(figures["extra"], figures["best_move"]) is figures["in_limit"]


def test_s88_compensation() -> None:
    figures = BY_ID["S88"]["figures"]
    games, times = figures["games"], figures["times"]
    assert compensation(times, games, red_won=False, named_a_black=True) == pytest.approx(figures["full"], abs=1e-4)
    assert compensation(times, games, red_won=True, named_a_black=True) == pytest.approx(figures["red_won"], abs=1e-4)
    assert compensation(times, games, red_won=False, named_a_black=False) == figures["no_black"]
    assert compensation(9, games, red_won=False, named_a_black=True) == pytest.approx(figures["nine_of_fifteen"])
    assert compensation(1, 7, red_won=False, named_a_black=True) == pytest.approx(0.4 / figures["base_of_seven"])


def test_s91_the_clause_weighs_more_only_for_a_leaver_of_an_undecided_game() -> None:
    table: Table = run(
        table_of("day 3"),
        "speeches 1:4 2:9\nvote 4:1,2,3,5,6,7 9:\nspeak 4",
    )
    tears = load_rules("fsm2024").clause("F6.7.7")
    from engine.situations import Situation

    leaver = Situation(Section.LAST_WORD, frozenset(seats(4)), leaving=frozenset(table.state.owed))
    decided = Situation(Section.LAST_WORD, frozenset(seats(4)), leaving=frozenset(table.state.owed), decided=True)
    assert sanction_of(tears, seats(4)[0], leaver) == "team_defeat"
    assert sanction_of(tears, seats(5)[0], leaver) == "removal"
    assert sanction_of(tears, seats(4)[0], decided) == "removal"


def test_s92_the_protest_window() -> None:
    figures, rules = BY_ID["S92"]["figures"], load_rules("fsm2024")
    assert protest_in_time(0, figures["in_time_min"] * 60 * NS_PER_S, rules) is True
    assert protest_in_time(0, figures["late_min"] * 60 * NS_PER_S, rules) is False
    assert protest_in_time(0, 0, load_rules("b")) is None
