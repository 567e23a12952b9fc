"""The archive of an event: every game, vote and incident findable by seat, nick, clause or decision.

The index (archive.sqlite) is derived from the journals alone and made anew whenever it is asked for and they changed.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.codes import CueKind, JournalType
from engine.faults import Fault
from engine.journal import Journal, JournalError, fold, read_journal, retracted_inputs
from engine.ruleset import load_rules
from engine.state import GameState
from engine.suggestions import Suggestion
from engine.suggestions import from_json as suggestion_from_json

INDEX_NAME: Final = "archive.sqlite"
JOURNAL_NAME: Final = "journal.jsonl"
_SCHEMA: Final = """
CREATE TABLE games (game TEXT PRIMARY KEY, sha256 TEXT, rules TEXT, outcome TEXT, days INTEGER, problem TEXT);
CREATE TABLE players (game TEXT, seat INTEGER, nick TEXT, fouls INTEGER, tech_fouls INTEGER, left TEXT, points REAL);
CREATE TABLE votes (game TEXT, day INTEGER, ballot INTEGER, candidate TEXT, voter INTEGER);
CREATE TABLE incidents (game TEXT, id TEXT, t_ns INTEGER, kind TEXT, seat TEXT, clause TEXT, decision TEXT);
CREATE TABLE register (game TEXT, seat TEXT, nick TEXT, what TEXT, number REAL, text TEXT);
"""


class ArchiveUnwritable(Fault):
    """The index cannot be kept."""

    template = "The archive's index “{path}” cannot be written ({reason}): make room or name another folder."


@dataclass(frozen=True, slots=True)
class Found:
    """One line of an answer: where it is and what it says."""

    game: str
    what: str  # game, vote or incident
    name: str  # an incident's name for `pack`, a vote's, or the game's
    seat: str
    nick: str
    clause: str
    decision: str


@dataclass(frozen=True, slots=True)
class Registered:
    """What a player takes from one game into the next: a suspension, a removal, points, fouls that carry over."""

    game: str
    seat: str
    nick: str
    what: str
    number: float
    text: str


class Archive:
    """Looks into all games below an event's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / INDEX_NAME

    def games(self) -> tuple[Path, ...]:
        """Folders with a journal, at any depth, in order of name."""
        return tuple(sorted(path.parent for path in self._folder.rglob(JOURNAL_NAME) if "packs" not in path.parts))

    def find(
        self, *, seat: str = "", nick: str = "", clause: str = "", decision: str = "", game: str = ""
    ) -> tuple[Found, ...]:
        """Everything that fits all given parts; without any, everything."""
        with closing(self._fresh()) as index:
            rows = index.execute(
                "SELECT i.game, 'incident', i.id, i.seat, COALESCE(p.nick, ''), COALESCE(i.clause, ''), i.decision, i.t_ns"
                " FROM incidents i LEFT JOIN players p ON p.game = i.game AND CAST(p.seat AS TEXT) = i.seat"
                " UNION ALL SELECT v.game, 'vote', 'vote ' || v.day || '-' || v.ballot || ' ' || v.candidate,"
                " CAST(v.voter AS TEXT), COALESCE(p.nick, ''), '', '', 0"
                " FROM votes v LEFT JOIN players p ON p.game = v.game AND p.seat = v.voter"
                " ORDER BY 1, 8, 2, 3, 4"
            ).fetchall()
        found = [Found(*row[:7]) for row in rows]
        return tuple(
            one
            for one in found
            if (not seat or one.seat == seat)
            and (not nick or one.nick.casefold() == nick.casefold())
            and (not clause or one.clause == clause)
            and (not decision or one.decision == decision)
            and (not game or one.game == game)
        )

    def register(self) -> tuple[Registered, ...]:
        """Suspensions, removals from the tournament, points and fouls of every player, in order of the games."""
        with closing(self._fresh()) as index:
            rows = index.execute("SELECT game, seat, nick, what, number, text FROM register ORDER BY game, rowid")
            return tuple(Registered(*row) for row in rows)

    def results(self) -> tuple[tuple[str, str, int, str, int, float], ...]:
        """(game, outcome, seat, nick, fouls, points) of every player of every game."""
        with closing(self._fresh()) as index:
            rows = index.execute(
                "SELECT g.game, COALESCE(g.outcome, ''), p.seat, p.nick, p.fouls, p.points FROM games g"
                " JOIN players p ON p.game = g.game ORDER BY g.game, p.seat"
            )
            return tuple(tuple(row) for row in rows)

    def broken(self) -> tuple[tuple[str, str], ...]:
        """Games whose journal does not make a game, with the problem."""
        with closing(self._fresh()) as index:
            return tuple(index.execute("SELECT game, problem FROM games WHERE problem != '' ORDER BY game"))

    def _fresh(self) -> sqlite3.Connection:
        """The index, made anew where a journal was added, changed or removed since."""
        now = {self._name(game): _sha256(game / JOURNAL_NAME) for game in self.games()}
        try:
            index = sqlite3.connect(self._path)
            try:
                known = dict(index.execute("SELECT game, sha256 FROM games"))
            except sqlite3.DatabaseError:
                known = {}
            if known == now and now:
                return index
            index.close()
            self._path.unlink(missing_ok=True)
            index = sqlite3.connect(self._path)
            self._path.chmod(0o600)
            index.executescript(_SCHEMA)
            for game in self.games():
                _enter(index, self._name(game), game / JOURNAL_NAME)
            index.commit()
        except (sqlite3.Error, OSError) as error:
            raise ArchiveUnwritable(path=self._path, reason=str(error)) from error
        return index

    def _name(self, game: Path) -> str:
        return game.relative_to(self._folder).as_posix()


def _enter(index: sqlite3.Connection, name: str, path: Path) -> None:
    sha256 = _sha256(path)
    try:
        journal = read_journal(path.read_text(encoding="utf-8"))
        rules_id = journal.rules_id or ""
        state = fold(journal, load_rules(rules_id))
    except (JournalError, UnicodeDecodeError, ValueError, OSError) as error:
        index.execute("INSERT INTO games VALUES (?, ?, '', '', 0, ?)", (name, sha256, str(error)))
        return
    index.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, '')",
        (name, sha256, rules_id, state.result.value if state.result else None, state.day),
    )
    index.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?)", _players(name, state))
    index.executemany("INSERT INTO votes VALUES (?, ?, ?, ?, ?)", _votes(name, state))
    index.executemany("INSERT INTO incidents VALUES (?, ?, ?, ?, ?, ?, ?)", _incidents(name, journal))
    index.executemany("INSERT INTO register VALUES (?, ?, ?, ?, ?, ?)", _registered(name, journal, state))


def _players(name: str, state: GameState) -> Iterator[tuple[object, ...]]:
    for player in state.players:
        points = sum(entry.points for entry in state.record.points if entry.seat == player.seat)
        left = player.left.value if player.left else None
        yield name, int(player.seat), player.nick, player.fouls, player.tech_fouls, left, points


def _votes(name: str, state: GameState) -> Iterator[tuple[object, ...]]:
    for held in state.record.rounds:
        for voter, candidate in held.cast:
            yield name, held.day, held.number, "lift" if held.lift else str(candidate), int(voter)


def _incidents(name: str, journal: Journal) -> Iterator[tuple[object, ...]]:
    decided = _decisions(journal)
    for one in _suggestions(journal):
        yield (
            name,
            one.id,
            one.when.start.earliest_ns,
            one.kind.value,
            str(one.subject),
            one.clause,
            decided.get(one.id, ""),
        )


def _suggestions(journal: Journal) -> Iterator[Suggestion]:
    seen: set[str] = set()
    for line in journal.lines:
        if line.type is JournalType.SUGGESTION and line.body.get("kind") != CueKind.NOT_OBSERVED:
            one = suggestion_from_json({key: value for key, value in line.body.items() if key != "of"})
            if one.id not in seen:
                seen.add(one.id)
                yield one


def _decisions(journal: Journal) -> dict[str, str]:
    gone = retracted_inputs(journal.lines)
    found: dict[str, str] = {}
    for line in journal.lines:
        if line.type is JournalType.VERDICT and line.n not in gone:
            found[str(line.body.get("suggestion"))] = str(line.body.get("decision") or line.body.get("result"))
    return found


def _registered(name: str, journal: Journal, state: GameState) -> Iterator[tuple[object, ...]]:
    """What outlives a game: suspensions with their words, who was put out of the tournament, points, fouls."""
    nicks = {str(player.seat): player.nick for player in state.players}
    gone = retracted_inputs(journal.lines)
    for line in journal.lines:
        if line.type is JournalType.EVENT and line.body.get("of") not in gone and line.body.get("kind") == "suspended":
            seat = str(line.body.get("subject"))
            yield name, seat, nicks.get(seat, ""), "suspended", 0.0, str(line.body.get("text", ""))
    for entry in state.record.exits:
        if entry.how.value in ("tournament", "removal", "kill_and_removal", "team_defeat"):
            yield name, str(entry.seat), nicks.get(str(entry.seat), ""), entry.how.value, 1.0, ""
    for points in state.record.points:
        yield name, str(points.seat), nicks.get(str(points.seat), ""), "points", points.points, points.reason
    for player in state.players:
        if player.fouls or player.tech_fouls:
            yield name, str(player.seat), player.nick, "fouls", float(player.fouls), f"technical {player.tech_fouls}"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def columns(rows: Sequence[Sequence[object]]) -> str:
    """Rows as tab-separated lines, for people and spreadsheets alike."""
    return "".join("\t".join(str(cell) for cell in row) + "\n" for row in rows)
