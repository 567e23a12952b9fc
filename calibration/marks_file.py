"""Marks that somebody pointed at: places of the table in millimetres and where each camera shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from calibration.json_file import read_json

SCHEMA: Final = 1


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, allow_inf_nan=False)


class Mark(_Strict):
    """One place: `at_mm` from the table's middle, x along its longer side; `at_px` of the full picture."""

    at_mm: tuple[float, float]
    at_px: tuple[float, float]


class CameraMarks(_Strict):
    """One camera's marks."""

    image_size: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    marks: list[Mark]

    def places_mm(self) -> NDArray[np.float64]:
        return np.array([mark.at_mm for mark in self.marks], np.float64).reshape(-1, 2)

    def pixels(self, size_px: tuple[int, int]) -> NDArray[np.float64]:
        """(N, 2) in a picture of this size."""
        return np.array([mark.at_px for mark in self.marks], np.float64).reshape(-1, 2) * np.divide(
            size_px, self.image_size
        )


class MarksFile(_Strict):
    """The whole file."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    cameras: dict[str, CameraMarks]


def read_marks(path: Path) -> MarksFile:
    """Read a marks file; raises FileFault."""
    return read_json(path, MarksFile, SCHEMA)
