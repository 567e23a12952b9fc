"""The bench's arithmetic: matching, rates with their bounds, calibration, fairness."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.truth_events import TOUCHES, WRONG_FORM, Claim, Happening, Pair, claims, happenings, paired
from benchmarks.truth_scores import (
    average_precision,
    calibration_error,
    rate_upper_bound,
    score,
    share_lower_bound,
    tier_precision,
    unfair,
    verdict,
)
from engine.codes import ConfidenceWord, CueKind, Section
from engine.intervals import NS_PER_MS, NS_PER_S, Interval, Span
from engine.ruleset import load_rules
from engine.seats import Seat
from engine.suggestions import Suggestion
from engine.triggers import Trigger
from tests.synth.innocent import innocent
from tests.synth.stage import set_stage
from tests.synth.truth import truth_lines

pytestmark = pytest.mark.thorough

TOUCH = Happening("one", TOUCHES, seat=3, start_ns=5 * NS_PER_S, end_ns=7 * NS_PER_S)


def claim(
    late_ms: float = 0.0, *, half_ms: float = 40.0, confidence: float = 0.9, seat: int = 3, scene: str = "one"
) -> Claim:
    """A claimed touch of seat 3 near TOUCH."""
    middle = TOUCH.start_ns + round(late_ms * NS_PER_MS)
    half = round(half_ms * NS_PER_MS)
    return Claim(scene, TOUCHES, seat, Interval(middle - half, middle + half), None, confidence)


def test_a_claim_finds_its_happening() -> None:
    (pair,) = paired([claim(12)], [TOUCH])
    assert pair.error_ns == 12 * NS_PER_MS
    assert pair.inside


@pytest.mark.parametrize("wrong", [claim(2000), claim(seat=4), claim(scene="two")])
def test_a_claim_about_something_else_is_false_and_the_happening_missed(wrong: Claim) -> None:
    pairs = paired([wrong], [TOUCH])
    assert sorted((p.claim is None, p.happening is None) for p in pairs) == [(False, True), (True, False)]


def test_two_claims_for_one_happening_are_one_hit() -> None:
    result = score(TOUCHES, paired([claim(5), claim(8, confidence=0.5)], [TOUCH]), exposure_h=0.5)
    assert (result.hits, result.claimed, result.true) == (1, 2, 1)
    assert result.precision == 0.5
    assert result.false_per_hour == 2.0


def test_nothing_seen_is_not_zero() -> None:
    """No false claim in one hour still allows three an hour (rule of three)."""
    assert rate_upper_bound(0, 1.0) == pytest.approx(2.996, abs=0.001)
    assert rate_upper_bound(0, 0.0) is None


@given(st.integers(0, 50), st.floats(0.1, 100))
def test_the_bound_is_above_the_rate(count: int, hours: float) -> None:
    assert (rate_upper_bound(count, hours) or 0) > count / hours


def test_a_target_is_met_only_when_its_bound_is() -> None:
    assert verdict(True, True) == "met"
    assert verdict(True, False) == "not shown"
    assert verdict(False, False) == "not met"
    assert verdict(None, None) == "not shown"


def test_four_of_four_show_little() -> None:
    assert share_lower_bound(4, 4) == pytest.approx(0.473, abs=0.001)
    assert share_lower_bound(0, 4) == 0.0
    few = score(TOUCHES, paired([claim(5)], [TOUCH]), exposure_h=1.0)
    assert few.recall == 1.0
    assert few.recall_low is not None
    assert few.recall_low < 0.1


def test_average_precision_asks_for_the_time() -> None:
    pairs = paired([claim(50)], [TOUCH])
    assert average_precision(pairs, 33 * NS_PER_MS) == 0.0
    assert average_precision(pairs, 66 * NS_PER_MS) == 1.0


def test_confidence_that_says_what_happens_has_no_error() -> None:
    right = paired([claim(confidence=1.0)], [TOUCH])
    assert calibration_error(right) == 0.0
    assert calibration_error(paired([claim(confidence=1.0)], [])) == 1.0
    assert calibration_error([]) is None


def test_a_seat_that_is_measured_worse_is_named() -> None:
    true = [
        replace(TOUCH, scene=f"s{k}", seat=seat, traits=(("skin", "dark" if seat == 4 else "light"),))
        for k in range(12)
        for seat in (3, 4, 5)
    ]
    found = [claim(60 if h.seat == 4 else 10 + k % 5, seat=h.seat, scene=h.scene) for k, h in enumerate(true)]
    assert unfair(paired(found, true), "skin") == ["dark"]
    assert unfair(paired([claim(10, seat=h.seat, scene=h.scene) for h in true], true), "skin") == []


HELD = Happening("one", CueKind.HAND_HELD_PAST_WORD.value, seat=3, start_ns=5 * NS_PER_S, end_ns=6 * NS_PER_S)


def held(from_s: float, to_s: float | None) -> Pair:
    start = Interval(round(from_s * NS_PER_S), round(from_s * NS_PER_S))
    end = None if to_s is None else Interval(round(to_s * NS_PER_S), round(to_s * NS_PER_S))
    (pair,) = paired([Claim("one", HELD.kind, 3, start, end, 0.9)], [HELD])
    return pair


@pytest.mark.parametrize(
    ("from_s", "to_s", "covered"),
    [(3.0, 6.5, 1.0), (5.5, 6.0, 0.5), (5.25, 5.5, 0.25), (4.0, None, 1.0), (6.2, 6.4, 0.0)],
)
def test_a_state_is_scored_by_what_is_covered_and_never_by_its_beginning(
    from_s: float, to_s: float | None, covered: float
) -> None:
    """A hand is held from long before the word: when the claim begins once counted as an error of seconds."""
    pair = held(from_s, to_s)
    assert pair.error_ns is None
    assert pair.coverage == pytest.approx(covered)
    result = score(HELD.kind, [pair], exposure_h=1.0)
    assert (result.median_error_ms, result.average_precision_1, result.inside) == (None, None, None)
    assert result.coverage == pytest.approx(covered)


def test_events_have_no_coverage() -> None:
    assert score(TOUCHES, paired([claim(5)], [TOUCH]), exposure_h=1.0).coverage is None


def test_precision_at_a_base_rate() -> None:
    """Ten hits of ten and one false in half an hour: at one happening an hour a card is true one time in three."""
    true = [replace(TOUCH, scene=f"s{k}") for k in range(10)]
    found = [replace(claim(5, scene=f"s{k}"), confidence=0.95) for k in range(10)] + [claim(seat=9, confidence=0.95)]
    tier = tier_precision(TOUCHES, paired(found, true), 0.5, "clearly", 0.9, base_per_hour=1.0)
    assert tier.recall == 1.0
    assert tier.false_per_hour == 2.0
    assert tier.precision == pytest.approx(1 / 3)
    assert tier.precision_low is not None
    assert tier.precision_low < 1 / 6


def test_a_tier_counts_sure_claims_only() -> None:
    pairs = paired([claim(5, confidence=0.7)], [TOUCH])
    sure = tier_precision(TOUCHES, pairs, 1.0, "clearly", 0.9, 1.0)
    assert (sure.recall, sure.precision) == (0.0, None)
    assert tier_precision(TOUCHES, pairs, 1.0, "partly", 0.6, 1.0).recall == 1.0


def test_a_wrong_form_is_a_kind_of_its_own(tmp_path: Path) -> None:
    line = {"kind": "expected", "cue": "touch_down", "subject": 3, "start": [1, 1], "end": [2, 2]}
    lines = [json.dumps(line), json.dumps({**line, "why": "wrong_form"})]
    (tmp_path / "truth.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert [h.kind for h in happenings("one", tmp_path, {})] == ["touch_down", WRONG_FORM]


@pytest.mark.parametrize("rules", ["fsm2024", "mafiaratings"])
def test_a_claimed_form_is_told_from_a_claimed_time_by_its_clause(rules: str) -> None:
    known = load_rules(rules)
    (form,) = {c.id for c in known.clauses if Trigger.WRONG_FORM in c.triggers}
    late = next(c.id for c in known.clauses if Trigger.LATE_TOUCH in c.triggers and c.id != form)
    found = [claims("one", [], [suggestion(rules, clause)])[0].kind for clause in (form, late)]
    assert found == [WRONG_FORM, "touch_down"]


def suggestion(rules: str, clause: str) -> Suggestion:
    """A touch that is suggested under a clause."""
    return Suggestion(
        id="1",
        kind=CueKind.TOUCH_DOWN,
        subject=Seat(3),
        targets=(),
        clause=clause,
        rules=rules,
        phase=Section.VOTE,
        when=Span(Interval(1, 2), None),
        confidence=0.9,
        confidence_word=ConfidenceWord.CLEARLY_SEEN,
        count_now=None,
        if_accepted=(),
        role_dependent=False,
    )


def test_innocent_people_do_what_nobody_would_raise() -> None:
    """The bench's false alarms are false: the truth of a few of these scenes expects nothing."""
    for seed in (0, 5):
        one = innocent(seed)
        lines = list(truth_lines(set_stage(one)))
        assert [line for line in lines if line["kind"] == "expected"] == []
        assert len(one.person) == 1
        assert one.camera[0].size_px[0] * one.camera[0].size_px[1] < 100_000
