"""calibration.json of a stage: the true cameras, table and places, as a perfect calibration would have found them."""

from __future__ import annotations

from typing import Final

import numpy as np

import calibration.camera
from calibration.calibration_file import CalibrationFile, SeatCalibration, TableCalibration, camera_as_file
from calibration.seat_proposal import Direction, HostSource
from calibration.seats_file import SeatsFile
from calibration.table_shape import TableKind
from engine.seats import Person
from tests.synth.camera import Camera
from tests.synth.geometry import F64
from tests.synth.stage import Stage, camera_of

PLACED_BY: Final = "synthetic"
_TO_IMAGE_AXES: Final = np.diag([1.0, -1.0, -1.0])
"""From right, up, backwards to right, down, forwards."""


def table_mm(stage: Stage, points_m: F64) -> F64:
    """(…, 3) points of the room in the table's frame: millimetres, Z up from its top."""
    return np.asarray((points_m - np.array([0.0, 0.0, stage.table.height_m])) * 1000)


def true_camera(stage: Stage, camera: Camera) -> calibration.camera.Camera:
    """A synthetic camera in the table's frame; a pixel's middle has whole numbers there."""
    rotation = _TO_IMAGE_AXES @ camera.view[:3, :3]
    moved = _TO_IMAGE_AXES @ camera.view[:3, 3] + rotation @ [0.0, 0.0, stage.table.height_m]
    (width, height), focal = camera.size_px, camera.focal_px
    return calibration.camera.Camera(
        size_px=camera.size_px,
        matrix=np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]]),
        distortion=np.array([camera.distortion, 0, 0, 0, 0]),
        rotation=rotation,
        translation_mm=moved * 1000,
    )


def calibration_of(stage: Stage, seats: SeatsFile, scale: float = 1.0) -> CalibrationFile:
    """Everything a calibration can say, exact."""
    cameras = {spec.id: true_camera(stage, camera_of(spec, scale)) for spec in stage.scenario.camera}
    return CalibrationFile(
        cameras={name: camera_as_file(camera, placed_by=PLACED_BY) for name, camera in cameras.items()},
        seats=seats,
        table=TableCalibration(
            kind=TableKind.OVAL, length_mm=2000 * stage.table.half_length_m, width_mm=2000 * stage.table.half_width_m
        ),
        places=_places(stage),
        direction=Direction.COUNTERCLOCKWISE,
        host_source=HostSource.NAMED,
    )


def _places(stage: Stage) -> list[SeatCalibration]:
    out = []
    for who, actor in stage.actors.items():
        solved = actor.figure.solve(actor.posture(0.0))
        neck, head = (table_mm(stage, actor.figure.joint(solved, name)) for name in ("neck01", "head"))
        seat = "host" if who == Person.HOST else int(who)
        neck_mm, head_mm = [round(float(v), 1) for v in neck[:2]], [round(float(v), 1) for v in head]
        out.append(
            SeatCalibration.model_validate(
                {"seat": seat, "neck_mm": neck_mm, "head_mm": head_mm, "sd_mm": 5.0, "confidence": 1.0}
            )
        )
    return out
