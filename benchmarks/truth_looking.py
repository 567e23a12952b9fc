"""One synthetic scene through the whole monitor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.ruleset import load_rules
from tests.synth.scenario import Scenario
from ui.session.audit import Audit, Findings, look_at, read_table
from vision.capture.opening import open_recording


def looked_at(one: Scenario, folder: Path, networks: Any) -> Findings:
    """An audit under the scene's rulebook; a scene need not show all ten seats, as a game must."""
    recording = open_recording([folder])
    table = replace(read_table(recording, None, None, None), rules=load_rules(one.rules.value))
    return Audit(recording, table, look_at(recording, table, networks)).run()
