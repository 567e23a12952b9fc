"""Stand-ins for networks, with the same input sizes and output shapes, for tests without weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from models.networks import Networks
from models.session import Crops, Outputs

_SHAPES: Final[dict[str, tuple[int, tuple[tuple[int, ...], ...]]]] = {  # input side, output shapes without the batch
    "pose_detection": (224, ((2254, 12), (2254, 1))),
    "pose_landmark": (256, ((195,), (1,), (64, 64, 39))),
    "palm_detection": (192, ((2016, 18), (2016, 1))),
    "hand_landmark": (224, ((63,), (1,), (1,))),
    "hand_landmark_lite": (224, ((63,), (1,), (1,))),
    "face_detection": (128, ((896, 16), (896, 1))),
    "face_landmark": (192, ((1, 1, 1404), (1, 1, 1))),
    "iris_landmark": (64, ((213,), (15,))),
}

Answer = Callable[[Crops], Outputs]


class FakeSession:
    """Gives what a function says; without one, a detector that finds nothing and landmarks of nobody."""

    def __init__(self, network_id: str, answer: Answer | None = None) -> None:
        self._size, self._shapes = _SHAPES[network_id]
        self._answer = answer
        self.calls: list[Crops] = []

    @property
    def input_size(self) -> int:
        """See Session.input_size."""
        return self._size

    def run(self, crops: Crops) -> Outputs:
        """See Session.run; every non-empty batch is kept in `calls`."""
        if len(crops):
            self.calls.append(crops)
        if self._answer is not None and len(crops):
            return self._answer(crops)
        return tuple(np.full((len(crops), *shape), -80 if shape[-1] == 1 else 0, np.float32) for shape in self._shapes)


def fake_networks(answers: Mapping[str, Answer] | None = None) -> tuple[Networks, dict[str, FakeSession]]:
    """All networks as stand-ins, and the stand-ins by id."""
    answers = answers or {}
    sessions = {network_id: FakeSession(network_id, answers.get(network_id)) for network_id in _SHAPES}
    return Networks(sessions), sessions


def one_detection(network_id: str, *, anchor: int, box_px: tuple[float, float, float, float], logit: float) -> Answer:
    """A detector that sees one thing in every picture: raw (x, y, w, h) at one anchor, keypoints at its centre."""
    _, (regressor_shape, score_shape) = _SHAPES[network_id]

    def answer(crops: Crops) -> Outputs:
        regressors = np.zeros((len(crops), *regressor_shape), np.float32)
        logits = np.full((len(crops), *score_shape), -80, np.float32)
        regressors[:, anchor, :4] = box_px
        logits[:, anchor] = logit
        return regressors, logits

    return answer
