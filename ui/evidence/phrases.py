"""Moments and suggestions in words, the same on the command line and in reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.intervals import Interval, Span
from engine.ruleset import Ruleset
from engine.seats import Subject
from engine.suggestions import Suggestion
from engine.triggers import CLAIMED_BY
from ui.words import Words


def interval_text(moment: Interval | None, words: Words) -> str:
    """A moment as from–to in seconds of the recording."""
    if moment is None:
        return ""
    first, last = words.seconds(moment.earliest_ns), words.seconds(moment.latest_ns)
    return first if first == last else f"{first}–{last}"


def span_text(span: Span, words: Words) -> str:
    """From when to when; open where the end was not seen."""
    start = interval_text(span.start, words)
    if span.end is not None:
        start = f"{start} … {interval_text(span.end, words)}"
    return words("unit.seconds", n=start)


def seats_text(subjects: Iterable[Subject], words: Words) -> str:
    """Who is meant: "seat 5", "seats 1–4, 7", the host by name; in order, neighbours joined."""
    given = set(subjects)
    numbers = sorted(subject for subject in given if isinstance(subject, int))
    people = [words.subject(subject) for subject in sorted(given - set(numbers), key=str)]
    if len(numbers) == 1:
        return ", ".join((words("seat {seat}", seat=numbers[0]), *people))
    if numbers:
        return ", ".join((words("seats {seats}", seats=", ".join(_runs(numbers))), *people))
    return ", ".join(people)


def _runs(numbers: Sequence[int]) -> list[str]:
    """1, 2, 3, 5 as 1–3 and 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [str(first) if first == last else f"{first}–{last}" for first, last in runs]


def suggested_text(suggestion: Suggestion, rules: Ruleset, words: Words) -> str:
    """What was seen; where its clause minds only one side of the closing word, with that side.

    A hand that "came down on the table" is no breach by itself, and a reader must not take it for one.
    """
    clause = rules.clause(suggestion.clause) if suggestion.clause is not None else None
    triggers = clause.triggers if clause is not None else ()
    minded = [t for t in triggers if t in CLAIMED_BY and CLAIMED_BY[t][0] is suggestion.kind]
    if len(minded) == 1 and words.knows(f"suggested.{minded[0]}"):
        return words.code("suggested", minded[0])
    return words.code("cue", suggestion.kind)
