"""A builder of tflite files small enough to be read in a test."""

from __future__ import annotations

from typing import Any

import flatbuffers
import numpy as np
import numpy.typing as npt
from mediapipe.tasks.metadata import schema_py_generated as schema

Options = tuple[int, Any]  # (schema.BuiltinOptions.…, the options' object)
_TYPES = {np.dtype(np.float32): 0, np.dtype(np.float16): 1, np.dtype(np.int32): 2}


class TinyTflite:
    """Collects tensors and operators in order; `input` is the picture, shape 1,H,W,C."""

    def __init__(self, *picture_shape: int) -> None:
        self._buffers = [schema.BufferT()]
        self._tensors: list[Any] = []
        self._codes: list[int] = []
        self._operators: list[Any] = []
        self.input = self.computed("picture", (1, *picture_shape))

    def computed(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike = np.float32) -> int:
        """A tensor that an operator will fill."""
        return self._tensor(name, shape, np.dtype(dtype), buffer=0)

    def constant(self, value: npt.NDArray[Any]) -> int:
        """A tensor that is part of the file."""
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(np.ascontiguousarray(value).tobytes(), np.uint8)
        self._buffers.append(buffer)
        return self._tensor(f"constant_{len(self._tensors)}", value.shape, value.dtype, buffer=len(self._buffers) - 1)

    def sparse_constant(self, dense: npt.NDArray[np.float32], block_columns: int) -> int:
        """A matrix stored as rows of blocks, each block 1 x `block_columns`, blocks of zeros left out."""
        rows, columns = dense.shape
        blocks = dense.reshape(rows, columns // block_columns, block_columns)
        filled = blocks.any(axis=2)
        tensor = self._tensors[self.constant(blocks[filled].reshape(-1))]
        tensor.shape = [rows, columns]
        tensor.sparsity = schema.SparsityParametersT()
        tensor.sparsity.traversalOrder, tensor.sparsity.blockMap = [0, 1, 2], [1]
        segments = np.concatenate([[0], np.cumsum(filled.sum(1))])
        compressed = schema.DimensionMetadataT()
        compressed.format = schema.DimensionType.SPARSE_CSR
        compressed.arraySegmentsType, compressed.arraySegments = _index_vector(segments)
        compressed.arrayIndicesType, compressed.arrayIndices = _index_vector(np.nonzero(filled)[1])
        tensor.sparsity.dimMetadata = [_dense_level(rows), compressed, _dense_level(block_columns)]
        return len(self._tensors) - 1

    def operator(self, kind: str, inputs: list[int], output: int, options: Options | None = None) -> int:
        """Append an operator and give its output tensor."""
        code = int(getattr(schema.BuiltinOperator, kind))
        if code not in self._codes:
            self._codes.append(code)
        operator = schema.OperatorT()
        operator.opcodeIndex = self._codes.index(code)
        operator.inputs, operator.outputs = inputs, [output]
        if options is not None:
            operator.builtinOptionsType, operator.builtinOptions = options
        self._operators.append(operator)
        return output

    def bytes(self, *outputs: int) -> bytes:
        """The file."""
        graph = schema.SubGraphT()
        graph.tensors, graph.operators = self._tensors, self._operators
        graph.inputs, graph.outputs = [self.input], list(outputs)
        model = schema.ModelT()
        model.version, model.subgraphs, model.buffers = 3, [graph], self._buffers
        model.operatorCodes = []
        for builtin in self._codes:
            code = schema.OperatorCodeT()
            code.builtinCode, code.deprecatedBuiltinCode, code.version = builtin, min(builtin, 127), 1
            model.operatorCodes.append(code)
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    def _tensor(self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], *, buffer: int) -> int:
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = name, list(shape), _TYPES[dtype], buffer
        self._tensors.append(tensor)
        return len(self._tensors) - 1


def _dense_level(size: int) -> Any:
    level = schema.DimensionMetadataT()
    level.format, level.denseSize = schema.DimensionType.DENSE, size
    return level


def _index_vector(values: npt.NDArray[np.int64]) -> tuple[int, Any]:
    vector = schema.Int32VectorT()
    vector.values = values.astype(np.int32)
    return int(schema.SparseIndexVector.Int32Vector), vector


def options(kind: str, **values: Any) -> Options:
    """The options of an operator, by the schema's own names: options("Conv2DOptions", strideH=2, …)."""
    filled = getattr(schema, f"{kind}T")()
    for name, value in values.items():
        setattr(filled, name, value)
    return int(getattr(schema.BuiltinOptions, kind)), filled


def tiny_network() -> bytes:
    """One 1x1 convolution whose output is named `sums`: the sum of a pixel's three colours."""
    file = TinyTflite(4, 4, 3)
    weights, bias = file.constant(np.ones((1, 1, 1, 3), np.float32)), file.constant(np.zeros(1, np.float32))
    sums = file.computed("sums", (1, 4, 4, 1))
    file.operator("CONV_2D", [file.input, weights, bias], sums, options("Conv2DOptions", strideH=1, strideW=1))
    return file.bytes(sums)
