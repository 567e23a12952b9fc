"""Where everything was, kept with the game: so that its folder alone can be looked at again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from calibration.calibration_file import FILE_NAME as CALIBRATION
from calibration.calibration_file import CalibrationFile

SEATS: Final = "seats.json"


def keep_seats(seats: Path, calibration: CalibrationFile | None, folder: Path) -> None:
    """Copy a seats file, or a calibration with the pictures that lie beside it, into a game's folder; raises OSError."""
    shutil.copyfile(seats, folder / (SEATS if calibration is None else CALIBRATION))
    for camera in calibration.cameras.values() if calibration is not None else ():
        name = Path(camera.reference_picture or "").name
        if name and (seats.parent / name).is_file():
            shutil.copyfile(seats.parent / name, folder / name)
