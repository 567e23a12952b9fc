"""A ruleset: parameters and clauses of one rulebook, read from TOML and checked as a whole."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources

from engine.clauses import Clause
from engine.codes import CueKind, Section
from engine.fields import FieldError, nearest
from engine.parameters import NEEDED, UNSPECIFIED, Value
from engine.rules_file import Coverage, RulesError, read_rules
from engine.triggers import CLAIMED_BY, Trigger

__all__ = ["RulesError", "Ruleset", "UnknownRules", "load_rules", "rules_from_text", "rules_ids"]


class UnknownRules(ValueError):
    """A rules id that names no profile of this program."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One rulebook as data; compare by `id`, the object itself is its identity."""

    id: str
    title: Mapping[str, str]  # ru, uk, en
    parameters: Mapping[str, Value]
    clauses: tuple[Clause, ...]
    no_clause: Mapping[Trigger, frozenset[Section]]  # raised, and said to have no clause
    not_raised: Mapping[Trigger, frozenset[Section]]  # nothing this rulebook minds

    @cached_property
    def _by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def _by_place(self) -> dict[tuple[Trigger, Section], Clause]:
        return {(t, s): clause for clause in self.clauses for t in clause.triggers for s in clause.sections}

    def clause(self, clause_id: str) -> Clause:
        """The clause with this id, with or without its number's prefix; raises FieldError naming the nearest."""
        found = self._by_id.get(clause_id)
        if found is None:
            raise FieldError(f"{clause_id!r} is no clause of {self.id}{nearest(clause_id, self._by_id)}")
        return found

    def has_clause(self, clause_id: str) -> bool:
        return clause_id in self._by_id

    def clause_for(self, trigger: Trigger, section: Section) -> Clause | None:
        """The clause that a happening in a section falls under; None when the rulebook has none."""
        return self._by_place.get((trigger, section))

    def is_raised(self, trigger: Trigger, section: Section) -> bool:
        """Whether a suggestion is made at all: there is a clause, or the rulebook's silence is worth a look."""
        if (trigger, section) in self._by_place:
            return True
        return section in self.no_clause.get(trigger, frozenset())

    def value(self, name: str) -> Value:
        """A parameter's value, possibly UNSPECIFIED; raises KeyError for a name that is no parameter."""
        return self.parameters[name]

    def text(self, name: str) -> str | None:
        """A choice, None while unspecified."""
        value = self.parameters[name]
        return value if isinstance(value, str) else None

    def number(self, name: str) -> float | None:
        """A number, None while unspecified."""
        value = self.parameters[name]
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def flag(self, name: str) -> bool | None:
        """A yes or no, None while unspecified."""
        value = self.parameters[name]
        return value if isinstance(value, bool) else None

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words, empty while unspecified."""
        value = self.parameters[name]
        return value if isinstance(value, tuple) else ()

    def open_questions(self) -> tuple[str, ...]:
        """Parameters a game cannot be run without that the rulebook leaves open, in the order to ask them."""
        return tuple(name for name in NEEDED if self.parameters[name] is UNSPECIFIED)

    def with_answers(self, answers: Mapping[str, Value]) -> Ruleset:
        """The same rulebook with open values filled in; values the rulebook states are never replaced."""
        filled = {
            name: answers[name] if value is UNSPECIFIED and name in answers else value
            for name, value in self.parameters.items()
        }
        return Ruleset(self.id, self.title, filled, self.clauses, self.no_clause, self.not_raised)

    def coverage(self, kind: CueKind, section: Section) -> frozenset[Coverage]:
        """How the ruleset speaks of a cue in a section: by clause, as raised without one, or as not raised."""
        return frozenset(
            Coverage.CLAUSE
            if self.clause_for(trigger, section)
            else Coverage.NO_CLAUSE
            if self.is_raised(trigger, section)
            else Coverage.NOT_RAISED
            for trigger, (cue, sections) in CLAIMED_BY.items()
            if cue is kind and section in sections
        )


def rules_ids() -> tuple[str, ...]:
    """The ids of the profiles that ship with the program, in alphabetical order."""
    folder = resources.files("engine") / "rules"
    return tuple(sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml")))


@lru_cache(maxsize=16)
def load_rules(rules_id: str) -> Ruleset:
    """A shipped profile; raises UnknownRules naming the nearest, RulesError when the file itself is wrong."""
    if rules_id not in rules_ids():
        raise UnknownRules(
            f"{rules_id!r} is no ruleset of this program{nearest(rules_id, rules_ids())}; "
            f"there are {', '.join(rules_ids())}."
        )
    path = resources.files("engine") / "rules" / f"{rules_id}.toml"
    return rules_from_text(path.read_text(encoding="utf-8"), f"{rules_id}.toml")


def rules_from_text(text: str, file: str) -> Ruleset:
    """A profile from the text of a file, a club's own included; raises RulesError with file and line."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as broken:
        raise RulesError(file, None, f"not TOML: {broken}") from broken
    parsed = read_rules(tables, text, file)
    return Ruleset(parsed.id, parsed.title, parsed.parameters, parsed.clauses, parsed.no_clause, parsed.not_raised)
