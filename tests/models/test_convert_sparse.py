"""Block-sparse weights become the dense weights they were made from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from models.convert.tflite_file import TfliteFile
from tests.models.tiny_tflite import TinyTflite

BLOCK = 4


@given(arrays(np.bool_, st.tuples(st.integers(1, 5), st.integers(1, 4))).filter(np.any))  # a buffer is never empty
def test_what_was_left_out_is_zero_and_the_rest_is_where_it_was(filled: npt.NDArray[np.bool_]) -> None:
    rows, blocks = filled.shape
    dense = np.arange(1, rows * blocks * BLOCK + 1, dtype=np.float32).reshape(rows, blocks * BLOCK)
    dense *= np.repeat(filled, BLOCK, axis=1)
    file = TinyTflite(1, 1, 1)
    tensor = file.sparse_constant(dense, BLOCK)
    stored = TfliteFile(file.bytes(file.input)).constant(tensor)
    assert stored is not None
    np.testing.assert_array_equal(stored, dense)
