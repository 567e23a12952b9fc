"""The questions a rulebook leaves open, each with the values it may take, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.parameters import BY_NAME, UNSPECIFIED, Measure, Value, checked
from engine.ruleset import Ruleset, load_rules, rules_ids
from ui.rulebooks import parameter_text, value_text
from ui.words import Words

WHOLE: Final = "fsm2024"
"""A rulebook that answers every question; its answers are taken only when a person asks for them."""
_NUMBERS: Final = frozenset({Measure.COUNT, Measure.SECONDS, Measure.MILLISECONDS, Measure.MINUTES, Measure.POINTS})


@dataclass(frozen=True, slots=True)
class Question:
    """One parameter to be decided before the game."""

    name: str
    values: tuple[Value, ...]  # those to choose from; a number may also be typed
    takes_number: bool
    answer: Value | None


def questions(rules: Ruleset, answers: Mapping[str, Value]) -> tuple[Question, ...]:
    """All that this rulebook leaves open and a game needs, in the order to ask."""
    return tuple(
        Question(name, values_of(name), BY_NAME[name].measure in _NUMBERS, answers.get(name))
        for name in rules.open_questions()
    )


def values_of(name: str) -> tuple[Value, ...]:
    """What may be chosen: a choice's values, yes or no, else what the rulebooks of this program state."""
    parameter = BY_NAME[name]
    if parameter.measure is Measure.CHOICE:
        return parameter.choices
    if parameter.measure is Measure.FLAG:
        return (True, False)
    stated = {load_rules(rules_id).value(name) for rules_id in rules_ids()} - {UNSPECIFIED}
    if parameter.measure is Measure.WORDS:
        return tuple(sorted(stated | {()}, key=str))
    return tuple(sorted(stated, key=lambda value: float(str(value))))


def typed_number(name: str, text: str) -> Value | None:
    """A number as a person types it, with comma or point; None where this parameter cannot have it."""
    parameter = BY_NAME[name]
    try:
        number = float(text.strip().replace(",", "."))
        raw = int(number) if parameter.measure is Measure.COUNT and number == int(number) else number
        return checked(parameter, raw)
    except (ValueError, OverflowError):
        return None


def needed_answers(rules: Ruleset, answers: Mapping[str, Value]) -> dict[str, Value]:
    """Of all answers those to this rulebook's open questions."""
    return {name: answers[name] for name in rules.open_questions() if name in answers}


def rest_as(rules: Ruleset, answers: Mapping[str, Value], other: str = WHOLE) -> dict[str, Value]:
    """The answers, with everything still open as another rulebook has it."""
    theirs = load_rules(other)
    given = needed_answers(rules, answers)
    for name in rules.open_questions():
        value = theirs.value(name)
        if name not in given and value is not UNSPECIFIED:
            given[name] = value
    return given


def answer_text(name: str, value: Value, rules: Ruleset, words: Words) -> str:
    """A value in words, with its unit."""
    text = value_text(name, rules.with_answers({name: value}), words)
    return text[:1].upper() + text[1:]


def question_text(name: str, words: Words) -> str:
    """What is asked."""
    text = parameter_text(name, words)
    return text[:1].upper() + text[1:]
