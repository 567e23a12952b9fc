"""A hand measured in every recorded picture about its touch: a drawn hand on a drawn cloth, its way known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import Side
from engine.cues import CameraId
from engine.intervals import NS_PER_MS, Interval
from tests.vision.scenes import CAM, hand_looks, s
from vision.frames import Frame, ImageU8
from vision.timing.full_rate import Boundary, Record, joined, measured
from vision.timing.patch_motion import motion_px
from vision.timing.rests import remeasured
from vision.tracks import HandId, HandRecord, rests_of

CLOTH: ImageU8 = cv2.GaussianBlur(
    np.random.default_rng(5).integers(60, 120, (240, 320, 3), np.uint8), (9, 9), 0
).astype(np.uint8)
SKIN = cv2.GaussianBlur(np.random.default_rng(6).integers(90, 255, (60, 60, 3), np.uint8), (5, 5), 0)
OUTLINE = np.array([[130, 130], [190, 130], [190, 190], [130, 190]], np.float32)
PALM_PX = 40.0


def drawn(up_px: float, across_px: float = 0.0) -> ImageU8:
    """The table with the hand so far above and beside its resting place, to a part of a pixel."""
    matrix = np.array([[1, 0, 130 + across_px], [0, 1, 130 - up_px]], np.float64)
    size = (CLOTH.shape[1], CLOTH.shape[0])
    hand = cv2.warpAffine(SKIN, matrix, size, flags=cv2.INTER_LINEAR)
    share = cv2.warpAffine(np.ones((60, 60, 1), np.float32), matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    return (CLOTH * (1 - share) + hand * share).round().astype(np.uint8)


def up_px(t_s: float, down_s: float, lift_s: float) -> float:
    """Steadily down at 160 px a second, on the table, and as steadily away."""
    return 160.0 * max(down_s - t_s, t_s - lift_s, 0.0)


def record_of(fps: float, down_s: float = 2.013, lift_s: float = 4.207) -> tuple[Record, list[tuple[int, int]]]:
    """A recording of that hand, and which stretches of it were asked for."""
    asked: list[tuple[int, int]] = []

    def pictures(from_ns: int, to_ns: int) -> Iterable[Frame]:
        asked.append((from_ns, to_ns))
        for seq in range(int(6 * fps)):
            t_ns = round(seq * 1e9 / fps)
            if from_ns <= t_ns <= to_ns:
                yield Frame(CAM, seq, t_ns, drawn(up_px(t_ns / 1e9, down_s, lift_s)), 1)

    return {CAM: pictures}, asked


def touch(about_s: float = 2.02, rests_s: float = 2.3, half_ms: int = 70) -> Boundary:
    rough = Interval(s(about_s) - half_ms * NS_PER_MS, s(about_s) + half_ms * NS_PER_MS)
    return Boundary(CAM, "touch", rough, s(rests_s), OUTLINE, PALM_PX)


def lift(about_s: float = 4.2, rests_s: float = 3.9) -> Boundary:
    rough = Interval(s(about_s) - 70 * NS_PER_MS, s(about_s) + 70 * NS_PER_MS)
    return Boundary(CAM, "lift", rough, s(rests_s), OUTLINE, PALM_PX)


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_touch_and_lift_are_known_to_less_than_a_look(fps: float) -> None:
    record, _ = record_of(fps)
    found_touch, found_lift = measured([touch(), lift()], record)
    assert found_touch is not None
    assert found_lift is not None
    assert found_touch.contains(s(2.013))
    assert found_lift.contains(s(4.207))
    assert max(found_touch.width_ns, found_lift.width_ns) < 0.7 * touch().rough.width_ns


def test_each_stretch_is_decoded_once_however_many_hands_move_in_it() -> None:
    record, asked = record_of(30.0)
    assert all(measured([touch(), touch(2.05), touch(2.0), lift()], record))
    assert len(asked) == 2


def test_where_nothing_better_is_recorded_the_looks_own_interval_stands() -> None:
    slow, _ = record_of(12.0)
    assert measured([touch()], slow) == [None]
    assert measured([touch()], {}) == [None]
    assert measured([touch()], {CAM: lambda from_ns, to_ns: ()}) == [None]
    assert measured([touch()], {CameraId("other"): record_of(30.0)[0][CAM]}) == [None]


def test_a_hand_out_of_the_picture_is_not_measured() -> None:
    record, _ = record_of(30.0)
    far = Boundary(CAM, "touch", touch().rough, s(2.3), OUTLINE + 4000, PALM_PX)
    assert measured([far], record) == [None]


def test_a_camera_that_changes_its_mode_within_the_stretch_does_not_stop_the_audit() -> None:
    record, _ = record_of(30.0)

    def changing(from_ns: int, to_ns: int) -> Iterable[Frame]:
        for frame in record[CAM](from_ns, to_ns):
            image = frame.image if frame.t_ns < s(2.1) else frame.image[:150]
            yield Frame(frame.camera, frame.seq, frame.t_ns, image, frame.exposure_ns)

    (found,) = measured([touch()], {CAM: changing})
    assert found is None or found.contains(s(2.013))


def test_what_was_measured_never_leaves_what_the_looks_said() -> None:
    record, _ = record_of(30.0)
    (found,) = measured([touch(2.0, half_ms=15)], record)
    rough = touch(2.0, half_ms=15).rough
    assert found is None or (rough.earliest_ns <= found.earliest_ns and found.latest_ns <= rough.latest_ns)


def test_a_rest_keeps_an_end_that_nobody_saw() -> None:
    record, _ = record_of(30.0)
    path = [(160.0, 160.0 - up_px(t / 10, 2.013, 9.0)) for t in range(50)]
    looks = hand_looks(3, lambda t: path[round(t * 10)], [t / 10 for t in range(50)])
    kept = HandRecord()
    for look in looks:
        kept.add(look)
    hand = HandId(CAM, looks[0].seat, Side.RIGHT)
    (rest,) = rests_of(hand, kept.of(hand.seat)[hand])
    (sharper,) = remeasured([rest], record)
    assert sharper.ended is None
    assert sharper.began.contains(s(2.013))
    assert sharper.began.width_ns < rest.began.width_ns


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 200)), max_size=12))
def test_joined_stretches_cover_the_same_time_without_overlap(pairs: list[tuple[int, int]]) -> None:
    stretches = [Interval(begin, begin + length) for begin, length in pairs]
    out = joined(stretches)
    covered = {t for i in stretches for t in range(i.earliest_ns, i.latest_ns + 1)}
    assert {t for i in out for t in range(i.earliest_ns, i.latest_ns + 1)} == covered
    assert all(a.latest_ns < b.earliest_ns for a, b in pairwise(out))


def grey(up: float, across: float = 0.0) -> ImageU8:
    return cv2.cvtColor(drawn(up, across), cv2.COLOR_BGR2GRAY).astype(np.uint8)


def test_displacement_is_known_below_the_pixel_and_outwards_from_rest() -> None:
    way = [(0.0, 0.0)] * 4 + [(0.3, 0.1), (1.1, -0.4), (3.7, -1.6), (9.2, -4.0), (18.4, -6.5)]
    found = motion_px([grey(up, across) for up, across in way], OUTLINE, [0, 1, 2, 3])
    assert np.abs(found - np.array([(across, -up) for up, across in way])).max() < 0.2


def test_a_lost_hand_is_missing_and_so_is_everything_beyond() -> None:
    pictures = [grey(0.0)] * 4 + [grey(2.0), CLOTH[..., 0].copy(), grey(4.0)]
    found = motion_px(pictures, OUTLINE, [0, 1, 2, 3])
    assert np.isfinite(found[:5]).all()
    assert np.isnan(found[5:]).all()


def test_a_hand_without_any_texture_or_without_a_resting_picture_is_missing_throughout() -> None:
    flat = [np.full((240, 320), 90, np.uint8)] * 6
    assert np.isnan(motion_px(flat, OUTLINE, [0, 1, 2])).all()
    assert np.isnan(motion_px([grey(0.0)] * 6, OUTLINE, [])).all()
