"""What the real networks see in real pictures; `python -m tests.vision.perception_golden` writes it anew."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import av
import numpy as np
import numpy.typing as npt

from engine.seats import Seat
from models import hand, pose
from models.networks import Networks
from tests.models.cached import cached_networks
from tests.vision.perception_scenes import rectangle
from vision.perception.crops import SeatCrop
from vision.perception.perceive import Perception
from vision.perception.percepts import Percepts
from vision.perception.wanted import Wanted

GOLDEN: Final = Path(__file__).parent / "golden" / "perception.json"

PICTURES: Final[Mapping[str, tuple[str, int, Mapping[int, tuple[float, float, float, float]]]]] = {
    # name: recording, frame, seats and their boxes (an empty table is the whole picture as seat 1)
    "raised hands": ("multi_camera/desk_hands_4cam/cam_2.mp4", 24, {}),
    "hands down, head turned": ("multi_camera/desk_hands_4cam/cam_1.mp4", 0, {}),
    "hands on a dark table": ("hands_table/hand1.gif", 20, {}),
    "open eyes": ("faces_heads/head-pose-face-detection-male.gif", 0, {}),
    "closed eyes": ("faces_heads/head-pose-face-detection-male.gif", 60, {}),
    "four people at tables": (
        "people_seated/classroom.gif",
        0,
        {1: (40, 125, 130, 245), 2: (105, 110, 185, 190), 3: (205, 110, 275, 190), 4: (275, 130, 375, 245)},
    ),
}
BODY_POINTS: Final = {
    "nose": pose.NOSE,
    "left shoulder": pose.LEFT_SHOULDER,
    "right shoulder": pose.RIGHT_SHOULDER,
}


def picture_of(footage: Path, recording: str, frame: int) -> npt.NDArray[np.uint8]:
    """One picture of a recording, BGR."""
    with av.open(str(footage / recording)) as file:
        for number, picture in enumerate(file.decode(video=0)):
            if number == frame:
                return np.asarray(picture.to_ndarray(format="bgr24"), np.uint8)
    raise ValueError(f"{recording} has no frame {frame}.")


def seen_in(networks: Networks, footage: Path, name: str) -> dict[str, Any]:
    """Each seat's numbers of one of the PICTURES, looked at without any history."""
    recording, frame, boxes = PICTURES[name]
    picture = picture_of(footage, recording, frame)
    whole = (0, 0, picture.shape[1], picture.shape[0])
    crops = [SeatCrop(Seat(seat), rectangle(*box)) for seat, box in (boxes or {1: whole}).items()]
    percepts = Perception(networks, crops).perceive(picture, Wanted.everything(crop.seat for crop in crops))
    return {str(seat): _numbers(percepts, row) for row, seat in enumerate(percepts.seats)}


def _numbers(percepts: Percepts, row: int) -> dict[str, Any]:
    poses, hands, faces, eyes = percepts.poses, percepts.hands, percepts.faces, percepts.eyes
    return {
        "body": {name: _rounded(poses.xy[row, point]) for name, point in BODY_POINTS.items()},
        "hands": {hands.side[i].value: _rounded(hands.xy[i, hand.MIDDLE_MCP]) for i in hands.of(row)},
        "head_deg": _rounded([faces.yaw_deg[row], faces.pitch_deg[row], faces.roll_deg[row]]),
        "opening": _rounded(eyes.opening[row], digits=2),
        "eye_band_skin_01": _rounded(faces.eye_band_skin_01[[row]], digits=2)[0],
    }


def _rounded(values: Any, digits: int = 0) -> list[float | None]:
    return [round(float(value), digits) if np.isfinite(value) else None for value in values]


def main() -> None:
    """Write the file from what is seen now; to be done on purpose and with a look at the difference."""
    footage = Path(os.environ.get("TABLE_MONITOR_FOOTAGE", "../shared/footage"))
    seen = {name: seen_in(cached_networks(), footage, name) for name in PICTURES}
    GOLDEN.write_text(json.dumps(seen, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
