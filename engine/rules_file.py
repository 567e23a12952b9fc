"""Reading a profile's TOML tables: every mistake is found with its file, line and the nearest known word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine import fields
from engine.clauses import SENSED, Basis, Clause, Detector, Sanction, Title
from engine.codes import Section
from engine.fields import FieldError
from engine.parameters import BY_NAME, PARAMETERS, Value, checked
from engine.triggers import CLAIMED_BY, PLAY, Trigger

SCHEMA: Final = 1
_TOP_KEYS: Final = ("schema", "id", "title", "clause_ids", "parameters", "no_clause", "not_raised", "clause")
_CLAUSE_KEYS: Final = (
    "id",
    "ru",
    "uk",
    "en",
    "sections",
    "triggers",
    "sanction",
    "detect",
    "discretion",
    "role_dependent",
    "on_request",
    "lapses_when_decided",
    "team_defeat_when_leaving",
    "heavier",
    "suspension",
    "basis",
)


class Coverage(StrEnum):
    """How a ruleset speaks of a happening."""

    CLAUSE = "clause"
    NO_CLAUSE = "no_clause"
    NOT_RAISED = "not_raised"


class RulesError(ValueError):
    """A profile that cannot be used; names file, line and problem."""

    def __init__(self, file: str, line: int | None, problem: str) -> None:
        place = file if line is None else f"{file}, line {line}"
        super().__init__(f"{place}: {problem}.")
        self.file = file
        self.line = line


@dataclass(frozen=True, slots=True)
class RulesTables:
    """A profile's checked content, before it becomes a Ruleset."""

    id: str
    title: Mapping[str, str]
    parameters: Mapping[str, Value]
    clauses: tuple[Clause, ...]
    no_clause: Mapping[Trigger, frozenset[Section]]
    not_raised: Mapping[Trigger, frozenset[Section]]


def read_rules(tables: Mapping[str, object], text: str, file: str) -> RulesTables:
    """Check and convert; raises RulesError at the first mistake."""
    where = _Place(text, file)
    with where.at(""):
        fields.check_keys(tables, _TOP_KEYS)
        if fields.integer_of(fields.need(tables, "schema"), "schema") != SCHEMA:
            raise FieldError(f"'schema' is {tables['schema']!r}, not {SCHEMA}; update the program")
        rules_id = fields.text_of(fields.need(tables, "id"), "id")
        title = _title(fields.need(tables, "title"))
    parameters = _parameters(tables, where)
    clauses = tuple(_clause(row, where) for row in _rows(tables))
    _check_ids(tables, clauses, where)
    no_clause = _silences(tables, "no_clause", where)
    not_raised = _silences(tables, "not_raised", where)
    _check_cover(clauses, no_clause, not_raised, where)
    return RulesTables(
        rules_id, {"ru": title.ru, "uk": title.uk, "en": title.en}, parameters, clauses, no_clause, not_raised
    )


class _Place:
    """Turns a FieldError into a RulesError at the line where a word of the file stands."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.split("\n")
        self._file = file
        self._word = ""

    def at(self, word: str) -> _Place:
        """The part of the file that begins with `word` at the start of a line."""
        self._word = word
        return self

    def __enter__(self) -> _Place:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, _trace: object) -> None:
        if isinstance(problem, FieldError):
            raise RulesError(self._file, self._line_of(str(problem)), str(problem)) from problem

    def _line_of(self, problem: str) -> int | None:
        start = self._find(self._word, 0) if self._word else 0
        quoted = re.findall(r"'([^']+)'", problem)
        for word in quoted:
            found = self._find(word, start or 0)
            if found is not None:
                return found + 1
        return None if start is None else start + 1

    def _find(self, word: str, start: int) -> int | None:
        return next((n for n in range(start, len(self._lines)) if word in self._lines[n]), None)

    def fail(self, word: str, problem: str) -> RulesError:
        """A RulesError at the first line that holds `word`."""
        found = self._find(word, 0)
        return RulesError(self._file, None if found is None else found + 1, problem)


def _title(raw: object) -> Title:
    if not isinstance(raw, dict):
        raise FieldError("title must hold ru, uk and en")
    fields.check_keys(raw, ("ru", "uk", "en"))
    return Title(*(fields.text_of(fields.need(raw, language), language) for language in ("ru", "uk", "en")))


def _parameters(tables: Mapping[str, object], where: _Place) -> dict[str, Value]:
    with where.at("[parameters]"):
        raw = fields.need(tables, "parameters")
        if not isinstance(raw, dict):
            raise FieldError("parameters must be a table")
        fields.check_keys(raw, BY_NAME)
    result: dict[str, Value] = {}
    for parameter in PARAMETERS:
        if parameter.name not in raw:
            raise where.fail("[parameters]", f"the parameter {parameter.name!r} is missing; write unspecified if so")
        try:
            result[parameter.name] = checked(parameter, raw[parameter.name])
        except ValueError as wrong:
            raise where.fail(f"{parameter.name} =", str(wrong)) from wrong
    return result


def _rows(tables: Mapping[str, object]) -> list[Mapping[str, object]]:
    rows = tables.get("clause", [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _clause(row: Mapping[str, object], where: _Place) -> Clause:
    with where.at(f'id = "{row.get("id", "")}"'):
        fields.check_keys(row, _CLAUSE_KEYS)
        sections = _sections(fields.need(row, "sections"))
        sanction = fields.code_of(Sanction, fields.need(row, "sanction"), "sanction")
        suspension = row.get("suspension")
        if (sanction is Sanction.SUSPENSION) != (suspension is not None):
            raise FieldError("a suspension, and only a suspension, needs its range under 'suspension'")
        heavier = row.get("heavier")
        return Clause(
            id=fields.text_of(fields.need(row, "id"), "id"),
            title=Title(*(fields.text_of(fields.need(row, language), language) for language in ("ru", "uk", "en"))),
            sections=sections,
            triggers=tuple(
                fields.code_of(Trigger, trigger, "trigger")
                for trigger in fields.list_of(fields.need(row, "triggers"), "triggers")
            ),
            sanction=sanction,
            detect=frozenset(
                fields.code_of(Detector, detector, "detector")
                for detector in fields.list_of(fields.need(row, "detect"), "detect")
            ),
            discretion=_flag(row, "discretion"),
            role_dependent=_flag(row, "role_dependent"),
            on_request=_flag(row, "on_request"),
            lapses_when_decided=_flag(row, "lapses_when_decided"),
            team_defeat_when_leaving=_flag(row, "team_defeat_when_leaving"),
            heavier=None if heavier is None else fields.text_of(heavier, "heavier"),
            suspension=None if suspension is None else fields.text_of(suspension, "suspension"),
            basis=fields.code_of(Basis, row.get("basis", "text"), "basis"),
        )


def _flag(row: Mapping[str, object], key: str) -> bool:
    value = row.get(key, False)
    if isinstance(value, bool):
        return value
    raise FieldError(f"{key!r} must be true or false, not {value!r}")


def _sections(raw: object) -> frozenset[Section]:
    found: set[Section] = set()
    for word in fields.list_of(raw, "sections"):
        if word == "any":
            found |= PLAY
        else:
            found.add(fields.code_of(Section, word, "section"))
    return frozenset(found)


def _check_ids(tables: Mapping[str, object], clauses: tuple[Clause, ...], where: _Place) -> None:
    """The list `clause_ids` is the rulebook's own numbering: each has one row, and no row is outside it."""
    with where.at("clause_ids"):
        promised = [
            fields.text_of(word, "clause id") for word in fields.list_of(tables.get("clause_ids", []), "clause_ids")
        ]
    rows = [clause.id for clause in clauses]
    for clause_id in promised:
        if clause_id not in rows:
            raise where.fail(f'"{clause_id}"', f"clause {clause_id!r} is missing{fields.nearest(clause_id, rows)}")
    for position, clause in enumerate(clauses):
        if clause.id not in promised:
            raise where.fail(
                f'id = "{clause.id}"', f"clause {clause.id!r} is not in clause_ids{fields.nearest(clause.id, promised)}"
            )
        if clause.id in rows[:position]:
            raise where.fail(f'id = "{clause.id}"', f"clause {clause.id!r} has two rows")
        if clause.heavier is not None and clause.heavier not in rows:
            raise where.fail(
                f'heavier = "{clause.heavier}"',
                f"{clause.heavier!r} is no clause{fields.nearest(clause.heavier, rows)}",
            )


def _silences(tables: Mapping[str, object], key: str, where: _Place) -> dict[Trigger, frozenset[Section]]:
    with where.at(f"[{key}]"):
        raw = tables.get(key, {})
        if not isinstance(raw, dict):
            raise FieldError(f"{key!r} must be a table")
        return {fields.code_of(Trigger, word, "trigger"): _sections(sections) for word, sections in raw.items()}


def _check_cover(
    clauses: tuple[Clause, ...],
    no_clause: Mapping[Trigger, frozenset[Section]],
    not_raised: Mapping[Trigger, frozenset[Section]],
    where: _Place,
) -> None:
    """One clause at most for each trigger and section, and one answer for each that a cue can claim."""
    owner: dict[tuple[Trigger, Section], str] = {}
    for clause in clauses:
        for trigger in clause.triggers:
            for section in sorted(clause.sections):
                other = owner.setdefault((trigger, section), clause.id)
                if other != clause.id:
                    raise where.fail(
                        f'id = "{clause.id}"', f"clauses {other} and {clause.id} both answer {trigger} in {section}"
                    )
        if clause.detect & SENSED and Detector.REVIEW not in clause.detect and not clause.triggers:
            raise where.fail(f'id = "{clause.id}"', f"clause {clause.id!r} can be sensed but has no trigger")
    for trigger, (_, sections) in CLAIMED_BY.items():
        for section in sorted(sections):
            answers = [
                (trigger, section) in owner,
                section in no_clause.get(trigger, frozenset()),
                section in not_raised.get(trigger, frozenset()),
            ]
            if sum(answers) > 1:
                raise where.fail(f"{trigger} =", f"{trigger!s} in {section} has a clause and is also said to have none")
            if not any(answers):
                raise where.fail(
                    "[no_clause]", f"{trigger!s} in {section} has no clause and is not listed as having none"
                )
