"""calibration.json: where every camera, the table and the seats are, and how well that is known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from calibration.bundle import CAMERA_PARAMETERS, Refined
from calibration.camera import Camera
from calibration.json_file import CameraName, FileValueWrong, parse_json, read_json
from calibration.lens import Lens
from calibration.seat_proposal import Direction, HostSource, SeatPlace
from calibration.seats_file import SeatsFile, read_seats
from calibration.table_shape import TableKind, TableShape
from engine.seats import Person, subject_of

SCHEMA: Final = 2
FILE_NAME: Final = "calibration.json"
UPGRADES: Final = {1: lambda document: {**document, "schema": 2}}  # the second adds, and what it adds may be absent

Vector2 = tuple[float, float]
Vector3 = tuple[float, float, float]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class CameraCalibration(_Strict):
    """One camera against the table: millimetres, z up from the table's top."""

    image_size: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    focal_px: Vector2
    centre_px: Vector2
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)  # OpenCV's k1 k2 p1 p2 k3
    rotation: tuple[Vector3, Vector3, Vector3]  # table to camera, rows
    translation_mm: Vector3
    reprojection_px: float | None = None  # root mean square over what it was solved from
    position_sd_mm: Vector3 | None = None
    lens_source: str | None = None  # charuco, preset:…, width:…
    placed_by: str | None = None  # marks, tags, edge, people
    reference_picture: str | None = None  # beside this file: what the camera saw when it was calibrated

    @model_validator(mode="after")
    def _rotates(self) -> CameraCalibration:
        rotation = np.asarray(self.rotation)
        if not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-3) or np.linalg.det(rotation) < 0:
            raise ValueError("rotation is not a rotation (mirrored or scaled): calibrate this camera again")
        return self

    def camera(self, size_px: tuple[int, int] | None = None) -> Camera:
        """The camera, for a picture of another size where one is named."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        sx, sy = (1.0, 1.0) if size_px is None else np.divide(size_px, self.image_size)
        return Camera(
            size_px=size_px or self.image_size,
            matrix=np.array(
                [[fx * sx, 0.0, (cx + 0.5) * sx - 0.5], [0.0, fy * sy, (cy + 0.5) * sy - 0.5], [0.0, 0.0, 1.0]]
            ),
            distortion=np.asarray(self.distortion),
            rotation=np.asarray(self.rotation),
            translation_mm=np.asarray(self.translation_mm),
        )


class TableCalibration(_Strict):
    """The table's top as it was given and refined."""

    kind: TableKind
    length_mm: float
    width_mm: float

    def shape(self) -> TableShape:
        return TableShape(self.kind, self.length_mm, self.width_mm)


class Covariance(_Strict):
    """How all cameras' parameters vary together; rows and columns are `parameters`, `cam1.shift_x_mm` and so on."""

    parameters: list[str]
    matrix: list[list[float]]

    @model_validator(mode="after")
    def _is_square(self) -> Covariance:
        count = len(self.parameters)
        if len(self.matrix) != count or any(len(row) != count for row in self.matrix):
            raise ValueError("matrix must have one row and one column for each of the parameters")
        return self


class SeatCalibration(_Strict):
    """One seat in the table's frame."""

    seat: int | str
    neck_mm: Vector2
    head_mm: Vector3
    sd_mm: float
    confidence: Annotated[float, Field(ge=0, le=1)]
    seen_by: list[str] = []

    @field_validator("seat")
    @classmethod
    def _somebody(cls, value: int | str) -> int | str:
        subject_of(value)
        return value


class ClockCalibration(_Strict):
    """One camera's clock against the sound's: `offset_ns` at `at_ns`, changing by `drift_ppm`."""

    offset_ns: int
    drift_ppm: float = 0.0
    at_ns: int = 0
    residual_ns: int
    events: int


class CalibrationFile(_Strict):
    """The whole file; `seats` is the same as a seats file and is what a person edits."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    cameras: dict[CameraName, CameraCalibration]
    seats: SeatsFile | None = None
    table: TableCalibration | None = None
    covariance: Covariance | None = None
    places: list[SeatCalibration] = []
    direction: Direction | None = None
    host_source: HostSource | None = None
    clocks: dict[str, ClockCalibration] = {}

    def seat_places(self) -> tuple[SeatPlace, ...]:
        """The seats in the table's frame; none without a table."""
        if self.table is None:
            return ()
        shape = self.table.shape()
        return tuple(
            SeatPlace(
                subject_of(place.seat),
                float(shape.along_mm(np.array([place.neck_mm]))[0]),
                place.neck_mm,
                place.head_mm,
                place.sd_mm,
                place.confidence,
                tuple(place.seen_by),
            )
            for place in self.places
        )


def read_calibration(path: Path) -> CalibrationFile:
    """Read a calibration file; raises FileFault."""
    return read_json(path, CalibrationFile, SCHEMA, UPGRADES)


def write_calibration(calibration: CalibrationFile, path: Path) -> None:
    """Write a calibration file."""
    path.write_text(_text(calibration), encoding="utf-8")


def calibration_hash(calibration: CalibrationFile) -> str:
    """SHA-256 over the file's own text, so that a changed calibration is noticed."""
    return hashlib.sha256(_text(calibration).encode()).hexdigest()


def read_seats_or_calibration(path: Path) -> tuple[SeatsFile, CalibrationFile | None]:
    """A seats file, or a calibration file with seats in it; raises FileFault."""
    if not _is_calibration(path):
        return read_seats(path), None
    calibration = read_calibration(path)
    if calibration.seats is None:
        raise FileValueWrong(path=path, place="seats", reason="are not in this calibration, name a seats file as well")
    return calibration.seats, calibration


def _is_calibration(path: Path) -> bool:
    """Whether a file's cameras have places; what is no JSON is left to the reader of seats, who says so."""
    try:
        document = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    cameras = document.get("cameras") if isinstance(document, dict) else None
    if not isinstance(cameras, dict):
        return False
    return any(isinstance(camera, dict) and "rotation" in camera for camera in cameras.values())


def parse_calibration(text: str, path: Path) -> CalibrationFile:
    """As `read_calibration`, for text in memory."""
    return parse_json(text, path, CalibrationFile, SCHEMA, UPGRADES)


def camera_as_file(
    camera: Camera, lens: Lens | None = None, *, residual_px: float | None = None, sd_mm: Vector3 | None = None,
    placed_by: str | None = None, reference_picture: str | None = None,
) -> CameraCalibration:  # fmt: skip
    """A solved camera as the file writes it."""
    return CameraCalibration.model_validate(
        {
            "image_size": camera.size_px,
            "focal_px": _rounded(camera.matrix[[0, 1], [0, 1]], 4),
            "centre_px": _rounded(camera.matrix[:2, 2], 4),
            "distortion": _rounded(camera.distortion, 8),
            "rotation": [_rounded(row, 9) for row in camera.rotation],
            "translation_mm": _rounded(camera.translation_mm, 4),
            "reprojection_px": None if residual_px is None else round(residual_px, 3),
            "position_sd_mm": sd_mm,
            "lens_source": None if lens is None else lens.source,
            "placed_by": placed_by,
            "reference_picture": reference_picture,
        }
    )


def covariance_as_file(refined: Refined) -> Covariance:
    """The joint covariance with six digits."""
    names = [f"{camera}.{parameter}" for camera in refined.cameras for parameter in CAMERA_PARAMETERS]
    return Covariance(parameters=names, matrix=[[float(f"{v:.6g}") for v in row] for row in refined.covariance])


def covariance_of(file: CalibrationFile, cameras: Sequence[str]) -> NDArray[np.float64] | None:
    """(10 K, 10 K) of some cameras in their order; None where the file has none of one of them."""
    if file.covariance is None:
        return None
    index: Mapping[str, int] = {name: k for k, name in enumerate(file.covariance.parameters)}
    wanted = [f"{camera}.{parameter}" for camera in cameras for parameter in CAMERA_PARAMETERS]
    if any(name not in index for name in wanted):
        return None
    rows = [index[name] for name in wanted]
    return np.asarray(file.covariance.matrix)[np.ix_(rows, rows)]


def places_as_file(seats: Sequence[SeatPlace]) -> list[SeatCalibration]:
    """Seats as the file writes them."""
    return [
        SeatCalibration(
            seat=seat.subject.value if isinstance(seat.subject, Person) else int(seat.subject),
            neck_mm=(round(seat.neck_mm[0], 1), round(seat.neck_mm[1], 1)),
            head_mm=(round(seat.head_mm[0], 1), round(seat.head_mm[1], 1), round(seat.head_mm[2], 1)),
            sd_mm=round(seat.sd_mm, 1),
            confidence=round(seat.confidence, 3),
            seen_by=list(seat.seen_by),
        )
        for seat in seats
    ]


def _rounded(values: NDArray[np.floating], digits: int) -> list[float]:
    return [round(float(value), digits) for value in np.asarray(values).ravel()]


def _text(calibration: CalibrationFile) -> str:
    document: dict[str, Any] = calibration.model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
