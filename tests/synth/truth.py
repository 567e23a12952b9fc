"""truth.jsonl: what really happened, measured on the meshes and never copied from the scenario's wishes.

Hands: the hand's own lowest vertex against the table. Contacts: the hand's mesh against the other's. Lids, mask and
head: as posed. What a judge could be told of (`expected`) is derived from these and the spoken words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.timeline import write_timeline
from tests.synth.actor import NAME_OF
from tests.synth.contacts import Nearness, nearness
from tests.synth.deeds import deeds_of
from tests.synth.expected import Measured, expected
from tests.synth.faces import face_at as face_at
from tests.synth.faces import faces_of
from tests.synth.recorded import true_timeline
from tests.synth.skeleton import SIDES
from tests.synth.stage import Stage
from tests.synth.touches import forearms_of, touches_of
from tests.synth.truth_lines import lead_of, nanoseconds, span_of


def write_truth(stage: Stage, path: Path) -> None:
    """Write every line; the same scenario gives the same bytes."""
    lines = [json.dumps(line, ensure_ascii=False) for line in truth_lines(stage)]
    path.write_text(write_timeline(true_timeline(stage)) + "".join(line + "\n" for line in lines), encoding="utf-8")


def truth_lines(stage: Stage) -> Iterator[dict[str, Any]]:
    """All lines but the timeline's own."""
    actors = stage.actors.values()
    seen = Measured(
        touches=[t for actor in actors for side in SIDES for t in touches_of(stage, actor, side)],
        faces=[f for actor in actors for f in faces_of(stage, actor)],
        near=list(nearness(stage)),
        deeds=[d for actor in actors for d in deeds_of(stage, actor)],
    )
    yield from (touch.line() for touch in seen.touches)
    yield from (line for actor in actors for side in SIDES for line in forearms_of(stage, actor, side))
    yield from (face.line() for face in seen.faces)
    yield from (_near_line(one) for one in seen.near)
    yield from (deed.line() for deed in seen.deeds)
    yield from _knocks(seen)
    yield from expected(stage, seen)


def _knocks(seen: Measured) -> Iterator[dict[str, Any]]:
    for touch in seen.touches:
        if touch.knock:
            at = nanoseconds(touch.from_s)
            yield {
                **lead_of(touch.from_s, "knock", touch.who),
                "start": [at] * 2,
                "end": [at] * 2,
                "side": NAME_OF[touch.side],
            }


def _near_line(one: Nearness) -> dict[str, Any]:
    return {
        **lead_of(one.from_s, "contact" if one.touched else "near_miss", one.who),
        **span_of(one.from_s, one.to_s),
        "targets": [one.other],
        "side": NAME_OF[one.side],
        "gap_mm": round(one.gap_m * 1000, 1),
    }
