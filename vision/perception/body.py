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
_SEARCH_OVER_SEAT: Final = (1.0, 1.3, 1.6)
"""Sides of the searched squares over the seat's, tried in turn: the detector wants different surroundings for different
people. Together they find 0.91 of the people who face a camera, the best alone 0.80 (`benchmarks.finding`, synthetic)."""
_NOSE_OFF_HEAD: Final = (
    1.0  # sizes of the seat's head box from its middle to a nose: beyond it is somebody else's, a bowed head is not
)


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
        """The bodies found in the seats' own crops; in wider ones only where the head's place tells a body from a hand."""
        found: dict[int, _Body] = {}
        for scale in _SEARCH_OVER_SEAT:
            lost = [row for row in rows if row not in found]
            if scale != 1.0:
                lost = [row for row in lost if self._crops[row].head_px is not None]
            if lost:
                found |= self._search_in(image, lost, scale)
        return found

    def _search_in(self, image: Image, rows: Sequence[int], scale: float) -> dict[int, _Body]:
        regions = np.concatenate([square_around(self._crops[row].box_px, scale) for row in rows])
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
        found = self._confirm(who, self._landmarks(image, where))
        return {row: one for row, one in found.items() if self._has_head_in_place(row, one)}

    def _has_head_in_place(self, row: int, body: _Body) -> bool:
        """Whether a newly found body's head is where the seat's is known to be; a bowed head is still in its box."""
        known = self._crops[row].head_px
        if known is None:
            return True
        x0, y0, x1, y1 = known
        off = np.abs(body.xy[pose.NOSE] - ((x0 + x1) / 2, (y0 + y1) / 2))
        return bool((off <= np.array([x1 - x0, y1 - y0]) * _NOSE_OFF_HEAD).all())

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
