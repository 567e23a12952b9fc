"""session.json: written first, so that a crash still leaves who recorded what, on which clock, with which weights."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from calibration.json_file import CameraName, read_json

SCHEMA: Final = 1
FILE_NAME: Final = "session.json"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class ClockStep(_Strict):
    """A jump of the calendar clock against the monotonic one."""

    t_ns: int
    by_ns: int


class SessionClock(_Strict):
    """The game's one clock: its zero on the machine's monotonic clock, and the calendar time of that zero."""

    monotonic_zero_ns: int
    utc: str
    steps: list[ClockStep] = []


class SessionCamera(_Strict):
    """A camera and the mode that it really delivered."""

    name: str = ""
    size: tuple[int, int]
    codec: str
    nominal_rate_hz: float | None = None
    pixel_format: str | None = None
    exposure_ns: int | None = None


class SessionSound(_Strict):
    """The microphone."""

    name: str = ""
    rate_hz: int
    channels: int = 1


class Offset(_Strict):
    """One clock against the first camera's: how far, how well known."""

    offset_ns: int
    residual_ns: int | None = None


class SessionFile(_Strict):
    """The whole file; see FORMATS in the documentation for each field's meaning."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    program: str
    synthetic: bool = False
    clock: SessionClock
    cameras: dict[CameraName, SessionCamera]
    sound: SessionSound | None = None
    hashes: dict[str, str] = {}
    rules: str | None = None
    answers: dict[str, Any] = {}
    offsets: dict[str, Offset] = {}
    consent: str | None = None


def read_session(folder: Path) -> SessionFile:
    """Read a game folder's session file; raises FileFault."""
    return read_json(folder / FILE_NAME, SessionFile, SCHEMA)


def replace_session(session: SessionFile, folder: Path) -> None:
    """Write a game folder's session file in one piece, readable by its owner only; raises OSError."""
    document = session.model_dump(mode="json", by_alias=True, exclude_none=True)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    beside = folder / (FILE_NAME + ".new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, folder / FILE_NAME)


def write_session(session: SessionFile, folder: Path) -> None:
    """Write a game folder's session file."""
    document = session.model_dump(mode="json", by_alias=True, exclude_none=True)
    (folder / FILE_NAME).write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
