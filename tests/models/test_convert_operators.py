"""Each tflite operator, converted, gives what LiteRT gives: made-up networks of a few weights, no download."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import pytest
from mediapipe.tasks.metadata import schema_py_generated as schema

from models.convert.to_onnx import to_onnx
from models.errors import NotConvertible
from models.pixels import MINUS_ONE_TO_ONE, ZERO_TO_ONE, PixelScale
from tests.models.reference_runs import run_onnx, run_tflite
from tests.models.tiny_tflite import TinyTflite, options, tiny_network

SAME, VALID = schema.Padding.SAME, schema.Padding.VALID
RELU, RELU6 = schema.ActivationFunctionType.RELU, schema.ActivationFunctionType.RELU6


def numbers(*shape: int, seed: int = 0) -> npt.NDArray[np.float32]:
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)


def assert_same_as_litert(file: TinyTflite, output: int, scale: PixelScale = ZERO_TO_ONE) -> None:
    content = file.bytes(output)
    height, width, channels = 9, 11, 8
    pictures = np.random.default_rng(1).integers(0, 256, (3, height, width, channels), dtype=np.uint8)
    converted = run_onnx(to_onnx(content, scale=scale, outputs=["out"]), pictures)
    published = run_tflite(content, pictures, scale, ["out"])
    np.testing.assert_allclose(converted[0], published[0], rtol=1e-4, atol=1e-4)


def network() -> TinyTflite:
    return TinyTflite(9, 11, 8)


@pytest.mark.parametrize("scale", [ZERO_TO_ONE, MINUS_ONE_TO_ONE], ids=["0…1", "-1…1"])
@pytest.mark.parametrize(("padding", "stride", "size"), [(SAME, 1, (9, 11)), (SAME, 2, (5, 6)), (VALID, 2, (4, 5))])
def test_convolution(padding: int, stride: int, size: tuple[int, int], scale: PixelScale) -> None:
    file = network()
    inputs = [file.input, file.constant(numbers(4, 3, 3, 8)), file.constant(numbers(4))]
    how = options("Conv2DOptions", padding=padding, strideH=stride, strideW=stride, fusedActivationFunction=RELU)
    assert_same_as_litert(file, file.operator("CONV_2D", inputs, file.computed("out", (1, *size, 4)), how), scale)


def test_depthwise_convolution() -> None:
    file = network()
    inputs = [file.input, file.constant(numbers(1, 5, 5, 8)), file.constant(numbers(8))]
    how = options(
        "DepthwiseConv2DOptions", padding=SAME, strideH=2, strideW=2, depthMultiplier=1, fusedActivationFunction=RELU6
    )
    assert_same_as_litert(file, file.operator("DEPTHWISE_CONV_2D", inputs, file.computed("out", (1, 5, 6, 8)), how))


def test_half_precision_weights_are_widened() -> None:
    file = network()
    weights = file.operator(
        "DEQUANTIZE",
        [file.constant(numbers(4, 1, 1, 8).astype(np.float16))],
        file.computed("wide", (4, 1, 1, 8)),
    )
    how = options("Conv2DOptions", padding=SAME, strideH=1, strideW=1)
    inputs = [file.input, weights, file.constant(numbers(4))]
    assert_same_as_litert(file, file.operator("CONV_2D", inputs, file.computed("out", (1, 9, 11, 4)), how))


@pytest.mark.parametrize("slope_scale", [0.3, 3.0], ids=["slopes below 1", "slopes above 1"])
def test_prelu(slope_scale: float) -> None:
    file = network()
    slope = np.abs(numbers(1, 1, 8)) * np.float32(slope_scale)
    file_out = file.computed("out", (1, 9, 11, 8))
    assert_same_as_litert(file, file.operator("PRELU", [file.input, file.constant(slope)], file_out), MINUS_ONE_TO_ONE)


def _relu(file: TinyTflite) -> int:
    return file.operator("RELU", [file.input], file.computed("out", (1, 9, 11, 8)))


def _logistic(file: TinyTflite) -> int:
    return file.operator("LOGISTIC", [file.input], file.computed("out", (1, 9, 11, 8)))


def _max_pool(file: TinyTflite) -> int:
    how = options("Pool2DOptions", padding=SAME, strideH=2, strideW=2, filterHeight=2, filterWidth=2)
    return file.operator("MAX_POOL_2D", [file.input], file.computed("out", (1, 5, 6, 8)), how)


def _pad(file: TinyTflite) -> int:
    amounts = file.constant(np.array([[0, 0], [1, 2], [0, 1], [0, 3]], np.int32))
    return file.operator("PAD", [file.input, amounts], file.computed("out", (1, 12, 12, 11)))


def _resize(file: TinyTflite) -> int:
    size = file.constant(np.array([18, 22], np.int32))
    how = options("ResizeBilinearOptions", halfPixelCenters=True)
    return file.operator("RESIZE_BILINEAR", [file.input, size], file.computed("out", (1, 18, 22, 8)), how)


def _depth_to_space(file: TinyTflite) -> int:
    how = options("DepthToSpaceOptions", blockSize=2)
    return file.operator("DEPTH_TO_SPACE", [file.input], file.computed("out", (1, 18, 22, 2)), how)


def _mean(file: TinyTflite) -> int:
    axes = file.constant(np.array([1, 2], np.int32))
    return file.operator(
        "MEAN", [file.input, axes], file.computed("out", (1, 8)), options("ReducerOptions", keepDims=False)
    )


def _add(file: TinyTflite) -> int:
    doubled = file.operator(
        "ADD", [file.input, file.input], file.computed("doubled", (1, 9, 11, 8)), options("AddOptions")
    )
    inputs = [doubled, file.constant(numbers(8))]
    how = options("AddOptions", fusedActivationFunction=RELU)
    return file.operator("ADD", inputs, file.computed("out", (1, 9, 11, 8)), how)


def _flattened_and_joined(file: TinyTflite) -> int:
    flat = file.operator("RESHAPE", [file.input, file.constant(np.array([1, 99, 8], np.int32))],
                         file.computed("flat", (1, 99, 8)))  # fmt: skip
    how = options("ConcatenationOptions", axis=1)
    return file.operator("CONCATENATION", [flat, flat], file.computed("out", (1, 198, 8)), how)


def _fully_connected(file: TinyTflite) -> int:
    inputs = [file.input, file.constant(numbers(5, 9 * 11 * 8)), file.constant(numbers(5))]
    how = options("FullyConnectedOptions", fusedActivationFunction=RELU)
    return file.operator("FULLY_CONNECTED", inputs, file.computed("out", (1, 5)), how)


@pytest.mark.parametrize(
    "build",
    [_relu, _logistic, _max_pool, _pad, _resize, _depth_to_space, _mean, _add, _flattened_and_joined, _fully_connected],
    ids=lambda build: build.__name__.strip("_"),
)
def test_other_operators(build: Callable[[TinyTflite], int]) -> None:
    file = network()
    assert_same_as_litert(file, build(file))


def _expanded_and_projected(dead: int) -> tuple[TinyTflite, int]:
    """8 channels expanded to 48, of which the first `dead` have filters of zeros, and projected to 4."""
    file = network()
    filters = numbers(1, 3, 3, 48)
    filters[..., :dead] = 0
    unit = {"padding": SAME, "strideH": 1, "strideW": 1}
    relu6 = options("Conv2DOptions", **unit, fusedActivationFunction=RELU6)
    deep6 = options("DepthwiseConv2DOptions", **unit, depthMultiplier=1, fusedActivationFunction=RELU6)
    inputs = [file.input, file.constant(numbers(48, 1, 1, 8)), file.constant(numbers(48))]
    wide = file.operator("CONV_2D", inputs, file.computed("wide", (1, 9, 11, 48)), relu6)
    inputs = [wide, file.constant(filters), file.constant(numbers(48, seed=2))]
    deep = file.operator("DEPTHWISE_CONV_2D", inputs, file.computed("deep", (1, 9, 11, 48)), deep6)
    inputs = [deep, file.constant(numbers(4, 1, 1, 48)), file.constant(numbers(4))]
    how = options("Conv2DOptions", **unit)
    return file, file.operator("CONV_2D", inputs, file.computed("out", (1, 9, 11, 4)), how)


@pytest.mark.parametrize(("dead", "kept"), [(0, 48), (15, 48), (16, 32), (20, 32), (40, 16)])
def test_channels_without_a_filter_are_left_out_in_whole_blocks_and_nothing_changes(dead: int, kept: int) -> None:
    file, output = _expanded_and_projected(dead)
    assert_same_as_litert(file, output)
    converted = onnx.load_from_string(to_onnx(file.bytes(output), scale=ZERO_TO_ONE, outputs=["out"]))
    filters = [constant.dims for constant in converted.graph.initializer if list(constant.dims[1:]) == [1, 3, 3]]
    assert [dims[0] for dims in filters] == [kept]


def test_an_inner_tensor_can_be_given_out_and_what_only_others_need_is_left_out() -> None:
    file = network()
    first = file.operator("RELU", [file.input], file.computed("first", (1, 9, 11, 8)))
    last = file.operator("LOGISTIC", [first], file.computed("last", (1, 9, 11, 8)))
    content = file.bytes(last)
    inner = to_onnx(content, scale=ZERO_TO_ONE, outputs=["first"])
    assert b"Sigmoid" not in inner
    assert b"Sigmoid" in to_onnx(content, scale=ZERO_TO_ONE, outputs=["last"])


def test_equal_input_gives_equal_bytes() -> None:
    once, again = (to_onnx(tiny_network(), scale=ZERO_TO_ONE, outputs=["sums"]) for _ in range(2))
    assert once == again


def _unknown_operator() -> bytes:
    file = network()
    return file.bytes(file.operator("COS", [file.input], file.computed("out", (1, 9, 11, 8))))


def _dilated() -> bytes:
    file = network()
    inputs = [file.input, file.constant(numbers(4, 3, 3, 8)), file.constant(numbers(4))]
    how: Any = options("Conv2DOptions", padding=SAME, strideH=1, strideW=1, dilationHFactor=2, dilationWFactor=2)
    return file.bytes(file.operator("CONV_2D", inputs, file.computed("out", (1, 9, 11, 4)), how))


@pytest.mark.parametrize(
    ("content", "output", "says"),
    [
        (b"not a network at all", "out", "not a tflite file"),
        (_unknown_operator(), "out", "COS"),
        (_dilated(), "out", "Dilated"),
        (tiny_network(), "absent", "'absent'"),
    ],
    ids=["not tflite", "unknown operator", "dilated", "no such output"],
)
def test_what_is_not_covered_is_refused_by_name(content: bytes, output: str, says: str) -> None:
    with pytest.raises(NotConvertible, match=says):
        to_onnx(content, scale=ZERO_TO_ONE, outputs=[output])
