"""Single-shot detectors: anchors, decoding, and the weighted suppression that MediaPipe applies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from models.regions import Affines, Floats, to_frame

_OVERLAP_IS_SAME: Final = 0.3  # intersection over union from which two boxes are one thing (MediaPipe's graphs)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """What a detector found in one picture, best first."""

    score_01: Floats  # (D,)
    box: Floats  # (D, 4) x0, y0, x1, y1 in pixels of the frame
    keypoints: Floats  # (D, K, 2) pixels of the frame


def anchors(*grids: tuple[int, int]) -> Floats:
    """Anchor centres (A, 2) in 0…1 from (cells along one side, anchors per cell) of each level, rows first."""
    levels = []
    for cells, per_cell in grids:
        centre = (np.arange(cells) + 0.5) / cells
        x, y = np.meshgrid(centre, centre)
        levels.append(np.repeat(np.stack([x.ravel(), y.ravel()], 1), per_cell, axis=0))
    return np.concatenate(levels).astype(np.float32)


def sigmoid(logits: Floats) -> Floats:
    """1 / (1 + e^-x) without overflow."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -80, 80))), np.float32)


def best_scores(logits: Floats) -> Floats:
    """The best score (N,) of each picture from logits (N, A, 1), however low."""
    return sigmoid(logits.max((1, 2), initial=-80.0))


def decode(
    regressors: Floats, logits: Floats, centres: Floats, *, size_px: int, affines: Affines, min_score_01: float
) -> list[Detections]:
    """Each picture's detections from regressors (N, A, 4 + 2K) and logits (N, A, 1)."""
    return [
        _decode_one(boxes, sigmoid(scores[:, 0]), centres * np.float32(size_px), affine, min_score_01)
        for boxes, scores, affine in zip(regressors, logits, affines, strict=True)
    ]


def _decode_one(raw: Floats, score: Floats, centres_px: Floats, affine: Affines, min_score_01: float) -> Detections:
    chosen = np.flatnonzero(score >= min_score_01)
    chosen = chosen[np.argsort(-score[chosen], kind="stable")]
    raw, score, centres_px = raw[chosen], score[chosen], centres_px[chosen]
    centre, half = centres_px + raw[:, :2], raw[:, 2:4] * np.float32(0.5)
    corners = np.stack([centre - half, centre + half], 1)
    points = raw[:, 4:].reshape(len(raw), (raw.shape[1] - 4) // 2, 2) + centres_px[:, None]
    groups = _suppress(corners.reshape(-1, 4), score)
    merged = [_merge(np.concatenate([corners, points], 1)[group], score[group]) for group in groups]
    every = np.stack(merged) if merged else np.empty((0, 2 + points.shape[1], 2), np.float32)
    in_frame = to_frame(every, np.broadcast_to(affine, (len(every), 2, 3)))
    best = np.array([score[group[0]] for group in groups], np.float32)
    return Detections(best, in_frame[:, :2].reshape(-1, 4), in_frame[:, 2:])


def _suppress(box: Floats, score: Floats) -> list[list[int]]:
    """Groups of boxes (sorted by falling score) that are the same thing; each group begins with its best."""
    left = list(range(len(score)))
    groups = []
    while left:
        overlap = intersection_over_union(box[left[0]], box[left])
        group = [number for number, value in zip(left, overlap, strict=True) if value > _OVERLAP_IS_SAME]
        group = group or [left[0]]  # an empty box overlaps nothing, not even itself
        groups.append(group)
        left = [number for number in left if number not in group]
    return groups


def _merge(points: Floats, weight: Floats) -> Floats:
    """The average of a group's corners and keypoints, weighted by score: steadier than the best one alone."""
    return np.asarray(np.average(points, axis=0, weights=weight), np.float32)


def intersection_over_union(box: Floats, others: Floats) -> Floats:
    """The overlap (D,) of one box (4,) with others (D, 4)."""
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    shared = np.prod(np.maximum(high - low, 0), axis=1)
    areas = np.prod(others[:, 2:] - others[:, :2], axis=1) + np.prod(box[2:] - box[:2])
    return np.asarray(shared / np.maximum(areas - shared, 1e-9), np.float32)
