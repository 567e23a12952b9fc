"""Moments and suggestions in words, the same on the command line and in reports."""

from __future__ import annotations

from engine.intervals import Interval, Span
from engine.ruleset import Ruleset
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
    return f"{start} s" if span.end is None else f"{start} … {interval_text(span.end, words)} s"


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
