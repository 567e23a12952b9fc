"""The timeline of a game: what was called and when, as JSON lines that a person, a program or a journal wrote.

One line per moment. A first line `{"schema": 1}` may precede them. A game's journal is read as a timeline too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engine import fields
from engine.codes import Awake, PermissionKind, RequestKind, Role, TimelineKind, WordSource
from engine.intervals import Interval, Span
from engine.seats import Seat, Subject

SCHEMA: Final = 1


class TimelineError(ValueError):
    """A line that cannot be understood; names the line and, for a mistyped word, the nearest known one."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}.")
        self.line = line


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One moment of the game; only the fields of its own kind are set."""

    t: Interval
    kind: TimelineKind
    subject: Subject | None = None
    source: WordSource = WordSource.LABEL
    start: Interval | None = None  # word: when it began …
    end: Interval | None = None  # … and ended
    word: str | None = None  # word: what was said
    candidate: Seat | None = None  # call, nomination, count: against whom
    number: int | None = None  # count: how many votes; score_number: the number called at night
    seats: tuple[Seat, ...] = ()  # wake: who may look; count: who voted; shootout_start, lift_call: the tied
    awake: Awake | None = None  # wake, sleep: the role called
    role: Role | None = None  # role: the player's card
    request: RequestKind | None = None
    permission: PermissionKind | None = None

    @property
    def span(self) -> Span:
        """The spoken word's beginning and end; a word without them is taken as the moment `t`."""
        return Span(self.start or self.t, self.end or self.t)


_OPTIONAL_READERS: Final[dict[str, Callable[[object], object]]] = {
    "start": lambda value: fields.interval_of(value, "start"),
    "end": lambda value: fields.interval_of(value, "end"),
    "word": lambda value: fields.text_of(value, "word"),
    "candidate": lambda value: fields.seat_of(value, "candidate"),
    "number": lambda value: fields.integer_of(value, "number"),
    "seats": lambda value: tuple(fields.seat_of(seat, "seats") for seat in fields.list_of(value, "seats")),
    "awake": lambda value: fields.code_of(Awake, value, "role to wake"),
    "role": lambda value: fields.code_of(Role, value, "role"),
    "request": lambda value: fields.code_of(RequestKind, value, "request"),
    "permission": lambda value: fields.code_of(PermissionKind, value, "permission"),
}
_KEYS: Final = ("t", "kind", "subject", "source", *_OPTIONAL_READERS)

_NEEDED: Final[dict[TimelineKind, tuple[str, ...]]] = {
    TimelineKind.CALL: ("candidate",),
    TimelineKind.NOMINATION: ("subject", "candidate"),
    TimelineKind.ELIMINATED: ("subject",),
    TimelineKind.REMOVED: ("subject",),
    TimelineKind.REQUEST: ("request",),
    TimelineKind.PERMISSION: ("permission",),
    TimelineKind.ROLE: ("subject", "role"),
    TimelineKind.SCORE_NUMBER: ("number",),
}


def read_timeline(text: str) -> tuple[TimelineEntry, ...]:
    """Entries in order of time; raises TimelineError for the first line that cannot be understood.

    Text whose lines have a `type` is a game's journal: its accepted host actions become the entries.
    """
    parsed = list(_objects(text))
    if any("type" in line for _, line in parsed):
        return _in_order(_journal_entries(parsed))
    return _in_order(_entry(number, line) for number, line in parsed)


def write_timeline(entries: Iterable[TimelineEntry]) -> str:
    """JSON lines that `read_timeline` reads back equal, the schema line first."""
    lines = [json.dumps({"schema": SCHEMA})]
    lines += [json.dumps(_as_json(entry), ensure_ascii=False) for entry in entries]
    return "\n".join(lines) + "\n"


def _objects(text: str) -> Iterable[tuple[int, dict[str, object]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = fields.object_of(line)
            schema = value.pop("schema", SCHEMA)
            if fields.integer_of(schema, "schema") > SCHEMA:
                raise fields.FieldError(f"schema {schema} is newer than this program's {SCHEMA}; update the program")
        except fields.FieldError as problem:
            raise TimelineError(number, str(problem)) from problem
        if value:
            yield number, value


def _entry(number: int, line: dict[str, object]) -> TimelineEntry:
    try:
        fields.check_keys(line, _KEYS)
        kind = fields.code_of(TimelineKind, fields.need(line, "kind"), "kind")
        for key in _NEEDED.get(kind, ()):
            if line.get(key) is None:
                raise fields.FieldError(f"{kind} needs {key!r}")
        given = {key: read(line[key]) for key, read in _OPTIONAL_READERS.items() if line.get(key) is not None}
        subject = line.get("subject")
        return TimelineEntry(
            t=fields.interval_of(fields.need(line, "t"), "t"),
            kind=kind,
            subject=None if subject is None else fields.person_of(subject, "subject"),
            source=fields.source_of(fields.need(line, "source")),
            **given,  # type: ignore[arg-type]  # each reader returns its own field's type
        )
    except fields.FieldError as problem:
        raise TimelineError(number, str(problem)) from problem


def _journal_entries(lines: list[tuple[int, dict[str, object]]]) -> Iterable[TimelineEntry]:
    from engine.journal_timeline import entries_of  # only here: a timeline by itself knows nothing of journals

    try:
        return entries_of([line for _, line in lines])
    except fields.FieldError as problem:
        raise TimelineError(lines[-1][0], str(problem)) from problem


def _in_order(entries: Iterable[TimelineEntry]) -> tuple[TimelineEntry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.t))


def _as_json(entry: TimelineEntry) -> dict[str, object]:
    line: dict[str, object] = {
        "t": pair(entry.t),
        "kind": entry.kind.value,
        "subject": entry.subject,
        "source": entry.source.value,
    }
    for key in _OPTIONAL_READERS:
        value = getattr(entry, key)
        if isinstance(value, Interval):
            line[key] = pair(value)
        elif isinstance(value, tuple):
            if value:
                line[key] = list(value)
        elif value is not None:
            line[key] = value
    return line


def pair(moment: Interval) -> list[int]:
    """An interval as files write it."""
    return [moment.earliest_ns, moment.latest_ns]
