"""What may be deleted by now, and deleting it: by a person's command only, pinned incidents never, each step noted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from engine.faults import Fault
from ui.event.event_file import Retention

PINNED: Final = "pinned"
"""A file of this name in a game's or a pack's folder keeps everything in it."""
LOG_NAME: Final = "kept_and_seen.jsonl"
_RAW: Final = ("*.mkv", "*.flac", "*.mkv.writing", "*.flac.writing")
_PACKS: Final = "packs"


class NotConfirmed(Fault):
    """Deleting needs a second word."""

    template = "{count} files, {megabytes} MB, would be deleted for good: say so with --yes."


@dataclass(frozen=True, slots=True)
class Old:
    """One file that nobody needs to keep any longer."""

    path: Path
    bytes: int
    what: str  # raw or pack


def due(folder: Path, retention: Retention, now: datetime) -> tuple[Old, ...]:
    """Files whose time is over; what lies under a pin is never among them, nor is any journal."""
    found: list[Old] = []
    for game in sorted({path.parent for path in folder.rglob("journal.jsonl") if _PACKS not in path.parts}):
        if (game / PINNED).exists():
            continue
        if _is_older(game / "journal.jsonl", retention.raw_days, now):
            found += [_old(path, "raw") for pattern in _RAW for path in sorted(game.glob(pattern)) if path.is_file()]
        for pack in sorted((game / _PACKS).glob("*")) if (game / _PACKS).is_dir() else ():
            kept = (pack / PINNED).exists() or not (pack / "manifest.json").is_file()
            if not kept and _is_older(pack / "manifest.json", retention.packs_days, now):
                found += [_old(path, "pack") for path in sorted(pack.rglob("*")) if path.is_file()]
    return tuple(found)


def delete(folder: Path, old: Sequence[Old], now: datetime, by: str) -> None:
    """Delete and note each file first, so that a deletion that was cut off can be told from a loss; raises OSError."""
    for one in old:
        note(folder, now, by, "deleted", one.path)
        one.path.unlink(missing_ok=True)


def note(folder: Path, now: datetime, by: str, what: str, path: Path) -> None:
    """Append who saw or deleted what, and when."""
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
    line = json.dumps({"at": now.isoformat(), "by": by, "what": what, "file": name}, ensure_ascii=False)
    log = folder / LOG_NAME
    with log.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    log.chmod(0o600)


def _is_older(path: Path, days: int, now: datetime) -> bool:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=now.tzinfo) + timedelta(days=days) < now


def _old(path: Path, what: str) -> Old:
    return Old(path, path.stat().st_size, what)
