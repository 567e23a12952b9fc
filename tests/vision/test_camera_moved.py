"""A bumped camera makes blind the seats that no other camera sees, and only those."""

from __future__ import annotations

import numpy as np

from calibration.seats_file import CameraSeats, SeatRegion
from engine.codes import CueKind
from engine.cues import CameraId, Cue
from engine.intervals import NS_PER_MS, Interval
from engine.seats import Seat
from tests.calibration.test_still_true import SIZE, ImageU8, filmed, shifted, wall
from vision.detectors.camera_moved import CameraMovedDetector
from vision.frames import Frame

CAM1, CAM2 = CameraId("cam1"), CameraId("cam2")


def seats(*numbers: int) -> CameraSeats:
    boxes = [SeatRegion(seat=n, polygon=[(400 + 9 * n, 480), (440 + 9 * n, 480), (420 + 9 * n, 530)]) for n in numbers]
    return CameraSeats(image_size=SIZE, seats=boxes)


def watched(
    pictures: dict[CameraId, list[ImageU8]], tables: dict[CameraId, CameraSeats]
) -> tuple[list[Cue], CameraMovedDetector]:
    detector = CameraMovedDetector(tables)
    cues: list[Cue] = []
    count = len(next(iter(pictures.values())))
    for k in range(count):
        for camera, images in pictures.items():
            cues += detector.step(Frame(camera, k, k * 500 * NS_PER_MS, filmed(images[k], k)))
    return cues, detector


def test_a_bump_is_said_within_two_seconds_with_the_seats_that_go_blind() -> None:
    room = wall()
    bumped = [room, room, *[shifted(room, 20.0 + 3 * k, 0.0) for k in range(4)]]  # still swinging
    cues, detector = watched({CAM1: bumped}, {CAM1: seats(3, 4)})
    assert [cue.kind for cue in cues] == [CueKind.CAMERA_MOVED, CueKind.BLIND, CueKind.BLIND]
    assert {cue.subject for cue in cues if cue.kind is CueKind.BLIND} == {3, 4}
    assert cues[0].when.start.latest_ns - 500 * NS_PER_MS <= 2000 * NS_PER_MS
    assert cues[0].measures["shift_px"] > 15
    asked = detector.blind_during(Interval(2000 * NS_PER_MS, 3000 * NS_PER_MS), [Seat(3), Seat(7)])
    assert [cue.subject for cue in asked] == [3]
    assert all(cue.when.end is not None for cue in detector.finish())


def test_a_seat_that_another_camera_sees_is_not_blind() -> None:
    room, other = wall(1), wall(2)
    bumped = [room, room, *[shifted(room, 20.0 + 3 * k, 0.0) for k in range(4)]]
    cues, _ = watched({CAM1: bumped, CAM2: [other] * 6}, {CAM1: seats(3, 4), CAM2: seats(4, 5)})
    assert {cue.subject for cue in cues if cue.kind is CueKind.BLIND} == {3}


def test_a_camera_put_back_ends_the_blindness() -> None:
    room = wall()
    pictures = [room, room, shifted(room, 20.0, 0.0), shifted(room, 23.0, 0.0), room, room]
    cues, detector = watched({CAM1: pictures}, {CAM1: seats(3)})
    last = cues[-1]
    assert last.kind is CueKind.BLIND
    assert last.when.end is not None
    assert not detector.lost(CAM1)
    assert detector.finish() == ()


def test_darkness_is_no_movement() -> None:
    room = wall()
    dark = (room.astype(np.float32) * 0.03).astype(np.uint8)
    cues, _ = watched({CAM1: [room, *[dark] * 5, room]}, {CAM1: seats(3)})
    assert cues == []


def test_a_camera_moved_between_calibration_and_game_is_noticed() -> None:
    calibrated, now = wall(), shifted(wall(), 20.0, 4.0)
    detector = CameraMovedDetector({CAM1: seats(3)}, references={CAM1: calibrated})
    cues = [cue for k in range(4) for cue in detector.step(Frame(CAM1, k, k * 500 * NS_PER_MS, filmed(now, k)))]
    assert CueKind.CAMERA_MOVED in {cue.kind for cue in cues}
