"""The seats file of a stage: what a careful person would draw round every seat in each camera's picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from calibration.seats_file import CameraSeats, SeatRegion, SeatsFile
from tests.synth.actor import Actor
from tests.synth.body import LEFT_EYE
from tests.synth.camera import Camera
from tests.synth.figure import Figure
from tests.synth.geometry import F64, I64, Mask, X
from tests.synth.stage import Stage, camera_of
from tests.synth.table import FROM_EDGE_M

LOOKED_AT_EVERY_S: Final = 2.0
STRIP_DEPTH_M: Final = 0.36
STRIP_HALF_WIDTH_M: Final = 0.31
_HEAD_SEEN: Final = 0.75
"""Share of the head that must be inside the picture for a seat to be drawn."""


def mark_seats(stage: Stage, scale: float = 1.0) -> SeatsFile:
    """Every seat in every camera that shows most of its head, from the true geometry over the whole game."""
    times = np.arange(0.5, stage.scenario.duration_s, LOOKED_AT_EVERY_S)
    cameras = {spec.id: camera_of(spec, scale) for spec in stage.scenario.camera}
    clouds = {who: [_cloud(actor, float(t)) for t in times] for who, actor in stage.actors.items()}
    marked = {}
    for name, camera in cameras.items():
        regions = [r for who, actor in stage.actors.items() if (r := _region(actor, clouds[who], camera))]
        marked[name] = CameraSeats(image_size=camera.size_px, seats=regions)
    return SeatsFile(cameras=marked)


def head_points(figure: Figure) -> I64:
    """Which of the figure's visible vertices belong to the head, as indices."""
    canon = figure.body.vertices[figure.visible_ids]
    return np.where((canon[:, 2] > LEFT_EYE[2] - 0.11) & (np.abs(canon[:, 0]) < 0.12))[0]


def _cloud(actor: Actor, t_s: float) -> tuple[F64, F64]:
    posture = actor.posture(t_s)
    solved = actor.figure.solve(posture)
    body = actor.figure.skin(solved.transforms, posture, actor.figure.visible_ids[::7])
    head = actor.figure.skin(solved.transforms, posture, actor.figure.visible_ids[head_points(actor.figure)][::5])
    return body, head


def _region(actor: Actor, clouds: list[tuple[F64, F64]], camera: Camera) -> SeatRegion | None:
    heads = [camera.project(head) for _, head in clouds]
    inside = np.mean([_inside(h, camera).mean() for h in heads])
    if inside < _HEAD_SEEN:
        return None
    # The usual extent: a single far reach across the table must not draw the seat over its neighbours.
    bodies = [camera.project(body) for body, _ in clouds]
    low = np.quantile([np.nanmin(b, axis=0) for b in bodies], 0.15, axis=0)
    high = np.quantile([np.nanmax(b, axis=0) for b in bodies], 0.85, axis=0)
    points = np.concatenate(bodies)
    points = points[np.isfinite(points).all(axis=1)]
    usual = points[((points > low) & (points < high)).all(axis=1)]
    strip = _strip(actor.figure, camera)
    outline = _hull(_clipped(_grown(_hull(np.concatenate([usual, strip]))), camera))
    all_heads = np.concatenate(heads)
    head_low, head_high = np.nanquantile(all_heads, 0.01, axis=0), np.nanquantile(all_heads, 0.99, axis=0)
    size = head_high - head_low
    box = _clipped(np.stack([head_low - size * [0.12, 0.18], head_high + size * [0.12, 0.08]]), camera)
    seat = actor.who if isinstance(actor.who, int) else "host"
    return SeatRegion(
        seat=int(seat) if seat != "host" else "host",
        polygon=_points(outline),
        head=(float(box[0, 0]), float(box[0, 1]), float(box[1, 0]), float(box[1, 1])),
        table_strip=_points(_hull(_clipped(strip, camera))) if _inside(strip, camera).any() else None,
    )


def _strip(figure: Figure, camera: Camera) -> F64:
    """The seat's part of the table top, where its hands vote."""
    place, z = figure.place, figure.table.height_m
    left = place.axes @ X
    corners = [
        np.array([*place.xy_m, z]) + place.inward * (FROM_EDGE_M + depth) + left * (aside * STRIP_HALF_WIDTH_M * narrow)
        for depth, narrow in ((0.0, 1.0), (STRIP_DEPTH_M, 0.8))
        for aside in (-1, 1)
    ]
    return camera.project(np.array(corners))


def _inside(points: F64, camera: Camera) -> Mask:
    width, height = camera.size_px
    return np.asarray((points >= 0).all(axis=1) & (points[:, 0] < width) & (points[:, 1] < height))


def _clipped(points: F64, camera: Camera) -> F64:
    return np.clip(points, 0, np.array(camera.size_px) - 1.0)


def _grown(outline: F64, by: float = 1.05) -> F64:
    """A person draws a little outside of what is to be inside."""
    centre = outline.mean(axis=0)
    return np.asarray(centre + (outline - centre) * by)


def _hull(points: F64) -> F64:
    try:
        return np.asarray(points[ConvexHull(points).vertices])
    except QhullError:
        return points


def _points(outline: F64) -> list[tuple[float, float]]:
    return list(_rounded(outline))


def _rounded(outline: F64) -> Iterator[tuple[float, float]]:
    for x, y in outline:
        yield round(float(x), 1), round(float(y), 1)
