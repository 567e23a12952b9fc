"""Hands in a vote, from looks at them: who touched when, left when, or held a hand above the table past the word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.codes import CueKind, Side, WordSource
from engine.cues import Cue
from engine.intervals import Interval, Span, exactly
from engine.periods import VoteWindow
from engine.seats import Seat
from tests.vision.scenes import CAM, body, hand, s, ticks
from vision.detectors.table_place import TablePlace
from vision.detectors.vote import VoteDetector
from vision.observation import BodySeen, Observation
from vision.space import Space
from vision.stillness import PALM_MM, Patch, drift_mm
from vision.tracks import HandRecord

TABLE, LAP = (300.0, 400.0), (300.0, 240.0)
STRIP = np.array([[200, 360], [400, 360], [420, 480], [180, 480]], np.float32)
WINDOW = VoteWindow(
    round=1,
    candidate=Seat(7),
    call=exactly(s(1.0)),
    word=Span(exactly(s(4.0)), exactly(s(4.5))),
    word_source=WordSource.HOST_KEY,
    count=exactly(s(6.0)),
    closes_ns=s(6.0),
)
CLOTH = np.random.default_rng(5).integers(0, 255, (120, 120), np.uint8)
SKIN = cv2.GaussianBlur(np.random.default_rng(6).integers(0, 255, (120, 120), np.uint8), (5, 5), 0)


def patch(offset_px: tuple[float, float]) -> Patch:
    """A hand's picture, moved by a part of a pixel over a cloth that stays."""
    matrix = np.array([[1, 0, offset_px[0]], [0, 1, offset_px[1]]], np.float64)
    moved = cv2.warpAffine(SKIN, matrix, (120, 120), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    picture = CLOTH.copy()
    picture[30:90, 30:90] = moved[30:90, 30:90]
    return Patch(picture, (240, 340))


def looks(
    path: Callable[[float], tuple[float, float] | None], drift_px: float = 0.0, side: Side = Side.RIGHT
) -> list[Observation]:
    """Looks at seat 3's hand for eight seconds; a drifting hand wanders about its place."""
    seen = []
    for t in ticks(0.0, 8.0):
        at = path(t)
        offset = (drift_px * np.sin(5.1 * t), drift_px * np.cos(3.7 * t))
        hands = () if at is None else (hand(at, side, patch=patch(offset)),)
        seen.append(Observation(Seat(3), CAM, s(t), frozenset({"hands"}), hands=hands))
    return seen


def cues_of(observations: Iterable[Observation]) -> list[Cue]:
    record = HandRecord()
    for observation in observations:
        record.add(observation)
    detector = VoteDetector(TablePlace({(CAM, Seat(3)): STRIP}, Space({})))
    return list(detector.cues(WINDOW, record, [Seat(3)], s(-10.0)))


def on_table(start_s: float, end_s: float) -> Callable[[float], tuple[float, float]]:
    return lambda t: TABLE if start_s <= t <= end_s else LAP


def kinds(cues: Iterable[Cue]) -> list[CueKind]:
    return [cue.kind for cue in cues]


def test_a_good_vote_is_a_touch_and_a_lift_for_the_called_candidate() -> None:
    touch, lift = cues_of(looks(on_table(2.0, 6.4)))
    assert (touch.kind, touch.subject, touch.targets) == (CueKind.TOUCH_DOWN, 3, (7,))
    assert touch.when.start.contains(s(2.0))
    assert lift.kind is CueKind.LIFT
    assert lift.when.start.contains(s(6.4))


@pytest.mark.parametrize(("down_s", "up_s"), [(1.8, 3.2), (4.9, 6.4)])
def test_early_and_late_hands_are_reported_with_their_times_not_judged(down_s: float, up_s: float) -> None:
    touch, lift = cues_of(looks(on_table(down_s, up_s)))
    assert touch.when.start.contains(s(down_s))
    assert lift.when.start.contains(s(up_s))


def test_a_hand_down_before_the_call_is_a_premature_touch() -> None:
    assert CueKind.PREMATURE_TOUCH in kinds(cues_of(looks(on_table(0.3, 5.0))))


def test_a_hand_that_drifts_above_the_table_past_the_word_is_held_not_touching() -> None:
    (cue,) = cues_of(looks(on_table(2.5, 6.5), drift_px=1.2))
    assert cue.kind is CueKind.HAND_HELD_PAST_WORD
    assert cue.when.start.contains(s(2.5))


def test_a_held_hand_that_is_seen_in_pieces_did_not_touch_in_the_first_of_them() -> None:
    """The first piece is too short to measure its drift, and would be a touch and an early lift by itself."""
    held = looks(
        lambda t: LAP if not 2.5 <= t <= 6.5 else TABLE if t < 2.8 else (TABLE[0], TABLE[1] - 16), drift_px=1.2
    )
    assert kinds(cues_of(held)) == [CueKind.HAND_HELD_PAST_WORD]


def test_a_short_piece_of_a_hand_of_doubtful_owner_is_no_touch() -> None:
    way = looks(lambda t: LAP if not 2.5 <= t <= 6.5 else TABLE if t < 2.8 else (TABLE[0], TABLE[1] - 16), drift_px=1.2)
    seen = [o if o.t_ns < s(2.8) else replace(o, hands=tuple(replace(h, side_01=0.05) for h in o.hands)) for o in way]
    assert kinds(cues_of(seen)) == [CueKind.NOT_OBSERVED]


def test_a_held_hand_of_which_the_end_could_be_a_neighbours_is_held_to_its_end() -> None:
    """Seen from the front a fist changes its looks; the piece before the word says whose it is and that it is held."""
    way = looks(lambda t: LAP if not 2.5 <= t <= 6.5 else TABLE if t < 4.3 else (TABLE[0], TABLE[1] - 16), drift_px=1.2)
    seen = [
        o if o.t_ns < s(4.3) else replace(o, hands=tuple(replace(h, side_01=0.05, at_wrist=True) for h in o.hands))
        for o in way
    ]
    (cue,) = cues_of(seen)
    assert cue.kind is CueKind.HAND_HELD_PAST_WORD
    assert cue.when.end is None or cue.when.end.latest_ns >= s(6.4)


def test_a_hand_that_drifts_but_is_gone_before_the_word_is_nothing() -> None:
    assert cues_of(looks(on_table(1.5, 3.0), drift_px=1.2)) == []


def test_a_hand_that_stays_in_the_lap_is_no_vote_and_not_unobserved() -> None:
    assert cues_of(looks(lambda t: LAP)) == []


def test_a_seat_at_which_nobody_looked_is_not_observed() -> None:
    assert kinds(cues_of([])) == [CueKind.NOT_OBSERVED]


def test_a_seat_at_which_nobody_is_made_out_is_not_observed() -> None:
    """In a dark room the networks look and find neither body nor hand: that is no absent hand."""
    dark = [Observation(Seat(3), CAM, s(t / 10), frozenset({"body", "hands"})) for t in range(80)]
    (cue,) = cues_of(dark)
    assert (cue.kind, cue.measures["observed_share_01"]) == (CueKind.NOT_OBSERVED, 0.0)


def test_a_body_without_hands_on_the_table_is_no_vote_and_not_unobserved() -> None:
    """Hands under the table: the person is seen at three looks a second, hands are looked for in between."""
    body = BodySeen(0.95, np.zeros((33, 2), np.float32), np.ones(33, np.float32))
    sitting = [
        Observation(Seat(3), CAM, s(t / 10), frozenset({"body", "hands"}), body=body)
        if t % 5 == 0
        else Observation(Seat(3), CAM, s(t / 10), frozenset({"hands"}))
        for t in range(80)
    ]
    assert cues_of(sitting) == []


@pytest.mark.parametrize(("wrist", "kind"), [(TABLE, [CueKind.NOT_OBSERVED]), (LAP, [])])
def test_a_wrist_over_the_table_without_a_hand_is_not_observed_and_never_no_vote(
    wrist: tuple[float, float], kind: list[CueKind]
) -> None:
    """A dark hand behind a cup: the body shows the arm on the table, the hand itself is not found."""
    sitting = [
        Observation(
            Seat(3), CAM, s(t / 10), frozenset({"body", "hands"}), body=body(300, {Side.RIGHT: wrist, Side.LEFT: LAP})
        )
        if t % 3 == 0
        else Observation(Seat(3), CAM, s(t / 10), frozenset({"hands"}))
        for t in range(80)
    ]
    assert kinds(cues_of(sitting)) == kind


@pytest.mark.parametrize(
    ("side_01", "at_wrist", "votes"),
    [(0.95, False, True), (0.24, False, False), (0.24, True, True), (0.13, True, False)],
)
def test_a_hand_that_could_be_either_is_its_owners_where_it_begins_at_the_owners_wrist(
    side_01: float, at_wrist: bool, votes: bool
) -> None:
    """A fist with the thumb up, seen from the front, looks like a left hand as much as like a right one."""
    seen = [
        replace(o, hands=tuple(replace(h, side_01=side_01, at_wrist=at_wrist) for h in o.hands))
        for o in looks(on_table(2.0, 6.4))
    ]
    found = kinds(cues_of(seen))
    assert (CueKind.TOUCH_DOWN in found) is votes
    assert (CueKind.NOT_OBSERVED in found) is not votes  # a hand lay there: nobody may say that none did


def test_the_first_hand_down_and_the_last_hand_up_make_the_vote() -> None:
    right = looks(on_table(2.0, 3.0))
    left = looks(lambda t: (360.0, 420.0) if 2.5 <= t <= 6.2 else (360.0, 240.0), side=Side.LEFT)
    both = [
        Observation(r.seat, r.camera, r.t_ns, r.looked, hands=r.hands + other.hands)
        for r, other in zip(right, left, strict=True)
    ]
    touch, lift = cues_of(both)
    assert touch.when.start.contains(s(2.0))
    assert lift.when.start.contains(s(6.2))


@pytest.mark.parametrize("amplitude_px", [0.0, 0.3, 1.0, 2.0])
def test_drift_is_measured_below_the_pixel(amplitude_px: float) -> None:
    offsets = [(amplitude_px * np.sin(0.9 * i), amplitude_px * np.cos(0.7 * i)) for i in range(20)]
    true_mm = float(np.sqrt(np.var([x for x, _ in offsets]) + np.var([y for _, y in offsets]))) * PALM_MM / 40.0
    measured = drift_mm([patch(offset) for offset in offsets], [hand((300.0, 400.0)).xy] * 20, 40.0)
    assert measured == pytest.approx(true_mm, abs=0.15 + 0.1 * true_mm)


def test_an_interval_that_touches_the_word_is_left_to_the_rules() -> None:
    """The detector gives times; «before», «after» or «cannot be told» is said by `engine.intervals.against_word`."""
    touch, *_ = cues_of(looks(on_table(4.2, 6.5)))
    assert isinstance(touch.when.start, Interval)
    assert touch.kind is CueKind.TOUCH_DOWN
