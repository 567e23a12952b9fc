"""Finding each seat's face and eyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from models import eye, face, pose
from models.networks import Networks
from models.regions import Floats, Image, Regions, blank_outside, cut, square_around
from vision.perception import eye_band
from vision.perception.crops import SeatCrop
from vision.perception.percepts import Eyes, Faces, Poses

MIN_PRESENCE_01: Final = 0.5
_SEARCH_OVER_HEAD: Final = 1.8  # the searched square over the head's height: tight, yet it forgives a moving head
_SEARCH_OVER_FACE: Final = 2.0
_MIN_VISIBILITY_01: Final = 0.5
_EARS_APART: Final = 0.75  # of the head's height, seen from the front
_SHOULDERS_APART: Final = 1.55  # of the head's height
_MAX_YAW_DEG: Final = 45.0  # beyond it one eye is hidden and the other's width no longer measures anything


class FaceFinder:
    """Finds each seat's face near its head: by the last face, the pose, the calibrated box, or in the whole crop."""

    def __init__(self, networks: Networks, crops: Sequence[SeatCrop]) -> None:
        self._networks = networks
        self._crops = crops
        self._last: dict[int, npt.NDArray[np.float64]] = {}  # row → square around the face of an earlier picture

    def find(self, image: Image, rows: Sequence[int], eye_rows: Sequence[int], poses: Poses) -> tuple[Faces, Eyes]:
        """The faces of some seats and the eyes of some of these; `poses` is the last known body of each."""
        faces, eyes = _no_faces(len(self._crops)), _no_eyes(len(self._crops))
        rows = sorted(rows)
        faces.looked[rows] = True
        eyes.looked[sorted(eye_rows)] = True
        detected = self._detect(image, rows, poses, faces)
        seen = self._mesh(image, detected)
        for row in rows:
            self._last.pop(row, None)
        kept = [number for number, presence in enumerate(seen.presence_01) if presence >= MIN_PRESENCE_01]
        for number in kept:
            row = detected[number][0]
            self._last[row] = seen.next_regions[number]
            faces.xy[row] = seen.xyz[number, :, :2]
            faces.yaw_deg[row], faces.pitch_deg[row], faces.roll_deg[row] = face.head_angles_deg(seen.xyz[[number]])[0]
        for number, (row, _) in enumerate(detected):
            faces.presence_01[row] = seen.presence_01[number]
        there = {detected[number][0]: seen.next_regions[number] for number in kept}
        self._eyes(image, [row for row in there if row in set(eye_rows)], faces, eyes)
        self._eye_bands(image, there, faces, eyes)
        return faces, eyes

    def _detect(
        self, image: Image, rows: Sequence[int], poses: Poses, faces: Faces
    ) -> list[tuple[int, npt.NDArray[np.float64]]]:
        """Run the detector near each head; fills the detector's columns and says where which mesh is to be fitted.

        A face that was there in the last picture may be followed although the detector is unsure of it.
        """
        regions = np.concatenate([np.empty((0, 4)), *(self._where(row, poses) for row in rows)])
        pictures = cut(image, regions, self._networks.input_size(face.DETECTION))
        pictures = blank_outside(pictures, regions, [self._crops[row].polygon_px for row in rows])
        detections, best = face.detect(self._networks, pictures, regions)
        detected = []
        for number, row in enumerate(rows):
            centre, half = regions[number, :2], regions[number, 2] / 2
            faces.searched_px[row] = [*(centre - half), *(centre + half)]
            faces.detector_01[row] = best[number]
            if len(detections[number].box):
                box, keypoints = detections[number].box[:1], detections[number].keypoints[:1]
                faces.box_px[row] = box[0]
                detected.append((row, face.regions_from_detected(box, keypoints)[0]))
            elif row in self._last:
                detected.append((row, self._last[row]))
        return detected

    def _where(self, row: int, poses: Poses) -> Regions:
        """The upright square (1, 4) in which a seat's face is searched."""
        if row in self._last:
            x, y, side, _ = self._last[row]
            return np.array([[x, y, side / face.REGION_SCALE * _SEARCH_OVER_FACE, 0.0]])
        head = _head_of(poses.xy[row], poses.visibility_01[row])
        if head is not None:
            return head
        known = self._crops[row].head_px
        if known is not None:
            return square_around(known, _SEARCH_OVER_HEAD)
        return square_around(self._crops[row].box_px)

    def _mesh(self, image: Image, detected: Sequence[tuple[int, npt.NDArray[np.float64]]]) -> face.FaceLandmarks:
        """The mesh of each detected face.

        A new face is looked at twice, the second time from its own points, since the detector's square is rough.
        """
        regions = np.array([region for _, region in detected]).reshape(-1, 4)
        new = [number for number, (row, _) in enumerate(detected) if row not in self._last]
        regions[new] = face.landmarks(self._networks, image, regions[new]).next_regions
        for number, (row, _) in enumerate(detected):
            regions[number] = self._last.get(row, regions[number])
        return face.landmarks(self._networks, image, regions)

    def _eyes(self, image: Image, rows: Sequence[int], faces: Faces, eyes: Eyes) -> None:
        seen = eye.landmarks(self._networks, image, faces.xy[rows])
        eyes.contour_px[rows], eyes.iris_px[rows] = seen.contour_xy, seen.iris_xy
        eyes.opening[rows] = opening_from_front(seen.contour_xy, faces.yaw_deg[rows], faces.pitch_deg[rows])

    def _eye_bands(self, image: Image, there: dict[int, npt.NDArray[np.float64]], faces: Faces, eyes: Eyes) -> None:
        rows = list(there)
        regions = np.array([there[row] for row in rows]).reshape(-1, 4)
        skin, contrast = eye_band.signals(image, regions, faces.xy[rows], eyes.contour_px[rows])
        faces.eye_band_skin_01[rows], faces.eye_band_contrast[rows] = skin, contrast


def opening_from_front(contour_xy: Floats, yaw_deg: Floats, pitch_deg: Floats) -> Floats:
    """Openings (N, 2) without the head's turn: yaw narrows the eye's width, pitch the gap between the lids."""
    narrowing = np.cos(np.radians(yaw_deg)) / np.maximum(np.cos(np.radians(pitch_deg)), 0.5)
    front = eye.opening(contour_xy) * narrowing[:, None]
    front[np.abs(yaw_deg) > _MAX_YAW_DEG] = np.nan
    return np.asarray(front, np.float32)


def _head_of(xy: Floats, visibility_01: Floats) -> Regions | None:
    """The square in which a body's face is searched, or None where the pose does not know the head."""
    if not visibility_01[pose.NOSE] >= _MIN_VISIBILITY_01:
        return None
    ears = xy[[pose.LEFT_EAR, pose.RIGHT_EAR]]
    shoulders = xy[[pose.LEFT_SHOULDER, pose.RIGHT_SHOULDER]]
    height = max(
        float(np.hypot(*(ears[0] - ears[1]))) / _EARS_APART,
        float(np.hypot(*(shoulders[0] - shoulders[1]))) / _SHOULDERS_APART,
    )
    middle = np.vstack([xy[pose.NOSE], ears]).mean(0)
    return np.array([[*middle, height * _SEARCH_OVER_HEAD, 0.0]])


def _no_faces(rows: int) -> Faces:
    def column() -> Floats:
        return np.full(rows, np.nan, np.float32)

    return Faces(
        looked=np.zeros(rows, np.bool_),
        searched_px=np.full((rows, 4), np.nan, np.float32),
        detector_01=column(),
        box_px=np.full((rows, 4), np.nan, np.float32),
        xy=np.full((rows, face.POINTS, 2), np.nan, np.float32),
        presence_01=column(),
        yaw_deg=column(),
        pitch_deg=column(),
        roll_deg=column(),
        eye_band_skin_01=column(),
        eye_band_contrast=column(),
    )


def _no_eyes(rows: int) -> Eyes:
    return Eyes(
        looked=np.zeros(rows, np.bool_),
        contour_px=np.full((rows, 2, eye.CONTOUR_POINTS, 2), np.nan, np.float32),
        iris_px=np.full((rows, 2, eye.IRIS_POINTS, 2), np.nan, np.float32),
        opening=np.full((rows, 2), np.nan, np.float32),
    )
