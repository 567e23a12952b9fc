"""Reading JSON objects strictly: every key is known, every value has its type, an unknown word names its nearest."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from engine.codes import WordSource
from engine.intervals import Interval, Span
from engine.seats import Seat, Subject, UnknownSubject, subject_of

Code = TypeVar("Code", bound=StrEnum)


class FieldError(ValueError):
    """A value in a file that means nothing; the message is one sentence without the place."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause like ` (nearest: lift)` that helps with a mistyped word; empty when nothing is near."""
    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.5)
    return f" (nearest: {close[0]})" if close else ""


def check_keys(found: Iterable[str], known: Iterable[str]) -> None:
    """Raise FieldError for the first key, in file order, that is not known."""
    allowed = known if isinstance(known, frozenset | dict | tuple) else frozenset(known)
    for key in found:
        if key not in allowed:
            raise FieldError(f"unknown key {key!r}{nearest(key, allowed)}")


def object_of(text: str) -> dict[str, object]:
    """Parse one JSON object; raises FieldError for broken JSON, a repeated key or another kind of value."""
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as broken:
        raise FieldError(f"not JSON: {broken.msg} at column {broken.colno}") from broken
    except RecursionError as deep:
        raise FieldError("not JSON a person could have meant: nested too deeply") from deep
    except ValueError as wrong:
        if isinstance(wrong, FieldError):
            raise
        raise FieldError("not JSON a person could have meant: a number is too long") from wrong
    if not isinstance(value, dict):
        raise FieldError("a line must hold one JSON object")
    return value


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [key for key, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise FieldError(f"the key {repeated!r} appears twice")
    return result


def need(source: Mapping[str, object], key: str) -> object:
    """The value under `key`; raises FieldError when it is absent."""
    if key not in source:
        raise FieldError(f"{key!r} is missing")
    return source[key]


def code_of(enum: type[Code], value: object, what: str) -> Code:
    """One word of a fixed vocabulary; raises FieldError naming the nearest."""
    if isinstance(value, str):
        try:
            return enum(value)
        except ValueError:
            pass
    raise FieldError(f"{value!r} is not a known {what}{nearest(str(value), list(enum))}")


def integer_of(value: object, what: str) -> int:
    """A whole number; raises FieldError for anything else, booleans included."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise FieldError(f"{what} must be a whole number, not {value!r}")


def number_of(value: object, what: str) -> float:
    """A finite number; raises FieldError for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool) and -1e308 < value < 1e308:
        return float(value)
    raise FieldError(f"{what} must be a number, not {value!r}")


def text_of(value: object, what: str) -> str:
    """A string; raises FieldError for anything else."""
    if isinstance(value, str):
        return value
    raise FieldError(f"{what} must be text, not {value!r}")


def list_of(value: object, what: str) -> list[object]:
    """A list; raises FieldError for anything else."""
    if isinstance(value, list):
        return value
    raise FieldError(f"{what} must be a list, not {value!r}")


def seat_of(value: object, what: str) -> Seat:
    """A seat number; raises FieldError for anything else."""
    subject = person_of(value, what)
    if isinstance(subject, int):
        return subject
    raise FieldError(f"{what} must be a seat number, not {value!r}")


def person_of(value: object, what: str) -> Subject:
    """A seat or a person without one; raises FieldError for anything else."""
    try:
        return subject_of(value)
    except UnknownSubject as unknown:
        raise FieldError(f"{what}: {str(unknown).rstrip('.')}") from unknown


def interval_of(value: object, what: str) -> Interval:
    """`[earliest_ns, latest_ns]`; raises FieldError for anything else."""
    pair = list_of(value, what)
    if len(pair) != 2:
        raise FieldError(f"{what} must be [earliest_ns, latest_ns]")
    earliest, latest = (integer_of(moment, what) for moment in pair)
    try:
        return Interval(earliest, latest)
    except ValueError as reversed_:
        raise FieldError(f"{what}: {str(reversed_).rstrip('.')}") from reversed_


def mapping_of(value: object, what: str) -> dict[str, object]:
    """A JSON object; raises FieldError for anything else."""
    if isinstance(value, dict):
        return value
    raise FieldError(f"{what} must be an object, not {value!r}")


def span_of(value: object, what: str) -> Span:
    """`{"start": [e, l], "end": [e, l] | null}`; raises FieldError for anything else."""
    raw = mapping_of(value, what)
    check_keys(raw, ("start", "end"))
    end = raw.get("end")
    return Span(interval_of(need(raw, "start"), what), None if end is None else interval_of(end, what))


def source_of(value: object) -> WordSource:
    """Where a time comes from; raises FieldError naming the nearest."""
    return code_of(WordSource, value, "source")
