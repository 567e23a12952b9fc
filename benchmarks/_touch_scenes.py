"""Single hands on a table, drawn cheaply: one vote of one person, seen in a crop, at 30 and at 60 pictures a second."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from tests.synth.actor import SIDE_OF, Actor
from tests.synth.camera import Camera
from tests.synth.placements import OutOfReach, on_table
from tests.synth.raster import Raster
from tests.synth.room import Cloth
from tests.synth.scenario import SensorSpec, parse_scenario
from tests.synth.sensor import Sensor
from tests.synth.skeleton import SideLetter
from tests.synth.stage import Stage, Unplayable, set_stage
from tests.synth.studio import cache_folder
from tests.synth.touches import touches_of

CROP_PX: Final = (288, 224)
TICK_S: Final = 1 / 240
BEFORE_S, AFTER_S = 0.42, 0.46
"""How much is drawn on the hand's moving side and on the table's side of an event."""
EXPOSED_TICKS: Final = {30: 4, 60: 2}
CALM_EVERY_S: Final = 0.1
FRAME_WIDTH_PX: Final = 1280
EDITION: Final = 1
"""Of the drawings: to be counted up by whoever changes what is drawn, so that no old drawing is taken from the cache."""
_FAR_M: Final = 3.2


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """One event at one rate; times are seconds, the middles of exposures."""

    seed: int
    event: str  # touch, lift
    fps: int
    contact: tuple[str, ...]  # firm or soft, and slides, tilted, dragged
    exposure_s: float
    times_s: NDArray[np.float64]
    grey: NDArray[np.uint8]  # (n, 224, 288)
    hull_px: NDArray[np.float32]  # the resting hand's outline
    px_per_mm: float
    truth_s: float  # clearance of 2 mm
    zero_s: float  # clearance 0


def filmed(seed: int) -> list[Filmed]:
    """Both events of one vote at both rates, from the cache where they were drawn before."""
    path = cache_folder().parent / "touches" / f"{EDITION}_{seed}.npz"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, list(_film(seed)))
    return _read(path)


def _write(path: Path, shots: list[Filmed]) -> None:
    columns: dict[str, Any] = {"count": len(shots)}
    for k, shot in enumerate(shots):
        columns |= {f"{k}_{name}": np.asarray(getattr(shot, name)) for name in Filmed.__slots__}
    partly = path.with_suffix(".part.npz")
    np.savez_compressed(partly, **columns)
    partly.replace(path)


def _read(path: Path) -> list[Filmed]:
    out = []
    with np.load(path) as kept:
        for k in range(int(kept["count"])):
            given: dict[str, Any] = {name: kept[f"{k}_{name}"] for name in Filmed.__slots__}
            for name in ("seed", "fps"):
                given[name] = int(given[name])
            for name in ("exposure_s", "px_per_mm", "truth_s", "zero_s"):
                given[name] = float(given[name])
            given |= {"event": str(given["event"]), "contact": tuple(str(c) for c in given["contact"])}
            out.append(Filmed(**given))
    return out


@dataclass(frozen=True, slots=True)
class _Vote:
    stage: Stage
    actor: Actor
    side: SideLetter
    contact: dict[str, tuple[str, ...]]


def _film(seed: int) -> Iterator[Filmed]:
    rng = np.random.default_rng([seed, 101])
    vote = _played(rng, seed)
    (touch,) = list(touches_of(vote.stage, vote.actor, vote.side))
    rest = vote.actor.figure.solve_hand(vote.actor.posture((touch.from_s + touch.to_s) / 2), vote.side).vertices
    camera = _camera(rng, vote, rest)
    outline = cv2.convexHull(camera.project(rest).astype(np.float32))[:, 0]
    raster = Raster(vote.stage.table, vote.stage.room, vote.stage.places, vote.stage.figures)
    spec = SensorSpec(noise=float(rng.uniform(0.8, 3.5)), softness_px=float(rng.uniform(0.3, 1.0)))
    sensor, crf = Sensor(spec, camera, seed), int(rng.integers(22, 31))
    depth_m = float(camera.pinhole(rest.mean(axis=0)[None])[1][0])
    draw = _Drawing(vote, raster, camera)
    for event, truth_s, zero_s in (
        ("touch", touch.near_from_s, touch.from_s),
        ("lift", touch.near_to_s, touch.to_s),
    ):
        begin = truth_s - (BEFORE_S if event == "touch" else AFTER_S) + float(rng.uniform(0, 1 / 30))
        for fps, ticks in EXPOSED_TICKS.items():
            times = begin + np.arange(round((BEFORE_S + AFTER_S) * fps)) / fps
            clean = (draw.exposed(t, ticks) for t in times)
            noisy = [sensor.picture(one, k, float(t)) for k, (t, one) in enumerate(zip(times, clean, strict=True))]
            shift = rng.normal(0, 1.5, 2)  # where landmarks find the hand is not exactly where it is
            yield Filmed(
                seed,
                event,
                fps,
                vote.contact[event],
                ticks * TICK_S,
                times,
                _through_codec(noisy, fps, crf),
                (outline + shift).astype(np.float32),
                camera.focal_px / depth_m / 1000,
                truth_s,
                zero_s,
            )


class _Drawing:
    """Pictures of a vote at ticks of 1/240 s, each drawn once; a hand that lies still is drawn ten times a second."""

    def __init__(self, vote: _Vote, raster: Raster, camera: Camera) -> None:
        self._vote, self._raster, self._camera = vote, raster, camera
        self._kept: dict[tuple[str, int], NDArray[np.float32]] = {}

    def exposed(self, t_s: float, ticks: int) -> NDArray[np.float32]:
        """The mean over an exposure around `t_s`."""
        middles = t_s + TICK_S * (np.arange(ticks) - (ticks - 1) / 2)
        return np.asarray(np.mean([self._at(float(t)) for t in middles], axis=0), np.float32)

    def _at(self, t_s: float) -> NDArray[np.float32]:
        resting = self._vote.actor.hands[self._vote.side].resting(t_s)
        calm = resting is not None and resting.calm
        key = ("calm", round(t_s / CALM_EVERY_S)) if calm else ("tick", round(t_s / TICK_S * 4))
        if key not in self._kept:
            stage = self._vote.stage
            drawn = self._raster.draw(stage.solved(t_s), [self._camera], stage.light(t_s))[0]
            self._kept[key] = drawn.astype(np.float32)
        return self._kept[key]


def _played(rng: np.random.Generator, seed: int) -> _Vote:
    """A vote that can be performed; whoever cannot reach is drawn again."""
    while True:
        soft, slides, tilted = rng.random() < 0.26, rng.random() < 0.36, rng.random() < 0.25
        tears_softly, drags = rng.random() < 0.2, rng.random() < 0.25
        side = str(rng.choice(["left", "right"]))
        act = {
            "kind": "vote",
            "seat": int(rng.integers(1, 11)),
            "side": side,
            "form": str(rng.choice(["thumb_up", "fist", "palm"], p=[0.45, 0.30, 0.25])),
            "at": 1.6,
            "lift": 3.0,
            "press_mm": float(rng.uniform(0.5, 3) if soft else rng.uniform(12, 55)),
            "slide_mm": float(rng.uniform(25, 70)) if slides else 0.0,
            "tilt_deg": float(rng.uniform(4, 12)) if tilted else 0.0,
            "height_mm": float(rng.uniform(90, 190)),
            "inside_m": float(rng.uniform(0.12, 0.20)),
            "down_s": float(rng.uniform(0.24, 0.42)),
            "up_s": float(rng.uniform(0.28, 0.45)),
            "free_mm": float(rng.uniform(0.5, 3) if tears_softly else rng.uniform(8, 30)),
        }
        try:
            stage = set_stage(parse_scenario(_scene(rng, seed, act)))
            actor = next(iter(stage.actors.values()))
            if drags:
                _drag(rng, actor, SIDE_OF[side], act)
            if len(list(touches_of(stage, actor, SIDE_OF[side]))) != 1:
                continue
        except (Unplayable, OutOfReach):
            continue
        landing = ("soft" if soft else "firm", *(["slides"] if slides else []), *(["tilted"] if tilted else []))
        leaving = ("soft" if tears_softly else "firm", *(["dragged"] if drags else []))
        return _Vote(stage, actor, SIDE_OF[side], {"touch": landing, "lift": leaving})


def _drag(rng: np.random.Generator, actor: Actor, side: SideLetter, act: dict[str, Any]) -> None:
    """The hand goes back towards its owner while it rises: it drags on the table before it leaves."""
    moves = actor.hands[side].moves
    index = next(k for k in range(len(moves) - 1, 0, -1) if moves[k].to.where == "air" and moves[k - 1].to.calm)
    inside_m = float(act["inside_m"]) - float(act["slide_mm"]) / 1000 - float(rng.uniform(0.05, 0.10))
    high_m = float(act["height_mm"]) / 1000
    back = on_table(actor.figure, side, form=str(act["form"]), inside_m=max(inside_m, 0.03), clearance_m=high_m)
    moves[index] = replace(moves[index], to=back)


def _scene(rng: np.random.Generator, seed: int, act: dict[str, Any]) -> dict[str, Any]:
    camera = {"id": "cam1", "place_m": [0, -2, 2], "look_at_m": [0, 0, 0.8], "hfov_deg": 20, "size_px": CROP_PX}
    table = {"cloth": str(rng.choice(list(Cloth))), "cups": False, "number_cards": bool(rng.random() < 0.5)}
    return {
        "schema": 1,
        "name": f"touch_{seed}",
        "seed": seed,
        "rules": "a",
        "duration_s": 4.5,
        "room_seed": int(rng.integers(1, 9)),
        "table": table,
        "light": [{"at": 0, "level": str(rng.choice(["usual", "bright", "dim", "one_lamp"], p=[0.5, 0.1, 0.2, 0.2]))}],
        "camera": [camera],
        "rate": [{"at": 0, "fps": 30.0}],
        "person": [{"seat": act["seat"], "look": {"skin": round(float(rng.uniform(0, 1)), 3)}, "mask": False}],
        "say": [],
        "act": [act],
        "sound": {"language": "ru"},
    }


def _camera(rng: np.random.Generator, vote: _Vote, rest: NDArray[np.float64]) -> Camera:
    """A crop of a 1280 pixels wide picture of a camera that looks across the table at the hand."""
    middle = rest.mean(axis=0)
    inward = np.arctan2(*vote.actor.figure.place.inward[1::-1]) + np.deg2rad(rng.uniform(-65, 65))
    away, height = rng.uniform(1.3, _FAR_M - 0.5), rng.uniform(1.75, 2.6)
    place = (middle[0] + away * np.cos(inward), middle[1] + away * np.sin(inward), height)
    focal_px = FRAME_WIDTH_PX / 2 / np.tan(np.deg2rad(rng.uniform(58, 70) if away > 1.6 else rng.uniform(75, 86)) / 2)
    hfov_deg = float(np.rad2deg(2 * np.arctan(CROP_PX[0] / 2 / focal_px)))
    at = (float(middle[0]), float(middle[1]), float(middle[2]) + 0.03)
    return Camera("cam1", CROP_PX, (float(place[0]), float(place[1]), float(place[2])), at, hfov_deg)


def _through_codec(pictures: list[NDArray[np.uint8]], fps: int, crf: int) -> NDArray[np.uint8]:
    """Grey pictures as they come back from H.264."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="matroska") as container:
        stream = container.add_stream("libx264", rate=fps, options={"crf": str(crf), "preset": "veryfast"})
        stream.pix_fmt, stream.width, stream.height = "yuv420p", *CROP_PX
        stream.time_base = stream.codec_context.time_base = Fraction(1, fps)
        stream.codec_context.thread_count = 1
        for k, picture in enumerate(pictures):
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
            frame.pts = k
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    buffer.seek(0)
    with av.open(buffer, "r") as written:
        decoded = [frame.to_ndarray(format="gray") for frame in written.decode(video=0)]
    return np.stack(decoded).astype(np.uint8)
