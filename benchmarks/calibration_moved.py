"""A camera over eight idle hours: noise, light that changes, people who lean in; then bumps of many kinds."""

from __future__ import annotations

import os
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.still_true import StillTrue, Trust
from tests.synth.builders import stage
from tests.synth.camera import Camera
from tests.synth.raster import Raster

ImageU8 = NDArray[np.uint8]
Row = tuple[str, str, str]
LOOKS_A_S: Final = 2
HOURS: Final = float(os.environ.get("TABLE_MONITOR_IDLE_HOURS", "8"))
BUMPS: Final = 60
SIZE: Final = (960, 540)
_NOISES: Final = 24


def moved_rows() -> list[Row]:
    """False alarms with the exposure and its bound, and how soon a bump is noticed and solved."""
    room, person = _pictures()
    looks = round(HOURS * 3600 * LOOKS_A_S)
    alarms = _idle(room, person, looks)
    bound = (3.0 if alarms == 0 else alarms + 2 * np.sqrt(alarms) + 3) / HOURS
    noticed, late, wrong = _bumped(room, person)
    return [
        (f"false alarms in {HOURS:g} h idle at {LOOKS_A_S} looks/s", f"{alarms} (≤ {bound:.2f}/h, 95 %)", "0 in 8 h"),
        (f"bumps of 5 px (at 1920) or 0.3° noticed, {BUMPS}", f"{noticed} of {BUMPS}", "all"),
        ("  slowest", f"{late / LOOKS_A_S:.1f} s", "≤ 2 s"),
        ("  error of the shift that is told", f"{wrong:.2f} px", ""),
    ]


def _pictures() -> tuple[ImageU8, ImageU8]:
    """A rendered room, and somebody cut out of it."""
    made = stage(seats=(1, 2, 3, 4, 5, 6))
    camera = Camera("cam1", SIZE, (2.6, -2.6, 2.2), (0.0, 0.0, 0.85), 62)
    raster = Raster(made.table, made.room, made.places, made.figures)
    room = raster.draw(made.solved(1.0), [camera], made.light(1.0))[0][:, :, ::-1]
    return np.ascontiguousarray(room), np.ascontiguousarray(room[150:420, 420:620])


def _idle(room: ImageU8, person: ImageU8, looks: int) -> int:
    rng = np.random.default_rng(841)
    watched, alarms, before = StillTrue(room), 0, Trust.TRUE
    noises = [rng.normal(0, 4, room.shape[:2]).astype(np.float32) for _ in range(_NOISES)]
    people: list[list[float]] = []
    light = 1.0
    for _ in range(looks):
        light = float(np.clip(light + rng.normal(0, 0.02), 0.45, 1.25))
        if rng.random() < 0.001:
            light = float(rng.uniform(0.45, 1.25))  # a lamp
        people = _walked(rng, people)
        now = watched.look(_filmed(room, person, people, light, noises[int(rng.integers(_NOISES))])).trust
        alarms += now is Trust.MOVED and before is not Trust.MOVED
        before = now
    return alarms


def _walked(rng: np.random.Generator, people: list[list[float]]) -> list[list[float]]:
    """People come, stay, sway and go."""
    if len(people) < 4 and rng.random() < 0.03:
        people = [*people, [rng.uniform(0, SIZE[0]), rng.uniform(150, SIZE[1]), rng.uniform(0.6, 1.8)]]
    people = [[x + rng.normal(0, 5), y + rng.normal(0, 3), size] for x, y, size in people]
    return [one for one in people if rng.random() > 0.01]


def _filmed(
    room: ImageU8, person: ImageU8, people: list[list[float]], light: float, noise: NDArray[np.float32]
) -> ImageU8:
    seen = room.copy()
    for x, y, size in people:
        cut = cv2.resize(person, None, fx=size, fy=size)
        x0, y0 = max(int(x), 0), max(int(y), 0)
        part = cut[: max(SIZE[1] - y0, 0), : max(SIZE[0] - x0, 0)]
        seen[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]] = part
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.clip(grey * light + noise, 0, 255), np.uint8)


def _bumped(room: ImageU8, person: ImageU8) -> tuple[int, int, float]:
    """Noticed, the most looks it took, and the median error of the largest corner's shift."""
    rng = np.random.default_rng(843)
    noticed, slowest, errors = 0, 0, []
    for k in range(BUMPS):
        turn, push = (0.3 * float(rng.choice([-1, 1])), np.zeros(2)) if k % 2 else (0.0, _direction(rng) * 2.5)
        matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1.0)
        matrix = np.asarray(matrix, np.float64) + np.array([[0, 0, push[0]], [0, 0, push[1]]])
        moved = np.asarray(cv2.warpAffine(room, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        corners = np.array([[0, 0], [SIZE[0], 0], [0, SIZE[1]], list(SIZE)], np.float64)
        true = float(np.hypot(*(corners @ matrix[:, :2].T + matrix[:, 2] - corners).T).max())
        people = [[rng.uniform(0, SIZE[0]), rng.uniform(200, SIZE[1]), rng.uniform(0.6, 1.5)] for _ in range(2)]
        watched = StillTrue(room)
        for look in range(1, 2 * LOOKS_A_S + 1):
            noise = rng.normal(0, 4, room.shape[:2]).astype(np.float32)
            looked = watched.look(_filmed(moved, person, people, float(rng.uniform(0.6, 1.2)), noise))
            if looked.trust is Trust.MOVED:
                noticed, slowest = noticed + 1, max(slowest, look)
                errors.append(abs(looked.shift_px - true))
                break
    return noticed, slowest, float(np.median(errors)) if errors else float("nan")


def _direction(rng: np.random.Generator) -> NDArray[np.float64]:
    turn = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(turn), np.sin(turn)])
