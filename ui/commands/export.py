"""`export`: a game's journal as other programs and people want it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from engine.exchange import mafiaratings, polemica
from engine.exchange.protocol import Heading, protocol_of
from engine.exchange.sheet import sheet_of
from engine.exchange.tables import write_fouls, write_votes
from engine.faults import Fault
from engine.journal import Journal, JournalError, fold, read_journal, redacted, verify
from engine.ruleset import Ruleset, load_rules
from engine.state import GameState
from ui.commands.progress import note
from ui.commands.verify import journal_text
from ui.evidence.whole_files import whole_folder
from ui.words import Words


class FormatUnknown(Fault):
    """A format that is not written."""

    template = "“{format}” is no export format: choose from {known}."


class JournalBroken(Fault):
    """A journal that does not make a game."""

    template = "“{path}” does not make a game ({problem}): run “table-monitor verify” on it."


class GameNotComplete(Fault):
    """What the format needs is not known."""

    template = (
        "This game cannot be written as {format}: that needs every player's card, and its journal holds none (the host's "
        "window does not take cards yet); csv, pdf and public need no cards."
    )


def export(words: Words, path: Path, format_name: str, out: Path) -> int:
    """Write one format's files; exit code 1 where the journal does not hold. Raises a Fault in one sentence."""
    writer = WRITERS.get(format_name)
    if writer is None:
        raise FormatUnknown(format=format_name, known=", ".join(WRITERS))
    journal, state, rules = _game(path)
    holds = not verify(journal_text(path))
    if not holds:
        note(words("The journal of “{path}” does not hold: run “table-monitor verify” on it.", path=path))
    if state.result is None:
        note(words("The game is not over: what is written ends where the journal ends."))
    with whole_folder(out) as folder:
        try:
            writer(journal, state, rules, words, folder)
        except ValueError as error:
            raise GameNotComplete(format=format_name) from error
        written = sorted(path.name for path in folder.iterdir())
    for name in written:
        sys.stdout.write(f"{out / name}\n")
    return 0 if holds else 1


def _game(path: Path) -> tuple[Journal, GameState, Ruleset]:
    try:
        journal = read_journal(journal_text(path))
        rules = load_rules(journal.rules_id or "")
        return journal, fold(journal, rules), rules
    except (JournalError, ValueError) as error:
        raise JournalBroken(path=path, problem=str(error).rstrip(".")) from error


def _began(journal: Journal) -> datetime:
    """When the journal was opened: exports carry the game's dates, never today's."""
    wall = journal.lines[0].wall if journal.lines else ""
    return datetime.fromisoformat(wall) if wall else datetime(2000, 1, 1, tzinfo=UTC)


def _mafiaratings(journal: Journal, state: GameState, _rules: Ruleset, _words: Words, folder: Path) -> None:
    sheet = sheet_of(state, _began(journal))
    (folder / "mafiaratings.json").write_text(mafiaratings.write_game(sheet), encoding="utf-8")


def _polemica(journal: Journal, state: GameState, _rules: Ruleset, _words: Words, folder: Path) -> None:
    sheet = sheet_of(state, _began(journal))
    (folder / "polemica.json").write_text(polemica.write_game(sheet), encoding="utf-8")


def _csv(_journal: Journal, state: GameState, _rules: Ruleset, _words: Words, folder: Path) -> None:
    (folder / "votes.csv").write_text(write_votes(state.record.rounds), encoding="utf-8")
    (folder / "fouls.csv").write_text(write_fouls(state.record.fouls), encoding="utf-8")


def _pdf(journal: Journal, state: GameState, rules: Ruleset, words: Words, folder: Path) -> None:
    from ui.evidence.protocol_pdf import protocol_pdf  # loads fonts and what sets them

    protocol = protocol_of(state, rules, Heading(head=journal.chain.head))
    (folder / "protocol.pdf").write_bytes(protocol_pdf(protocol, words, _began(journal)))


def _public(journal: Journal, _state: GameState, _rules: Ruleset, _words: Words, folder: Path) -> None:
    """The journal without anything that tells a role."""
    (folder / "journal_public.jsonl").write_text(redacted(journal), encoding="utf-8")


Writer = Callable[[Journal, GameState, Ruleset, Words, Path], None]

WRITERS: Final[Mapping[str, Writer]] = {
    "mafiaratings": _mafiaratings,
    "polemica": _polemica,
    "csv": _csv,
    "pdf": _pdf,
    "public": _public,
}
