"""Whole games and old quarrels as readable text: what was done, and under it what happened.

Run with TABLE_MONITOR_GOLDEN=write to write the transcripts anew after a change that is meant; then read them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.codes import Phase
from engine.ruleset import rules_ids
from tests.engine.script import run, suggested, table_of, transcript

GAMES = sorted((Path(__file__).parent / "games").glob("*.game"))


def played(text: str) -> tuple[str, Phase]:
    """The game's text with its transcript, made anew from its script."""
    head, _, body = text.partition("\n\n")
    settings = dict(line.split(": ", 1) for line in head.split("\n")[1:])
    answers = dict(pair.split("=") for pair in settings.get("answers", "").split())
    table = table_of(settings["given"], settings["rules"], **answers)
    lines = [head, ""]
    for line in body.splitlines():
        if not line.strip() or line.startswith("    "):
            continue
        before = len(table.steps)
        run(table, line)
        lines.append(line)
        for done in table.steps[before:]:
            lines += [f"    {told}" for told in transcript(done.events)]
            lines += [f"    ? {told}" for told in suggested(done.suggestions)]
    return "\n".join(lines) + "\n", table.state.phase


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    made, _ = played(text)
    if os.environ.get("TABLE_MONITOR_GOLDEN") == "write":
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("rules_id", rules_ids())
def test_every_profile_has_a_game_played_to_its_end(rules_id: str) -> None:
    path = next(path for path in GAMES if path.stem == f"full_{rules_id}")
    assert played(path.read_text(encoding="utf-8"))[1] is Phase.OVER
