"""The judge's entries in a game's journal: appended whole or not at all, never while the game is still open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from engine.actions import ActionKind, HostAction, Review
from engine.codes import JournalType
from engine.events import Event, Refused
from engine.faults import Fault
from engine.journal import Journal, JournalError, Line, fold, read_journal, retracted_inputs, verify
from engine.ruleset import Ruleset
from engine.state import GameState
from engine.step import step
from ui.review.case import JournalChanged
from ui.rulebooks import rulebook
from ui.session.game import JOURNAL_NAME
from ui.session.journal_lock import JournalLock

Given = HostAction | Review


class NotWritten(Fault):
    """The disk did not take an entry."""

    template = "Nothing was entered: “{path}” cannot be written ({reason})."


class NotPossible(Fault):
    """The game refuses an entry."""

    template = "Nothing was entered: the game does not allow it here."


class Ledger(Protocol):
    """Where a review's entries go."""

    def enter(self, given: Given) -> None:
        """Write an entry down; raises a Fault, and then nothing was entered."""
        ...

    def take_back(self, by: str) -> bool:
        """Take back the newest review that stands; False where there is none. Raises a Fault."""
        ...


class JournalLedger:
    """Entries at the end of the journal in a folder; an audit's journal takes them without a game behind it."""

    def __init__(self, folder: Path, rules: Ruleset, wall: Callable[[], str], *, played: bool) -> None:
        self._folder, self._rules, self._wall, self._played = folder, rules, wall, played

    def enter(self, given: Given) -> None:
        def lines(journal: Journal, t_ns: int) -> Iterable[Line]:
            entry = _at(given, t_ns)
            return journal.chain.accepted(entry, self._events(journal, entry), (), t_ns, self._wall())[0]

        self._append(lines)

    def take_back(self, by: str) -> bool:
        taken = False

        def lines(journal: Journal, t_ns: int) -> Iterable[Line]:
            nonlocal taken
            of = last_review(journal)
            if of is None:
                return ()
            taken = True
            return (journal.chain.retraction(of, t_ns, self._wall(), by)[0],)

        self._append(lines)
        return taken

    def _events(self, journal: Journal, entry: Given) -> tuple[Event, ...]:
        """What an entry leads to by the rules; raises NotPossible where they refuse it."""
        if not isinstance(entry, HostAction):
            done = step(GameState(), entry, self._rules)  # a review is a fact beside the game, whatever its state
            return () if isinstance(done, Refused) else done.events
        if entry.kind is not ActionKind.CORRECT_WORD or not self._played:
            return ()
        try:
            state = fold(journal, rulebook(self._rules.id))  # the answers stand in the journal itself
        except JournalError as error:
            raise JournalChanged(line=error.line) from error
        done = step(state, entry, rulebook(self._rules.id))
        if isinstance(done, Refused):
            raise NotPossible
        return done.events

    def _append(self, lines: Callable[[Journal, int], Iterable[Line]]) -> None:
        path = self._folder / JOURNAL_NAME
        try:
            lock = JournalLock(self._folder)
            try:
                text = path.read_text(encoding="utf-8")
                if findings := verify(text):
                    raise JournalChanged(line=findings[0].line)
                journal = read_journal(text)
                t_ns = max((line.t_ns for line in journal.lines), default=0)
                _write(path, "".join(f"{line.text}\n" for line in lines(journal, t_ns)).encode())
            finally:
                lock.release()
        except (OSError, UnicodeDecodeError, JournalError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error).rstrip(".")
            raise NotWritten(path=path, reason=reason) from error


def last_review(journal: Journal) -> int | None:
    """The number of the newest review or corrected word that stands."""
    gone = retracted_inputs(journal.lines)
    for line in reversed(journal.lines):
        own = line.body.get("input") == "review" or line.body.get("kind") == "correct_word"
        if line.type in (JournalType.VERDICT, JournalType.INPUT) and own and line.n not in gone:
            return line.n
    return None


def _at(given: Given, t_ns: int) -> Given:
    """An entry is made after everything in the journal."""
    return replace(given, t_ns=t_ns)


def _write(path: Path, added: bytes) -> None:
    """Append and flush; what the disk took in part is cut off again."""
    if not added:
        return
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        try:
            file.write(added)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            file.truncate(end)
            raise
