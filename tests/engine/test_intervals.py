"""A moment against a word: decided only where intervals do not overlap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codes import VoteVerdict, WordEdge
from engine.intervals import Interval, Span, against_word

WORD = Span(Interval(100, 110), Interval(150, 160))
V = VoteVerdict


@pytest.mark.parametrize(
    ("event", "plain", "start", "end"),
    [
        ((80, 99), V.BEFORE, V.BEFORE, V.BEFORE),
        ((80, 100), V.INCONCLUSIVE, V.INCONCLUSIVE, V.BEFORE),
        ((110, 150), V.DURING, V.INCONCLUSIVE, V.INCONCLUSIVE),
        ((111, 149), V.DURING, V.AFTER, V.BEFORE),
        ((150, 165), V.INCONCLUSIVE, V.AFTER, V.INCONCLUSIVE),
        ((161, 170), V.AFTER, V.AFTER, V.AFTER),
        ((90, 170), V.INCONCLUSIVE, V.INCONCLUSIVE, V.INCONCLUSIVE),
    ],
)
def test_by_edge(event: tuple[int, int], plain: VoteVerdict, start: VoteVerdict, end: VoteVerdict) -> None:
    moment = Interval(*event)
    assert against_word(moment, WORD) is plain
    assert against_word(moment, WORD, WordEdge.START) is start
    assert against_word(moment, WORD, WordEdge.END) is end


def test_within_the_band_is_with_the_word() -> None:
    exact = Span(Interval(100, 100), Interval(100, 100))
    assert against_word(Interval(91, 95), exact) is V.BEFORE
    assert against_word(Interval(91, 95), exact, band_ns=10) is V.DURING
    assert against_word(Interval(80, 95), exact, band_ns=10) is V.INCONCLUSIVE
    assert against_word(Interval(105, 109), exact, band_ns=10) is V.DURING


def test_an_interval_cannot_end_before_it_begins() -> None:
    with pytest.raises(ValueError, match="cannot end"):
        Interval(2, 1)


_TIMES = st.integers(0, 1000)
_INTERVALS = st.tuples(_TIMES, _TIMES).map(lambda pair: Interval(min(pair), max(pair)))


@settings(deadline=None, derandomize=True)
@given(event=_INTERVALS, start=_INTERVALS, length=_TIMES, true_event=st.floats(0, 1), true_edge=st.floats(0, 1))
def test_a_decision_is_never_wrong_about_any_true_time_in_the_intervals(
    event: Interval, start: Interval, length: int, true_event: float, true_edge: float
) -> None:
    word = Span(start, Interval(start.earliest_ns + length, start.latest_ns + length))
    happened = event.earliest_ns + true_event * event.width_ns
    begun = start.earliest_ns + true_edge * start.width_ns
    match against_word(event, word):
        case V.BEFORE:
            assert happened < begun
        case V.AFTER:
            assert happened > begun + length
        case V.DURING:
            assert begun <= happened <= begun + length
        case _:
            pass
