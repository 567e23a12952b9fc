"""recording.json: where the film of a game lies that was played from a recording, not from cameras."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from calibration.json_file import read_json
from engine.faults import Fault
from vision.capture.opening import is_game_folder

SCHEMA: Final = 1
FILE_NAME: Final = "recording.json"


class RecordingGone(Fault):
    """Nothing was filmed, or the film was moved."""

    template = "No film belongs to “{path}”: name the folder where it was recorded with --recording."


class RecordingOf(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    folder: str


def write_recording_of(game: Path, recording: Path) -> None:
    """Note in a game's folder which recording it was played from; raises OSError."""
    document = RecordingOf(folder=str(recording.resolve())).model_dump(mode="json", by_alias=True)
    (game / FILE_NAME).write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")


def recording_of(game: Path, named: Path | None = None) -> Path:
    """The folder that holds a game's film, or the one that a person named; raises RecordingGone or FileFault."""
    if named is not None:
        if is_game_folder(named):
            return named
        raise RecordingGone(path=named)
    if is_game_folder(game):
        return game
    if (game / FILE_NAME).is_file():
        folder = Path(read_json(game / FILE_NAME, RecordingOf, SCHEMA).folder)
        if is_game_folder(folder):
            return folder
    raise RecordingGone(path=game)
