"""A hand on another's body is claimed; a hand that only passes, or lies on its owner's own side, is not."""

from __future__ import annotations

from collections.abc import Callable

from engine.codes import CueKind, Side
from engine.cues import Cue
from tests.vision.scenes import body, day, people, s, ticks
from vision.detectors.contact import ContactDetector
from vision.observation import BodySeen
from vision.space import Space


def cues_of(scene: Callable[[float], dict[int, BodySeen]], until_s: float = 6.0) -> list[Cue]:
    detector = ContactDetector(Space({}))
    cues = [cue for t in ticks(0.0, until_s, 8.0) for cue in detector.step(people(t, scene(t)), day())]
    return [*cues, *detector.finish()]


def test_a_hand_on_the_neighbours_arm_for_a_second() -> None:
    def scene(t: float) -> dict[int, BodySeen]:
        reach = {Side.RIGHT: (365.0, 245.0)} if 2.0 <= t <= 3.2 else {}
        return {1: body(300.0), 2: body(500.0, reach)}

    (cue,) = cues_of(scene)
    assert (cue.kind, cue.subject, cue.targets) == (CueKind.CONTACT, 2, (1,))
    assert cue.when.start.contains(s(2.0))
    assert cue.when.end is not None
    assert cue.when.end.earliest_ns <= s(3.2) <= cue.when.end.latest_ns


def test_a_hand_whose_distance_wavers_about_what_counts_is_not_apart_meanwhile() -> None:
    """The first and last looks of a touch at arm's length are a few millimetres too far; it began before them."""

    def scene(t: float) -> dict[int, BodySeen]:
        x = 386.0 if 2.6 <= t <= 3.4 else 392.0
        return {1: body(300.0), 2: body(500.0, {Side.RIGHT: (x, 245.0)} if 2.0 <= t <= 3.9 else {})}

    (cue,) = cues_of(scene)
    assert cue.when.start.contains(s(2.0))
    assert cue.when.end is not None
    assert cue.when.end.contains(s(3.9))


def test_hands_in_laps_touch_nobody() -> None:
    assert not cues_of(lambda t: {1: body(300.0), 2: body(500.0)})


def test_a_hand_that_passes_in_a_moment_is_no_contact() -> None:
    def scene(t: float) -> dict[int, BodySeen]:
        reach = {Side.RIGHT: (365.0, 245.0)} if 2.0 <= t <= 2.2 else {}
        return {1: body(300.0), 2: body(500.0, reach)}

    assert not cues_of(scene)


def test_a_hand_in_front_of_the_neighbour_but_away_from_the_body_is_no_contact() -> None:
    def scene(t: float) -> dict[int, BodySeen]:
        return {1: body(300.0), 2: body(500.0, {Side.RIGHT: (300.0, 480.0)} if 2.0 <= t <= 4.0 else {})}

    assert not cues_of(scene)


def test_elbows_that_nearly_meet_are_not_a_reach() -> None:
    """The neighbour's elbow comes near a hand that stays on its owner's own side."""
    assert not cues_of(lambda t: {1: body(300.0, {Side.LEFT: (355.0, 300.0)}), 2: body(430.0)})
