"""What the program remembers between games: one small file of the user's, readable by nobody else.

Roles are never in it.
"""

from __future__ import annotations

import json
import os
import tempfile
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field, field_validator

from calibration.json_file import FileMissing, read_json
from engine.faults import Fault
from engine.parameters import BY_NAME, UNSPECIFIED, Value, checked
from engine.ruleset import rules_ids
from engine.seats import GAME_SEATS

VARIABLE: Final = "TABLE_MONITOR_SETTINGS"
FILE_NAME: Final = "settings.json"
SCHEMA: Final = 1
MOST_CAMERAS: Final = 6
LONGEST_NICK: Final = 40


class SettingsNotWritten(Fault):
    """The file cannot be kept."""

    template = "“{path}” cannot be written: free some space or allow this program to write there."


class Settings(BaseModel):
    """The whole file; a setting that is not in it has the value given here."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    schema_: Annotated[int, Field(alias="schema", title="Version of this file")] = SCHEMA
    cameras: Annotated[
        tuple[str, ...],
        Field(title="Cameras", description="numbers, names, addresses or files, in order", max_length=MOST_CAMERAS),
    ] = ()
    seats: Annotated[Path | None, Field(title="Seats", description="seats or calibration file")] = None
    rules: Annotated[str | None, Field(title="Rulebook", description="its id")] = None
    answers: Annotated[
        dict[str, Any], Field(title="Answers", description="to what the rulebook does not state, by parameter")
    ] = {}
    players: Annotated[tuple[str, ...], Field(title="Players", description="ten nicks by seat, or none")] = ()
    rotate: Annotated[bool, Field(title="Rotate", description="everybody moves on by one seat after a game")] = False
    seating: Annotated[Path | None, Field(title="Seating", description="CSV file of an event's games")] = None
    table: Annotated[int | None, Field(title="Table", description="number of the event's table", ge=1, le=99)] = None
    game: Annotated[int, Field(title="Game", description="number of the event's game", ge=1, le=99)] = 1
    consent: Annotated[date | None, Field(title="Consent", description="day on which everybody agreed")] = None
    text_size_percent: Annotated[
        int | None, Field(title="Text size", description="%; none: as the screen needs it", ge=100, le=200)
    ] = None

    @field_validator("rules")
    @classmethod
    def _is_a_rulebook(cls, value: str | None) -> str | None:
        if value is not None and value not in rules_ids():
            raise ValueError(f"must be one of {', '.join(rules_ids())}")
        return value

    @field_validator("answers")
    @classmethod
    def _answers_something(cls, value: dict[str, Any]) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for name, raw in value.items():
            if name not in BY_NAME:
                raise ValueError(f"has no parameter {name}")
            found[name] = checked(BY_NAME[name], raw)
        return {name: one for name, one in found.items() if one is not UNSPECIFIED}

    @field_validator("players")
    @classmethod
    def _ten_or_none(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) not in (0, len(GAME_SEATS)):
            raise ValueError("must name ten players or none")
        return tuple(nick.strip()[:LONGEST_NICK] for nick in value)


def settings_path() -> Path:
    """Where the settings are; TABLE_MONITOR_SETTINGS names another file."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_config_path("table-monitor") / FILE_NAME


def read_settings(path: Path) -> Settings:
    """The settings, or those of a new installation where there is no file; raises FileFault for a wrong one."""
    try:
        return read_json(path, Settings, SCHEMA)
    except FileMissing:
        return Settings()


def write_settings(settings: Settings, path: Path) -> None:
    """Write the whole file or leave the old one as it is, readable by its owner only; raises SettingsNotWritten."""
    text = json.dumps(settings.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"schema": SCHEMA},
                      ensure_ascii=False, indent=1)  # fmt: skip
    beside: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".writing-", dir=path.parent)  # mkstemp's mode is 0600
        beside = Path(name)
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        if beside is not None:
            beside.unlink(missing_ok=True)
        raise SettingsNotWritten(path=path) from error
