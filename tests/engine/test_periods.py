"""From a timeline to what the senses watch, and to the windows of the votes."""

from __future__ import annotations

from engine.codes import Awake, Role, TimelineKind, WordSource
from engine.focus import Focus, Period
from engine.intervals import NS_PER_S, Interval, Span
from engine.periods import HELD_PAST_WORD_NS, focus_at, focuses, vote_windows
from engine.seats import GAME_SEATS, Seat
from engine.timeline import TimelineEntry
from tests.engine.builders import around, seats

K = TimelineKind


def at(t_s: float, kind: TimelineKind, *, width_ms: int = 0, **more: object) -> TimelineEntry:
    return TimelineEntry(around(t_s, width_ms), kind, **more)  # type: ignore[arg-type]


def seen(entries: list[TimelineEntry], t_s: float) -> Focus:
    found = focus_at(focuses(entries, GAME_SEATS), round(t_s * NS_PER_S))
    assert found is not None
    return found


class TestNight:
    def test_begins_when_it_must_have_begun_and_ends_when_it_may_have(self) -> None:
        entries = [at(10, K.NIGHT_CUE, width_ms=400), at(60, K.DAY_CUE, width_ms=400)]
        assert seen(entries, 10.3).period is Period.DAY
        assert seen(entries, 10.4).period is Period.NIGHT
        assert seen(entries, 59.9).period is Period.NIGHT
        assert seen(entries, 60.0).period is Period.DAY

    def test_carries_both_cues(self) -> None:
        entries = [at(10, K.NIGHT_CUE), at(14, K.CITY_SLEEPS)]
        assert seen(entries, 12).city_sleeps is None
        assert seen(entries, 15).city_sleeps == around(14)
        assert seen(entries, 15).night_cue == around(10)

    def test_nobody_is_awake_until_somebody_is_woken(self) -> None:
        assert seen([at(10, K.NIGHT_CUE)], 20).awake == frozenset()

    def test_a_role_whose_player_nobody_entered_makes_the_whitelist_unknown(self) -> None:
        entries = [at(10, K.NIGHT_CUE), at(20, K.WAKE, awake=Awake.DON), at(30, K.SLEEP, awake=Awake.DON)]
        assert seen(entries, 25).awake is None
        assert seen(entries, 31).awake == frozenset()

    def test_entered_roles_make_it_known(self) -> None:
        don = at(0, K.ROLE, subject=Seat(7), role=Role.DON)
        entries = [don, at(10, K.NIGHT_CUE), at(20, K.WAKE, awake=Awake.DON)]
        assert seen(entries, 25).awake == frozenset(seats(7))

    def test_two_blacks_of_three_are_not_enough_for_the_agreement(self) -> None:
        two = [at(0, K.ROLE, subject=Seat(n), role=Role.MAFIA) for n in (1, 2)]
        asleep = [at(10, K.NIGHT_CUE), at(20, K.WAKE, awake=Awake.MAFIA)]
        assert seen([*two, *asleep], 25).awake is None
        three = [*two, at(0, K.ROLE, subject=Seat(3), role=Role.DON)]
        assert seen([*three, *asleep], 25).awake == frozenset(seats(1, 2, 3))

    def test_seats_named_by_hand_are_the_whitelist(self) -> None:
        assert seen([at(10, K.NIGHT_CUE), at(20, K.WAKE, seats=seats(3, 4))], 25).awake == frozenset(seats(3, 4))
        assert seen([at(10, K.NIGHT_CUE), at(20, K.WAKE, subject=Seat(5))], 25).awake == frozenset(seats(5))


class TestWhoIsJudged:
    def test_those_who_left_are_not(self) -> None:
        entries = [at(0, K.DAY_CUE), at(10, K.ELIMINATED, subject=Seat(3)), at(20, K.REMOVED, subject=Seat(4))]
        assert 3 in seen(entries, 5).judged
        assert seen(entries, 15).judged == frozenset(GAME_SEATS) - frozenset(seats(3))
        assert seen(entries, 25).judged == frozenset(GAME_SEATS) - frozenset(seats(3, 4))

    def test_nothing_is_judged_in_a_pause_and_the_game_goes_on_after_it(self) -> None:
        entries = [at(0, K.NIGHT_CUE), at(10, K.PAUSE), at(20, K.RESUME)]
        assert seen(entries, 15).period is Period.PAUSE
        assert seen(entries, 21).period is Period.NIGHT

    def test_what_changes_in_a_pause_shows_after_it(self) -> None:
        entries = [at(0, K.NIGHT_CUE), at(10, K.PAUSE), at(12, K.DAY_CUE), at(20, K.RESUME)]
        assert seen(entries, 15).period is Period.PAUSE
        assert seen(entries, 21).period is Period.DAY


VOTE = [
    at(40, K.VOTE_OPEN),
    at(50, K.CALL, candidate=Seat(4)),
    at(52, K.WORD, start=around(52), end=around(52.5), source=WordSource.MICROPHONE),
    at(54, K.COUNT, number=3),
    at(60, K.CALL, candidate=Seat(9)),
    at(62, K.WORD),
    at(80, K.NIGHT_CUE),
]


class TestVote:
    def test_windows_carry_call_word_count_and_which_is_the_last(self) -> None:
        first, second = vote_windows(VOTE)
        assert (first.round, first.candidate, first.last) == (1, 4, False)
        assert first.word == Span(around(52), around(52.5))
        assert first.word_source is WordSource.MICROPHONE
        assert first.closes_ns == around(54).latest_ns
        assert (second.round, second.candidate, second.last) == (1, 9, True)
        assert second.closes_ns == around(62).latest_ns + HELD_PAST_WORD_NS

    def test_a_window_nobody_closed_ends_with_the_next_call(self) -> None:
        (first, _) = vote_windows([at(50, K.CALL, candidate=Seat(4)), at(55, K.CALL, candidate=Seat(9))])
        assert first.word is None
        assert first.closes_ns == around(55).earliest_ns

    def test_a_repeated_vote_and_a_lift_are_new_rounds(self) -> None:
        again = [at(90, K.SHOOTOUT_START), at(100, K.CALL, candidate=Seat(4)), at(110, K.CALL, candidate=Seat(9))]
        lift = [at(120, K.LIFT_CALL, seats=seats(4, 9)), at(122, K.WORD)]
        windows = vote_windows([*VOTE[:6], *again, *lift])
        assert [window.round for window in windows] == [1, 1, 2, 2, 3]
        assert (windows[-1].candidate, windows[-1].lift, windows[-1].last) == (None, True, False)

    def test_the_focus_follows_the_calls(self) -> None:
        assert (seen(VOTE, 45).period, seen(VOTE, 45).candidate) == (Period.VOTE, None)
        assert seen(VOTE, 51).candidate == 4
        assert seen(VOTE, 53).candidate == 4  # held past the word: still watched
        assert (seen(VOTE, 55).period, seen(VOTE, 55).candidate) == (Period.VOTE, None)
        assert seen(VOTE, 64).candidate == 9
        assert seen(VOTE, 66).candidate is None
        assert seen(VOTE, 81).period is Period.NIGHT

    def test_a_lift_vote_is_open_for_all_the_tied_at_once(self) -> None:
        lift = [*VOTE[:6], at(120, K.LIFT_CALL, seats=seats(4, 9)), at(122, K.WORD), at(124, K.COUNT)]
        assert (seen(lift, 121).lift, seen(lift, 121).candidate) == (True, None)
        assert seen(lift, 123).lift
        assert not seen(lift, 125).lift

    def test_speeches_end_the_vote(self) -> None:
        entries = [*VOTE[:4], at(70, K.SPEECH_START, subject=Seat(4))]
        assert seen(entries, 71).period is Period.DAY


def test_an_empty_timeline_says_nothing() -> None:
    assert focuses([], GAME_SEATS) == ()
    assert vote_windows([]) == ()
    assert focus_at((), 0) is None


def test_focuses_never_go_back_in_time() -> None:
    wide = TimelineEntry(Interval(0, 9 * NS_PER_S), K.NIGHT_CUE)
    found = focuses([wide, at(5, K.WAKE, awake=Awake.DON)], GAME_SEATS)
    assert [focus.since_ns for focus in found] == sorted({focus.since_ns for focus in found})
