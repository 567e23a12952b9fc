"""A sound names nobody; with exactly one hand or mouth beside it, it does."""

from __future__ import annotations

from engine.codes import CueKind
from engine.cues import Cue
from engine.fusion import Impact, MouthMoved, Voice, knocks, talk
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.seats import Seat

S, MS = NS_PER_S, NS_PER_MS


def touch(seat: int, at_ns: int, confidence: float = 0.8) -> Cue:
    moment = Interval(at_ns - 10 * MS, at_ns + 10 * MS)
    return Cue(CueKind.TOUCH_DOWN, Seat(seat), Span(moment), confidence)


def impact(at_ns: int) -> Impact:
    return Impact(Interval(at_ns, at_ns), 30.0, 0.7)


def test_an_impact_with_one_hand_coming_down_is_that_players_knock() -> None:
    (knock,) = knocks([impact(5 * S)], [touch(3, 5 * S + 20 * MS), touch(4, 7 * S)])
    assert (knock.kind, knock.subject, knock.confidence) == (CueKind.KNOCK, 3, 0.7)
    assert knock.when.start == Interval(5 * S, 5 * S)
    assert knock.measures == {"above_noise_db": 30.0}


def test_an_impact_alone_or_with_two_players_hands_names_nobody() -> None:
    assert knocks([impact(5 * S)], []) == ()
    assert knocks([impact(5 * S)], [touch(3, 6 * S)]) == ()
    assert knocks([impact(5 * S)], [touch(3, 5 * S), touch(7, 5 * S + 30 * MS)]) == ()


def test_both_hands_of_one_player_are_one_knock_by_the_surer_hand() -> None:
    (knock,) = knocks([impact(5 * S)], [touch(3, 5 * S, 0.4), touch(3, 5 * S + 5 * MS, 0.6)])
    assert knock.confidence == 0.6


def mouth(seat: int, start_ns: int, end_ns: int) -> MouthMoved:
    return MouthMoved(Seat(seat), start_ns, end_ns, 0.9)


def test_a_voice_is_the_players_whose_mouth_alone_moved_with_it() -> None:
    (said,) = talk([Voice(10 * S, 12 * S, 0.8)], [mouth(2, 10 * S, 12 * S), mouth(5, 11 * S + 500 * MS, 15 * S)])
    assert (said.kind, said.subject, said.confidence) == (CueKind.VOICE_ACTIVE, 2, 0.8)
    assert said.when == Span(Interval(10 * S, 10 * S), Interval(12 * S, 12 * S))


def test_a_voice_without_a_mouth_or_with_two_is_nobodys() -> None:
    voice = Voice(10 * S, 12 * S, 0.8)
    assert talk([voice], []) == ()
    assert talk([voice], [mouth(2, 10 * S, 12 * S), mouth(3, 10 * S, 12 * S)]) == ()
    assert talk([Voice(10 * S, 10 * S + 300 * MS, 0.8)], [mouth(2, 10 * S, 12 * S)]) == ()
