"""The journal of a game: JSON lines chained by SHA-256, from which the game can be folded again.

Only text in and text out; who keeps the file flushes each line. The chain shows a changed line. That the whole
chain was written anew it cannot show by itself: compare its head with one that was read aloud or printed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine import fields
from engine.actions import ActionKind, HostAction, Review, Verdict, input_as_json, input_from_json
from engine.codes import CueKind, JournalType, Phase
from engine.copying import replace
from engine.cues import Cue
from engine.events import Event, Refused
from engine.fields import FieldError
from engine.ruleset import Ruleset
from engine.state import GameState
from engine.step import NEED_THE_WORD, step
from engine.suggestions import Suggestion
from engine.suggestions import as_json as suggestion_as_json
from engine.suggestions import from_json as suggestion_from_json

SCHEMA: Final = 2
GENESIS: Final = "0" * 64
_KEYS: Final = ("n", "t_ns", "wall", "type", "body", "prev", "hash")
_TAKEN_IN: Final = (JournalType.INPUT, JournalType.VERDICT)
_HIDDEN_FROM_AUDIENCE: Final = frozenset({"assign_role", "shoot", "check", "kill", "wake", "name_black"})
_HIDDEN_EVENTS: Final = frozenset({"shot", "checked", "best_move_named", "killed", "missed"})


class JournalError(ValueError):
    """A journal that cannot be read; names the line and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"journal line {line}: {problem}.")
        self.line = line


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. `wall` is the wall clock as a label, written by whoever keeps the journal; order is `n`."""

    n: int
    t_ns: int
    wall: str
    type: JournalType
    body: Mapping[str, object]
    prev: str
    hash: str

    @property
    def text(self) -> str:
        """The line as the file holds it, without its line break."""
        return json.dumps({**_unhashed(self), "hash": self.hash}, ensure_ascii=False, separators=(",", ":"))


def _unhashed(line: Line) -> dict[str, object]:
    return {
        "n": line.n,
        "t_ns": line.t_ns,
        "wall": line.wall,
        "type": line.type.value,
        "body": line.body,
        "prev": line.prev,
    }


def _hash(line: Line) -> str:
    plain = json.dumps(_unhashed(line), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True)
class Chain:
    """The end of a journal, to which lines are added; itself never changed."""

    next_n: int = 0
    head: str = GENESIS

    def line(self, kind: JournalType, body: Mapping[str, object], t_ns: int, wall: str = "") -> tuple[Line, Chain]:
        """The next line and the chain with it."""
        bare = Line(self.next_n, t_ns, wall, kind, body, self.head, "")
        full = replace(bare, hash=_hash(bare))
        return full, Chain(self.next_n + 1, full.hash)

    def opening(self, rules_id: str, wall: str = "") -> tuple[Line, Chain]:
        """The first line of every journal: its schema and the rulebook."""
        return self.line(JournalType.EVENT, {"kind": "journal_opened", "schema": SCHEMA, "rules": rules_id}, 0, wall)

    def accepted(
        self,
        given: HostAction | Cue | Verdict | Review,
        events: Iterable[Event],
        suggestions: Iterable[Suggestion],
        t_ns: int,
        wall: str = "",
    ) -> tuple[tuple[Line, ...], Chain]:
        """The lines of one accepted input: itself, then what it led to, each naming it as `of`.

        `t_ns` is the game's time at which a cue was taken in; other inputs carry their own.
        """
        at_ns = t_ns if isinstance(given, Cue) else given.t_ns
        decided = isinstance(given, Verdict | Review)
        first, chain = self.line(
            JournalType.VERDICT if decided else JournalType.INPUT, input_as_json(given), at_ns, wall
        )
        lines = [first]
        for event in events:
            line, chain = chain.line(JournalType.EVENT, {**event_as_json(event), "of": first.n}, event.t_ns, wall)
            lines.append(line)
        for suggestion in suggestions:
            body = {**suggestion_as_json(suggestion), "of": first.n}
            line, chain = chain.line(JournalType.SUGGESTION, body, at_ns, wall)
            lines.append(line)
        return tuple(lines), chain

    def retraction(self, of: int, t_ns: int, wall: str = "", by: str = "host") -> tuple[Line, Chain]:
        """Take an input back; the line stays, and so does what it led to, both marked by this one."""
        return self.line(JournalType.RETRACT, {"of": of, "by": by}, t_ns, wall)

    def gap(self, why: str, t_ns: int, wall: str = "") -> tuple[Line, Chain]:
        """Something was lost: frames, sound, or the end of a line at a power cut."""
        return self.line(JournalType.GAP, {"why": why}, t_ns, wall)


def event_as_json(event: Event) -> dict[str, object]:
    """An event as the journal holds it; empty fields are left out."""
    body: dict[str, object] = {"kind": event.kind.value}
    if event.subject is not None:
        body["subject"] = event.subject
    if event.seats:
        body["seats"] = list(event.seats)
    if event.number is not None:
        body["number"] = event.number
    if event.text:
        body["text"] = event.text
    return body


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as read: its lines, and the note to add when its last line was torn off by a power cut."""

    lines: tuple[Line, ...]
    torn: str | None = None  # what was left of the last line, None when it was whole

    @property
    def chain(self) -> Chain:
        """Where to go on writing."""
        return Chain(self.lines[-1].n + 1, self.lines[-1].hash) if self.lines else Chain()

    @property
    def rules_id(self) -> str | None:
        """The rulebook named in the opening line; None in a journal without one."""
        found = self.lines[0].body.get("rules") if self.lines else None
        return found if isinstance(found, str) else None


def read_journal(text: str) -> Journal:
    """Lines of a journal of any schema up to this program's; raises JournalError for a broken one.

    A last line that does not end in a line break and is no whole JSON object is what a power cut leaves; it is set
    aside in `torn`, so that the keeper can write a gap line and go on.
    """
    raw = text.split("\n")
    tail = raw.pop()
    torn = None
    if tail.strip():
        try:
            fields.object_of(tail)
            raw.append(tail)
        except FieldError:
            torn = tail
    objects = [_object(number, line) for number, line in enumerate(raw, start=1) if line.strip()]
    return Journal(tuple(_line(number, value) for number, value in enumerate(_upgraded(objects), start=1)), torn)


def _object(number: int, line: str) -> dict[str, object]:
    try:
        value = json.loads(line)  # a repeated key would not survive the hash; the strict reader costs twice the time
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value
    try:
        return fields.object_of(line)
    except FieldError as problem:
        raise JournalError(number, str(problem)) from problem


def _line(number: int, value: Mapping[str, object]) -> Line:
    try:
        fields.check_keys(value, _KEYS)
        return Line(
            n=fields.integer_of(fields.need(value, "n"), "n"),
            t_ns=fields.integer_of(fields.need(value, "t_ns"), "t_ns"),
            wall=fields.text_of(fields.need(value, "wall"), "wall"),
            type=fields.code_of(JournalType, fields.need(value, "type"), "type"),
            body=fields.mapping_of(fields.need(value, "body"), "body"),
            prev=fields.text_of(fields.need(value, "prev"), "prev"),
            hash=fields.text_of(fields.need(value, "hash"), "hash"),
        )
    except FieldError as problem:
        raise JournalError(number, str(problem)) from problem


def _schema_of(objects: list[dict[str, object]]) -> int:
    body = objects[0].get("body") if objects else None
    schema = body.get("schema", 1) if isinstance(body, dict) else 1
    if not isinstance(schema, int) or isinstance(schema, bool) or not 1 <= schema <= SCHEMA:
        raise JournalError(1, f"schema {schema!r} is newer than this program's {SCHEMA}; update the program")
    return schema


def _undo_became_retract(value: dict[str, object]) -> dict[str, object]:
    """Schema 1 wrote `undo` with the number under `n`."""
    body = value.get("body")
    if value.get("type") != "undo" or not isinstance(body, dict):
        return value
    return {**value, "type": JournalType.RETRACT.value, "body": {"of": body.get("n"), "by": "host"}}


UPGRADERS: Final[dict[int, Callable[[dict[str, object]], dict[str, object]]]] = {1: _undo_became_retract}
"""For each older schema, the change of one line to the next; hashes stay those of the line as it was written."""


def _upgraded(objects: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    schema = _schema_of(objects)
    for value in objects:
        line = value
        for version in range(schema, SCHEMA):
            line = UPGRADERS[version](line)
        yield line


def fold(journal: Journal, rules: Ruleset, start: GameState | None = None) -> GameState:
    """The game that the accepted, unretracted inputs lead to; raises JournalError for one that is refused.

    Cues are not judged again: what they suggested then stands in the journal, so a later program with other eyes
    does not rewrite an old game.
    """
    gone = retracted_inputs(journal.lines)
    state = start or GameState()
    shown: list[Line] = []  # suggestions not yet put back; only verdicts and words of a vote look at them
    for line in journal.lines:
        if line.type is JournalType.SUGGESTION:
            if line.body.get("of") not in gone:
                shown.append(line)
        elif line.type in _TAKEN_IN and line.n not in gone:
            kind = line.body.get("input")
            if kind == "cue" and not (line.body.get("kind") in NEED_THE_WORD and _word_awaited(state)):
                continue
            if shown and (kind != "action" or line.body.get("kind") == ActionKind.CLOSING_WORD):
                state, shown = _with_suggestions(state, shown), []
            state = _stepped(state, line, rules)
    return _with_suggestions(state, shown) if shown else state


def _word_awaited(state: GameState) -> bool:
    """Hands seen while a ballot is open are kept by the game until the word, so that a crash loses none."""
    return state.phase in (Phase.BALLOT, Phase.LIFT_BALLOT) and state.vote is not None and state.vote.word is None


def _stepped(state: GameState, line: Line, rules: Ruleset) -> GameState:
    try:
        given = input_from_json(line.body, line.t_ns)
    except FieldError as problem:
        raise JournalError(line.n + 1, str(problem)) from problem
    done = step(state, given, rules)
    if isinstance(done, Refused):
        raise JournalError(line.n + 1, f"this input is refused here ({done.code}); the journal does not fit its rules")
    return done.state


def _with_suggestions(state: GameState, lines: Iterable[Line]) -> GameState:
    known = {one.id for one in state.pending}
    found: list[Suggestion] = []
    for line in lines:
        body = line.body
        if body.get("kind") == CueKind.NOT_OBSERVED or body.get("id") in known:
            continue
        try:
            one = suggestion_from_json({key: value for key, value in body.items() if key != "of"})
        except FieldError as problem:
            raise JournalError(line.n + 1, str(problem)) from problem
        known.add(one.id)
        found.append(one)
    return replace(state, pending=(*state.pending, *found)) if found else state


def retracted_inputs(lines: Iterable[Line]) -> frozenset[int]:
    """Numbers of the inputs taken back."""
    found: set[int] = set()
    for line in lines:
        of = line.body.get("of") if line.type is JournalType.RETRACT else None
        if isinstance(of, int):
            found.add(of)
    return frozenset(found)


def last_undoable(journal: Journal) -> int | None:
    """The number of the last host action or verdict not yet taken back: what undo retracts."""
    gone = retracted_inputs(journal.lines)
    for line in reversed(journal.lines):
        is_persons = line.type in _TAKEN_IN and line.body.get("input") in ("action", "verdict")
        if is_persons and line.n not in gone:
            return line.n
    return None


def can_retract(journal: Journal, of: int, rules: Ruleset) -> bool:
    """Whether the game still folds without that input."""
    line, _ = journal.chain.retraction(of, 0)
    try:
        fold(Journal((*journal.lines, line)), rules)
    except JournalError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a journal does not hold."""

    line: int
    problem: str  # a code: broken_line, wrong_number, wrong_link, wrong_hash, wrong_head, torn_end


def verify(text: str, head: str | None = None) -> tuple[Finding, ...]:
    """Every place where the chain does not hold; with `head`, also whether it ends where it was said to end.

    A head noted earlier (read aloud at a vote's close, printed on the protocol) must appear in the chain; only a
    comparison with such a head shows that the whole chain was written anew.
    """
    raw = text.split("\n")
    tail = raw.pop()
    found: list[Finding] = []
    expected_n, prev = 0, GENESIS
    seen: set[str] = set()
    for number, written in enumerate(raw, start=1):
        if not written.strip():
            continue
        problem, line_hash = _verify_line(written, expected_n, prev)
        if problem:
            found.append(Finding(number, problem))
        seen.add(line_hash)
        expected_n, prev = expected_n + 1, line_hash
    if tail.strip():
        found.append(Finding(len(raw) + 1, "torn_end"))
    if head is not None and head not in seen:
        found.append(Finding(len(raw), "wrong_head"))
    return tuple(found)


_HASH_AT: Final = ',"hash":"'


def _verify_line(written: str, expected_n: int, prev: str) -> tuple[str, str]:
    """What is wrong with one line, empty when nothing is, and the hash that the next line must name."""
    try:
        value = json.loads(written)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return "broken_line", ""
    told = str(value.get("hash", ""))
    plain, _, _ = written.rpartition(_HASH_AT)
    if written != f'{plain}{_HASH_AT}{told}"}}' or hashlib.sha256(f"{plain}}}".encode()).hexdigest() != told:
        return "wrong_hash", told
    if value.get("prev") != prev:
        return "wrong_link", told
    return ("wrong_number" if value.get("n") != expected_n else ""), told


def redacted(journal: Journal) -> str:
    """The journal for others' eyes: no roles, shots, checks, nor anything that depends on them; a chain of its own."""
    chain, lines = Chain(), list[str]()
    for line in journal.lines:
        if _tells_roles(line):
            continue
        plain = {key: value for key, value in line.body.items() if key != "of"}
        kept, chain = chain.line(line.type, plain, line.t_ns, line.wall)
        lines.append(kept.text)
    return "\n".join(lines) + "\n" if lines else ""


def _tells_roles(line: Line) -> bool:
    body = line.body
    if line.type is JournalType.RETRACT:
        return True
    if line.type is JournalType.SUGGESTION:
        return body.get("role_dependent") is True or body.get("phase") in ("night", "night_zero")
    if body.get("input") == "action":
        return body.get("kind") in _HIDDEN_FROM_AUDIENCE or "role" in body or "awake" in body
    if body.get("input") in ("cue", "verdict", "review"):
        return True
    return line.type is JournalType.EVENT and body.get("kind") in _HIDDEN_EVENTS
