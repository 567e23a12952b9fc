"""The closing word by the host's key or pedal: when it can have been said, given when the key went down."""

from __future__ import annotations

from typing import Final

from engine.intervals import NS_PER_MS, Interval, Span

KEY_LAG_NS: Final = 200 * NS_PER_MS
"""A person who presses when hearing the word is about this late; one who presses while saying it is not."""
KEY_EARLY_NS: Final = 60 * NS_PER_MS
WORD_LENGTH_NS: Final = (250 * NS_PER_MS, 700 * NS_PER_MS)
"""The shortest «стоп» and the longest «дякую»."""


def word_by_key(pressed_ns: int, resolution_ns: int = 0) -> Span:
    """The word's beginning and end as intervals that hold every usual way to press.

    The key goes down somewhere between the word's beginning (host says and presses) and KEY_LAG_NS after its end.
    `resolution_ns` is how coarse the key's own time is: it went down so much earlier at most.
    """
    end = Interval(pressed_ns - resolution_ns - KEY_LAG_NS, pressed_ns + KEY_EARLY_NS + WORD_LENGTH_NS[0])
    start = Interval(end.earliest_ns - WORD_LENGTH_NS[1], pressed_ns + KEY_EARLY_NS)
    return Span(start, end)
