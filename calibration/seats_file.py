"""The seats file: where each seat is in each camera's picture, written by a person or by calibration."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from calibration.json_file import CameraName, FileValueWrong, read_json
from engine.faults import Fault
from engine.seats import GAME_SEATS, Seat, Subject, subject_of

SCHEMA: Final = 1
ONLY_CAMERA: Final = "cam1"
MAX_OVERLAP: Final = 0.5  # neighbours' regions may overlap: people do; more than half is two seats in one place

Point = tuple[float, float]
Polygon = Annotated[list[Point], Field(min_length=3)]


class SeatsFault(Fault):
    """Seats that cannot be judged as they are drawn."""


class GameSeatsWrong(SeatsFault):
    template = "A game has exactly ten seats 1…10, but camera {camera} shows {found}: {advice}."


class SeatsOverlap(SeatsFault):
    template = "Seats {first} and {second} lie on each other in camera {camera}: move one of them."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatRegion(_Strict):
    """One seat in one camera's picture, pixels of the full frame."""

    seat: int | str
    polygon: Polygon
    head: tuple[float, float, float, float] | None = None
    table_strip: Polygon | None = None

    @field_validator("seat")
    @classmethod
    def _somebody(cls, value: int | str) -> int | str:
        if isinstance(value, str) and value != "host":
            raise ValueError('must be a number 1…12 or "host"')
        subject_of(value)
        return value

    @field_validator("polygon", "table_strip")
    @classmethod
    def _encloses_something(cls, value: list[Point] | None) -> list[Point] | None:
        if value is not None and (not np.all(np.isfinite(value)) or area_px2(value) < 16.0):
            raise ValueError("encloses no area: give its corners in order")
        return value

    @model_validator(mode="after")
    def _head_is_a_box(self) -> SeatRegion:
        if self.head is not None and not (self.head[0] < self.head[2] and self.head[1] < self.head[3]):
            raise ValueError("head must be x0, y0, x1, y1 with x0 < x1 and y0 < y1")
        return self

    @property
    def subject(self) -> Subject:
        return subject_of(self.seat)


class CameraSeats(_Strict):
    """All seats that one camera sees."""

    image_size: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    seats: list[SeatRegion]

    @model_validator(mode="after")
    def _each_seat_once(self) -> CameraSeats:
        seen = [region.seat for region in self.seats]
        twice = sorted({str(seat) for seat in seen if seen.count(seat) > 1})
        if twice:
            raise ValueError(f"seat {', '.join(twice)} is given twice")
        return self

    def of(self, subject: Subject) -> SeatRegion | None:
        return next((region for region in self.seats if region.subject == subject), None)

    def scaled_to(self, size_px: tuple[int, int]) -> CameraSeats:
        """The same seats for a picture of another size."""
        if size_px == self.image_size:
            return self
        sx, sy = size_px[0] / self.image_size[0], size_px[1] / self.image_size[1]

        def scale(points: list[Point] | None) -> list[Point] | None:
            return None if points is None else [(x * sx, y * sy) for x, y in points]

        regions = [
            SeatRegion(
                seat=region.seat,
                polygon=scale(region.polygon) or [],
                head=None
                if region.head is None
                else (region.head[0] * sx, region.head[1] * sy, region.head[2] * sx, region.head[3] * sy),
                table_strip=scale(region.table_strip),
            )
            for region in self.seats
        ]
        return CameraSeats(image_size=size_px, seats=regions)


class SeatsFile(_Strict):
    """Every camera's seats."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    cameras: Annotated[dict[CameraName, CameraSeats], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, document: Any) -> Any:
        """{"schema", "image_size", "seats"} means the only camera."""
        if (
            isinstance(document, dict)
            and "cameras" not in document
            and ("seats" in document or "image_size" in document)
        ):
            inner = {key: value for key, value in document.items() if key != "schema"}
            return {"schema": document.get("schema"), "cameras": {ONLY_CAMERA: inner}}
        return document

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Everybody whom at least one camera sees, players first."""
        everyone = {region.subject for camera in self.cameras.values() for region in camera.seats}
        return tuple(sorted(everyone, key=lambda subject: (not isinstance(subject, int), str(subject).zfill(2))))


def area_px2(polygon: list[Point] | NDArray[np.float32]) -> float:
    """Area enclosed by a polygon (shoelace formula)."""
    points = np.asarray(polygon, dtype=np.float64)
    x, y = points[:, 0], points[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2.0)


def read_seats(path: Path) -> SeatsFile:
    """Read a seats file; raises FileFault for a file that is not one."""
    return read_json(path, SeatsFile, SCHEMA)


def write_seats(seats: SeatsFile, path: Path) -> None:
    """Write a seats file in the long form."""
    document = seats.model_dump(mode="json", by_alias=True, exclude_none=True)
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def check_game_seats(seats: SeatsFile) -> None:
    """A game needs all ten seats, each in at least one camera, nowhere two in one place.

    Raises GameSeatsWrong or SeatsOverlap.
    """
    players = {subject for subject in seats.subjects if isinstance(subject, int)}
    missing = sorted(set(GAME_SEATS) - players)
    extra = sorted(players - set(GAME_SEATS))
    cameras = ", ".join(seats.cameras)
    if missing:
        raise GameSeatsWrong(camera=cameras, found=len(players), advice=f"add {', '.join(map(str, missing))}")
    if extra:
        raise GameSeatsWrong(camera=cameras, found=len(players), advice=f"remove {', '.join(map(str, extra))}")
    check_overlap(seats)


def check_overlap(seats: SeatsFile) -> None:
    """No two seats of one camera in one place; raises SeatsOverlap."""
    for name, camera in seats.cameras.items():
        for first, second in overlapping(camera):
            raise SeatsOverlap(first=first.seat, second=second.seat, camera=name)


def overlapping(camera: CameraSeats) -> list[tuple[SeatRegion, SeatRegion]]:
    """Seats of one camera that lie on each other by more than neighbours may."""
    return [
        (first, second)
        for first, second in combinations(camera.seats, 2)
        if _overlap(first.polygon, second.polygon, camera.image_size) > MAX_OVERLAP
    ]


def _overlap(first: list[Point], second: list[Point], size_px: tuple[int, int]) -> float:
    """Shared area as a share of the smaller polygon, counted on a coarse raster (any shape, also concave)."""
    scale = 256.0 / max(size_px)
    masks = []
    for polygon in (first, second):
        mask = np.zeros((round(size_px[1] * scale) + 1, round(size_px[0] * scale) + 1), np.uint8)
        cv2.fillPoly(mask, [np.rint(np.asarray(polygon) * scale).astype(np.int32)], 1)
        masks.append(mask)
    smaller = min(int(mask.sum()) for mask in masks)
    return float((masks[0] & masks[1]).sum()) / smaller if smaller else 0.0


def camera_seats(seats: SeatsFile, camera: str, size_px: tuple[int, int], path: Path) -> CameraSeats:
    """One camera's seats at the size of its picture; raises FileValueWrong where the file has no such camera."""
    found = seats.cameras.get(camera)
    if found is None:
        raise FileValueWrong(path=path, place="cameras", reason=f"has no {camera}, only {', '.join(seats.cameras)}")
    return found.scaled_to(size_px)


def only_players(subjects: tuple[Subject, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(subject) for subject in subjects if isinstance(subject, int))
