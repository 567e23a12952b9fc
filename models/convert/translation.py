"""What is known about each tensor while a network is rewritten, first of all in which memory layout it is held.

tflite keeps pictures as N,H,W,C; ONNX Runtime is fastest in N,C,H,W. Activations stay in N,C,H,W from the first
convolution to the last, and a transpose stands only where a tensor leaves that part.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import tflite

from models.convert.onnx_graph import GraphWriter
from models.convert.tflite_file import TfliteFile
from models.errors import NotConvertible

CHANNELS_FIRST: Final = (0, 3, 1, 2)
CHANNELS_LAST: Final = (0, 2, 3, 1)


class Translation:
    """The tflite file being read, the ONNX graph being written, and the name and layout of every tensor so far."""

    def __init__(self, source: TfliteFile, graph: GraphWriter) -> None:
        self.source = source
        self.graph = graph
        self._names: dict[int, str] = {}
        self._channels_first: set[int] = set()

    def put(self, tensor: int, name: str, *, channels_first: bool = False) -> None:
        """Say which ONNX value holds a tensor and in which layout."""
        self._names[tensor] = name
        if channels_first and len(self.source.shape(tensor)) == 4:
            self._channels_first.add(tensor)

    def is_channels_first(self, tensor: int) -> bool:
        """Whether the tensor is held as N,C,H,W."""
        return tensor in self._channels_first

    def weights(self, tensor: int) -> npt.NDArray[Any]:
        """A tensor that must be constant."""
        value = self.source.constant(tensor)
        if value is None:
            raise NotConvertible(f"Tensor {self.source.name(tensor)!r} was expected to be constant.")
        return value

    def channels_first(self, tensor: int) -> str:
        """The tensor as N,C,H,W."""
        return self._laid_out(tensor, want_channels_first=True)

    def channels_last(self, tensor: int) -> str:
        """The tensor as tflite holds it."""
        return self._laid_out(tensor, want_channels_first=False)

    def as_held(self, tensor: int) -> str:
        """The tensor in whatever layout it is held."""
        return self._names[tensor]

    def activated(self, value: str, activation: int) -> str:
        """`value` through the activation that tflite fuses into an operator."""
        kinds = tflite.ActivationFunctionType
        if activation == kinds.NONE:
            return value
        if activation == kinds.RELU:
            return self.graph.node("Relu", [value])
        if activation == kinds.RELU6:
            return self.graph.node("Clip", [value, self.graph.constant(0.0), self.graph.constant(6.0)])
        raise NotConvertible(f"Activation {activation} is not covered.")

    def _laid_out(self, tensor: int, *, want_channels_first: bool) -> str:
        constant = self.source.constant(tensor)
        if constant is not None:
            return self.graph.constant(_constant_laid_out(constant, want_channels_first), constant.dtype)
        name, shape = self._names[tensor], self.source.shape(tensor)
        if len(shape) != 4 or self.is_channels_first(tensor) == want_channels_first:
            return name
        if shape[1] == shape[2] == 1:  # one pixel: the order in memory is the same, so no copy is needed
            target = (-1, shape[3], 1, 1) if want_channels_first else (-1, 1, 1, shape[3])
            return self.graph.node("Reshape", [name, self.graph.constant(target, np.int64)])
        return self.graph.node("Transpose", [name], perm=CHANNELS_FIRST if want_channels_first else CHANNELS_LAST)


def _constant_laid_out(value: npt.NDArray[Any], channels_first: bool) -> npt.NDArray[Any]:
    if not channels_first:
        return value
    if value.ndim == 4:
        return value.transpose(CHANNELS_FIRST)
    return value.reshape(-1, 1, 1) if value.ndim == 1 and value.size > 1 else value
