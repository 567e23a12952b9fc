"""Following each seat's body from picture to picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from models import pose
from models.networks import Networks
from models.regions import Image, Regions, blank_outside, cut, square_around
from vision.perception.crops import SeatCrop
from vision.perception.patience import Patience
from vision.perception.percepts import Poses

MIN_PRESENCE_01: Final = 0.5
_SAME_PERSON: Final = 0.5  # shoulder widths between two bodies below which they are one


class BodyFinder:
    """Finds the body of each seat: where it was, or by searching the seat's crop."""

    def __init__(self, networks: Networks, crops: Sequence[SeatCrop]) -> None:
        self._networks = networks
        self._crops = crops
        self._patience = Patience(len(crops))
        self._regions: dict[int, npt.NDArray[np.float64]] = {}  # row → where the body is expected
        self.last = _nobody(len(crops))  # what is known of each body, also when it was found in an earlier picture

    def has_body(self, row: int) -> bool:
        """Whether the seat's body is being followed."""
        return row in self._regions

    def find(self, image: Image, rows: Sequence[int]) -> Poses:
        """The bodies of some seats.

        Not looked at are the other rows and those whose last search was in vain and too short a while ago.
        """
        followed = [row for row in rows if row in self._regions]
        lost = [row for row in rows if row not in self._regions and self._patience.is_due(row)]
        found = self._confirm(followed, self._landmarks(image, [self._regions[row] for row in followed]))
        for row in followed:
            if row not in found:
                self._drop(row)
        lost += [row for row in followed if row not in found]
        found |= self._search(image, lost)
        for row in self._duplicates(found):
            del found[row]
            self._drop(row)
        for row in lost:
            if row not in found:
                self._patience.not_found(row)
        return self._remember([*followed, *lost], found)

    def _landmarks(self, image: Image, regions: Sequence[npt.NDArray[np.float64]]) -> pose.PoseLandmarks:
        return pose.landmarks(self._networks, image, np.array(regions).reshape(-1, 4))

    def _search(self, image: Image, rows: Sequence[int]) -> dict[int, _Body]:
        regions = np.concatenate([np.empty((0, 4)), *(square_around(self._crops[row].box_px) for row in rows)])
        pictures = cut(image, regions, self._networks.input_size(pose.DETECTION))
        pictures = blank_outside(pictures, regions, [self._crops[row].polygon_px for row in rows])
        where: list[Regions] = []
        who: list[int] = []
        for row, detections in zip(rows, pose.detect(self._networks, pictures, regions), strict=True):
            for keypoints in detections.keypoints:
                if self._crops[row].contains(keypoints[pose.DETECTED_SHOULDER]):
                    where.append(pose.regions_from_detected(keypoints[None])[0])
                    who.append(row)
                    break
        return self._confirm(who, self._landmarks(image, where))

    def _confirm(self, rows: Sequence[int], seen: pose.PoseLandmarks) -> dict[int, _Body]:
        """The bodies that are there and belong to their seat."""
        found = {}
        for number, row in enumerate(rows):
            shoulders = seen.xy[number, [pose.LEFT_SHOULDER, pose.RIGHT_SHOULDER]].mean(0)
            if seen.presence_01[number] >= MIN_PRESENCE_01 and self._crops[row].contains(shoulders):
                found[row] = _Body(seen, number)
        return found

    def _duplicates(self, found: dict[int, _Body]) -> set[int]:
        """Rows whose body is also another row's, which is surer of it."""
        dropped: set[int] = set()
        by_score = sorted(found, key=lambda row: (-found[row].presence_01, row))
        for position, row in enumerate(by_score):
            for surer in by_score[:position]:
                if surer not in dropped and found[row].is_same_person(found[surer]):
                    dropped.add(row)
                    break
        return dropped

    def _drop(self, row: int) -> None:
        self._regions.pop(row, None)
        self._patience.reset(row)

    def _remember(self, rows: list[int], found: dict[int, _Body]) -> Poses:
        poses = _nobody(len(self._crops))
        poses.looked[rows] = True
        for row, body in found.items():
            self._regions[row] = body.next_region
            self._patience.reset(row)
            poses.xy[row], poses.visibility_01[row] = body.xy, body.visibility_01
            poses.score_01[row] = body.presence_01
        for row in rows:
            self.last.xy[row], self.last.visibility_01[row] = poses.xy[row], poses.visibility_01[row]
            self.last.score_01[row] = poses.score_01[row]
        return poses


class _Body:
    """One row of the network's answer."""

    def __init__(self, seen: pose.PoseLandmarks, number: int) -> None:
        self.xy = seen.xy[number]
        self.visibility_01 = seen.visibility_01[number]
        self.presence_01 = float(seen.presence_01[number])
        self.next_region = seen.next_regions[number]

    def is_same_person(self, other: _Body) -> bool:
        """Whether two bodies lie over each other."""
        pair = [pose.LEFT_SHOULDER, pose.RIGHT_SHOULDER]
        width = max(float(np.hypot(*(body.xy[pair[0]] - body.xy[pair[1]]))) for body in (self, other))
        points = [pose.NOSE, *pair]
        apart = float(np.hypot(*(self.xy[points].mean(0) - other.xy[points].mean(0))))
        return apart < _SAME_PERSON * width


def _nobody(rows: int) -> Poses:
    return Poses(
        looked=np.zeros(rows, np.bool_),
        xy=np.full((rows, pose.POINTS, 2), np.nan, np.float32),
        visibility_01=np.full((rows, pose.POINTS), np.nan, np.float32),
        score_01=np.full(rows, np.nan, np.float32),
    )
