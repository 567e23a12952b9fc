"""`watch`: cues and suggestions as JSON lines while a recording plays."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.actions import cue_as_json
from engine.cues import Cue
from engine.suggestions import Suggestion, as_json
from ui.commands.audit import rules_named
from ui.session.audit import Audit, load_networks, look_at, merged, read_table
from vision.capture.opening import open_recording
from vision.clock import Clock, MachineClock


def watch(
    sources: Sequence[Path],
    rules_id: str | None,
    seats: Path | None,
    timeline: Path | None,
    *,
    live: bool,
    clock: Clock | None = None,
) -> int:
    """Each line is written as soon as it is known; `live` keeps to the recording's own speed."""
    recording = open_recording(sources)
    table = read_table(recording, seats, timeline, rules_named(rules_id, recording))
    run = Audit(recording, table, look_at(recording, table, load_networks()), notice=_print)
    clock = clock or MachineClock()
    zero_ns = clock.now_ns()
    for frame in merged(recording.sources):
        if live:
            clock.sleep_until(zero_ns + frame.t_ns)
        run.take(frame)
    run.finish()
    return 0


def _print(noticed: Cue | Suggestion) -> None:
    body = cue_as_json(noticed) if isinstance(noticed, Cue) else as_json(noticed)
    kind = "cue" if isinstance(noticed, Cue) else "suggestion"
    sys.stdout.write(json.dumps({"type": kind, **body}, ensure_ascii=False) + "\n")
    sys.stdout.flush()
