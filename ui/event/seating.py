"""seating.csv: who sits where in which round at which table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.faults import Fault
from engine.seats import GAME_SEATS, Seat

COLUMNS: Final = ("round", "table", "seat", "nick")
FILE_NAME: Final = "seating.csv"


class SeatingWrong(Fault):
    """A seating that cannot be played."""

    template = "“{path}”, line {line}: {problem}: correct the seating and read it again."


@dataclass(frozen=True, slots=True, order=True)
class Table:
    """One game to be played."""

    round: int
    table: int


Seating = Mapping[Table, Mapping[Seat, str]]


def read_seating(path: Path) -> Seating:
    """Read a seating; raises SeatingWrong with the line, also for nine players, two in one seat, one at two tables."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SeatingWrong(path=path, line=0, problem="cannot be read as UTF-8 text") from error
    return parse_seating(text, path)


def parse_seating(text: str, path: Path) -> Seating:
    """As `read_seating`, for text in memory; a semicolon separates as well as a comma."""
    dialect = ";" if text.split("\n", 1)[0].count(";") >= len(COLUMNS) - 1 else ","
    reader = csv.DictReader(io.StringIO(text), delimiter=dialect)
    try:
        names = tuple((name or "").strip().lower() for name in reader.fieldnames or ())
    except csv.Error as error:
        raise SeatingWrong(path=path, line=1, problem="is not CSV") from error
    if names != COLUMNS:
        raise SeatingWrong(path=path, line=1, problem=f"the columns must be {','.join(COLUMNS)}")
    found: dict[Table, dict[Seat, str]] = {}
    for row in _rows(reader, path):
        table, seat, nick = _row(row, path, reader.line_num)
        seats = found.setdefault(table, {})
        if seat in seats:
            raise SeatingWrong(path=path, line=reader.line_num, problem=f"seat {seat} is taken twice")
        if nick in _nicks(found, table.round):
            raise SeatingWrong(path=path, line=reader.line_num, problem=f"{nick} sits twice in round {table.round}")
        seats[seat] = nick
    for table, seats in found.items():
        if len(seats) != len(GAME_SEATS):
            problem = f"round {table.round}, table {table.table} has {len(seats)} players, a game has ten"
            raise SeatingWrong(path=path, line=reader.line_num, problem=problem)
    return found


def write_seating(seating: Seating) -> str:
    """The inverse of `parse_seating`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table, seats in sorted(seating.items()):
        writer.writerows((table.round, table.table, seat, nick) for seat, nick in sorted(seats.items()))
    return out.getvalue()


def _rows(reader: csv.DictReader[str], path: Path) -> Iterator[dict[str, str | None]]:
    try:
        yield from reader
    except csv.Error as error:
        raise SeatingWrong(path=path, line=reader.line_num, problem="is not CSV") from error


def _row(row: Mapping[str, str | None], path: Path, line: int) -> tuple[Table, Seat, str]:
    values = {(key or "").strip().lower(): (value or "").strip() for key, value in row.items() if isinstance(key, str)}
    try:
        table = Table(int(values["round"]), int(values["table"]))
        seat = int(values["seat"])
    except (KeyError, ValueError) as error:
        raise SeatingWrong(path=path, line=line, problem="round, table and seat are whole numbers") from error
    if table.round < 1 or table.table < 1 or seat not in range(1, len(GAME_SEATS) + 1):
        raise SeatingWrong(path=path, line=line, problem="rounds and tables count from 1, seats are 1 to 10")
    if not values.get("nick"):
        raise SeatingWrong(path=path, line=line, problem="a nick is missing")
    return table, Seat(seat), values["nick"]


def _nicks(found: Mapping[Table, Mapping[Seat, str]], round_: int) -> Iterable[str]:
    return [nick for table, seats in found.items() if table.round == round_ for nick in seats.values()]
