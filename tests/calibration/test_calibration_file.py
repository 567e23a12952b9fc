"""calibration.json: older files are upgraded, covariances are found by name, its seats are a seats file's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.calibration_file import (
    covariance_of,
    parse_calibration,
    read_calibration,
    read_seats_or_calibration,
)
from calibration.json_file import FileFault, parse_json
from calibration.marks_file import SCHEMA as MARKS_SCHEMA
from calibration.marks_file import MarksFile

PATH = Path("calibration.json")


def camera() -> dict[str, Any]:
    return {
        "image_size": [1920, 1080],
        "focal_px": [1400.0, 1400.0],
        "centre_px": [959.5, 539.5],
        "rotation": [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
        "translation_mm": [0, 500, 2000],
    }


def seats() -> dict[str, Any]:
    polygon = [[0, 0], [90, 0], [90, 90]]
    return {"schema": 1, "cameras": {"cam1": {"image_size": [1920, 1080], "seats": [{"seat": 4, "polygon": polygon}]}}}


def parsed(document: Any) -> Any:
    return parse_calibration(json.dumps(document), PATH)


def test_a_file_of_the_first_schema_is_read_as_one_of_now() -> None:
    old = parsed({"schema": 1, "cameras": {"cam1": camera()}})
    assert old == parsed({"schema": 2, "cameras": {"cam1": camera()}})


def test_a_calibration_is_taken_where_seats_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"schema": 2, "cameras": {"cam1": camera()}, "seats": seats()}), encoding="utf-8")
    found, calibration = read_seats_or_calibration(path)
    assert found.subjects == (4,)
    assert calibration == read_calibration(path)
    path.write_text(json.dumps(seats()), encoding="utf-8")
    found, calibration = read_seats_or_calibration(path)
    assert found.subjects == (4,)
    assert calibration is None


def test_a_calibration_without_seats_says_so(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"schema": 2, "cameras": {"cam1": camera()}}), encoding="utf-8")
    with pytest.raises(FileFault, match="seats"):
        read_seats_or_calibration(path)


def test_the_camera_fits_a_picture_of_another_size() -> None:
    full = parsed({"schema": 2, "cameras": {"cam1": camera()}}).cameras["cam1"]
    point = np.array([[300.0, 200.0, 0.0]])
    small, large = full.camera((960, 540)).project(point), full.camera().project(point)
    assert (small + 0.5) * 2 - 0.5 == pytest.approx(large)


def test_the_joint_covariance_is_found_by_the_cameras_names() -> None:
    names = [f"cam{k}.{p}" for k in (1, 2) for p in ("turn_x_rad", "turn_y_rad", "turn_z_rad", "shift_x_mm", "shift_y_mm",
             "shift_z_mm", "focal_log", "centre_x_px", "centre_y_px", "k1")]  # fmt: skip
    matrix = np.diag(np.arange(1.0, 21.0)).tolist()
    file = parsed({"schema": 2, "cameras": {"cam1": camera()}, "covariance": {"parameters": names, "matrix": matrix}})
    found = covariance_of(file, ["cam2"])
    assert found is not None
    assert np.diag(found).tolist() == list(range(11, 21))
    assert covariance_of(file, ["cam3"]) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tabel": {}}, "did you mean “table”"),
        ({"table": {"kind": "round", "length_mm": 1500}}, "width_mm"),
        ({"covariance": {"parameters": ["a"], "matrix": []}}, "one row"),
        ({"schema": 3}, "update the program"),
        ({"places": [{"seat": 1, "neck_mm": [0, 0], "head_mm": [0, 0, 0], "sd_mm": 1, "confidence": 2}]}, "confidence"),
    ],
)
def test_what_is_wrong_is_one_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(FileFault, match=words):
        parsed({"schema": 2, "cameras": {"cam1": camera()}} | change)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 3000) | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["schema", "cameras", "cam1", "table", "covariance", "places", "seats", "marks", "image_size"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=16,
)


@given(JSON)
def test_any_json_is_a_calibration_and_marks_or_one_sentence(document: Any) -> None:
    text = json.dumps(document)
    for read in (lambda: parse_calibration(text, PATH), lambda: parse_json(text, PATH, MarksFile, MARKS_SCHEMA)):
        try:
            read()
        except FileFault as fault:
            said = str(fault)
        else:
            said = "calibration.json"
        assert "calibration.json" in said
