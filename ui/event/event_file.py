"""event.json: a tournament's settings, the same for all its tables, with a lock that shows when they were changed."""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from calibration.json_file import read_json
from engine.codes import RulesId
from engine.faults import Fault

SCHEMA: Final = 1
FILE_NAME: Final = "event.json"


class EventExists(Fault):
    """A folder in which a tournament was begun already."""

    template = "“{path}” already holds an event: name another folder, or go on with it."


class EventLocked(Fault):
    """Settings that were changed after they were locked."""

    template = "The settings of “{path}” were changed after they were locked ({what}): undo that, or lock them again with --anew."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Retention(_Strict):
    """How long what is kept; nothing is ever deleted without a person's command."""

    raw_days: int = Field(default=2, ge=0, title="film and sound", description="days; until protests are closed")
    packs_days: int = Field(default=365, ge=0, title="evidence packs", description="days")


class Lock(_Strict):
    """What was locked, and the hash over it."""

    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    rules_sha256: str = Field(pattern="^[0-9a-f]{64}$")


class EventFile(_Strict):
    """The whole file."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    name: str = Field(min_length=1)
    rules: RulesId
    answers: dict[str, Any] = {}
    appeals: int = Field(default=1, ge=0, description="each player's appeals in the whole tournament")
    retention: Retention = Retention()
    consent: dict[str, str] = {}  # the text by language
    lock: Lock | None = None


def read_event(folder: Path) -> EventFile:
    """Read a tournament's settings; raises FileFault, or EventLocked where they are not as they were locked."""
    event = read_json(folder / FILE_NAME, EventFile, SCHEMA)
    if event.lock is not None:
        if settings_hash(event) != event.lock.sha256:
            raise EventLocked(path=folder, what=FILE_NAME)
        if rules_hash(event.rules) != event.lock.rules_sha256:
            raise EventLocked(path=folder, what=f"rules {event.rules}")
    return event


def new_event(folder: Path, event: EventFile) -> None:
    """Begin a tournament in a folder; raises EventExists or OSError."""
    if (folder / FILE_NAME).exists():
        raise EventExists(path=folder)
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    write_event(folder, event)


def write_event(folder: Path, event: EventFile) -> None:
    """Replace a tournament's settings in one piece."""
    document = event.model_dump(mode="json", by_alias=True, exclude_none=True)
    beside = folder / (FILE_NAME + ".new")
    beside.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    beside.chmod(0o600)
    beside.replace(folder / FILE_NAME)


def locked(event: EventFile) -> EventFile:
    """The same settings with a lock that fits them."""
    return event.model_copy(update={"lock": Lock(sha256=settings_hash(event), rules_sha256=rules_hash(event.rules))})


def settings_hash(event: EventFile) -> str:
    """SHA-256 over everything but the lock itself."""
    document = event.model_dump(mode="json", by_alias=True, exclude={"lock"})
    return hashlib.sha256(json.dumps(document, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def rules_hash(rules: RulesId) -> str:
    """SHA-256 of the rulebook as this program has it."""
    return hashlib.sha256(resources.files("engine").joinpath("rules", f"{rules.value}.toml").read_bytes()).hexdigest()
