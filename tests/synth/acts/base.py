"""What an act is, and how a scenario's `[[act]]` tables find theirs."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

import tests.synth.acts
from engine.seats import Person, Subject, subject_of
from tests.synth.scenario import Moment, ScenarioError

if TYPE_CHECKING:
    from tests.synth.actor import Actor
    from tests.synth.stage import Stage


class Act(BaseModel):
    """Something that one, several or all people do at a time.

    A subclass names its `kind`, adds fields and writes movements into the actor's curves and hand tracks.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    seat: int | Literal["host", "all"] | tuple[int, ...]
    at: Moment
    spread_s: float = 0.0  # each person starts up to this much later

    needs_s: ClassVar[float] = 0.0
    """How long before `at` the first movement begins."""

    def perform(self, stage: Stage, actor: Actor, at_s: float, rng: np.random.Generator) -> None:
        """Write the movements; raises ValueError or OutOfReach for what cannot be done."""
        raise NotImplementedError

    def subjects(self, stage: Stage) -> list[Subject]:
        """Whom it is about; raises ScenarioError for somebody who is not there."""
        if self.seat == "all":
            return [who for who in stage.actors if who != Person.HOST]
        wanted = self.seat if isinstance(self.seat, tuple) else (self.seat,)
        found = [subject_of(who) for who in wanted]
        absent = [who for who in found if who not in stage.actors]
        if absent:
            raise ScenarioError(f"{self.kind} at {self.at}: nobody sits in seat {absent[0]}.")
        return found


def act_from(document: Mapping[str, Any]) -> Act:
    """The act that a scenario's table describes; raises ScenarioError."""
    known = known_acts()
    kind = document.get("kind")
    if kind not in known:
        raise ScenarioError(f"there is no act {kind!r}; there are {', '.join(sorted(known))}.")
    try:
        return known[str(kind)].model_validate(dict(document))
    except ValidationError as error:
        raise ScenarioError(f"act {kind} at {document.get('at')}: {error}") from error


@lru_cache(maxsize=1)
def known_acts() -> dict[str, type[Act]]:
    """Every act by its kind, from all files of this folder."""
    for module in pkgutil.iter_modules(tests.synth.acts.__path__):
        importlib.import_module(f"{tests.synth.acts.__name__}.{module.name}")
    return {str(act.model_fields["kind"].default): act for act in _subclasses(Act)}


def _subclasses(act: type[Act]) -> list[type[Act]]:
    found = []
    for child in act.__subclasses__():
        found += [child, *_subclasses(child)]
    return [child for child in found if "kind" in child.model_fields and child.model_fields["kind"].default]
