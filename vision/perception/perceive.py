"""One camera's pictures to percepts: which networks run on which crops."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from engine.seats import Subject
from models import eye, face, hand, pose
from models.networks import Networks
from models.regions import Image
from vision.perception.body import BodyFinder
from vision.perception.crops import SeatCrop
from vision.perception.faces import FaceFinder
from vision.perception.hands import HandFinder
from vision.perception.percepts import Percepts, WrongShape
from vision.perception.wanted import Wanted

NETWORK_IDS: Final = (
    pose.DETECTION,
    pose.LANDMARK,
    hand.DETECTION,
    hand.LANDMARK,
    face.DETECTION,
    face.LANDMARK,
    eye.LANDMARK,
)


class Perception:
    """Looks at the seats of one camera, and keeps what it found as the place to look in the next picture.

    A person is searched in the seat's own crop: on a whole picture of a table the networks find nobody.
    """

    def __init__(self, networks: Networks, crops: Sequence[SeatCrop]) -> None:
        self._networks = networks
        self._crops = tuple(crops)
        self._seats: tuple[Subject, ...] = tuple(crop.seat for crop in crops)
        if len(set(self._seats)) != len(self._seats):
            raise ValueError("A seat has two crops in one camera.")
        self.forget()

    def forget(self) -> None:
        """Start anew with the next picture: after a cut, a gap, or a moved camera."""
        self._bodies = BodyFinder(self._networks, self._crops)
        self._hands = HandFinder(self._networks, self._crops)
        self._faces = FaceFinder(self._networks, self._crops)

    def perceive(self, image: Image, wanted: Wanted) -> Percepts:
        """What is seen in a picture (height, width, 3) uint8 BGR; the first one is searched from nothing."""
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise WrongShape(f"A picture is uint8 (height, width, 3), not {image.dtype} {image.shape}.")
        before = self._networks.crops_run.copy()
        hand_rows, eye_rows = self._rows(wanted.hands), self._rows(wanted.eyes)
        face_rows = self._rows(wanted.faces | wanted.eyes)
        bodiless = {row for row in hand_rows if not self._bodies.has_body(row)}
        poses = self._bodies.find(image, sorted({*self._rows(wanted.pose), *bodiless}))
        known = self._bodies.last
        hands = self._hands.find(image, hand_rows, known, poses.looked & np.isfinite(poses.score_01))
        faces, eyes = self._faces.find(image, face_rows, eye_rows, known)
        run = self._networks.crops_run - before
        return Percepts(self._seats, poses, hands, faces, eyes, MappingProxyType(dict(sorted(run.items()))))

    def _rows(self, subjects: frozenset[Subject]) -> list[int]:
        return [row for row, seat in enumerate(self._seats) if seat in subjects]
