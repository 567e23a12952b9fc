"""`event`: a tournament's folder — begin it, lock it, look into its archive, and delete what need not be kept."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.codes import RulesId
from engine.faults import Fault
from ui.event.archive import Archive, columns
from ui.event.event_file import EventFile, locked, new_event, read_event, rules_hash, write_event
from ui.event.retention import NotConfirmed, delete, due
from ui.event.seating import FILE_NAME as SEATING_NAME
from ui.event.seating import read_seating, write_seating
from ui.words import Words
from vision.clock import MachineClock

MEGABYTE: Final = 1_000_000


class RulesUnknown(Fault):
    """A rulebook that there is not."""

    template = "There is no rulebook “{rules}”: choose from {known}."


def begin(words: Words, folder: Path, name: str, rules: str, seating: Path | None) -> int:
    """Make an event's folder, with its seating where one is given; raises a Fault, and then leaves none."""
    known = [one.value for one in RulesId]
    if rules not in known:
        raise RulesUnknown(rules=rules, known=", ".join(known))
    seats = read_seating(seating) if seating is not None else None
    new_event(folder, EventFile(name=name, rules=RulesId(rules)))
    if seats is not None:
        (folder / SEATING_NAME).write_text(write_seating(seats), encoding="utf-8")
        _say(words("{games} games in the seating.", games=len(seats)))
    _say(words("The event is kept in {folder}.", folder=folder))
    return 0


def lock(words: Words, folder: Path, *, anew: bool) -> int:
    """Lock an event's settings, or with `anew` lock them as they are now."""
    event = locked(_unlocked(folder) if anew else read_event(folder))
    write_event(folder, event)
    assert event.lock is not None
    _say(
        words("Locked: settings {settings}, rules {rules}.", settings=event.lock.sha256, rules=rules_hash(event.rules))
    )
    return 0


def _unlocked(folder: Path) -> EventFile:
    from calibration.json_file import read_json
    from ui.event.event_file import FILE_NAME, SCHEMA

    return read_json(folder / FILE_NAME, EventFile, SCHEMA)


def find(words: Words, folder: Path, *, seat: str, nick: str, clause: str, decision: str, game: str) -> int:
    """Print games' votes and incidents that fit, one a line."""
    archive = Archive(folder)
    found = archive.find(seat=seat, nick=nick, clause=clause, decision=decision, game=game)
    _say(columns([(f.game, f.what, f.name, f.seat, f.nick, f.clause, f.decision) for f in found]).rstrip("\n"))
    for name, problem in archive.broken():
        sys.stderr.write(words("{game} cannot be read: {problem}", game=name, problem=problem) + "\n")
    return 0


def register(words: Words, folder: Path) -> int:
    """Print what players take from game to game."""
    del words
    rows = Archive(folder).register()
    _say(columns([(r.game, r.seat, r.nick, r.what, f"{r.number:g}", r.text) for r in rows]).rstrip("\n"))
    return 0


def results(words: Words, folder: Path) -> int:
    """Print a row for every player of every game."""
    del words
    _say(columns(Archive(folder).results()).rstrip("\n"))
    return 0


def clean(words: Words, folder: Path, *, by: str, yes: bool) -> int:
    """Say what may be deleted by now, and with `yes` delete it; raises NotConfirmed without."""
    clock = MachineClock()
    old = due(folder, read_event(folder).retention, clock.utc())
    if not old:
        _say(words("Nothing is old enough to be deleted."))
        return 0
    megabytes = round(sum(one.bytes for one in old) / MEGABYTE)
    if not yes:
        _list([str(one.path) for one in old])
        raise NotConfirmed(count=len(old), megabytes=megabytes)
    delete(folder, old, clock.utc(), by)
    _say(words("{count} files were deleted, {megabytes} MB.", count=len(old), megabytes=megabytes))
    return 0


def _list(lines: Sequence[str]) -> None:
    _say("\n".join(lines))


def _say(text: str) -> None:
    if text:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
