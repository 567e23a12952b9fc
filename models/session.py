"""How a network is run: pictures in, arrays out, behind one protocol so that another run time can take its place."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime

Crops = npt.NDArray[np.uint8]  # (N, height, width, 3), RGB
Outputs = tuple[npt.NDArray[np.float32], ...]  # each (N, …), in the registry's order

CHUNK: Final = 2  # pictures a thread takes at once; larger chunks leave the processor's cache and are slower


class Session(Protocol):
    """One network ready to run."""

    @property
    def input_size(self) -> int:
        """The side of the square picture it takes, in pixels."""

    def run(self, crops: Crops) -> Outputs:
        """The outputs for N pictures; N may be 0. Equal pictures give equal numbers, whatever shares their batch."""


class OnnxSession:
    """ONNX Runtime on the processor; threads share out the pictures of a batch and never wait for each other."""

    def __init__(self, path: Path, *, threads: ThreadPoolExecutor) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the parallelism is over pictures
        options.inter_op_num_threads = 1
        options.use_deterministic_compute = True
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
        self._threads = threads
        (picture,) = self._session.get_inputs()
        self._input_name = picture.name
        self._input_size = int(picture.shape[1])
        self._output_shapes = [tuple(output.shape[1:]) for output in self._session.get_outputs()]

    @property
    def input_size(self) -> int:
        """See Session.input_size."""
        return self._input_size

    def run(self, crops: Crops) -> Outputs:
        """See Session.run."""
        if crops.dtype != np.uint8 or crops.shape[1:] != (self._input_size, self._input_size, 3):
            raise ValueError(
                f"uint8 pictures of {self._input_size} pixels are wanted, not {crops.dtype} {crops.shape}."
            )
        if len(crops) == 0:
            return tuple(np.empty((0, *shape), np.float32) for shape in self._output_shapes)
        chunks = [crops[start : start + CHUNK] for start in range(0, len(crops), CHUNK)]
        parts = list(self._threads.map(self._run_chunk, chunks))
        return tuple(np.concatenate(output) for output in zip(*parts, strict=True))

    def warm_up(self) -> None:
        """Run once, so that the first real picture does not pay for memory."""
        self.run(np.zeros((1, self._input_size, self._input_size, 3), np.uint8))

    def _run_chunk(self, chunk: Crops) -> list[npt.NDArray[np.float32]]:
        outputs: list[npt.NDArray[np.float32]] = self._session.run(None, {self._input_name: chunk})
        return outputs
