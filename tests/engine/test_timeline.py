"""Timeline files: read, written, refused with the line and the nearest word."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codes import Awake, PermissionKind, RequestKind, Role, TimelineKind, WordSource
from engine.intervals import Interval, Span
from engine.seats import Person, Seat
from engine.timeline import TimelineEntry, TimelineError, read_timeline, write_timeline

NIGHT = '{"t": [0, 5], "kind": "night_cue", "subject": null, "source": "label"}'


def test_a_line_says_when_what_and_from_where() -> None:
    (entry,) = read_timeline(NIGHT)
    assert entry == TimelineEntry(Interval(0, 5), TimelineKind.NIGHT_CUE, None, WordSource.LABEL)


def test_a_schema_line_may_come_first_and_blank_lines_are_nothing() -> None:
    assert read_timeline('{"schema": 1}\n\n' + NIGHT + "\n") == read_timeline(NIGHT)


def test_entries_come_in_order_of_time() -> None:
    later = NIGHT.replace("[0, 5]", "[9, 9]")
    assert [entry.t.earliest_ns for entry in read_timeline(f"{later}\n{NIGHT}")] == [0, 9]


def test_a_word_without_its_edges_is_taken_as_one_moment() -> None:
    bare = '{"t": [7, 9], "kind": "word", "source": "host_key"}'
    edged = '{"t": [7, 9], "kind": "word", "source": "microphone", "start": [6, 7], "end": [11, 12]}'
    assert read_timeline(bare)[0].span == Span(Interval(7, 9), Interval(7, 9))
    assert read_timeline(edged)[0].span == Span(Interval(6, 7), Interval(11, 12))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[]", "line 2: a line must hold one JSON object."),
        ("{", "line 2: not JSON: Expecting property name enclosed in double quotes at column 2."),
        (NIGHT.replace("night_cue", "nigth_cue"), "line 2: 'nigth_cue' is not a known kind (nearest: night_cue)."),
        (NIGHT.replace('"kind"', '"knd"'), "line 2: unknown key 'knd' (nearest: kind)."),
        (NIGHT.replace("[0, 5]", "[5, 0]"), "line 2: t: an interval cannot end (0 ns) before it begins (5 ns)."),
        (NIGHT.replace("[0, 5]", "[0]"), "line 2: t must be [earliest_ns, latest_ns]."),
        (NIGHT.replace("[0, 5]", "[0, 1.5]"), "line 2: t must be a whole number, not 1.5."),
        (NIGHT.replace("[0, 5]", "[0, true]"), "line 2: t must be a whole number, not True."),
        (NIGHT.replace('"label"', '"lable"'), "line 2: 'lable' is not a known source (nearest: label)."),
        (NIGHT.replace("night_cue", "call"), "line 2: call needs 'candidate'."),
        (NIGHT.replace("night_cue", "eliminated"), "line 2: eliminated needs 'subject'."),
        ('{"schema": 2}', "line 2: schema 2 is newer than this program's 1; update the program."),
        ('{"t": [0, 0], "t": [1, 1]}', "line 2: the key 't' appears twice."),
        ('{"t": [0, 0], "kind": "hand", "source": "truth"}', "line 2: 'hand' is not a known kind."),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_line(line: str, problem: str) -> None:
    with pytest.raises(TimelineError) as raised:
        read_timeline(f"{NIGHT}\n{line}")
    assert str(raised.value).startswith(problem.rstrip("."))
    assert raised.value.line == 2


def test_a_subject_must_be_at_the_table() -> None:
    with pytest.raises(TimelineError, match="line 1: subject: 13 is not a seat from 1 to 12"):
        read_timeline(NIGHT.replace("null", "13"))


_INTERVALS = st.tuples(st.integers(0, 2**60), st.integers(0, 2**30)).map(lambda pair: Interval(pair[0], sum(pair)))
_SEATS = st.integers(1, 12).map(Seat)
_ENTRIES = st.builds(
    TimelineEntry,
    t=_INTERVALS,
    kind=st.sampled_from(
        sorted(
            set(TimelineKind)
            - {
                TimelineKind.CALL,
                TimelineKind.NOMINATION,
                TimelineKind.ELIMINATED,
                TimelineKind.REMOVED,
                TimelineKind.REQUEST,
                TimelineKind.PERMISSION,
                TimelineKind.ROLE,
                TimelineKind.SCORE_NUMBER,
            }
        )
    ),
    subject=st.none() | _SEATS | st.sampled_from(Person),
    source=st.sampled_from(WordSource),
    start=st.none() | _INTERVALS,
    end=st.none() | _INTERVALS,
    word=st.none() | st.text(),
    candidate=st.none() | _SEATS,
    number=st.none() | st.integers(0, 10),
    seats=st.lists(_SEATS, max_size=3).map(tuple),
    awake=st.none() | st.sampled_from(Awake),
    role=st.none() | st.sampled_from(Role),
    request=st.none() | st.sampled_from(RequestKind),
    permission=st.none() | st.sampled_from(PermissionKind),
)


@settings(deadline=None, derandomize=True)
@given(st.lists(_ENTRIES, max_size=5))
def test_what_is_written_is_read_back(entries: list[TimelineEntry]) -> None:
    in_order = tuple(sorted(entries, key=lambda entry: entry.t))
    assert read_timeline(write_timeline(in_order)) == in_order


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(TimelineError):
        assert isinstance(read_timeline(text), tuple)
