"""Dense arrays from tflite's block-sparse weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import tflite

from models.errors import NotConvertible

Indices = npt.NDArray[np.int64]

_INDEX_VECTORS = {
    tflite.SparseIndexVector.Int32Vector: tflite.Int32Vector,
    tflite.SparseIndexVector.Uint16Vector: tflite.Uint16Vector,
    tflite.SparseIndexVector.Uint8Vector: tflite.Uint8Vector,
}


def densify(values: npt.NDArray[Any], shape: tuple[int, ...], sparsity: Any) -> npt.NDArray[Any]:
    """The dense tensor that `values` and tflite's SparsityParameters describe.

    The format walks the dimensions, then the inner dimensions of the blocks, in a stored order. Each level is either
    dense (every index follows) or compressed rows (a segment of listed indices); the position within the last level is
    the position in `values`.
    """
    order = [sparsity.TraversalOrder(i) for i in range(sparsity.TraversalOrderLength())]
    block_of = [sparsity.BlockMap(i) for i in range(sparsity.BlockMapLength())]
    levels = [_level(sparsity.DimMetadata(i)) for i in range(sparsity.DimMetadataLength())]

    block_size = [1] * len(shape)
    for block, dimension in enumerate(block_of):
        size = levels[order.index(len(shape) + block)]
        if not isinstance(size, int):
            raise NotConvertible("The inner dimensions of a sparse block must be dense.")
        block_size[dimension] = size

    position = np.zeros(1, np.int64)
    coordinate = np.zeros((1, len(shape)), np.int64)
    for level, dimension in zip(levels, order, strict=True):
        position, parent, index = _descend(level, position)
        coordinate = coordinate[parent]
        if dimension < len(shape):
            coordinate[:, dimension] += index * block_size[dimension]
        else:
            coordinate[:, block_of[dimension - len(shape)]] += index

    dense = np.zeros(shape, values.dtype)
    dense[tuple(coordinate.T)] = values[position]
    return dense


def _level(metadata: Any) -> int | tuple[Indices, Indices]:
    """A level's dense size, or its compressed (segments, indices)."""
    if metadata.Format() == tflite.DimensionType.DENSE:
        return int(metadata.DenseSize())
    return (
        _index_vector(metadata.ArraySegmentsType(), metadata.ArraySegments()),
        _index_vector(metadata.ArrayIndicesType(), metadata.ArrayIndices()),
    )


def _index_vector(kind: int, table: Any) -> Indices:
    vector = _INDEX_VECTORS[kind]()
    vector.Init(table.Bytes, table.Pos)
    return np.asarray(vector.ValuesAsNumpy(), np.int64)


def _descend(level: int | tuple[Indices, Indices], position: Indices) -> tuple[Indices, Indices, Indices]:
    """(positions one level down, each one's parent row, each one's index along this level)."""
    if isinstance(level, int):
        parent = np.repeat(np.arange(len(position)), level)
        index = np.tile(np.arange(level), len(position))
        return position[parent] * level + index, parent, index
    segments, indices = level
    count = segments[position + 1] - segments[position]
    parent = np.repeat(np.arange(len(position)), count)
    first = np.repeat(segments[position] - (np.cumsum(count) - count), count)
    below = first + np.arange(int(count.sum()))
    return below, parent, indices[below]
