"""Whether somebody speaks: Silero's network, run as published, thirty-one times a second."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from models import published

NETWORK_ID: Final = "voice_activity"
RATE_HZ: Final = 16_000
STEP: Final = 512  # samples: 32 ms
_CONTEXT: Final = 64

F32 = npt.NDArray[np.float32]


class VoiceNetwork:
    """Follows one sound from its beginning."""

    def __init__(self) -> None:
        """Raises WeightsMissing or WeightsCorrupt."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        content = published.locate(NETWORK_ID).read_bytes()
        self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self.forget()

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._state = np.zeros((2, 1, 128), np.float32)
        self._context = np.zeros(_CONTEXT, np.float32)

    def score(self, samples: F32) -> F32:
        """0…1 per STEP samples; their number must be a multiple of STEP."""
        scores = np.empty(len(samples) // STEP, np.float32)
        for number in range(len(scores)):
            piece = samples[number * STEP : (number + 1) * STEP]
            given = np.concatenate([self._context, piece])[None]
            told = {"input": given, "state": self._state, "sr": np.array(RATE_HZ, np.int64)}
            answer, self._state = self._session.run(None, told)
            scores[number] = answer[0, 0]
            self._context = piece[-_CONTEXT:]
        return scores
