"""Votes and fouls of a game as CSV for spreadsheets, and back."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from engine import fields
from engine.codes import Phase
from engine.fields import FieldError
from engine.seats import Seat
from engine.state import FoulEntry, Round, Stage

VOTE_COLUMNS: Final = ("day", "ballot", "lift", "complete", "voters", "candidate", "votes", "voter", "assigned")
FOUL_COLUMNS: Final = (
    "subject",
    "technical",
    "clause",
    "t_ns",
    "phase",
    "day",
    "night",
    "speaker",
    "ballot",
    "candidate",
)


def write_votes(rounds: Iterable[Round]) -> str:
    """One row per voter and candidate; a candidate without a known voter has one row with an empty voter."""
    rows: list[list[object]] = []
    for entry in rounds:
        head = [entry.day, entry.number, _flag(entry.lift), _flag(entry.complete), entry.voters]
        if entry.lift:
            tied = " ".join(str(seat) for seat in entry.candidates)
            votes = entry.counts[0] if entry.counts else ""
            rows += [[*head, tied, votes, voter, ""] for voter, _ in entry.cast] or [[*head, tied, votes, "", ""]]
            continue
        for index, candidate in enumerate(entry.candidates):
            votes = entry.counts[index] if index < len(entry.counts) else ""
            voters = [voter for voter, target in entry.cast if target == candidate]
            rows += [[*head, candidate, votes, voter, _flag(voter in entry.assigned)] for voter in voters] or [
                [*head, candidate, votes, "", ""]
            ]
    return _csv(VOTE_COLUMNS, rows)


def read_votes(text: str) -> tuple[Round, ...]:
    """The inverse of `write_votes`; raises FieldError naming the row."""
    groups: dict[tuple[int, int, bool], list[dict[str, str]]] = defaultdict(list)
    for row in _rows(text, VOTE_COLUMNS):
        groups[_number(row, "day"), _number(row, "ballot"), row["lift"] == "yes"].append(row)
    return tuple(_round(day, ballot, rows, lift=lift) for (day, ballot, lift), rows in groups.items())


def _round(day: int, number: int, rows: Sequence[dict[str, str]], *, lift: bool) -> Round:
    named: dict[Seat, int | None] = {}
    cast: list[tuple[Seat, Seat]] = []
    assigned: list[Seat] = []
    for row in rows:
        tied = [_seat(word) for word in row["candidate"].split()]
        for candidate in tied:
            named[candidate] = _number(row, "votes") if row["votes"] else None
        if row["voter"]:
            voter = _seat(row["voter"])
            cast.append((voter, voter if lift else tied[0]))
            assigned += [voter] if row["assigned"] == "yes" else []
    counted = [votes for votes in named.values() if votes is not None]
    return Round(
        day,
        number,
        tuple(named),
        tuple(cast),
        tuple(counted[:1] if lift else counted),
        tuple(assigned),
        lift,
        rows[0]["complete"] == "yes",
        _number(rows[0], "voters"),
    )


def write_fouls(entries: Iterable[FoulEntry]) -> str:
    """One row per foul with the moment it was given."""
    rows: list[Sequence[object]] = []
    for entry in entries:
        stage = entry.stage
        given = (entry.subject, _flag(entry.technical), entry.clause or "")
        moment = (stage.t_ns, stage.phase, stage.day, stage.night)
        place = (stage.speaker or "", stage.ballot, stage.candidate or "")
        rows.append((*given, *moment, *place))
    return _csv(FOUL_COLUMNS, rows)


def read_fouls(text: str) -> tuple[FoulEntry, ...]:
    """The inverse of `write_fouls`; raises FieldError naming the row."""
    return tuple(
        FoulEntry(
            fields.person_of(row["subject"], "subject"),
            Stage(
                fields.code_of(Phase, row["phase"], "phase"),
                _number(row, "day"),
                _number(row, "night"),
                _number(row, "t_ns"),
                _seat(row["speaker"]) if row["speaker"] else None,
                _number(row, "ballot"),
                _seat(row["candidate"]) if row["candidate"] else None,
            ),
            row["clause"] or None,
            row["technical"] == "yes",
        )
        for row in _rows(text, FOUL_COLUMNS)
    )


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def _rows(text: str, columns: Sequence[str]) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    try:
        fields.check_keys(reader.fieldnames or (), columns)
        rows = list(reader)
    except csv.Error as broken:
        raise FieldError(f"no table: {broken}") from broken
    for number, row in enumerate(rows, start=2):
        if None in row or any(row.get(column) is None for column in columns):
            raise FieldError(f"row {number} has not the columns {', '.join(columns)}")
    return rows


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _number(row: dict[str, str], column: str) -> int:
    try:
        return int(row[column])
    except ValueError as wrong:
        raise FieldError(f"{column} must be a whole number, not {row[column]!r}") from wrong


def _seat(word: str) -> Seat:
    return fields.seat_of(word, "seat")
