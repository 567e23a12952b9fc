"""What readers of files, FFmpeg and the system say in English, recognised so that it can be said in every language.

A template is at once the message id of its translations and the shape by which a problem is recognised.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

NAMED: Final = frozenset({"reason", "problem", "place", "advice"})
"""Fields of faults that hold such English text."""

TEMPLATES: Final = (
    "line {line}: {problem}",
    "journal line {line}: {problem}",
    "{problem} (nearest: {word})",
    # one JSON object a line
    "not JSON: {problem} at column {column}",
    "not JSON a person could have meant: nested too deeply",
    "not JSON a person could have meant: a number is too long",
    "a line must hold one JSON object",
    "unknown key {key}",
    "the key {key} appears twice",
    "{key} is missing",
    "{value} is not a known {what}",
    "{what} must be a whole number, not {value}",
    "{what} must be a number, not {value}",
    "{what} must be text, not {value}",
    "{what} must be a list, not {value}",
    "{what} must be a seat number, not {value}",
    "{what} must be an object, not {value}",
    "{what} must be [earliest_ns, latest_ns]",
    "schema {found} is newer than this program's {known}; update the program",
    "{kind} needs {key}",
    "the file cannot be read as UTF-8 text",
    "this input is refused here ({code}); the journal does not fit its rules",
    # JSON itself
    "expecting value",
    "expecting property name enclosed in double quotes",
    "expecting ':' delimiter",
    "expecting ',' delimiter",
    "extra data",
    "unterminated string starting at",
    "invalid control character at",
    "illegal trailing comma before end of object",
    "illegal trailing comma before end of array",
    # seats and other small files
    "the file",
    "the top",
    "cannot be read as UTF-8 text",
    "must be a whole number from 1",
    "is nested too deeply",
    "holds a number that is too long",
    "must hold one JSON object",
    "has none of this recording's, only {known}",
    "has no {camera}, only {known}",
    'must be a number 1…12 or "host"',
    "encloses no area: give its corners in order",
    "head must be x0, y0, x1, y1 with x0 < x1 and y0 < y1",
    "seat {seat} is given twice",
    "field required",
    "input should be a valid integer",
    "input should be a valid number",
    "input should be a valid list",
    "input should be a valid tuple",
    "input should be a valid dictionary",
    "input should be a valid string",
    "input should be greater than {number}",
    "list should have at least {number} items after validation, not {found}",
    "add {seats}",
    "remove {seats}",
    "the columns must be {columns}",
    "not a row of numbers",
    "the times run backwards",
    # FFmpeg and the system
    "invalid data found when processing input",
    "end of file",
    "no such file or directory",
    "permission denied",
    "input/output error",
    "decoder not found",
    "operation not permitted",
    "is a directory",
    "no space left on device",
    "read-only file system",
)


def recognised(problem: str) -> tuple[str, Mapping[str, str]] | None:
    """The template of a problem and what fills its places; None for one that is not known."""
    text = problem.strip().rstrip(".")
    for template in TEMPLATES:
        found = _shape(template).fullmatch(text)
        if found is not None:
            return template, found.groupdict()
    return None


@cache
def _shape(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    shape = "".join(f"(?P<{part}>.+?)" if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return re.compile(shape, re.IGNORECASE | re.DOTALL)
