"""«Спасибо» ends speeches too: a heard word is the closing word only while a candidate's vote is open."""

from __future__ import annotations

from dataclasses import replace

from audio.words import HeardWord
from engine.actions import ActionKind
from engine.codes import Phase, TimelineKind, WordSource
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, exactly
from engine.seats import Seat
from engine.state import GameState
from engine.timeline import TimelineEntry
from ui.session.voice import action_of, open_votes, with_heard_words

S = NS_PER_S


def entry(kind: TimelineKind, at_s: float, candidate: int | None = None) -> TimelineEntry:
    return TimelineEntry(exactly(round(at_s * S)), kind, candidate=None if candidate is None else Seat(candidate))


def word(end_s: float, said: str = "спасибо", half_ms: int = 20) -> HeardWord:
    end_ns = round(end_s * S)
    end = Interval(end_ns - half_ms * NS_PER_MS, end_ns + half_ms * NS_PER_MS)
    start = Interval(end.earliest_ns - S // 2, end.latest_ns - S // 2)
    return HeardWord(said, start, end, 0.97, 0.8)


GAME = (
    entry(TimelineKind.SPEECH_START, 5),
    entry(TimelineKind.VOTE_OPEN, 70),
    entry(TimelineKind.CALL, 72, 3),
    entry(TimelineKind.COUNT, 77, 3),
    entry(TimelineKind.CALL, 80, 8),
    entry(TimelineKind.CALL, 90, 9),
    entry(TimelineKind.VOTE_CLOSE, 97),
)


def words_of(entries: tuple[TimelineEntry, ...]) -> list[float]:
    return [one.t.middle_ns / S for one in entries if one.kind is TimelineKind.WORD]


def test_a_players_thanks_at_the_end_of_a_speech_is_no_closing_word() -> None:
    assert words_of(with_heard_words(GAME, [word(65), word(71), word(79), word(98)])) == []


def test_each_open_vote_takes_the_first_word_heard_in_it() -> None:
    found = with_heard_words(GAME, [word(65), word(75.2), word(76.4, "стоп"), word(83), word(95.5)])
    assert words_of(found) == [75.2, 83, 95.5]
    first = next(one for one in found if one.kind is TimelineKind.WORD)
    assert first.source is WordSource.MICROPHONE
    assert first.word == "спасибо"
    assert (first.start, first.end) == (word(75.2).start, word(75.2).end)
    assert list(found) == sorted(found, key=lambda one: one.t)


def test_a_word_that_somebody_wrote_down_stands() -> None:
    by_key = TimelineEntry(exactly(74 * S), TimelineKind.WORD, source=WordSource.HOST_KEY)
    found = with_heard_words(tuple(sorted((*GAME, by_key), key=lambda one: one.t)), [word(75.2), word(83)])
    assert words_of(found) == [74, 83]


def test_numbers_and_night_cues_close_no_vote() -> None:
    assert words_of(with_heard_words(GAME, [word(75, "5"), word(75.4, "город спит"), word(75.8, "пас")])) == []


def test_a_vote_without_count_or_next_call_does_not_stay_open_for_ever() -> None:
    lonely = (entry(TimelineKind.CALL, 10, 1),)
    (window,) = open_votes(lonely)
    assert 25 * S < window.latest_ns < 35 * S
    assert words_of(with_heard_words(lonely, [word(40)])) == []


def test_a_word_cannot_close_a_vote_before_hands_could_come_down() -> None:
    assert words_of(with_heard_words(GAME, [word(72.1)])) == []


def test_live_the_phase_is_the_gate() -> None:
    day, ballot = GameState(), replace(GameState(), phase=Phase.BALLOT, t_ns=4 * S)
    assert action_of(word(5), day) is None
    assert action_of(word(5, "7"), ballot) is None
    action = action_of(word(5), ballot)
    assert action is not None
    assert (action.kind, action.source, action.word) == (
        ActionKind.CLOSING_WORD,
        WordSource.MICROPHONE,
        word(5).span,
    )
    assert action.t_ns == 5 * S
