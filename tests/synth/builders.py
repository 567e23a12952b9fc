"""Small scenarios for tests: few people, few seconds, no synthesiser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.synth.scenario import Scenario, parse_scenario
from tests.synth.stage import Stage, set_stage


def scenario(
    acts: Sequence[dict[str, Any]] = (),
    says: Sequence[dict[str, Any]] = (),
    *,
    seats: Sequence[int] = (2, 3),
    duration_s: float = 6.0,
    **more: Any,
) -> Scenario:
    """A scenario of a few people, one camera on seat 3, steady light; anything may be overridden."""
    document: dict[str, Any] = {
        "schema": 1,
        "name": "test",
        "seed": 3,
        "rules": "a",
        "duration_s": duration_s,
        "light": [{"at": 0, "level": "usual"}],
        "camera": [
            {
                "id": "cam1",
                "place_m": (0.2, -0.8, 1.7),
                "look_at_m": (0.1, 0.7, 0.95),
                "hfov_deg": 60,
                "size_px": (480, 270),
            }
        ],
        "rate": [{"at": 0, "fps": 10}],
        "person": [{"seat": seat} for seat in seats],
        "say": [{"text": "…", "length_s": 0.5, **say} for say in says],
        "act": list(acts),
    }
    return parse_scenario({**document, **more})


def stage(*args: Any, **more: Any) -> Stage:
    """The same, set."""
    return set_stage(scenario(*args, **more))


def ballot(candidate: int = 5, call_s: float = 1.0, word_s: float = 3.0, count_s: float = 4.5) -> list[dict[str, Any]]:
    """The spoken lines of one candidate's vote."""
    return [
        {"name": "call", "at": call_s, "kind": "call", "candidate": candidate},
        {"name": "word", "at": word_s, "kind": "word"},
        {"name": "count", "at": count_s, "kind": "count", "candidate": candidate, "number": 1},
    ]
