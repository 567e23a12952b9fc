"""manifest.json of a pack: every file with its size and SHA-256, so that a changed byte is found without this program."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from calibration.json_file import read_json
from engine.faults import Fault

SCHEMA: Final = 1
FILE_NAME: Final = "manifest.json"


class PackWithoutManifest(Fault):
    """A folder that is no pack."""

    template = "“{path}” holds no manifest.json: name the folder of an evidence pack."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class PackedFile(_Strict):
    """One file, by its name inside the pack."""

    name: str
    bytes: int = Field(ge=0, strict=True)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class Manifest(_Strict):
    """The whole file."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    incident: str
    game: str
    journal_head: str
    files: list[PackedFile]


@dataclass(frozen=True, slots=True)
class Changed:
    """The difference between a pack and its manifest; `problem` is a code."""

    name: str
    problem: str  # missing, changed, added, outside, twice

    @property
    def printable(self) -> str:
        """The name fit for a terminal: a hostile pack must not write lines of its own."""
        return self.name if self.name.isprintable() else self.name.encode("unicode_escape").decode("ascii")


def write_manifest(folder: Path, *, incident: str, game: str, journal_head: str) -> str:
    """Write the manifest of everything in a folder; the SHA-256 of the manifest itself."""
    files = [
        PackedFile(name=_name(path, folder), bytes=path.stat().st_size, sha256=_sha256(path))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    manifest = Manifest(incident=incident, game=game, journal_head=journal_head, files=files)
    text = json.dumps(manifest.model_dump(mode="json", by_alias=True), ensure_ascii=False, indent=1) + "\n"
    path = folder / FILE_NAME
    path.write_text(text, encoding="utf-8", newline="\n")
    return _sha256(path)


def check_pack(folder: Path) -> tuple[Manifest, tuple[Changed, ...]]:
    """A pack's manifest and every difference, in the manifest's order; raises PackWithoutManifest or FileFault.

    Names that lead out of the folder are told, never followed, and so are links.
    """
    if not (folder / FILE_NAME).is_file() or (folder / FILE_NAME).is_symlink():
        raise PackWithoutManifest(path=folder)
    manifest = read_json(folder / FILE_NAME, Manifest, SCHEMA)
    found = [change for packed in manifest.files if (change := _check(packed, folder)) is not None]
    names = [packed.name for packed in manifest.files]
    found += [Changed(name, "twice") for name in sorted({name for name in names if names.count(name) > 1})]
    for path in sorted(folder.rglob("*")):
        empty_folder = path.is_dir() and not path.is_symlink() and not any(path.iterdir())
        if (empty_folder or not path.is_dir()) and _name(path, folder) not in {*names, FILE_NAME}:
            found.append(Changed(_name(path, folder), "added"))
    return manifest, tuple(found)


def _check(packed: PackedFile, folder: Path) -> Changed | None:
    try:
        return _compared(packed, folder)
    except (OSError, ValueError):  # a name that no file can have
        return Changed(packed.name, "outside")


def _compared(packed: PackedFile, folder: Path) -> Changed | None:
    path = folder / packed.name
    if path.is_symlink() or not path.resolve().is_relative_to(folder.resolve()):
        return Changed(packed.name, "outside")
    if not path.is_file():
        return Changed(packed.name, "missing")
    if path.stat().st_size != packed.bytes or _sha256(path) != packed.sha256:
        return Changed(packed.name, "changed")
    return None


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
