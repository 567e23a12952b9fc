"""An arm that reaches into the edge of another camera's picture is nobody's vote but its owner's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.codes import Side
from engine.cues import CameraId
from engine.intervals import exactly
from engine.seats import Seat
from tests.calibration.test_camera import LEFT, RIGHT
from tests.vision.scenes import hand, s
from vision.detectors.one_owner import strangers_hands
from vision.space import Space
from vision.tracks import HandId, Look, Rest

CAMERAS = {CameraId("left"): LEFT, CameraId("right"): RIGHT}
SPACE = Space(CAMERAS)
PLACE_MM = (420.0, -250.0, 45.0)


def resting(
    camera: str, seat: int, place_mm: tuple[float, float, float] = PLACE_MM, side_01: float = 0.95,
    at_wrist: bool = True, times_s: tuple[float, float] = (2.0, 4.0),
) -> Rest:  # fmt: skip
    """A palm that lies at a place of the room, as one camera sees it."""
    x, y = (float(v) for v in CAMERAS[CameraId(camera)].project(np.array([place_mm]))[0])
    seen = replace(hand((x, y)), side_01=side_01, at_wrist=at_wrist)
    looks = tuple(Look(s(t), seen) for t in np.linspace(*times_s, 9))
    return Rest(
        HandId(CameraId(camera), Seat(seat), Side.RIGHT), looks, exactly(looks[0].t_ns), exactly(looks[-1].t_ns),
        np.asarray((x, y), np.float32), 40.0, True, True, None,
    )  # fmt: skip


@pytest.mark.parametrize("order", [1, -1])
def test_a_hand_given_to_two_neighbours_stays_with_the_one_whose_body_and_side_it_fits(order: int) -> None:
    rests = [resting("left", 5), resting("right", 6, side_01=0.15)][::order]
    (stranger,) = strangers_hands(rests, SPACE)
    assert rests[stranger].hand.seat == 6


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (resting("right", 6, (420.0, -120.0, 45.0)), "two hands beside each other"),
        (resting("right", 5), "one person seen by two cameras"),
        (resting("left", 6), "what one camera sees is sorted out in its picture"),
        (resting("right", 6, times_s=(4.1, 6.0)), "one hand after the other"),
    ],
    ids=lambda value: value.replace(" ", "_") if isinstance(value, str) else "",
)
def test_two_hands_stay_two(other: Rest, why: str) -> None:
    assert strangers_hands([resting("left", 5), other], SPACE) == frozenset()


def test_without_two_calibrated_cameras_nothing_is_taken_from_anybody() -> None:
    pair = [resting("left", 5), resting("right", 6, side_01=0.1)]
    assert strangers_hands(pair, Space({})) == frozenset()
    assert strangers_hands(pair, Space({CameraId("left"): LEFT})) == frozenset()
