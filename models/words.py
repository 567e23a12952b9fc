"""Our own networks that hear a table's few words: what they answer, on which grid, and how they are run.

`own/words.onnx` proposes: a causal network that carries its own past, so that a sound fed in pieces gives what the
whole gives. `own/words_check.onnx` looks once more at the second and a half around a proposal. Both are trained by
`models/training/words`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from models.logmel import BANDS, HOP, RATE_HZ

F32 = npt.NDArray[np.float32]
STRIDE: Final = 2  # frames from answer to answer
DELAY_FRAMES: Final = 14  # an answer speaks of the sound this long ago: 140 ms
FRAME_MIDDLE: Final = 1.25  # frames from a frame's beginning to its middle
CHECK_BEFORE: Final = 130  # frames of a check before the word's end …
CHECK_AFTER: Final = 16  # … and after it
FRAMES_PER_S: Final = RATE_HZ / HOP


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the networks were trained to tell apart, and what was measured on voices they were not trained on."""

    words: tuple[str, ...]  # by output
    propose: tuple[float, ...]  # a proposal's least score, by output
    accept: tuple[float, ...]  # the check's least score, by output
    end_error_s: tuple[tuple[float, float], ...]  # (least score, half the interval that holds 95 % of ends), rising
    start_error_s: tuple[tuple[float, float], ...]


@cache
def vocabulary() -> Vocabulary:
    """The one that was committed with the networks."""
    content = json.loads(files("models").joinpath("own", "words.json").read_text("utf-8"))
    return Vocabulary(
        words=tuple(content["words"]),
        propose=tuple(content["propose"]),
        accept=tuple(content["accept"]),
        end_error_s=tuple((low, half) for low, half in content["end_error_s"]),
        start_error_s=tuple((low, half) for low, half in content["start_error_s"]),
    )


def moment_s(step: float) -> float:
    """The time that an answer speaks of, seconds from the sound's beginning; fractions of a step are meant."""
    return (step * STRIDE + STRIDE - 1 - DELAY_FRAMES + FRAME_MIDDLE) / FRAMES_PER_S


class WordNetwork:
    """Follows one sound from its beginning."""

    def __init__(self) -> None:
        self._session = _session("words.onnx")
        _, frames, past = self._session.get_inputs()
        self._empty = np.zeros(frames.shape, np.float32), np.zeros(past.shape, np.float32)
        self._past = self._empty

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._past = self._empty

    def answer(self, frames: F32) -> tuple[F32, F32]:
        """Scores (T / 2, words) and lengths in seconds (T / 2) for T further frames (`models.logmel`), T even."""
        if len(frames) % STRIDE or frames.shape[1:] != (BANDS,):
            raise ValueError(f"an even number of frames of {BANDS} bands is wanted, not {frames.shape}.")
        given = {"frames": frames[None], "past_frames": self._past[0], "past": self._past[1]}
        scores, lengths, *past = self._session.run(None, given)
        self._past = (past[0], past[1])
        return scores[0], lengths[0]


class WordCheck:
    """The second look."""

    def __init__(self) -> None:
        self._session = _session("words_check.onnx")

    def look(self, windows: F32) -> tuple[F32, F32]:
        """Shares (N, words + 1), the last for "none of them", and what it saw (N, features).

        `windows` are (N, CHECK_BEFORE + CHECK_AFTER, bands), the proposed end after CHECK_BEFORE frames.
        """
        shares, features = self._session.run(None, {"windows": windows})
        return shares, features


def _session(name: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.use_deterministic_compute = True
    options.log_severity_level = 3
    content = files("models").joinpath("own", name).read_bytes()
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
