"""Rulebooks as people name and read them: parameters, values, sanctions in the reader's language."""

from __future__ import annotations

from typing import Final

from engine.clauses import Sanction
from engine.codes import HandForm
from engine.faults import Fault, nearest
from engine.parameters import BY_NAME, UNSPECIFIED, Measure, Parameter
from engine.penalties import Consequence
from engine.ruleset import Ruleset, UnknownRules, load_rules, rules_ids
from ui.words import Words

_ZERO_IS_NO_RULE: Final = frozenset(
    {"foul_limit_speech", "speech_loss_short_s", "foul_limit_removal", "tech_foul_limit", "draw_nights"}
)


class RulebookUnknown(Fault):
    """A rulebook was named that this program does not have."""

    template = "“{rules}” is no rulebook: choose from {known}."


class ClauseUnknown(Fault):
    """A clause was named that no rulebook has."""

    template = "“{clause}” is no clause of any rulebook, the nearest is {nearest}: “rules show” lists them."


class RulebookNotClause(Fault):
    """A rulebook was named where a clause was asked for."""

    template = "“{rules}” is a rulebook, not a clause: name one of its clauses, for example {clause}."


def rulebook(rules_id: str) -> Ruleset:
    """A rulebook by its id; raises RulebookUnknown."""
    try:
        return load_rules(rules_id)
    except UnknownRules as error:
        raise RulebookUnknown(rules=rules_id, known=", ".join(rules_ids())) from error


def nearest_clause(clause_id: str) -> ClauseUnknown | RulebookNotClause:
    """What to say about a clause that does not exist."""
    if clause_id.lower() in rules_ids():
        first = rulebook(clause_id.lower()).clauses[0].id
        return RulebookNotClause(rules=clause_id, clause=first)
    known = [clause.id for rules_id in rules_ids() for clause in load_rules(rules_id).clauses]
    return ClauseUnknown(clause=clause_id, nearest=nearest(clause_id, known))


def parameter_text(name: str, words: Words) -> str:
    """What a parameter decides."""
    return words.code("parameter", name)


def value_text(name: str, rules: Ruleset, words: Words) -> str:
    """A parameter's value with its unit, or that the rulebook does not say it."""
    parameter, value = BY_NAME[name], rules.value(name)
    if value is UNSPECIFIED:
        return words("not stated")
    match parameter.measure:
        case Measure.FLAG:
            return words("yes") if value else words("no")
        case Measure.COUNT | Measure.POINTS | Measure.SECONDS | Measure.MILLISECONDS | Measure.MINUTES:
            if value == 0 and name in _ZERO_IS_NO_RULE:
                return words("no such rule")
            return _number(parameter, float(str(value)), words)
        case Measure.WORDS:
            listed = value if isinstance(value, tuple) else ()
            return ", ".join(_listed(name, one, words) for one in listed) or words("none of them")
        case Measure.CHOICE:
            own = f"{name}.{value}"
            return words(own) if words.knows(own) else sanction_text(Sanction(str(value)), rules, words)


def _number(parameter: Parameter, value: float, words: Words) -> str:
    digits = 0 if value == int(value) else 2
    number = words.number(value, digits)
    return words(f"unit.{parameter.measure.value}", n=number)


def _listed(name: str, one: str, words: Words) -> str:
    if one in set(HandForm):
        return words.code("form", one)
    own = f"{name}.{one}"
    if words.knows(own):
        return words(own)
    return words.code("section", one) if words.knows(f"section.{one}") else f"«{one}»"


def foul_text(rules: Ruleset, words: Words) -> str:
    """The rulebook's own word for a foul."""
    return words.code("one_foul", rules.text("foul_name") or "foul")


def sanction_text(sanction: Sanction, rules: Ruleset, words: Words) -> str:
    """A clause's sanction, a foul by the rulebook's own word."""
    return foul_text(rules, words) if sanction is Sanction.FOUL else words.code("sanction", sanction)


def consequence_text(consequence: Consequence, rules: Ruleset, words: Words) -> str:
    """What accepting brings about, a foul by the rulebook's own word."""
    return foul_text(rules, words) if consequence is Consequence.FOUL else words.code("consequence", consequence)
