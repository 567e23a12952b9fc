"""Detectors: anchors where the networks have them, one detection for one thing."""

from __future__ import annotations

import numpy as np
import pytest

from models.detection import anchors, decode, intersection_over_union
from models.regions import square_around, to_frame_affines

CENTRES = np.array([[0.25, 0.25], [0.30, 0.25], [0.75, 0.75]], np.float32)
WHOLE = to_frame_affines(square_around((100, 0, 300, 200)), 100)  # two frame pixels to one of the crop


def found(logits: list[float], box: tuple[float, float, float, float] = (0, 0, 20, 20)) -> list[list[float]]:
    regressors = np.zeros((1, 3, 6), np.float32)
    regressors[0, :, :4] = box
    (detections,) = decode(
        regressors, np.array(logits, np.float32).reshape(1, 3, 1), CENTRES, size_px=100, affines=WHOLE, min_score_01=0.5
    )
    return [[float(score), *row] for score, row in zip(detections.score_01, detections.box.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("grids", "count"),
    [(((28, 2), (14, 2), (7, 6)), 2254), (((24, 2), (12, 6)), 2016), (((16, 2), (8, 6)), 896)],
    ids=["pose", "palm", "face"],
)
def test_there_are_as_many_anchors_as_the_networks_answer_for(grids: tuple[tuple[int, int], ...], count: int) -> None:
    assert anchors(*grids).shape == (count, 2)


def test_anchors_go_along_rows_and_share_their_cell() -> None:
    assert anchors((2, 2))[:5].tolist() == [[0.25, 0.25], [0.25, 0.25], [0.75, 0.25], [0.75, 0.25], [0.25, 0.75]]


def test_a_box_is_given_in_pixels_of_the_frame() -> None:
    assert found([-9, -9, 3]) == [pytest.approx([1 / (1 + np.exp(-3)), 230, 130, 270, 170], abs=1e-3)]


def test_nothing_is_found_where_no_score_is_high_enough() -> None:
    assert found([-1, -1, -1]) == []


def test_boxes_over_each_other_are_one_thing_between_them_weighted_by_score() -> None:
    """Two equally sure boxes 10 frame pixels apart: one detection half way, with the better score."""
    ((_, left, *_),) = found([2, 2, -9])
    assert left == pytest.approx(135, abs=1e-3)


def test_things_apart_stay_apart_best_first() -> None:
    scores = [row[0] for row in found([1, -9, 2])]
    assert len(scores) == 2
    assert scores[0] > scores[1]


def test_a_box_without_area_is_still_one_thing() -> None:
    assert len(found([2, -9, -9], box=(0, 0, 0, 0))) == 1


def test_overlap_is_shared_area_over_joint_area() -> None:
    box, others = np.array([0, 0, 2, 2], np.float32), np.array([[1, 0, 3, 2], [5, 5, 6, 6]], np.float32)
    assert intersection_over_union(box, others) == pytest.approx([1 / 3, 0])
