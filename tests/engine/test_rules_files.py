"""Rulesets as data: the shipped ones load, a wrong one is refused with file, line and the nearest word."""

from __future__ import annotations

from importlib import resources

import pytest

from engine.codes import RulesId
from engine.fields import FieldError
from engine.parameters import BY_NAME, PARAMETERS, UNSPECIFIED
from engine.play_rules import open_questions, play_rules
from engine.ruleset import RulesError, UnknownRules, load_rules, rules_from_text, rules_ids
from tests.engine.builders import ANSWERS, answers_for

B = (resources.files("engine") / "rules" / "b.toml").read_text(encoding="utf-8")


def test_six_profiles_ship() -> None:
    assert set(rules_ids()) == set(RulesId)
    assert all(load_rules(rules_id).id == rules_id for rules_id in rules_ids())


def test_an_unknown_ruleset_names_the_nearest() -> None:
    with pytest.raises(UnknownRules, match=r"'fsm' is no ruleset .*nearest: fsm2024"):
        load_rules("fsm")


def test_every_profile_says_every_parameter_or_that_it_does_not() -> None:
    assert len(PARAMETERS) >= 64
    for rules_id in rules_ids():
        assert list(load_rules(rules_id).parameters) == [parameter.name for parameter in PARAMETERS]


def test_what_a_rulebook_is_silent_about_is_asked_and_then_answered() -> None:
    for rules_id in rules_ids():
        rules = load_rules(rules_id)
        assert play_rules(rules, ()) is None or not rules.open_questions()
        answers = answers_for(rules)
        assert open_questions(rules, answers) == ()
        assert play_rules(rules, answers) is not None


def test_an_answer_never_replaces_what_the_rulebook_states() -> None:
    rules = load_rules("b").with_answers({"eyes_grace_s": 9.0, "speech_s": 45.0})
    assert rules.number("eyes_grace_s") == 3.0
    assert rules.number("speech_s") == 45.0


def test_fsm_leaves_nothing_open_that_a_game_needs() -> None:
    assert load_rules("fsm2024").open_questions() == ()
    assert load_rules("fsm2024").value("word_edge") is UNSPECIFIED


@pytest.mark.parametrize(
    ("rules_id", "told"),
    [
        (
            "a",
            {
                "closing_words": ("спасибо",),
                "touch_at_or_after_word": "void",
                "eyes_grace_s": 0.0,
                "lift_max": UNSPECIFIED,
            },
        ),
        ("b", {"eyes_grace_s": 3.0, "early_lift_sanction": "foul", "early_lift_vote_effect": UNSPECIFIED}),
        ("c", {"lift_max": 2, "role_dependent_vote": True, "black_delivery_grace_ms": UNSPECIFIED}),
        ("fsm2024", {"hold_until": "count", "early_lift_vote_effect": "counts", "vote_window_s": 1.5}),
        ("mafiaratings", {"lift_three_of_nine": "not_asked", "multi_vote_sanction": "foul"}),
        ("polemica", {"best_move": "any_leaving", "removal_cancels_vote": UNSPECIFIED}),
    ],
)
def test_values_of_the_parameter_table(rules_id: str, told: dict[str, object]) -> None:
    rules = load_rules(rules_id)
    assert {name: rules.value(name) for name in told} == told


def replaced(old: str, new: str) -> str:
    assert old in B
    return B.replace(old, new, 1)


def line_of(text: str, word: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if word in line)


@pytest.mark.parametrize(
    ("text", "word", "problem"),
    [
        (
            replaced("eyes_grace_s", "eyes_grase_s"),
            "eyes_grase_s",
            r"unknown key 'eyes_grase_s' \(nearest: eyes_grace_s\)",
        ),
        (replaced("eyes_grace_s = 3", 'eyes_grace_s = "long"'), "eyes_grace_s", "must be a number of seconds"),
        (replaced("lift_max =", "# lift_max ="), "[parameters]", "the parameter 'lift_max' is missing"),
        (
            replaced('\nsanction = "foul"', '\nsanction = "fool"'),
            '"fool"',
            r"'fool' is not a known sanction \(nearest: foul\)",
        ),
        (
            replaced('"early_lift"]', '"erly_lift"]'),
            "erly_lift",
            r"'erly_lift' is not a known trigger \(nearest: early_lift\)",
        ),
        (replaced('id = "B4.1.11"', 'id = "B4.1.99"'), '"B4.1.11"', "clause 'B4.1.11' is missing"),
        (replaced('"B4.5",\n]', '"B4.5", "B4.6",\n]'), '"B4.6"', r"clause 'B4.6' is missing \(nearest: B4.3.6\)"),
        (
            replaced('triggers = ["early_lift"]', 'triggers = ["vote_gesture"]'),
            'id = "B4.1.11"',
            "clauses B4.1.4 and B4.1.11 both",
        ),
        (
            replaced('contact = ["day"', 'contact = ["night", "day"'),
            "contact =",
            "contact in night has a clause and is also",
        ),
        (
            replaced('contact = ["day", ', "contact = ["),
            "[no_clause]",
            "contact in day has no clause and is not listed",
        ),
        (replaced("schema = 1", "schema = 3"), "schema", "'schema' is 3, not 1"),
        (replaced("detect = [", 'detect = ["smell", '), '"smell"', "'smell' is not a known detector"),
    ],
)
def test_a_wrong_file_is_refused_at_its_line(text: str, word: str, problem: str) -> None:
    with pytest.raises(RulesError, match=problem) as raised:
        rules_from_text(text, "club.toml")
    assert str(raised.value).startswith(f"club.toml, line {line_of(text, word)}: ")


def test_broken_toml_says_so() -> None:
    with pytest.raises(RulesError, match=r"club.toml: not TOML: .*line 1"):
        rules_from_text("schema == 1", "club.toml")


def test_a_clause_by_a_near_id_is_named() -> None:
    with pytest.raises(FieldError, match=r"'B4.1.111' is no clause of b \(nearest: B4.1.11\)"):
        load_rules("b").clause("B4.1.111")


def test_the_tests_own_answers_are_answers() -> None:
    assert set(ANSWERS) <= {name for name, parameter in BY_NAME.items() if parameter.needed}
