"""calibration.json: where every camera, the table and the seats were in a game."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from calibration.camera import Camera
from calibration.json_file import read_json
from calibration.seats_file import SeatsFile

SCHEMA: Final = 1
FILE_NAME: Final = "calibration.json"

Vector3 = tuple[float, float, float]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class CameraCalibration(_Strict):
    """One camera against the table: millimetres, z up from the table's top."""

    image_size: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)  # OpenCV's k1 k2 p1 p2 k3
    rotation: tuple[Vector3, Vector3, Vector3]  # table to camera, rows
    translation_mm: Vector3
    reprojection_px: float | None = None  # root mean square over the points it was solved from

    @model_validator(mode="after")
    def _rotates(self) -> CameraCalibration:
        rotation = np.asarray(self.rotation)
        if not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-3) or np.linalg.det(rotation) < 0:
            raise ValueError("rotation is not a rotation (mirrored or scaled): calibrate this camera again")
        return self

    def camera(self) -> Camera:
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return Camera(
            size_px=self.image_size,
            matrix=np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]]),
            distortion=np.asarray(self.distortion),
            rotation=np.asarray(self.rotation),
            translation_mm=np.asarray(self.translation_mm),
        )


class CalibrationFile(_Strict):
    """The whole file; the seats inside are the same as a seats file's."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    cameras: dict[str, CameraCalibration]
    seats: SeatsFile | None = None


def read_calibration(path: Path) -> CalibrationFile:
    """Read a calibration file; raises FileFault."""
    return read_json(path, CalibrationFile, SCHEMA)


def write_calibration(calibration: CalibrationFile, path: Path) -> None:
    """Write a calibration file."""
    path.write_text(_text(calibration), encoding="utf-8")


def calibration_hash(calibration: CalibrationFile) -> str:
    """SHA-256 over the file's own text, so that a changed calibration is noticed."""
    return hashlib.sha256(_text(calibration).encode()).hexdigest()


def _text(calibration: CalibrationFile) -> str:
    document = calibration.model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
