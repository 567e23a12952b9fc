"""Judging without a rulebook: everything that can be claimed is raised, no clause is named, nothing is decided."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.parameters import BY_NAME, UNSPECIFIED
from engine.ruleset import Ruleset
from engine.triggers import CLAIMED_BY

NO_RULES_ID: Final = "none"


@lru_cache(maxsize=1)
def no_rules() -> Ruleset:
    """A ruleset in which every parameter is unspecified and every claim has "no clause"."""
    return Ruleset(
        id=NO_RULES_ID,
        title={"ru": "без регламента", "uk": "без регламенту", "en": "no rulebook"},
        parameters=dict.fromkeys(BY_NAME, UNSPECIFIED),
        clauses=(),
        no_clause={trigger: sections for trigger, (_, sections) in CLAIMED_BY.items()},
        not_raised={},
    )
