"""At which speeds a case may be looked at: a policy of each rulebook, kept as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from engine.codes import CueKind
from engine.suggestions import Suggestion

REAL: Final = 1.0
SLOW: Final = (0.5, 0.25)
_USUAL: Final = "usual"


def speeds_for(suggestion: Suggestion | None) -> tuple[float, ...]:
    """The speeds that may be chosen, the real one first; without a case only that one."""
    if suggestion is None:
        return (REAL,)
    policy = policies()
    slow = policy.get(suggestion.rules, policy[_USUAL])
    return (REAL, *SLOW) if suggestion.kind in slow else (REAL,)


@cache
def policies() -> Mapping[str, frozenset[CueKind]]:
    """What may be slowed down, by rulebook; raises ValueError for a kind that nothing is."""
    read = tomllib.loads(resources.files("ui.review").joinpath("speeds.toml").read_text("utf-8"))
    return {rules: frozenset(CueKind(kind) for kind in table["slow"]) for rules, table in read.items()}
