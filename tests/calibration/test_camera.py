"""Cameras in the table's frame: what is projected is found again, and what cannot be known is NaN."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.calibration_file import (
    CalibrationFile,
    CameraCalibration,
    calibration_hash,
    read_calibration,
    write_calibration,
)
from calibration.camera import Camera, triangulate
from calibration.json_file import FileFault

POINTS_MM: NDArray[np.float64] = np.array([[0, 0, 0], [400, -300, 0], [-500, 200, 60], [100, 350, 180]], np.float64)


def camera_at(place_mm: tuple[float, float, float]) -> Camera:
    """A distorted 1080p camera that looks at the middle of the table."""
    place = np.asarray(place_mm)
    forward = -place / np.linalg.norm(place)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    return Camera(
        size_px=(1920, 1080),
        matrix=np.array([[1400.0, 0, 960], [0, 1400.0, 540], [0, 0, 1]]),
        distortion=np.array([-0.12, 0.03, 0.0, 0.0, 0.0]),
        rotation=rotation,
        translation_mm=-rotation @ place,
    )


LEFT, RIGHT = camera_at((-1500.0, -1600.0, 1400.0)), camera_at((1600.0, -1400.0, 1300.0))


def test_two_cameras_find_a_projected_point_again() -> None:
    found, miss_mm = triangulate([LEFT, RIGHT], [LEFT.project(POINTS_MM), RIGHT.project(POINTS_MM)])
    assert found == pytest.approx(POINTS_MM, abs=0.05)
    assert miss_mm.max() < 0.05


def test_rays_that_do_not_meet_say_by_how_much_they_miss() -> None:
    raised = POINTS_MM + np.array([0.0, 0.0, 100.0])
    _, miss_mm = triangulate([LEFT, RIGHT], [LEFT.project(POINTS_MM), RIGHT.project(raised)])
    assert miss_mm.min() > 5.0


def test_a_point_that_one_camera_does_not_see_is_nowhere() -> None:
    seen = RIGHT.project(POINTS_MM)
    seen[1] = np.nan
    found, _ = triangulate([LEFT, RIGHT], [LEFT.project(POINTS_MM), seen])
    assert np.isnan(found[1]).all()
    assert np.isfinite(found[[0, 2, 3]]).all()


def test_one_camera_is_not_enough_for_depth() -> None:
    with pytest.raises(ValueError, match="two cameras"):
        triangulate([LEFT], [LEFT.project(POINTS_MM)])


def test_a_pixel_of_the_table_lies_on_the_table() -> None:
    on_table = POINTS_MM[:2]
    assert LEFT.on_plane(LEFT.project(on_table)) == pytest.approx(on_table, abs=0.05)


def test_a_point_behind_the_camera_has_no_pixel() -> None:
    assert np.isnan(LEFT.project(np.array([[-3000.0, -3200.0, 2800.0]]))).all()


def calibration(rotation: NDArray[np.float64] = LEFT.rotation) -> CalibrationFile:
    rows = [tuple(float(value) for value in row) for row in rotation]
    camera = CameraCalibration.model_validate(
        {
            "image_size": (1920, 1080),
            "focal_px": (1400.0, 1400.0),
            "centre_px": (960.0, 540.0),
            "rotation": rows,
            "translation_mm": [float(value) for value in LEFT.translation_mm],
        }
    )
    return CalibrationFile(cameras={"cam1": camera})


def test_a_calibration_is_read_back_equal_and_its_hash_tells_a_change(tmp_path: Path) -> None:
    written = calibration()
    write_calibration(written, tmp_path / "calibration.json")
    assert read_calibration(tmp_path / "calibration.json") == written
    moved = written.cameras["cam1"].model_copy(update={"translation_mm": (1.0, 2.0, 3.0)})
    assert calibration_hash(written) != calibration_hash(written.model_copy(update={"cameras": {"cam1": moved}}))


def test_a_mirrored_camera_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    write_calibration(calibration(), path)
    first = f"{LEFT.rotation[0, 0]!r}".replace("np.float64(", "").rstrip(")")
    path.write_text(path.read_text().replace(first, str(-float(first)), 1), encoding="utf-8")
    with pytest.raises(FileFault, match="not a rotation"):
        read_calibration(path)
