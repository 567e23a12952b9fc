"""Finding the table's edge in a picture: its cloth by colour, then its edge to a part of a pixel."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.table_shape import TableShape

F64 = NDArray[np.float64]
ImageU8 = NDArray[np.uint8]

WORK_WIDTH_PX: Final = 640
_LEAST_SHARE: Final = 0.03
_MOST_SHARE: Final = 0.65
_CLOTH_TOLERANCES: Final = (5.0, 7.0, 10.0, 14.0, 20.0)
_NEAR_HULL_PX: Final = 2.5
_ACROSS_STEP_PX: Final = 0.5
_LEAST_SLOPE: Final = 0.6  # grey levels a step below which there is no edge to be found
_LIGHT_WEIGHT: Final = 0.45  # shadow and light fall on a cloth, its colour stays
_CLOTH_TOLERANCE: Final = 11.0
_INNER_SHARE: Final = 0.75
_UNBROKEN_SHARE: Final = 0.9  # of the way from inside to the edge that must be cloth
_WINDOW_STEPS: Final = 8


def cloth_outline(image: ImageU8, seeds_px: F64 | None = None) -> F64:
    """(E, 2) pixels round the largest even-coloured, roundish patch that can be a table's top; (0, 2) without one.

    `seeds_px` are places thought to be on the table, for example the middle of the people; without them the middle of
    the picture's lower two thirds is tried.
    """
    scale = min(1.0, WORK_WIDTH_PX / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 0] *= _LIGHT_WEIGHT
    height, width = small.shape[:2]
    if seeds_px is None or not len(seeds_px):
        x, y = np.meshgrid([0.35, 0.5, 0.65], [0.42, 0.52, 0.62])
        seeds = np.column_stack([x.ravel() * width, y.ravel() * height])
    else:
        seeds = np.asarray(seeds_px, np.float64) * scale
    best: tuple[float, NDArray[np.int32] | None] = (0.0, None)
    for seed in seeds:
        for tolerance in _CLOTH_TOLERANCES:
            contour, score = _patch(lab, seed, tolerance)
            if score > best[0]:
                best = (score, contour)
    if best[1] is None:
        return np.empty((0, 2))
    outline = best[1].reshape(-1, 2).astype(np.float64)
    hull = cv2.convexHull(best[1])
    depth = np.array([cv2.pointPolygonTest(hull, (float(x), float(y)), True) for x, y in outline])
    kept = depth < _NEAR_HULL_PX  # a table is convex: what lies inside its hull is a sleeve, a hand or a cup
    kept &= (outline > 3).all(axis=1) & (outline < [width - 4, height - 4]).all(axis=1)
    return np.asarray((outline[kept] + 0.5) / scale - 0.5)


def _patch(lab: NDArray[np.float32], seed: F64, tolerance: float) -> tuple[NDArray[np.int32] | None, float]:
    """The patch of a seed's colour and how like a table it is: large, filled, its hull an ellipse or a quadrangle."""
    height, width = lab.shape[:2]
    x, y = round(float(seed[0])), round(float(seed[1]))
    if not (8 <= x < width - 8 and 8 <= y < height - 8):
        return None, 0.0
    colour = np.median(lab[y - 6 : y + 7, x - 6 : x + 7].reshape(-1, 3), axis=0)
    near = (np.linalg.norm(lab - colour, axis=2) < tolerance).astype(np.uint8)
    near = cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(near)
    label = int(labels[y, x])
    if label == 0:
        around = labels[y - 8 : y + 9, x - 8 : x + 9]
        label = int(np.bincount(around.ravel()).argmax())
    share = stats[label, cv2.CC_STAT_AREA] / (width * height)
    if label == 0 or not _LEAST_SHARE <= share <= _MOST_SHARE:
        return None, 0.0
    contours, _ = cv2.findContours((labels == label).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(contour)
    solid = float(cv2.contourArea(contour)) / max(float(cv2.contourArea(hull)), 1.0)
    support = _supported(contour, hull, (width, height))
    return np.asarray(contour, np.int32), support**2 * solid * np.sqrt(share)


def _supported(contour: NDArray[np.generic], hull: NDArray[np.generic], size_px: tuple[int, int]) -> float:
    """The share of the hull's outline that the patch itself draws, away from the picture's borders."""
    drawn = np.full((size_px[1], size_px[0]), 255, np.uint8)
    cv2.drawContours(drawn, [np.asarray(contour, np.int32)], -1, 0, 1)
    apart = cv2.distanceTransform(drawn, cv2.DIST_L2, 3)
    corners = np.asarray(hull, np.float64).reshape(-1, 2)
    sides = np.roll(corners, -1, axis=0) - corners
    counts = np.maximum(np.hypot(*sides.T).astype(int), 1)
    points = np.concatenate(
        [
            start + side * np.linspace(0, 1, n, endpoint=False)[:, None]
            for start, side, n in zip(corners, sides, counts, strict=True)
        ]
    )
    column, row = np.clip(np.rint(points).astype(int), 0, np.array(size_px) - 1).T
    free = (points > 3).all(axis=1) & (points < np.array(size_px) - 4).all(axis=1)
    return float(((apart[row, column] < _NEAR_HULL_PX) & free).mean())


def refined_edge(image: ImageU8, camera: Camera, shape: TableShape, *, reach_px: float = 14.0, count: int = 220) -> F64:
    """(E, 2) pixels of the table's edge, searched across where a camera expects it; nothing where somebody leans over it.

    The last step from the cloth's colour to another counts, found to a part of a pixel.
    """
    way = np.linspace(0, shape.perimeter_mm, count, endpoint=False)
    edge, out = shape.at(way), shape.outward(way)
    height = np.zeros(count)
    at = camera.project(np.column_stack([edge, height]))
    beyond = camera.project(np.column_stack([edge + out * 10.0, height])) - at
    ahead = camera.project(np.column_stack([shape.at(way + 10.0), height])) - at
    across = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    across *= np.sign((across * beyond).sum(axis=1))[:, None]
    across /= np.maximum(np.hypot(*across.T), 1e-9)[:, None]
    steps = np.arange(-reach_px - 4, reach_px + 4 + 1e-6, _ACROSS_STEP_PX)
    places = at[:, None] + across[:, None] * steps[None, :, None]
    width_px, height_px = camera.size_px
    inside = np.isfinite(places).all(axis=(1, 2))
    inside &= ((places > 2) & (places < [width_px - 3, height_px - 3])).all(axis=(1, 2))
    rows = np.flatnonzero(inside)
    if not len(rows):
        return np.empty((0, 2))
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 0] *= _LIGHT_WEIGHT
    cloth = cloth_colour(lab, camera, shape)
    if cloth is None:
        return np.empty((0, 2))
    lines = np.asarray(cv2.remap(lab, places[rows].astype(np.float32), None, cv2.INTER_LINEAR), np.float32)
    offsets = _last_cloth(lines, cloth, steps)
    found = np.isfinite(offsets)
    return np.asarray((at[rows] + across[rows] * np.nan_to_num(offsets)[:, None])[found])


def cloth_colour(lab: NDArray[np.float32], camera: Camera, shape: TableShape) -> NDArray[np.floating] | None:
    """The commonest colour where the table's inner part is expected; None where it is not in the picture."""
    x, y = np.meshgrid(np.linspace(-1, 1, 25), np.linspace(-1, 1, 25))
    inner = np.column_stack([x.ravel() * shape.half_mm[0], y.ravel() * shape.half_mm[1]]) * _INNER_SHARE
    inner = inner[shape.outside_mm(inner) < 0]
    pixels = camera.project(np.column_stack([inner, np.zeros(len(inner))]))
    height, width = lab.shape[:2]
    column, row = np.rint(pixels[np.isfinite(pixels).all(axis=1)]).astype(int).T
    seen = (column >= 0) & (row >= 0) & (column < width) & (row < height)
    if seen.sum() < 20:
        return None
    return _commonest(lab[row[seen], column[seen]])


def _last_cloth(lines: NDArray[np.float32], cloth: NDArray[np.floating], steps: F64) -> F64:
    """(R,) where each line leaves the cloth for the last time, to a part of a pixel; NaN where it does not.

    Whoever leans over the table hides cloth but never adds any, so the outermost change counts.
    """
    like = np.linalg.norm(lines - cloth, axis=2) < _CLOTH_TOLERANCE
    window = _WINDOW_STEPS
    filled = np.cumsum(np.pad(like.astype(np.float64), ((0, 0), (1, 0))), axis=1)
    share = (filled[:, window:] - filled[:, :-window]) / window  # share[:, i] is of the steps i … i + window
    before, after = share[:, : -window - 1], share[:, window + 1 :]
    leaves = (before > 0.85) & (after < 0.3)  # the change is at step i + window
    slope = np.linalg.norm(np.gradient(lines, axis=1), axis=2)
    offsets = np.full(len(lines), np.nan)
    for k in np.flatnonzero(leaves.any(axis=1)):
        middle = int(np.flatnonzero(leaves[k])[-1]) + window
        if filled[k, middle] < _UNBROKEN_SHARE * middle:
            continue  # somebody is between: what looks like cloth beyond may be a sleeve
        low, high = max(middle - window // 2, 1), min(middle + window // 2, lines.shape[1] - 2)
        steep = slope[k, low : high + 1]
        peak = low + int(np.argmax(steep > 0.6 * steep.max()))  # the first: behind a cloth comes its own rim
        while peak < high and slope[k, peak + 1] > slope[k, peak]:
            peak += 1
        if slope[k, peak] < _LEAST_SLOPE:
            continue
        a, b, c = slope[k, peak - 1], slope[k, peak], slope[k, peak + 1]
        bend = a - 2 * b + c
        part = float(np.clip(0.5 * (a - c) / bend, -1, 1)) if bend < -1e-9 else 0.0
        offsets[k] = steps[peak] + part * _ACROSS_STEP_PX
    return offsets


def _commonest(colours: NDArray[np.floating]) -> NDArray[np.floating]:
    """The colour with most others near it: the cloth's, where sleeves and cups cover less than everything else."""
    near = np.linalg.norm(colours[:, None] - colours[None], axis=2) < _CLOTH_TOLERANCE * 0.7
    return np.asarray(np.median(colours[near[int(np.argmax(near.sum(axis=1)))]], axis=0))
