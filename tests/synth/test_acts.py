"""Acts leave the truth that their names promise, as measured on the meshes; one stage serves several of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from engine.codes import Mask
from engine.seats import Seat
from tests.synth.builders import ballot, stage
from tests.synth.contacts import nearness
from tests.synth.deeds import deeds_of
from tests.synth.expected import Measured, expected
from tests.synth.faces import faces_of, mask_at_time
from tests.synth.scenario import ScenarioError
from tests.synth.stage import Stage
from tests.synth.touches import touches_of
from tests.synth.truth import truth_lines

pytestmark = pytest.mark.thorough

Lines = list[dict[str, Any]]


def deeds(scene: Stage, seat: int, kind: str) -> list[Mapping[str, Any]]:
    """One person's deeds of a kind, as lines."""
    return [deed.line() for deed in deeds_of(scene, scene.actors[Seat(seat)]) if deed.kind == kind]


def seconds(line: Mapping[str, Any]) -> tuple[float, float]:
    return line["start"][0] / 1e9, line["end"][0] / 1e9


@pytest.fixture(scope="module")
def day() -> Stage:
    return stage(
        [
            {"kind": "scratch", "seat": 1, "at": 2.0, "spot": "nose"},
            {"kind": "head_on_fist", "seat": 2, "at": 2.0, "hold_s": 2.0},
            {"kind": "drink", "seat": 3, "at": 2.4},
            {"kind": "show_number", "seat": 4, "at": 1.5, "number": 7},
            {"kind": "leave_seat", "seat": 5, "at": 1.5, "for_s": 3.0},
            {"kind": "knock", "seat": 6, "at": 2.0, "times": 2},
            {"kind": "mask_down", "seat": 7, "at": 1.0},
            {"kind": "mask_off", "seat": 8, "at": 1.0, "for_s": 3.0},
            {"kind": "mask_on", "seat": 9, "at": 1.0, "tilt_deg": 45.0, "lift": 0.3, "bow_deg": 5.0},
            {"kind": "move_back", "seat": 10, "at": 1.0},
        ],
        seats=range(1, 11),
        duration_s=6.0,
    )


def test_a_scratch_is_a_hand_on_the_face(day: Stage) -> None:
    touched = deeds(day, 1, "face_touch")
    assert touched
    assert min(seconds(t)[0] for t in touched) == pytest.approx(2.0, abs=0.3)
    assert all(t["gap_mm"] <= 3.0 and t["side"] == "right" for t in touched)


def test_a_head_on_a_fist_is_a_hand_on_the_face_and_not_on_the_table(day: Stage) -> None:
    (touched,) = deeds(day, 2, "face_touch")
    begin, end = seconds(touched)
    assert begin == pytest.approx(2.0, abs=0.3)
    assert end - begin > 1.8
    assert not list(touches_of(day, day.actors[Seat(2)], "L"))


def test_drinking_touches_neither_face_nor_table(day: Stage) -> None:
    assert not deeds(day, 3, "face_touch")
    assert not list(touches_of(day, day.actors[Seat(3)], "R"))


def test_a_drunk_cup_never_jumps(day: Stage) -> None:
    """From table to hand to table: nowhere does the cup move more than a hand can in a hundredth of a second."""
    actor = day.actors[Seat(3)]
    at = []
    for t in np.arange(0.2, 5.8, 0.01):
        solved = actor.figure.solve(actor.posture(float(t)))
        (cup,) = (thing for thing in solved.posture.things if thing.kind == "cup")
        at.append(actor.figure.thing_at(solved, cup)[:3, 3])
    assert np.linalg.norm(np.diff(at, axis=0), axis=1).max() < 0.025
    assert np.ptp(np.array(at)[:, 2]) > 0.2


def test_a_number_is_counted_on_the_fingers_of_both_hands(day: Stage) -> None:
    shown = {line["side"]: line["fingers"] for line in deeds(day, 4, "gesture")}
    assert shown == {"right": 5, "left": 2}


def test_a_left_seat_is_seen_by_the_hips(day: Stage) -> None:
    (left,) = deeds(day, 5, "seat_left")
    begin, end = seconds(left)
    assert 1.5 < begin < 2.4
    assert 3.6 < end < 4.5
    assert left["moved_mm"] > 600


def test_knocks_are_short_and_fast_touches(day: Stage) -> None:
    blows = list(touches_of(day, day.actors[Seat(6)], "R"))
    assert [blow.knock for blow in blows] == [True, True]
    assert blows[0].from_s == pytest.approx(2.0, abs=0.08)


def test_masks_end_where_the_hand_puts_them(day: Stage) -> None:
    at = {seat: mask_at_time(day.actors[Seat(seat)], 2.5) for seat in (6, 7, 8, 9)}
    assert at == {6: Mask.FOREHEAD, 7: Mask.LOWERED, 8: Mask.IN_HAND, 9: Mask.CROOKED}
    assert mask_at_time(day.actors[Seat(8)], 5.5) is Mask.FOREHEAD


def test_moving_back_is_seen_by_the_hips(day: Stage) -> None:
    (back,) = deeds(day, 10, "moved_back")
    assert 1.0 < seconds(back)[0] < 1.9
    assert back["moved_mm"] == pytest.approx(220, abs=15)


def test_shaken_hands_are_one_contact_each_way() -> None:
    scene = stage([{"kind": "handshake", "seat": 3, "target": 4, "at": 2.0}], seats=(3, 4), duration_s=5.0)
    assert {(one.who, one.side, one.other) for one in nearness(scene) if one.touched} == {(3, "R", 4), (4, "R", 3)}


def test_a_cup_goes_to_the_neighbour_without_a_touch() -> None:
    scene = stage(
        [{"kind": "pass_cup", "seat": 3, "side": "right", "target": 4, "at": 2.5}], seats=(3, 4), duration_s=7.0
    )
    near = list(nearness(scene))
    assert near
    assert not any(one.touched for one in near)
    owner = {who for who, actor in scene.actors.items() for thing in actor.posture(6.8).things if thing.kind == "cup"}
    assert owner == {4}


def test_a_hand_on_a_hand_that_lies_on_the_table() -> None:
    scene = stage(
        [
            {"kind": "hands_on_table", "seat": 4, "at": 1.5},
            {"kind": "contact", "seat": 3, "side": "right", "target": 4, "spot": "hand", "at": 3.0},
        ],
        seats=(3, 4),
    )
    (own,) = (one for one in nearness(scene) if one.touched and one.who == 3)
    assert own.from_s == pytest.approx(3.0, abs=0.25)


def test_a_body_cannot_walk_off_from_its_hands() -> None:
    acts = [{"kind": "hands_on_table", "seat": 3, "at": 1.5}, {"kind": "leave_seat", "seat": 3, "at": 4.0}]
    with pytest.raises(ScenarioError, match="is not in the lap"):
        stage(acts, seats=(3,), duration_s=10.0)


@pytest.fixture(scope="module")
def night() -> Lines:
    """The night is announced till 1.0 s, so that everybody should be settled at 4.0 s."""
    scene = stage(
        [
            {"kind": "mask_on", "seat": (1, 2, 3, 5, 6), "at": 0.8},
            {"kind": "mask_on", "seat": 4, "at": 5.5},
            {"kind": "scratch", "seat": 1, "at": 5.5, "spot": "cheek"},
            {"kind": "hand_over_mask", "seat": 2, "at": 5.5, "hold_s": 2.0},
            {"kind": "shot_hand", "seat": 3, "at": 5.5, "number": 3},
            {"kind": "head", "seat": 5, "at": 5.0, "bow_deg": 3.0},
            {"kind": "move_back", "seat": 5, "at": 2.2},
        ],
        [
            {"name": "night", "at": 0.5, "kind": "night_cue"},
            {"name": "back", "at": 1.6, "kind": "request", "request": "move_back", "subject": 5},
            {"name": "back_too", "at": 2.0, "kind": "request", "request": "move_back", "subject": 6},
        ],
        seats=range(1, 7),
        duration_s=9.0,
    )
    actors = scene.actors.values()
    faces = [face for actor in actors for face in faces_of(scene, actor)]
    done = [deed for actor in actors for deed in deeds_of(scene, actor)]
    seen = Measured(touches=[], faces=faces, near=[], deeds=done)
    return [*(deed.line() for deed in done), *expected(scene, seen)]


def test_what_a_judge_would_raise_at_night(night: Lines) -> None:
    found = {(line["cue"], line["subject"]) for line in night if line["kind"] == "expected"}
    assert found == {
        ("face_touched", 1),
        ("face_touched", 2),
        ("shot_hand", 3),
        ("mask_late", 4),
        ("eyes_open", 4),
        ("head_not_bowed", 5),
        ("not_moved_back", 6),
    }


def test_a_late_mask_is_late_until_it_covers_the_eyes(night: Lines) -> None:
    (late,) = (line for line in night if line.get("cue") == "mask_late")
    assert seconds(late)[0] == pytest.approx(1.0)
    assert seconds(late)[1] == pytest.approx(5.7, abs=0.3)


def test_a_raised_hand_shows_its_number(night: Lines) -> None:
    (shown,) = (line for line in night if line["kind"] == "gesture")
    assert (shown["fingers"], shown["raised"]) == (3, True)


def test_gestures_and_forms_in_a_vote_are_judged_by_the_rulebook() -> None:
    acts = [
        {"kind": "vote", "seat": 2, "at": 2.0, "lift": 5.2, "form": "palm"},
        {"kind": "gesture", "seat": 3, "at": 2.5, "form": "palm"},
    ]
    for rules, wrong in (("mafiaratings", [("touch_down", 2)]), ("a", [])):
        lines = truth_lines(stage(acts, ballot(), rules=rules))
        found = [(line["cue"], line["subject"]) for line in lines if line["kind"] == "expected"]
        assert sorted(found) == sorted([*wrong, ("vote_gesture", 3)])
