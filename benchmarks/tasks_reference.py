"""MediaPipe's own task interface on the same crops, as the thing to be faster than."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import mediapipe as mp
import numpy as np
import numpy.typing as npt
from mediapipe.tasks.python import BaseOptions, vision

from models import hand, pose
from models.task_bundle import hand_bundle, pose_bundle

Rgb = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]


@dataclass(slots=True)
class Tasks:
    """A hand and a pose landmarker for each seat, since each follows what it saw before."""

    hands: list[Any]
    poses: list[Any]
    follows: bool

    @classmethod
    def made(cls, seats: int, *, follows: bool) -> Self:
        """Landmarkers that follow from picture to picture, or that search each picture anew."""
        mode = vision.RunningMode.VIDEO if follows else vision.RunningMode.IMAGE
        hand_file, pose_file = hand_bundle(), pose_bundle()
        hands = [
            vision.HandLandmarker.create_from_options(
                vision.HandLandmarkerOptions(BaseOptions(model_asset_buffer=hand_file), mode, num_hands=2)
            )
            for _ in range(seats)
        ]
        poses = [
            vision.PoseLandmarker.create_from_options(
                vision.PoseLandmarkerOptions(BaseOptions(model_asset_buffer=pose_file), mode)
            )
            for _ in range(seats)
        ]
        return cls(hands, poses, follows)

    def see_hands(self, tiles: list[Rgb], t_ms: int) -> list[Points]:
        """Each seat's hands (H, 21, 2) in pixels of its tile."""
        return [
            _points(self._run(task, tile, t_ms).hand_landmarks, tile, hand.POINTS)
            for task, tile in zip(self.hands, tiles, strict=True)
        ]

    def see_poses(self, tiles: list[Rgb], t_ms: int) -> list[Points]:
        """Each seat's body (1 or 0, 33, 2) in pixels of its tile."""
        return [
            _points(self._run(task, tile, t_ms).pose_landmarks, tile, pose.POINTS)
            for task, tile in zip(self.poses, tiles, strict=True)
        ]

    def close(self) -> None:
        """Give back what the landmarkers hold."""
        for task in (*self.hands, *self.poses):
            task.close()

    def _run(self, task: Any, tile: Rgb, t_ms: int) -> Any:
        picture = mp.Image(image_format=mp.ImageFormat.SRGB, data=tile)
        return task.detect_for_video(picture, t_ms) if self.follows else task.detect(picture)


def _points(found: list[Any], tile: Rgb, count: int) -> Points:
    height, width, _ = tile.shape
    xy = [[(point.x * width, point.y * height) for point in one] for one in found]
    return np.array(xy, np.float32).reshape(-1, count, 2)
