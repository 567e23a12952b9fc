"""`rules`: a rulebook and a clause in words, nothing of a programmer's names."""

from __future__ import annotations

import re

import pytest

from engine.parameters import PARAMETERS, Measure
from engine.ruleset import load_rules, rules_ids
from ui.cli import main
from ui.rulebooks import value_text
from ui.words import LANGUAGES, Words


def printed(capfd: pytest.CaptureFixture[str], language: str, *arguments: str) -> str:
    assert main(["--language", language, "rules", *arguments]) == 0
    return capfd.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_parameter_and_every_choice_has_words(language: str) -> None:
    words = Words(language)
    asked = {f"parameter.{parameter.name}" for parameter in PARAMETERS}
    asked |= {
        f"{parameter.name}.{choice}"
        for parameter in PARAMETERS
        for choice in parameter.choices
        if "speech_loss" not in parameter.choices  # sanctions have their own words
    }
    asked |= {f"unit.{measure.value}" for measure in Measure} - {"unit.flag", "unit.words", "unit.choice"}
    assert sorted(message for message in asked if not words.knows(message)) == []


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("rules_id", rules_ids())
def test_a_rulebook_is_shown_without_names_of_the_program(
    rules_id: str, language: str, capfd: pytest.CaptureFixture[str]
) -> None:
    shown = printed(capfd, language, "show", rules_id)
    assert re.findall(r"\b[a-z]+_[a-z_]+\b|\bTrue\b|\bFalse\b|parameter\.|unspecified", shown) == []


def test_values_carry_their_units_and_the_rulebooks_own_word_for_a_foul() -> None:
    words, rules = Words("ru"), load_rules("b")
    assert value_text("eyes_grace_s", rules, words) == "3 с"
    assert value_text("last_word_when_removed", rules, words) == "нет"
    assert value_text("bet", rules, words) == "замечание"
    assert value_text("tech_foul_limit", rules, words) == "такого правила нет"
    assert value_text("mask", rules, words) == "не сказано"


def test_what_is_asked_before_a_game_is_listed_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    asked = printed(capfd, "en", "show", "b").partition("asked before the game:")[2].partition("\n\n")[0]
    assert len(asked.strip().splitlines()) == len(load_rules("b").open_questions())
    assert "Last word" in asked


def test_a_clause_is_explained_in_one_language_with_phases_who_notices_and_all_it_leads_to(
    capfd: pytest.CaptureFixture[str],
) -> None:
    told = printed(capfd, "ru", "explain", "B4.3.1")
    assert re.search(r"[іїєґ]|\bthe\b", told) is None
    assert "ночь" in told
    assert "камера" in told
    assert "без последнего слова" in told  # a removal under these rules takes the last word too


def test_a_foul_is_called_as_the_rulebook_calls_it(capfd: pytest.CaptureFixture[str]) -> None:
    assert "замечание" in printed(capfd, "ru", "explain", "B4.1.11")


def test_a_rulebook_in_place_of_a_clause_is_told_what_to_type(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "rules", "explain", "b"]) == 2
    said = capfd.readouterr().err
    assert "rulebook, not a clause" in said
    assert "B4.1" in said
