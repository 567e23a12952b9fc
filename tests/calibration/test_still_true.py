"""A bumped camera is noticed, a nudge is solved again, and who leans in front is no alarm."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.lens import lens_of_width
from calibration.still_true import StillTrue, Trust, turned_about_itself
from tests.calibration.rooms import camera_at

SIZE = (960, 540)
ImageU8 = NDArray[np.uint8]


def wall(seed: int = 1) -> ImageU8:
    """Pictures on a wall: boxes of many sizes and shades."""
    rng = np.random.default_rng(seed)
    image = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    for _ in range(90):
        x, y = rng.integers(0, SIZE[0] - 60), rng.integers(0, SIZE[1] - 60)
        w, h = rng.integers(20, 160, 2)
        cv2.rectangle(image, (int(x), int(y)), (int(x + w), int(y + h)), rng.integers(0, 255, 3).tolist(), -1)
    return cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.uint8)


def filmed(image: ImageU8, seed: int, brightness: float = 1.0) -> ImageU8:
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image * brightness + noise, 0, 255).astype(np.uint8)


def shifted(image: ImageU8, dx: float, dy: float, deg: float = 0.0) -> ImageU8:
    matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), deg, 1.0)
    matrix = np.asarray(matrix, np.float64) + np.array([[0, 0, dx], [0, 0, dy]])
    return np.asarray(cv2.warpAffine(image, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(("dx", "dy", "deg"), [(2.5, 0.0, 0.0), (0.0, 0.0, 0.3), (-2.0, 1.5, 0.0)])
def test_five_pixels_of_a_full_hd_picture_or_a_third_of_a_degree_is_noticed_within_four_looks(
    dx: float, dy: float, deg: float
) -> None:
    room = wall()
    watched = StillTrue(room)
    trusts = [watched.look(filmed(shifted(room, dx, dy, deg), k)).trust for k in range(4)]  # twice a second: 2 s
    assert Trust.MOVED in trusts


def test_light_noise_and_people_before_the_lens_are_no_movement() -> None:
    room = wall()
    watched = StillTrue(room)
    rng = np.random.default_rng(5)
    for k in range(12):
        seen = room.copy()
        for _ in range(3):  # people lean in
            x, y = int(rng.integers(0, SIZE[0])), int(rng.integers(200, SIZE[1]))
            cv2.ellipse(seen, (x, y), (110, 190), 0, 0, 360, rng.integers(0, 255, 3).tolist(), -1)
        looked = watched.look(filmed(seen, k, brightness=0.5 + 0.7 * rng.random()))
        assert looked.trust is Trust.TRUE


def wandering(image: ImageU8, seed: int, by_px: float) -> ImageU8:
    """Each part of the picture beside its place by another error, as a strongly compressed picture has it."""
    rng = np.random.default_rng(seed)
    rough = rng.normal(0, 1, (4, 6, 2)).astype(np.float32)
    field = cv2.resize(rough, SIZE, interpolation=cv2.INTER_CUBIC) * by_px
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    return np.asarray(cv2.remap(image, columns + field[..., 0], rows + field[..., 1], cv2.INTER_LINEAR), np.uint8)


def test_corners_that_wander_each_its_own_way_are_no_movement() -> None:
    """A dark room, filmed with few bits: the false alarm blinded half a table for five seconds of a vote."""
    room = wall()
    moved = []
    for seed in range(16):
        watched, wanders = StillTrue(room), wandering(room, seed, 0.7)  # the error stays for seconds
        moved += [seed for k in range(2) if watched.look(filmed(wanders, k)).trust is Trust.MOVED]
    assert moved == []


def test_a_bump_is_noticed_through_wandering_corners() -> None:
    room = wall()
    watched = StillTrue(room)
    trusts = [watched.look(filmed(shifted(wandering(room, k, 0.4), 2.5, 0.0), k)).trust for k in range(4)]
    assert Trust.MOVED in trusts


def test_a_covered_lens_is_hidden_not_moved_and_true_again_when_it_is_free() -> None:
    room = wall()
    watched = StillTrue(room)
    black = np.full_like(room, 8)
    assert [watched.look(filmed(black, k)).trust for k in range(4)][-1] is Trust.HIDDEN
    assert watched.look(filmed(room, 9)).trust is Trust.TRUE


def test_a_camera_that_turned_is_solved_again_to_a_part_of_a_pixel() -> None:
    camera = camera_at(lens_of_width(SIZE, 70), np.array([-1500.0, -1800.0, 1400.0]), np.zeros(3))
    room = wall()
    turn = np.array([0.004, -0.006, 0.003])
    nudged = turned_about_itself(camera, turn)
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64)
    source = camera.project(nudged.rays(pixels) * 1e6 + camera.position_mm).reshape(SIZE[1], SIZE[0], 2)
    image = cv2.remap(room, source.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    watched = StillTrue(room, camera)
    looks = [watched.look(filmed(np.asarray(image, np.uint8), k)) for k in range(5)]
    solved = next(look.camera for look in looks if look.camera is not None)
    table = np.array([[0.0, 0, 0], [600, 300, 0], [-700, -200, 0]])
    assert np.abs(solved.project(table) - nudged.project(table)).max() < 0.5
    assert looks[-1].shift_px < 1.0


def test_a_bare_wall_gives_no_reference_and_says_so() -> None:
    bare = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    watched = StillTrue(bare)
    assert [watched.look(filmed(bare, k)).trust for k in range(4)][-1] is Trust.HIDDEN
