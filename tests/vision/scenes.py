"""Builders of what is seen, in the words of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.codes import Side
from engine.cues import CameraId
from engine.focus import Focus, Period
from engine.intervals import NS_PER_S
from engine.seats import GAME_SEATS, Seat
from vision.observation import BodySeen, FaceSeen, HandSeen, Observation
from vision.stillness import Patch

CAM = CameraId("cam1")


def s(seconds: float) -> int:
    """Seconds as nanoseconds."""
    return round(seconds * NS_PER_S)


def hand(
    at: tuple[float, float], side: Side = Side.RIGHT, palm_px: float = 40.0, patch: Patch | None = None
) -> HandSeen:
    """A hand whose palm's middle lies at a point of the picture."""
    xy = np.zeros((21, 2), np.float32)
    palm = np.asarray([(0.0, 0.5), (-0.4, -0.3), (-0.1, -0.4), (0.2, -0.4), (0.5, -0.2)], np.float32) * palm_px
    xy[:] = at
    xy[[0, 5, 9, 13, 17]] = np.asarray(at, np.float32) + palm - palm.mean(axis=0)
    return HandSeen(side, 0.95, 0.99, xy, patch)


def hand_looks(
    seat: int, path: Callable[[float], tuple[float, float] | None], seconds: Iterable[float], side: Side = Side.RIGHT
) -> list[Observation]:
    """Looks at one hand along a path; where the path is None the hand is out of sight."""
    seen = []
    for t in seconds:
        at = path(t)
        hands = () if at is None else (hand(at, side),)
        seen.append(Observation(Seat(seat), CAM, s(t), frozenset({"hands"}), hands=hands))
    return seen


def face(opening: float = 0.3, skin_01: float = 0.9, presence_01: float = 0.98, yaw_deg: float = 0.0) -> FaceSeen:
    """A face before the camera; a mask is a low `skin_01`."""
    return FaceSeen(
        detector_01=0.9,
        presence_01=presence_01,
        box_px=(100.0, 100.0, 180.0, 200.0),
        yaw_deg=yaw_deg,
        pitch_deg=0.0,
        eye_band_skin_01=skin_01,
        eye_band_contrast=0.3,
        opening=(opening, opening),
        eye_width_px=(22.0, 22.0),
    )


def face_looks(seat: int, seen: Callable[[float], FaceSeen | None], seconds: Iterable[float]) -> list[Observation]:
    """Looks at one face over time."""
    looked = frozenset({"face", "eyes"})
    return [Observation(Seat(seat), CAM, s(t), looked, face=seen(t)) for t in seconds]


def body(x: float, wrists: dict[Side, tuple[float, float]] | None = None) -> BodySeen:
    """A person sitting upright with the shoulders' middle at (x, 200) and 100 px shoulder width, hands in the lap."""
    xy = np.full((33, 2), np.nan, np.float32)
    points: dict[int, tuple[float, float]] = {
        0: (x, 140),
        7: (x + 20, 140),
        8: (x - 20, 140),
        11: (x + 50, 200),
        12: (x - 50, 200),
        13: (x + 60, 290),
        14: (x - 60, 290),
        23: (x + 35, 380),
        24: (x - 35, 380),
    }
    for side, (wrist, little, index) in {Side.LEFT: (15, 17, 19), Side.RIGHT: (16, 18, 20)}.items():
        at = (wrists or {}).get(side, (x + (15 if side is Side.LEFT else -15), 370.0))
        points |= {wrist: at, little: at, index: at}
    for index, point in points.items():
        xy[index] = point
    visibility: NDArray[np.float32] = np.where(np.isnan(xy).any(axis=1), 0.0, 0.95).astype(np.float32)
    return BodySeen(0.95, np.nan_to_num(xy, nan=-1000.0).astype(np.float32), visibility)


def people(t: float, bodies: dict[int, BodySeen]) -> tuple[Observation, ...]:
    """One picture with several bodies and the hands at the ends of their arms."""
    looked = frozenset({"body", "hands"})
    wrists = {Side.LEFT: 15, Side.RIGHT: 16}
    return tuple(
        Observation(
            seat=Seat(seat),
            camera=CAM,
            t_ns=s(t),
            looked=looked,
            body=seen,
            hands=tuple(hand((float(seen.xy[w, 0]), float(seen.xy[w, 1])), side, 25.0) for side, w in wrists.items()),
        )
        for seat, seen in sorted(bodies.items())
    )


def night(since_s: float = 0.0, awake: Sequence[int] | None = ()) -> Focus:
    """A night in which nobody, or these, may look; None where it is not known."""
    whitelist = None if awake is None else frozenset(Seat(seat) for seat in awake)
    return Focus(Period.NIGHT, s(since_s), frozenset(GAME_SEATS), whitelist)


def day(since_s: float = 0.0) -> Focus:
    """A day with ten players."""
    return Focus(Period.DAY, s(since_s), frozenset(GAME_SEATS))


def ticks(start_s: float, end_s: float, rate_hz: float = 15.0) -> list[float]:
    """Moments of a camera's looks."""
    return [start_s + index / rate_hz for index in range(int((end_s - start_s) * rate_hz) + 1)]
