"""`rules list`, `rules show` and `rules explain`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from engine.clauses import Clause
from engine.parameters import UNSPECIFIED
from engine.ruleset import Ruleset, load_rules, rules_ids
from ui.words import LANGUAGES, Words


def list_rules(words: Words) -> int:
    """One line per rulebook."""
    for rules_id in rules_ids():
        rules = load_rules(rules_id)
        count = words("{count} clauses", count=len(rules.clauses))
        _print(f"{rules_id:14} {rules.title[words.language]} ({count})")
    return 0


def show(words: Words, rules_id: str, *, as_json: bool) -> int:
    """Parameters, open questions and clauses of one rulebook; raises UnknownRules."""
    rules = load_rules(rules_id)
    if as_json:
        _print(json.dumps(_as_json(rules), ensure_ascii=False, indent=1))
        return 0
    _print(f"{rules.id} · {rules.title[words.language]}\n")
    for name, value in rules.parameters.items():
        _print(f"  {name:32} {words('unspecified') if value is UNSPECIFIED else value}")
    questions = rules.open_questions()
    if questions:
        _print("\n" + words("Asked before a game: {names}", names=", ".join(questions)))
    _print("")
    for clause in rules.clauses:
        _print(_line(clause, words))
    return 0


def explain(words: Words, clause_id: str, *, as_json: bool) -> int:
    """One clause in all three languages, from whichever rulebook has it; raises FieldError naming the nearest."""
    found = list(_named(clause_id))
    if not found:
        load_rules(_likeliest(clause_id)).clause(clause_id)
    if as_json:
        _print(json.dumps([_clause_json(rules, clause) for rules, clause in found], ensure_ascii=False, indent=1))
        return 0
    for rules, clause in found:
        _print(f"{clause.id} · {rules.title[words.language]}")
        for language in LANGUAGES:
            _print(f"  {language}: {getattr(clause.title, language)}")
        where = ", ".join(words.code("section", section) for section in sorted(clause.sections))
        _print(f"  {words('When')}: {where}")
        _print(f"  {words('Leads to')}: {words.code('sanction', clause.sanction)}")
    return 0


def _named(clause_id: str) -> Iterator[tuple[Ruleset, Clause]]:
    for rules_id in rules_ids():
        rules = load_rules(rules_id)
        if rules.has_clause(clause_id):
            yield rules, rules.clause(clause_id)


def _likeliest(clause_id: str) -> str:
    """The rulebook whose clauses are numbered most like this one."""
    first = clause_id[:1].lower()
    return first if first in rules_ids() else rules_ids()[0]


def _line(clause: Clause, words: Words) -> str:
    title = getattr(clause.title, words.language)
    return f"  {clause.id:10} {words.code('sanction', clause.sanction):22} {title}"


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
