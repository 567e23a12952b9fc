"""Marks that somebody pointed at: places of the table in millimetres and where each camera shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from calibration.json_file import CameraName, read_json
from calibration.tags import tag_middles
from engine.faults import Fault

SCHEMA: Final = 1


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, allow_inf_nan=False)


class TagNotSeen(Fault):
    template = (
        "Camera {camera} does not see tag {tag} (AprilTag 36h11): lay it flat with a white border, well lit, and at "
        "least 40 pixels wide."
    )


class Mark(_Strict):
    """One place: `at_mm` from the table's middle, x along its longer side; a pixel of the full picture or a tag."""

    at_mm: tuple[float, float]
    at_px: tuple[float, float] | None = None
    tag: Annotated[int, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _is_somewhere(self) -> Mark:
        if (self.at_px is None) == (self.tag is None):
            raise ValueError("a mark has either at_px or tag")
        return self


class CameraMarks(_Strict):
    """One camera's marks."""

    image_size: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    marks: list[Mark]

    def places_mm(self) -> NDArray[np.float64]:
        return np.array([mark.at_mm for mark in self.marks], np.float64).reshape(-1, 2)

    def pixels(self, camera: str, picture: NDArray[np.uint8]) -> NDArray[np.float64]:
        """(N, 2) in a picture, whose tags are looked for; raises TagNotSeen."""
        scale = np.divide((picture.shape[1], picture.shape[0]), self.image_size)
        tags = tag_middles(picture) if any(mark.tag is not None for mark in self.marks) else {}
        out = []
        for mark in self.marks:
            if mark.tag is not None and mark.tag not in tags:
                raise TagNotSeen(camera=camera, tag=mark.tag)
            out.append(tags[mark.tag] if mark.tag is not None else np.multiply(mark.at_px or (np.nan, np.nan), scale))
        return np.array(out, np.float64).reshape(-1, 2)


class MarksFile(_Strict):
    """The whole file."""

    schema_: Annotated[int, Field(alias="schema")] = SCHEMA
    cameras: dict[CameraName, CameraMarks]


def read_marks(path: Path) -> MarksFile:
    """Read a marks file; raises FileFault."""
    return read_json(path, MarksFile, SCHEMA)
