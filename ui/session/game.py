"""The running game: the only writer of its journal, and the only place where an input becomes state.

Several threads may call it (pictures, the window's requests); every call is one short locked step.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Final

from engine.actions import ActionKind, HostAction, Review, Verdict, input_from_json
from engine.cues import Cue
from engine.events import Event, RefusalCode, Refused
from engine.focus import Focus
from engine.journal import Chain, Journal, Line, can_retract, fold, last_undoable
from engine.journal_timeline import entries_of
from engine.legal import allowed
from engine.live import focus
from engine.periods import VoteWindow, vote_windows
from engine.ruleset import Ruleset
from engine.state import GameState
from engine.step import step
from engine.suggestions import Suggestion
from engine.timeline import TimelineEntry
from ui.session.journal_lock import JournalLock
from ui.session.messages import Refusal

JOURNAL_NAME: Final = "journal.jsonl"
LATEST_CUES: Final = 40


@dataclass(frozen=True, slots=True)
class Standing:
    """What the game is at one moment, taken in one piece."""

    state: GameState
    suggestions: tuple[Suggestion, ...]
    decided: dict[str, Verdict]
    cues: tuple[Cue, ...]
    events: tuple[Event, ...]
    can_undo: bool
    can_redo: bool
    head: str


class LiveGame:
    """One game from its first input; opens the journal in a folder, or keeps it in memory where there is none."""

    def __init__(self, rules: Ruleset, folder: Path | None, wall: Callable[[], str]) -> None:
        self.rules = rules
        self._wall = wall
        self._lock = threading.RLock()
        self._file: FileIO | None = None
        self._journal_lock: JournalLock | None = None
        self._unwritten = b""
        self._trouble = ""
        if folder is not None:
            self._file = FileIO(folder / JOURNAL_NAME, "x")
            self._journal_lock = JournalLock(folder)
        self._lines: list[Line] = []
        self._chain = Chain()
        self._state = GameState()
        self._suggestions: list[Suggestion] = []
        self._decided: dict[str, Verdict] = {}
        self._cues: list[Cue] = []
        self._events: tuple[Event, ...] = ()
        self._taken_back: list[HostAction | Verdict] = []
        self._timeline: tuple[str, tuple[TimelineEntry, ...]] = ("", ())  # kept by the chain's head
        line, self._chain = self._chain.opening(rules.id, wall())
        self._write([line])

    def enter(self, given: HostAction | Verdict | Review) -> Refusal | None:
        """Something that a person did; a refusal changes nothing."""
        with self._lock:
            refusal = self._apply(given)
            if refusal is None:
                self._taken_back.clear()
            return refusal

    def notice(self, cues: Iterable[Cue]) -> None:
        """Something that was seen or heard."""
        with self._lock:
            for cue in cues:
                self._apply(cue)
                self._cues = [*self._cues[1 - LATEST_CUES :], cue]

    def undo(self, t_ns: int) -> Refusal | None:
        """Take back the last thing a person entered, by an entry that says so."""
        with self._lock:
            journal = Journal(tuple(self._lines), None)
            of = last_undoable(journal)
            if of is None or not can_retract(journal, of, self.rules):
                return Refusal(Refused(RefusalCode.NOT_NOW), None)
            given = self._given(of)
            line, self._chain = self._chain.retraction(of, t_ns, self._wall())
            self._write([line])
            self._state = fold(Journal(tuple(self._lines), None), self.rules)
            if isinstance(given, Verdict):
                self._decided.pop(given.suggestion, None)
            if given is not None:
                self._taken_back.append(given)
            self._events = ()
            return None

    def redo(self, t_ns: int) -> Refusal | None:
        """Enter again what was last taken back."""
        with self._lock:
            if not self._taken_back:
                return Refusal(Refused(RefusalCode.NOT_NOW), None)
            given = self._taken_back[-1]
            refusal = self._apply(_at(given, max(t_ns, self._state.t_ns)))
            if refusal is None:
                self._taken_back.pop()
            return refusal

    def gap(self, why: str, t_ns: int) -> None:
        """Something was lost."""
        with self._lock:
            line, self._chain = self._chain.gap(why, t_ns, self._wall())
            self._write([line])

    def focus(self) -> Focus:
        """What the senses should watch now."""
        with self._lock:
            return focus(self._state)

    @property
    def state(self) -> GameState:
        """The game now."""
        with self._lock:
            return self._state

    def entries(self) -> tuple[TimelineEntry, ...]:
        """The game so far as a timeline."""
        with self._lock:
            if self._timeline[0] != self._chain.head:
                self._timeline = (self._chain.head, tuple(entries_of([_as_mapping(line) for line in self._lines])))
            return self._timeline[1]

    def windows(self) -> tuple[VoteWindow, ...]:
        """Every candidate's vote so far."""
        return vote_windows(self.entries())

    def standing(self) -> Standing:
        """Everything a window shows, in one piece."""
        with self._lock:
            return Standing(
                state=self._state,
                suggestions=tuple(self._suggestions),
                decided=dict(self._decided),
                cues=tuple(self._cues),
                events=self._events,
                can_undo=last_undoable(Journal(tuple(self._lines), None)) is not None,
                can_redo=bool(self._taken_back),
                head=self._chain.head,
            )

    def allowed(self, state: GameState) -> frozenset[ActionKind]:
        """Kinds of action that would be accepted in a state."""
        return allowed(state, self.rules)

    def close(self) -> None:
        """End the journal's file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None
            if self._journal_lock is not None:
                self._journal_lock.release()
                self._journal_lock = None

    def _apply(self, given: HostAction | Verdict | Review | Cue) -> Refusal | None:
        result = step(self._state, given, self.rules)
        if isinstance(result, Refused):
            return Refusal(result, given.kind if isinstance(given, HostAction) else None)
        t_ns = given.t_ns if not isinstance(given, Cue) else max(self._state.t_ns, given.when.start.latest_ns)
        lines, self._chain = self._chain.accepted(given, result.events, result.suggestions, t_ns, self._wall())
        self._write(lines)
        self._state = result.state
        self._suggestions += result.suggestions
        if isinstance(given, Verdict):
            self._decided[given.suggestion] = given
        if not isinstance(given, Cue):
            self._events = result.events
        return None

    @property
    def journal_trouble(self) -> str:
        """Why the journal's newest lines are not yet on the disk; empty while all are."""
        with self._lock:
            if self._unwritten:
                self._write(())
            return self._trouble

    def _write(self, lines: Iterable[Line]) -> None:
        """Append and flush: what is in the journal has happened, also after a crash.

        A full or missing disk stops neither the game nor the record: lines wait in memory and are written, from the byte
        at which the disk gave out, as soon as it takes them again.
        """
        for line in lines:
            self._lines.append(line)
            self._unwritten += (line.text + "\n").encode()
        if self._file is None:
            self._unwritten = b""
            return
        try:
            while self._unwritten:
                self._unwritten = self._unwritten[self._file.write(self._unwritten) or 0 :]
            os.fsync(self._file.fileno())
            self._trouble = ""
        except OSError as error:
            self._trouble = error.strerror or str(error)

    def _given(self, number: int) -> HostAction | Verdict | None:
        line = next(line for line in self._lines if line.n == number)
        given = input_from_json(line.body, line.t_ns)
        return given if isinstance(given, HostAction | Verdict) else None


def _at(given: HostAction | Verdict, t_ns: int) -> HostAction | Verdict:
    return replace(given, t_ns=t_ns)


def _as_mapping(line: Line) -> dict[str, object]:
    return {"n": line.n, "t_ns": line.t_ns, "type": line.type, "body": line.body}
