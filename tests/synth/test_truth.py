"""Truth comes from the meshes: contact times, gaps, faces and what ought to be suggested."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.seats import Seat
from tests.synth.actor import SIDE_OF
from tests.synth.builders import ballot, stage
from tests.synth.contacts import gap, nearness
from tests.synth.faces import faces_of
from tests.synth.placements import at_rest, on_table
from tests.synth.touches import touches_of
from tests.synth.truth import truth_lines

VOTE: dict[str, Any] = {"kind": "vote", "seat": 3, "at": 2.0, "lift": 4.8}


def expected_of(
    acts: list[dict[str, Any]], says: list[dict[str, Any]] | None = None, **more: Any
) -> list[tuple[str, object]]:
    """Kinds of cue and seats that the truth expects."""
    lines = truth_lines(stage(acts, ballot() if says is None else says, **more))
    return [(line["cue"], line["subject"]) for line in lines if line["kind"] == "expected"]


@pytest.mark.parametrize("form", ["palm", "fist", "thumb_up"])
def test_a_hand_pressed_on_the_table_lies_on_its_lowest_vertex(form: str) -> None:
    figure = stage(seats=(3,)).actors[Seat(3)].figure
    pressed = on_table(figure, "R", form=form, clearance_m=-0.03).target
    solved = figure.solve(replace(at_rest(figure), hands={"L": at_rest(figure).hands["L"], "R": pressed}))
    assert abs(solved.clearance_m["R"]) < 1e-4
    assert solved.missed_m["R"] < 2e-3


def test_touch_and_lift_come_at_their_times_on_the_mesh() -> None:
    set_up = stage([VOTE])
    (touch,) = touches_of(set_up, set_up.actors[Seat(3)], "R")
    assert touch.from_s == pytest.approx(2.0, abs=0.012)
    assert touch.to_s == pytest.approx(4.8, abs=0.012)
    assert touch.near_from_s < touch.from_s < touch.to_s < touch.near_to_s
    assert touch.speed_m_s > 0.3
    assert touch.moved_mm < 3


def test_a_sliding_vote_moves_while_it_touches() -> None:
    set_up = stage([{**VOTE, "slide_mm": 60, "press_mm": 40}])
    (touch,) = touches_of(set_up, set_up.actors[Seat(3)], "R")
    assert touch.moved_mm > 10


def test_good_votes_are_nothing_to_suggest() -> None:
    assert expected_of([VOTE]) == []


def test_lift_before_the_word() -> None:
    assert expected_of([{**VOTE, "lift": "word.start - 0.5"}]) == [("lift", 3)]


def test_touch_after_the_word() -> None:
    assert expected_of([{**VOTE, "at": "word.end + 0.4"}]) == [("touch_down", 3)]


def test_hovering_past_the_word() -> None:
    assert expected_of([{"kind": "hover", "seat": 3, "at": 2.0, "lift": 4.8, "height_mm": 60}]) == [
        ("hand_held_past_word", 3)
    ]


def test_open_eyes_at_night_are_expected_unless_the_host_woke_the_player() -> None:
    night = [{"name": "night", "at": 0.5, "kind": "night_cue"}]
    acts = [
        {"kind": "mask_on", "seat": (2, 3), "at": 0.7},
        {"kind": "peek", "seat": 3, "at": 4.2, "open_s": 1.6},
    ]
    asleep = expected_of(acts, night, duration_s=10.0)
    assert ("eyes_open", 3) in asleep
    woken = [
        *night,
        {"name": "up", "at": 3.0, "kind": "wake", "seats": (3,)},
        {"name": "down", "at": 6.6, "kind": "sleep"},
    ]
    assert len(expected_of(acts, woken, duration_s=10.0)) == len(asleep) - 1


def test_a_contact_is_measured_between_the_meshes() -> None:
    set_up = stage([{"kind": "contact", "seat": 3, "side": "right", "target": 4, "at": 2.0}], seats=(3, 4))
    (contact,) = (one for one in nearness(set_up) if one.touched)
    assert (contact.who, contact.other, contact.touched) == (3, 4, True)
    assert contact.from_s == pytest.approx(2.0, abs=0.25)
    assert contact.to_s == pytest.approx(3.2, abs=0.25)
    assert gap(set_up.actors[Seat(3)], "R", set_up.actors[Seat(4)], 0.5) > 0.15


def test_reaching_past_is_no_contact() -> None:
    near = list(
        nearness(stage([{"kind": "reach_past", "seat": 3, "side": "right", "target": 4, "at": 2.0}], seats=(3, 4)))
    )
    assert not any(one.touched for one in near)


def test_masks_and_heads_are_told_apart() -> None:
    set_up = stage([{"kind": "mask_on", "seat": 3, "at": 1.0}])
    first, *_, last = faces_of(set_up, set_up.actors[Seat(3)])
    assert (first.eyes, first.mask, first.head) == ("open", "forehead", "up")
    assert (last.eyes, last.mask, last.head) == ("covered", "on_eyes", "bowed")


def test_the_same_seed_gives_the_same_truth() -> None:
    acts = [{"kind": "mask_on", "seat": 3, "at": 1.0, "spread_s": 1.0}]
    once, again = (list(truth_lines(stage(acts, seats=(3,), duration_s=3.0))) for _ in range(2))
    assert once == again
    other = list(truth_lines(stage(acts, seats=(3,), duration_s=3.0, seed=4)))
    assert other != once


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_forearm_on_the_edge_is_no_hand_on_the_table(side: str) -> None:
    set_up = stage([{"kind": "forearm_on_edge", "seat": 3, "side": side, "at": 1.5}])
    (line,) = (line for line in truth_lines(set_up) if line["kind"] == "hand")
    assert (line["form"], line["side"]) == ("forearm", side)
    assert abs(line["clearance_mm"]) < 4
    actor = set_up.actors[Seat(3)]
    letter = SIDE_OF[side]
    assert actor.figure.clearance(actor.figure.solve_hand(actor.posture(3.0), letter).vertices) > 0.003


def test_a_resting_forearm_is_no_hand_held_past_the_word() -> None:
    """Once the bench called the hand of a resting forearm, a few mm over the table, a missed hovering vote."""
    assert expected_of([{"kind": "forearm_on_edge", "seat": 3, "at": 1.5}]) == []


def test_unrest_never_lets_a_resting_hand_leave_the_table() -> None:
    set_up = stage([VOTE])
    actor = set_up.actors[Seat(3)]
    heights = [
        actor.figure.clearance(actor.figure.solve_hand(actor.posture(t), "R").vertices)
        for t in np.arange(2.2, 4.4, 0.1)
    ]
    assert np.abs(heights).max() < 1e-4
