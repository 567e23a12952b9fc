"""Errors that a person can cause or must mend: one sentence each, said in the reader's language."""

from __future__ import annotations

from typing import ClassVar


class Fault(Exception):
    """Base of every error with words for people.

    `template` is the English sentence (what happened, what to do) and at once the message id under which
    `ui/locale` keeps its translations; `fields` fill its named places.
    """

    template: ClassVar[str]

    def __init__(self, **fields: object) -> None:
        self.fields = fields
        super().__init__(self.template.format(**fields))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.fields)


def _again(kind: type[Fault], fields: dict[str, object]) -> Fault:
    """A fault that crossed a border between processes."""
    return kind(**fields)


def nearest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The known word most like a mistyped one, for «did you mean»; raises ValueError if none is known."""
    if not known:
        raise ValueError("no known word to compare with")
    return min(sorted(known), key=lambda candidate: _edits(word.lower(), candidate.lower()))


def _edits(first: str, second: str) -> int:
    """Levenshtein distance."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]
