"""A tflite file as plain Python: tensors, constants, operators in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import tflite

from models.convert.sparse import densify
from models.errors import NotConvertible

_DTYPES: Final = {
    tflite.TensorType.FLOAT32: np.float32,
    tflite.TensorType.FLOAT16: np.float16,
    tflite.TensorType.INT32: np.int32,
}
_OPERATOR_NAMES: Final = {code: name for name, code in vars(tflite.BuiltinOperator).items() if isinstance(code, int)}


@dataclass(frozen=True, slots=True)
class Operator:
    """One step of a network: tensors are numbers, a missing optional input is -1 as in the file."""

    kind: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: Any  # the flatbuffer table of this kind's options, or None


class TfliteFile:
    """The first graph of a tflite file; raises NotConvertible when the bytes are not one."""

    def __init__(self, content: bytes) -> None:
        if content[4:8] != b"TFL3":
            raise NotConvertible("These bytes are not a tflite file.")
        self._model = tflite.Model.GetRootAsModel(content, 0)
        self._graph = self._model.Subgraphs(0)
        self._constants: dict[int, npt.NDArray[Any] | None] = {}

    @property
    def input(self) -> int:
        """The number of the only input tensor."""
        return int(self._graph.Inputs(0))

    @property
    def outputs(self) -> tuple[int, ...]:
        """The output tensors in the file's order."""
        return tuple(int(self._graph.Outputs(i)) for i in range(self._graph.OutputsLength()))

    def shape(self, tensor: int) -> tuple[int, ...]:
        """A tensor's shape as stored, batch of one."""
        stored = self._graph.Tensors(tensor)
        return tuple(int(stored.Shape(i)) for i in range(stored.ShapeLength()))

    def name(self, tensor: int) -> str:
        """A tensor's name as stored."""
        return str(self._graph.Tensors(tensor).Name().decode())

    def named(self, name: str) -> int:
        """The tensor of that name; raises NotConvertible when there is none."""
        for tensor in range(self._graph.TensorsLength()):
            if self.name(tensor) == name:
                return tensor
        raise NotConvertible(f"The network has no tensor named {name!r}.")

    def operators(self) -> Sequence[Operator]:
        """Every operator in the order of execution."""
        return [self._operator(self._graph.Operators(i)) for i in range(self._graph.OperatorsLength())]

    def constant(self, tensor: int) -> npt.NDArray[Any] | None:
        """A constant tensor, dense, half precision widened to single; None for one that is computed."""
        if tensor not in self._constants:
            self._constants[tensor] = self._read_constant(tensor)
        return self._constants[tensor]

    def fold(self, tensor: int, value: npt.NDArray[Any]) -> None:
        """Remember that an operator's result does not depend on the input."""
        self._constants[tensor] = value

    def _operator(self, stored: Any) -> Operator:
        code = self._model.OperatorCodes(stored.OpcodeIndex())
        kind = _OPERATOR_NAMES[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
        return Operator(
            kind=kind,
            inputs=tuple(int(stored.Inputs(i)) for i in range(stored.InputsLength())),
            outputs=tuple(int(stored.Outputs(i)) for i in range(stored.OutputsLength())),
            options=stored.BuiltinOptions(),
        )

    def _read_constant(self, tensor: int) -> npt.NDArray[Any] | None:
        stored = self._graph.Tensors(tensor)
        buffer = self._model.Buffers(stored.Buffer())
        if buffer is None or buffer.DataLength() == 0:
            return None
        if stored.Type() not in _DTYPES:
            raise NotConvertible(f"Constant {self.name(tensor)!r} has a number format that is not covered.")
        values = np.frombuffer(buffer.DataAsNumpy().tobytes(), _DTYPES[stored.Type()])
        sparsity = stored.Sparsity()
        shape = self.shape(tensor)
        dense = values.reshape(shape) if sparsity is None else densify(values, shape, sparsity)
        return dense.astype(np.float32) if dense.dtype == np.float16 else dense


def options_as(kind: Any, operator: Operator) -> Any:
    """An operator's options read as flatbuffer class `kind`."""
    options = kind()
    options.Init(operator.options.Bytes, operator.options.Pos)
    return options
