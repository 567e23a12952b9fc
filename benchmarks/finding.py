"""Whether the networks find what a person sees: bodies, bare faces and hands on synthetic stills at 1080p."""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final, cast

import cv2
import numpy as np

from engine.seats import Seat
from models import pose
from models.networks import Networks
from tests.synth.actor import Actor
from tests.synth.camera import Camera
from tests.synth.figure import Solved
from tests.synth.film import FilmOptions, one_picture
from tests.synth.geometry import F64, U8, Y
from tests.synth.raster import Raster
from tests.synth.sampling import DARK_SKIN
from tests.synth.scenario import Scenario, parse_scenario
from tests.synth.seating import head_points
from tests.synth.sensor import Sensor
from tests.synth.sets import SetName, scenes
from tests.synth.skeleton import SIDES
from tests.synth.stage import Stage, camera_of, set_stage
from tests.synth.truth import face_at
from tests.synth.visibility import EYE_TOLERANCE_M, HAND_TOLERANCE_M, eye_points, in_sight
from vision.perception.crops import SeatCrop
from vision.perception.perceive import NETWORK_IDS, Perception
from vision.perception.percepts import Percepts
from vision.perception.wanted import Wanted

TARGETS: Final = {"body": 0.95, "bare face": 0.98, "hand": 0.95}
AT: Final = (0.35, 0.75)  # of a scene's length: hands on the table, people asleep, arms across
SEEN_SHARE: Final = 0.5  # of a body, an eye or a hand in sight from which on a person is said to see it
FACE_DEG: Final = 60.0  # between the face and the camera
CLOTH_TOLERANCE_M: Final = 0.06  # clothes lie this far over the skin at most
SMALLEST_PX: Final = 10.0  # height of a head below which nobody is asked to see it
_JPEG: Final = 88
_NEAR: Final = 0.5  # of a shoulder width or hand length between what is found and what is there


@dataclass(frozen=True, slots=True)
class Look:
    """One thing that a person sees in one picture, and whether the networks found it."""

    what: str
    skin: str
    light: str
    found: bool


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, look, compare and print; nothing is asserted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.finding", description=__doc__)
    parser.add_argument("--set", default="standard_develop", choices=("standard", "standard_develop", "standard_test"))
    parser.add_argument("--limit", type=int, help="only the first scenes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(list(arguments or ()))
    chosen = scenes(cast(SetName, given.set))[: given.limit]
    documents = [one.model_dump(by_alias=True) for one in chosen]
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn"), initializer=_one_thread) as pool:
        looks = [look for part in pool.map(_scene_looks, documents) for look in part]
    print(
        f"synthetic stills of {given.set}, {len(chosen)} scenes, every camera, {len(AT)} moments; first look, no history"
    )
    for what, target in TARGETS.items():
        own = [look for look in looks if look.what == what]
        print(f"  {what:<10} {_rate(own)}   synthetic; aim {target:.2f}")
        for trait in ("skin", "light"):
            parts: dict[str, list[Look]] = defaultdict(list)
            for look in own:
                parts[getattr(look, trait)].append(look)
            print(f"    by {trait}: " + ", ".join(f"{name} {_rate(part)}" for name, part in sorted(parts.items())))


def _rate(looks: Sequence[Look]) -> str:
    return f"{np.mean([look.found for look in looks]):.3f} of {len(looks)}" if looks else "none"


def _one_thread() -> None:
    os.environ["LP_NUM_THREADS"] = "1"
    cv2.setNumThreads(1)


def _scene_looks(document: dict[str, object]) -> list[Look]:
    scenario = parse_scenario(document)
    stage = set_stage(scenario)
    raster = Raster(stage.table, stage.room, stage.places, stage.figures)
    networks = Networks.load(NETWORK_IDS, threads=1)
    return [look for share in AT for look in _looks_at(stage, raster, networks, share * scenario.duration_s)]


def _looks_at(stage: Stage, raster: Raster, networks: Networks, t_s: float) -> Iterator[Look]:
    solved = dict(zip(stage.actors, stage.solved(t_s), strict=True))
    for spec in stage.scenario.camera:
        camera = camera_of(spec)
        clean = one_picture(stage, raster, spec, t_s, FilmOptions())
        depth = raster.depth(list(solved.values()), camera, stage.light(t_s))
        people = {}
        for who, actor in stage.actors.items():
            if isinstance(who, int):
                person = _Person(actor, solved[who], camera, depth, t_s)
                if person.body_share >= SEEN_SHARE and person.head_px >= SMALLEST_PX:
                    people[Seat(who)] = person
        if not people:
            continue
        taken = Sensor(spec.sensor, camera, stage.scenario.seed).picture(clean, 0, t_s)
        perception = Perception(networks, [person.crop(seat) for seat, person in people.items()])
        percepts = perception.perceive(_compressed(taken), Wanted.everything(people))
        for seat, person in people.items():
            for what, found in person.compare(percepts, percepts.row(seat)):
                yield Look(what, _tone(stage.scenario, seat), stage.scenario.light[0].level, found)


class _Person:
    """One player in one picture: what of them is in sight, and where."""

    def __init__(self, actor: Actor, solved: Solved, camera: Camera, depth: F64, t_s: float) -> None:
        self._actor, self._solved, self._camera, self._depth = actor, solved, camera, depth
        figure = actor.figure
        self._covered = face_at(actor, t_s)[1].value in ("on_eyes", "crooked")
        body = figure.skin(solved.transforms, solved.posture, figure.visible_ids[::7])
        head = figure.skin(solved.transforms, solved.posture, figure.visible_ids[head_points(figure)][::5])
        above = body[body[:, 2] > figure.table.height_m]
        # What faces away from the camera is never in sight: half of a closed surface is all there is to see.
        self.body_share = 2 * float(in_sight(above, camera, depth, CLOTH_TOLERANCE_M).mean())
        self._body_px, self._head_px = camera.project(above), camera.project(head)
        self.head_px = float(np.ptp(self._head_px[:, 1]))

    def crop(self, seat: Seat) -> SeatCrop:
        """The true box, as a careful person would draw it for this picture."""
        (x0, y0), (x1, y1) = self._bounds(self._body_px, 0.08)
        (hx0, hy0), (hx1, hy1) = self._bounds(self._head_px, 0.12)
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
        return SeatCrop(seat, corners, (hx0, hy0, hx1, hy1))

    def compare(self, percepts: Percepts, row: int) -> Iterator[tuple[str, bool]]:
        """Each thing in sight, and whether it was found where it is."""
        yield "body", self._finds_body(percepts, row)
        if not self._covered and self._face_in_sight():
            yield "bare face", self._finds_face(percepts, row)
        for side in SIDES:
            hand = self._solved.hand_vertices[side]
            # The tolerance is half a hand's thickness: a hand in full sight counts nearly whole.
            if float(in_sight(hand, self._camera, self._depth, HAND_TOLERANCE_M).mean()) >= SEEN_SHARE:
                yield "hand", self._finds_hand(self._camera.project(hand), percepts, row)

    def _finds_body(self, percepts: Percepts, row: int) -> bool:
        true = self._joints_px("upperarm01.L", "upperarm01.R")
        found = percepts.poses.xy[row, [pose.LEFT_SHOULDER, pose.RIGHT_SHOULDER]]
        width = max(float(np.hypot(*(true[0] - true[1]))), self.head_px)
        return bool(np.hypot(*(found.mean(0) - true.mean(0))) < _NEAR * width)

    def _face_in_sight(self) -> bool:
        forward = self._solved.transforms[self._actor.figure.body.index["head"]][:3, :3] @ -Y
        eyes = [eye_points(self._actor, self._solved, side) for side in SIDES]
        towards = np.array(self._camera.place_m) - np.concatenate(eyes).mean(axis=0)
        angle = np.degrees(np.arccos(np.clip(forward @ towards / np.linalg.norm(towards), -1, 1)))
        # A shut lid lies on the eye, so the tolerance for lids decides whether the place of the eye is free.
        shares = [float(in_sight(eye, self._camera, self._depth, 2 * EYE_TOLERANCE_M).mean()) for eye in eyes]
        return bool(angle <= FACE_DEG and min(shares) >= SEEN_SHARE)

    def _finds_face(self, percepts: Percepts, row: int) -> bool:
        eyes = [eye_points(self._actor, self._solved, side) for side in SIDES]
        true = self._camera.project(np.concatenate(eyes)).mean(axis=0)
        found = percepts.faces.xy[row]
        size = float(np.ptp(found[:, 1]))
        return bool(np.isfinite(found).all() and np.hypot(*(found.mean(0) - true)) < size)

    def _finds_hand(self, true: F64, percepts: Percepts, row: int) -> bool:
        length = float(np.hypot(*np.ptp(true, axis=0)))
        own = percepts.hands.xy[percepts.hands.of(row)]
        return any(float(np.hypot(*(hand.mean(0) - true.mean(0)))) < _NEAR * length for hand in own)

    def _joints_px(self, *names: str) -> F64:
        return self._camera.project(np.array([self._actor.figure.joint(self._solved, name) for name in names]))

    def _bounds(self, points: F64, margin: float) -> tuple[tuple[float, float], tuple[float, float]]:
        low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
        grown = (high - low) * margin
        limit = np.array(self._camera.size_px) - 1.0
        low, high = np.clip(low - grown, 0, limit), np.clip(high + grown, 0, limit)
        return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))


def _compressed(picture: U8) -> U8:
    """As a camera's own compression leaves it, BGR as the program reads it."""
    _, packed = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, _JPEG])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _tone(scenario: Scenario, seat: Seat) -> str:
    person = next(p for p in scenario.person if p.seat == seat)
    skin = scenario.look(person).skin
    return "dark" if skin >= DARK_SKIN else "light" if skin < 1 - DARK_SKIN else "middle"


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
