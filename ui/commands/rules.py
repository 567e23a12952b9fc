"""`rules list`, `rules show` and `rules explain`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from engine.clauses import Clause
from engine.codes import Section
from engine.parameters import UNSPECIFIED
from engine.penalties import consequences
from engine.ruleset import Ruleset, load_rules, rules_ids
from ui.rulebooks import (
    consequence_text,
    nearest_clause,
    parameter_text,
    rulebook,
    sanction_text,
    value_text,
)
from ui.words import LANGUAGES, Words

_NIGHT: Final = frozenset({Section.NIGHT_ZERO, Section.NIGHT})


def list_rules(words: Words) -> int:
    """One line per rulebook."""
    for rules_id in rules_ids():
        rules = load_rules(rules_id)
        count = words("{count} clauses", count=len(rules.clauses))
        _print(f"{rules_id:14} {rules.title[words.language]} ({count})")
    return 0


def show(words: Words, rules_id: str, *, as_json: bool) -> int:
    """Parameters, open questions and clauses of one rulebook; raises RulebookUnknown."""
    rules = rulebook(rules_id)
    if as_json:
        _print(json.dumps(_as_json(rules), ensure_ascii=False, indent=1))
        return 0
    questions = rules.open_questions()
    _print(f"{rules.id} · {rules.title[words.language]}\n")
    for name, value in rules.parameters.items():
        if value is not UNSPECIFIED:
            _print(f"  {_capital(parameter_text(name, words))}: {value_text(name, rules, words)}")
    _list(words("Not stated, asked before the game"), questions, words)
    unsaid = [name for name, value in rules.parameters.items() if value is UNSPECIFIED and name not in questions]
    _list(words("Not stated, a person decides when it comes up"), unsaid, words)
    _print(f"\n{words('Clauses')}:")
    for clause in rules.clauses:
        _print(_line(clause, rules, words))
    return 0


def _list(title: str, names: Sequence[str], words: Words) -> None:
    if names:
        _print(f"\n{title}:")
        for name in names:
            _print(f"  {_capital(parameter_text(name, words))}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def explain(words: Words, clause_id: str, *, as_json: bool) -> int:
    """One clause from every rulebook that has it; raises ClauseUnknown or RulebookNotClause, which say what to type."""
    found = list(_named(clause_id))
    if not found:
        raise nearest_clause(clause_id)
    if as_json:
        _print(json.dumps([_clause_json(rules, clause) for rules, clause in found], ensure_ascii=False, indent=1))
        return 0
    for rules, clause in found:
        _print(f"{clause.id} · {rules.title[words.language]}")
        _print(f"  {getattr(clause.title, words.language)}")
        where = ", ".join(words.code("section", section) for section in sorted(clause.sections))
        _print(f"  {words('When')}: {where}")
        who = ", ".join(words.code("detector", detector) for detector in sorted(clause.detect))
        _print(f"  {words('Who can notice it')}: {who}")
        _print(f"  {words('Leads to')}: {_leads_to(clause, rules, words)}")
        if clause.role_dependent:
            _print(f"  {words('for the judge only')}")
    return 0


def _leads_to(clause: Clause, rules: Ruleset, words: Words) -> str:
    """The sanction and what it brings with it, as a report says it."""
    at_night = clause.sections <= _NIGHT
    follows = consequences(clause.sanction, rules, count_now=None, at_night=at_night)
    said = [sanction_text(clause.sanction, rules, words), *(consequence_text(c, rules, words) for c in follows)]
    if clause.heavier is not None:
        said.append(words("heavier if the aim was so: see {clause}", clause=clause.heavier))
    if clause.discretion:
        said.append(words("the host may soften it"))
    return ", ".join(dict.fromkeys(said))


def _named(clause_id: str) -> Iterator[tuple[Ruleset, Clause]]:
    for rules_id in rules_ids():
        rules = load_rules(rules_id)
        if rules.has_clause(clause_id):
            yield rules, rules.clause(clause_id)


def _line(clause: Clause, rules: Ruleset, words: Words) -> str:
    title = getattr(clause.title, words.language)
    return f"  {clause.id:10} {sanction_text(clause.sanction, rules, words):24} {title}"


def _as_json(rules: Ruleset) -> dict[str, object]:
    def plain(value: object) -> object:
        return None if value is UNSPECIFIED else value

    return {
        "id": rules.id,
        "title": dict(rules.title),
        "parameters": {name: plain(value) for name, value in rules.parameters.items()},
        "unspecified": [name for name, value in rules.parameters.items() if value is UNSPECIFIED],
        "open_questions": list(rules.open_questions()),
        "clauses": [_clause_json(rules, clause) for clause in rules.clauses],
    }


def _clause_json(rules: Ruleset, clause: Clause) -> dict[str, object]:
    return {
        "rules": rules.id,
        "id": clause.id,
        "title": {language: getattr(clause.title, language) for language in LANGUAGES},
        "sections": sorted(clause.sections),
        "triggers": sorted(clause.triggers),
        "sanction": clause.sanction,
    }


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
