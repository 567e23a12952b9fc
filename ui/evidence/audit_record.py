"""What an audit leaves beside its report so that a judge can review it: what it looked at, what was said, what it saw.

`audit.json` names the recording, seats and rules; `timeline.jsonl` is the timeline as it was used, with the words that
were heard; `journal.jsonl` holds cues and suggestions, and takes the judge's entries.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from engine.codes import CueKind, JournalType
from engine.cues import Cue
from engine.journal import Chain, Line
from engine.ruleset import Ruleset
from engine.suggestions import Suggestion, suggestion_id
from engine.suggestions import as_json as suggestion_as_json
from engine.timeline import TimelineEntry, write_timeline
from ui.evidence.pack.recording_of import write_recording_of
from ui.session.audit import Findings, Table
from ui.session.game import JOURNAL_NAME
from ui.session.script import action_of
from vision.capture.opening import Recording, is_game_folder

SCHEMA: Final = 1
FILE_NAME: Final = "audit.json"
TIMELINE_NAME: Final = "timeline.jsonl"


class AuditRecord(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    sources: tuple[str, ...]  # a game's folder, or one video file per camera
    seats: str | None = None
    rules: str
    answers: dict[str, Any] = {}


def write_audit_record(
    folder: Path, findings: Findings, table: Table, recording: Recording, sources: Sequence[Path], seats: Path | None
) -> None:
    """Write the three files, and where the film lies; raises OSError."""
    session = recording.folder.session if recording.folder is not None else None
    record = AuditRecord(
        sources=tuple(str(path.resolve()) for path in sources),
        seats=None if seats is None else str(seats.resolve()),
        rules=table.rules.id,
        answers=dict(session.answers) if session is not None and session.rules == table.rules.id else {},
    )
    document = record.model_dump(mode="json", by_alias=True)
    (folder / FILE_NAME).write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")
    entries = table.chronicle.entries
    (folder / TIMELINE_NAME).write_text(write_timeline(entries), encoding="utf-8")
    lines = _lines(findings, entries, table.rules)
    (folder / JOURNAL_NAME).write_text("".join(f"{line.text}\n" for line in lines), encoding="utf-8", newline="\n")
    if len(sources) == 1 and is_game_folder(sources[0]):
        write_recording_of(folder, sources[0])


def _lines(findings: Findings, entries: Sequence[TimelineEntry], rules: Ruleset) -> Iterator[Line]:
    """A journal of what was given and seen, in the order of time; nothing in it was decided by anybody."""
    line, chain = Chain().opening(rules.id)
    yield line
    raised = {one.id: one for one in findings.suggestions if one.kind is not CueKind.NOT_OBSERVED}
    for t_ns, _, given in sorted(_given(findings, entries), key=lambda one: one[:2]):
        suggested = _raised_by(given, raised) if isinstance(given, Cue) else ()
        lines, chain = chain.accepted(given, (), suggested, t_ns)
        yield from lines
    for one in findings.suggestions:
        if one.kind is CueKind.NOT_OBSERVED:
            line, chain = chain.line(JournalType.SUGGESTION, suggestion_as_json(one), one.when.start.latest_ns)
            yield line
    for loss in findings.losses:
        line, chain = chain.gap(f"{loss.camera} {loss.reason}", loss.from_ns)
        yield line


def _given(findings: Findings, entries: Sequence[TimelineEntry]) -> Iterator[tuple[int, int, Any]]:
    actions = [action for entry in entries if (action := action_of(entry)) is not None]
    for number, action in enumerate(actions):
        yield action.t_ns, number, action
    for number, cue in enumerate(findings.cues, start=len(actions)):
        yield cue.when.start.latest_ns, number, cue


def _raised_by(cue: Cue, raised: dict[str, Suggestion]) -> tuple[Suggestion, ...]:
    found = raised.pop(suggestion_id(cue), None)
    return () if found is None else (found,)
