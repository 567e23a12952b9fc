"""The real networks on real pictures see what they saw when the pictures were looked at by eye."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.models.cached import cached_networks
from tests.vision.perception_golden import GOLDEN, PICTURES, seen_in

pytestmark = [pytest.mark.weights, pytest.mark.footage]

TOLERANCES = {"body": 3.0, "hands": 4.0, "head_deg": 3.0, "opening": 0.04, "eye_band_skin_01": 0.15}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_seen_as_before(name: str, footage: Path) -> None:
    expected: dict[str, Any] = json.loads(GOLDEN.read_text("utf-8"))[name]
    seen = seen_in(cached_networks(), footage, name)
    assert set(seen) == set(expected)
    for seat, numbers in expected.items():
        for quantity, value in numbers.items():
            _assert_close(seen[seat][quantity], value, TOLERANCES[quantity], f"{quantity} of seat {seat}")


def _assert_close(seen: Any, expected: Any, tolerance: float, what: str) -> None:
    if isinstance(expected, dict):
        assert set(seen) == set(expected), what
        for key, value in expected.items():
            _assert_close(seen[key], value, tolerance, f"{what}, {key}")
    elif isinstance(expected, list):
        for one_seen, one_expected in zip(seen, expected, strict=True):
            _assert_close(one_seen, one_expected, tolerance, what)
    elif expected is None:
        assert seen is None, what
    else:
        assert seen == pytest.approx(expected, abs=tolerance), what


def test_the_eyes_that_close_are_those_whose_lids_come_together(footage: Path) -> None:
    """By eye: open at the clip's begin, closed in frame 60."""
    opened, closed = (
        seen_in(cached_networks(), footage, name)["1"]["opening"] for name in ("open eyes", "closed eyes")
    )
    assert min(opened) > 1.5 * max(closed)


def test_hands_raised_before_a_camera_are_named_by_their_owner(footage: Path) -> None:
    """By eye: a man who faces the camera raises both hands; his left is at the picture's right."""
    hands = seen_in(cached_networks(), footage, "raised hands")["1"]["hands"]
    assert hands["left"][0] > hands["right"][0]
