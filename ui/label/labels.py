"""The marks of one recording: set one by one, taken back one by one, and written as lines of the truth format. No Qt."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from engine import fields
from engine.codes import Eyes, HandForm, HandPlace, Side, TimelineKind, WordSource
from engine.faults import Fault
from engine.intervals import Interval
from engine.seats import Seat

SCHEMA = 1


class LabelsDamaged(Fault):
    """A labels file that cannot be read."""

    template = "“{path}”, line {line}: {reason}. Correct or remove the line, or move the file away to begin anew."


class MarkKind(StrEnum):
    """What a key marks; those of one pair make one line."""

    TOUCH = "touch"
    LIFT = "lift"
    WORD_START = "word_start"
    WORD_END = "word_end"
    PEEK_START = "peek_start"
    PEEK_END = "peek_end"
    CONTACT_START = "contact_start"
    CONTACT_END = "contact_end"


ENDS = {
    MarkKind.LIFT: MarkKind.TOUCH,
    MarkKind.WORD_END: MarkKind.WORD_START,
    MarkKind.PEEK_END: MarkKind.PEEK_START,
    MarkKind.CONTACT_END: MarkKind.CONTACT_START,
}
"""Which beginning an end belongs to."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One moment: it was not so in the picture before and is so in this one."""

    kind: MarkKind
    when: Interval
    seat: Seat | None = None
    side: Side | None = None
    target: Seat | None = None

    @property
    def whose(self) -> tuple[MarkKind, Seat | None, Side | None]:
        """Marks of one pair have this in common."""
        return ENDS.get(self.kind, self.kind), self.seat, self.side


@dataclass(slots=True)
class Labels:
    """All marks in the order in which they were set."""

    marks: list[Mark] = field(default_factory=list)
    saved: int = 0  # how many of them are in the file

    def add(self, mark: Mark) -> None:
        self.marks.append(mark)
        self.saved = min(self.saved, len(self.marks) - 1)

    def undo(self) -> Mark | None:
        """Take the last mark back; None where there is none."""
        if not self.marks:
            return None
        mark = self.marks.pop()
        self.saved = min(self.saved, -1)
        return mark

    @property
    def unsaved(self) -> bool:
        return self.saved != len(self.marks)

    def open_mark(self, kind: MarkKind, seat: Seat | None, side: Side | None = None) -> Mark | None:
        """The beginning that has no end yet."""
        begun: Mark | None = None
        for mark in self.marks:
            if mark.whose == (kind, seat, side):
                begun = mark if mark.kind is kind else None
        return begun

    def lines(self) -> Iterator[dict[str, Any]]:
        """Lines of the truth format in order of time; an end without a beginning begins where it ends."""
        pairs: list[tuple[Mark, Mark | None]] = []
        begun: dict[tuple[MarkKind, Seat | None, Side | None], Mark] = {}
        for mark in sorted(self.marks, key=lambda m: (m.when, m.kind in ENDS)):
            if mark.kind not in ENDS:
                if mark.whose in begun:
                    pairs.append((begun[mark.whose], None))
                begun[mark.whose] = mark
            else:
                pairs.append((begun.pop(mark.whose, mark), mark))
        pairs += [(mark, None) for mark in begun.values()]
        for first, last in sorted(pairs, key=lambda pair: pair[0].when):
            yield _line(first, last)


def write_labels(labels: Labels, path: Path) -> None:
    """Write the file whole or not at all; raises OSError."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in ({"schema": SCHEMA}, *labels.lines()))
    work = path.with_name(f".{path.name}.writing")
    try:
        work.write_text(text, encoding="utf-8")
        os.replace(work, path)
    finally:
        work.unlink(missing_ok=True)
    labels.saved = len(labels.marks)


def read_labels(path: Path) -> Labels:
    """What was labelled before; raises LabelsDamaged."""
    marks: list[Mark] = []
    for number, text in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), start=1):
        if not text.strip():
            continue
        try:
            line = fields.object_of(text)
            if "kind" in line:
                marks += _marks(line)
            elif fields.integer_of(line.get("schema"), "schema") > SCHEMA:
                raise fields.FieldError("its schema is newer than this program")
        except (fields.FieldError, ValueError) as problem:
            raise LabelsDamaged(path=path, line=number, reason=str(problem).rstrip(".")) from problem
    return Labels(marks, len(marks))


def _line(first: Mark, last: Mark | None) -> dict[str, Any]:
    end = None if last is None else _pair(last.when)
    lead = {"t": _pair(first.when), "kind": "", "subject": first.seat, "source": WordSource.LABEL.value}
    span = {"start": _pair(first.when), "end": end}
    kind = ENDS.get(first.kind, first.kind)
    if kind is MarkKind.TOUCH:
        hand = {"side": first.side, "place": HandPlace.TABLE.value, "form": HandForm.UNKNOWN.value}
        return {**lead, "kind": "hand", **span, **hand}
    if kind is MarkKind.WORD_START:
        # A word is a moment of the game's timeline, whose reader takes no empty end.
        return {**lead, "kind": TimelineKind.WORD.value, "start": span["start"], "end": end or span["start"]}
    if kind is MarkKind.PEEK_START:
        return {**lead, "kind": "face", **span, "eyes": Eyes.OPEN.value}
    return {**lead, "kind": "contact", **span, "targets": [] if first.target is None else [first.target]}


def _pair(when: Interval) -> list[int]:
    return [when.earliest_ns, when.latest_ns]


_KINDS = {
    "hand": (MarkKind.TOUCH, MarkKind.LIFT),
    "word": (MarkKind.WORD_START, MarkKind.WORD_END),
    "face": (MarkKind.PEEK_START, MarkKind.PEEK_END),
    "contact": (MarkKind.CONTACT_START, MarkKind.CONTACT_END),
}


def _marks(line: dict[str, object]) -> Iterable[Mark]:
    name = fields.text_of(line["kind"], "kind")
    if name not in _KINDS:
        raise fields.FieldError(f"nothing is labelled as {name!r}, only {', '.join(_KINDS)}")
    begin, end = _KINDS[name]
    subject, side = line.get("subject"), line.get("side")
    seat = None if subject is None else fields.seat_of(subject, "subject")
    if seat is None and begin is not MarkKind.WORD_START:
        raise fields.FieldError("subject is missing")
    whose_side = None if side is None else fields.code_of(Side, side, "side")
    targets: Sequence[object] = fields.list_of(line.get("targets", []), "targets")
    target = fields.seat_of(targets[0], "targets") if targets else None
    start = fields.interval_of(fields.need(line, "start"), "start")
    yield Mark(begin, start, seat, whose_side, target)
    if line.get("end") is not None:
        yield Mark(end, fields.interval_of(line["end"], "end"), seat, whose_side, target)
