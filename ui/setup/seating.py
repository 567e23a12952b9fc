"""Nicks by seat from a CSV file: of one game, or of all games of a tournament."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.faults import Fault
from engine.seats import GAME_SEATS
from ui.settings import LONGEST_NICK

Players = tuple[str, ...]
MOST_GAMES: Final = 99
LARGEST_BYTES: Final = 1_000_000


class SeatingFault(Fault):
    """A file of players that cannot be used as it is."""


class SeatingUnreadable(SeatingFault):
    template = "“{path}” cannot be read as a CSV file in UTF-8: save it as “CSV UTF-8” and choose it again."


class SeatingHeadWrong(SeatingFault):
    template = "“{path}” must begin with the line seat,nick or game,seat,nick: add that line."


class SeatingLineWrong(SeatingFault):
    template = "“{path}”, line {line}: write a seat from 1 to 10 and a nick, once for every seat of a game."


class SeatingIncomplete(SeatingFault):
    template = "“{path}”: game {game} has no player at seat {seats}: add the line."


class SeatingEmpty(SeatingFault):
    template = "“{path}” names no players: write one line seat,nick for each seat."


class SeatingOfTables(SeatingFault):
    template = "“{path}” seats the tables {tables}: type the number of yours."


def read_seating(path: Path, table: int | None = None) -> Mapping[int, Players]:
    """The players of each game of a file, by game number; a file without games is game 1. Raises SeatingFault."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_BYTES + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise SeatingUnreadable(path=path) from error
    if len(text) > LARGEST_BYTES:
        raise SeatingUnreadable(path=path)
    return parse_seating(text, path, table)


def parse_seating(text: str, path: Path, table: int | None = None) -> Mapping[int, Players]:
    """As `read_seating`, for text in memory; comma, semicolon or tab between the columns, other columns are left.

    An event's `round,table,seat,nick` is read for one table.
    """
    first = text.partition("\n")[0]
    mark = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True))
    except csv.Error as error:
        raise SeatingUnreadable(path=path) from error
    head = [name.strip().lower() for name in rows[0]] if rows else []
    if "seat" not in head or "nick" not in head:
        raise SeatingHeadWrong(path=path)
    head = ["game" if name == "round" and "game" not in head else name for name in head]
    tables = _tables(head, rows[1:])
    if len(tables) > 1 and str(table) not in tables:
        raise SeatingOfTables(path=path, tables=", ".join(tables))
    games: dict[int, dict[int, str]] = {}
    for line, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        fields = dict(zip(head, (cell.strip() for cell in row), strict=False))
        if len(tables) > 1 and fields.get("table") != str(table):
            continue
        game, seat = _number(fields.get("game", "1"), MOST_GAMES), _number(fields.get("seat", ""), len(GAME_SEATS))
        nick = fields.get("nick", "")
        if game is None or seat is None or not nick or seat in games.get(game, {}):
            raise SeatingLineWrong(path=path, line=line)
        games.setdefault(game, {})[seat] = nick[:LONGEST_NICK].strip()
    if not games:
        raise SeatingEmpty(path=path)
    for game, seated in games.items():
        empty = [seat for seat in GAME_SEATS if seat not in seated]
        if empty:
            raise SeatingIncomplete(path=path, game=game, seats=", ".join(map(str, empty)))
    return {game: tuple(seated[seat] for seat in GAME_SEATS) for game, seated in sorted(games.items())}


def _tables(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The tables that a file names, in its order."""
    if "table" not in head:
        return ()
    at = head.index("table")
    return tuple(dict.fromkeys(row[at].strip() for row in rows if len(row) > at and row[at].strip()))


def _number(text: str, most: int) -> int | None:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        return None
    return int(text) if 1 <= int(text) <= most else None
