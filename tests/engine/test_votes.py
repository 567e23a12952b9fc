"""Ballots from timed evidence, and whether they count under each rulebook."""

from __future__ import annotations

import csv
import io

import pytest

from engine.codes import CueKind, HandForm, Team, VoteVerdict, WordSource
from engine.cues import Cue
from engine.periods import VoteWindow
from engine.ruleset import Ruleset, load_rules
from engine.seats import GAME_SEATS, Seat
from engine.votes import COLUMNS, Ballot, ballots, counts, counts_by_role, write_votes_csv
from tests.engine.builders import around, cue, seats, word

V = VoteVerdict
A, B, C, FSM = (load_rules(rules_id) for rules_id in ("a", "b", "c", "fsm2024"))
WINDOW = VoteWindow(1, Seat(4), around(40), word(42, 42.5), WordSource.MICROPHONE, around(44), around(44).latest_ns)


def touch(seat: int, at_s: float, **more: object) -> Cue:
    return cue(CueKind.TOUCH_DOWN, seat, at_s, targets=(4,), **more)  # type: ignore[arg-type]


def lift(seat: int, at_s: float) -> Cue:
    return cue(CueKind.LIFT, seat, at_s, targets=(4,))


def one(cues: list[Cue], rules: Ruleset = FSM, window: VoteWindow = WINDOW) -> Ballot:
    (ballot,) = ballots(window, cues, rules, GAME_SEATS)
    return ballot


class TestWhatCounts:
    @pytest.mark.parametrize(
        ("rules", "touched", "lifted", "counted"),
        [
            (A, V.BEFORE, V.AFTER, True),
            (A, V.BEFORE, V.BEFORE, False),  # A 5.3: held until the word, else void
            (A, V.DURING, V.AFTER, False),  # A 5.3: with the word is void
            (A, V.AFTER, V.NOT_OBSERVED, False),
            (A, V.INCONCLUSIVE, V.AFTER, None),
            (A, V.NOT_OBSERVED, V.AFTER, None),
            (B, V.BEFORE, V.AFTER, True),
            (B, V.BEFORE, V.BEFORE, None),  # a remark; what becomes of the vote is unsaid
            (B, V.AFTER, V.NOT_OBSERVED, None),
            (C, V.BEFORE, V.BEFORE, None),
            (C, V.AFTER, V.NOT_OBSERVED, None),  # role and criticality decide
            (FSM, V.BEFORE, V.BEFORE, True),  # ФСМ 4.4.9: counts
            (FSM, V.BEFORE, V.INCONCLUSIVE, True),
            (FSM, V.AFTER, V.NOT_OBSERVED, False),
            (A, V.BEFORE, V.INCONCLUSIVE, None),
        ],
    )
    def test_by_rulebook(self, rules: Ruleset, touched: V, lifted: V, counted: bool | None) -> None:
        assert counts(touched, lifted, rules) is counted

    def test_the_edge_of_the_word_decides_what_with_it_means(self) -> None:
        assert counts(V.DURING, V.AFTER, FSM.with_answers({"word_edge": "end"})) is True
        assert counts(V.DURING, V.AFTER, FSM.with_answers({"word_edge": "start"})) is False

    def test_on_the_last_candidate_timing_is_discipline_only(self) -> None:
        assert counts(V.AFTER, V.NOT_OBSERVED, FSM, last=True) is True
        assert counts(V.AFTER, V.NOT_OBSERVED, B, last=True) is None

    def test_a_hand_that_was_down_before_the_call_is_for_a_person(self) -> None:
        assert counts(V.BEFORE, V.AFTER, FSM, premature=True) is None


class TestByRole:
    """Rulebook C on a critical round, for the judge's screen only."""

    @pytest.mark.parametrize(
        ("touch", "voter", "candidate", "wins", "counted"),
        [
            (V.BEFORE, Team.RED, Team.BLACK, False, True),
            (V.AFTER, Team.RED, Team.BLACK, False, False),  # C40
            (V.AFTER, Team.BLACK, Team.RED, True, True),  # C41
            (V.AFTER, Team.BLACK, Team.RED, False, None),
            (V.INCONCLUSIVE, Team.RED, Team.BLACK, False, False),  # C39: in favour of the black team
            (V.INCONCLUSIVE, Team.RED, Team.RED, False, True),
            (V.DURING, Team.BLACK, Team.RED, True, True),
            (V.NOT_OBSERVED, Team.RED, Team.BLACK, False, None),
        ],
    )
    def test_on_a_critical_round(
        self, touch: V, voter: Team, candidate: Team, wins: bool, counted: bool | None
    ) -> None:
        assert counts_by_role(touch, voter, candidate, critical=True, wins_in_grace=wins) is counted

    def test_off_it_roles_say_nothing(self) -> None:
        assert counts_by_role(V.AFTER, Team.RED, Team.BLACK, critical=False) is None


class TestBallots:
    def test_a_good_vote(self) -> None:
        ballot = one([touch(6, 41), lift(6, 44.5)], window=WINDOW)
        assert (ballot.voter, ballot.candidate, ballot.round) == (6, 4, 1)
        assert ballot.touch == around(41, 20)
        assert ballot.lift is None  # after the window: hands go up when the count is said
        assert (ballot.verdict, ballot.counted) == (V.BEFORE, True)
        assert ballot.word_source is WordSource.MICROPHONE
        assert ballot.cameras == ("cam1",)

    def test_an_early_lift(self) -> None:
        ballot = one([touch(6, 41), lift(6, 41.5)])
        assert (ballot.verdict, ballot.lift_verdict) == (V.BEFORE, V.BEFORE)
        assert one([touch(6, 41), lift(6, 41.5)], A).counted is False

    def test_a_lift_belongs_to_the_touch_before_it(self) -> None:
        ballot = one([lift(6, 40.1), touch(6, 41), lift(6, 43)])
        assert ballot.lift == around(43, 20)

    def test_rows_come_in_seat_order_and_only_for_judged_seats_that_showed_a_hand(self) -> None:
        rows = ballots(WINDOW, [touch(9, 41), touch(2, 41), touch(5, 41)], FSM, seats(2, 3, 9))
        assert [row.voter for row in rows] == [2, 9]

    def test_hands_for_another_candidate_are_not_here(self) -> None:
        other = cue(CueKind.TOUCH_DOWN, 6, 41, targets=(9,))
        assert ballots(WINDOW, [other], FSM, GAME_SEATS) == ()

    def test_a_seat_that_could_not_be_seen_has_a_row_that_says_so(self) -> None:
        ballot = one([cue(CueKind.NOT_OBSERVED, 6, 39, until_s=60)])
        assert (ballot.verdict, ballot.counted, ballot.touch) == (V.NOT_OBSERVED, None, None)

    def test_a_premature_hand_without_another_touch(self) -> None:
        ballot = one([cue(CueKind.PREMATURE_TOUCH, 6, 39, targets=(4,))])
        assert (ballot.verdict, ballot.counted) == (V.BEFORE, None)

    def test_without_a_word_nothing_is_ordered(self) -> None:
        wordless = VoteWindow(1, Seat(4), around(40), None, None, around(44), around(44).latest_ns)
        assert one([touch(6, 41)], window=wordless).verdict is V.NOT_OBSERVED

    def test_the_form_is_the_likeliest_above_one_half(self) -> None:
        assert one([touch(6, 41, measures={"form_palm": 0.6, "form_fist": 0.3})]).form is HandForm.PALM
        assert one([touch(6, 41, measures={"form_palm": 0.4})]).form is HandForm.UNKNOWN

    def test_evidence_and_the_hosts_record_may_part(self) -> None:
        rows = ballots(WINDOW, [touch(2, 41), touch(5, 43)], FSM, GAME_SEATS, recorded=seats(5, 7))
        told = {row.voter: (row.counted, row.recorded_by_host, row.difference) for row in rows}
        assert told == {
            2: (True, False, "evidence_only"),
            5: (False, True, "host_only"),
            7: (None, True, ""),
        }

    def test_a_lift_vote_has_no_candidate(self) -> None:
        window = VoteWindow(
            2, None, around(40), word(42, 42.5), WordSource.HOST_KEY, None, around(45).latest_ns, lift=True
        )
        ballot = one([cue(CueKind.TOUCH_DOWN, 6, 41)], window=window)
        assert (ballot.candidate, ballot.counted) == (None, True)


def test_the_csv() -> None:
    rows = ballots(WINDOW, [touch(6, 41), lift(6, 41.5)], A, GAME_SEATS, recorded=seats(6))
    text = write_votes_csv(rows)
    (row,) = csv.DictReader(io.StringIO(text))
    assert tuple(row) == COLUMNS
    assert row == {
        "round": "1",
        "candidate": "4",
        "voter": "6",
        "touch_earliest_s": "41.000",
        "touch_latest_s": "41.020",
        "lift_earliest_s": "41.500",
        "lift_latest_s": "41.520",
        "word_start_earliest_s": "42.000",
        "word_start_latest_s": "42.000",
        "word_end_earliest_s": "42.500",
        "word_end_latest_s": "42.500",
        "verdict": "before",
        "form": "unknown",
        "counted": "no",
        "recorded_by_host": "yes",
        "difference": "host_only",
        "cameras": "cam1",
        "word_source": "microphone",
    }
