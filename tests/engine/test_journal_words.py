"""A judge may move a closing word: the record keeps both, a timeline read from the journal has the judge's."""

from __future__ import annotations

from engine.actions import ActionKind, HostAction, input_as_json
from engine.codes import TimelineKind, WordSource
from engine.events import Refused
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.journal_timeline import entries_of
from engine.step import step
from tests.engine.builders import Table

S = NS_PER_S


def span(end_s: float) -> Span:
    end_ns = round(end_s * S)
    return Span(Interval(end_ns - S // 2, end_ns - S // 2), Interval(end_ns, end_ns + NS_PER_MS))


def line(number: int, action: HostAction) -> dict[str, object]:
    return {"n": number, "t_ns": action.t_ns, "type": "input", "body": input_as_json(action)}


def word(end_s: float) -> HostAction:
    return HostAction(ActionKind.CLOSING_WORD, round(end_s * S), word=span(end_s), source=WordSource.MICROPHONE)


def correction(end_s: float, *, at_s: float) -> HostAction:
    return HostAction(
        ActionKind.CORRECT_WORD, round(at_s * S), word=span(end_s), source=WordSource.LABEL, text="heard in review"
    )


def test_the_nearest_word_stands_where_the_judge_heard_it() -> None:
    lines = [line(1, word(10)), line(2, word(20)), line(3, correction(20.2, at_s=300))]
    first, second = [entry for entry in entries_of(lines) if entry.kind is TimelineKind.WORD]
    assert (first.end, first.source) == (span(10).end, WordSource.MICROPHONE)
    assert (second.start, second.end, second.source) == (span(20.2).start, span(20.2).end, WordSource.LABEL)


def test_a_correction_far_from_every_word_and_one_taken_back_change_nothing() -> None:
    lines = [line(1, word(10)), line(2, correction(40, at_s=300)), line(3, correction(10.1, at_s=301))]
    lines.append({"n": 4, "t_ns": 302 * S, "type": "retract", "body": {"of": 3}})
    (entry,) = entries_of(lines)
    assert entry.end == span(10).end


def test_a_correction_is_journalled_at_any_time_and_needs_both_edges() -> None:
    table = Table()
    done = table.give(correction(10, at_s=300))
    assert [event.kind for event in done.events] == ["word_corrected"]
    incomplete = HostAction(ActionKind.CORRECT_WORD, 301 * S)
    assert isinstance(step(table.state, incomplete, table.rules), Refused)
