"""One function per tflite operator that the networks use; each writes the ONNX nodes of equal result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import tflite

from models.convert.tflite_file import Operator, options_as
from models.convert.translation import CHANNELS_FIRST, Translation
from models.errors import NotConvertible

Translate = Callable[[Translation, Operator], None]


def _fold(t: Translation, op: Operator) -> None:
    """DEQUANTIZE and DENSIFY: reading a constant has already widened and filled it."""
    t.source.fold(op.outputs[0], t.weights(op.inputs[0]))


def same_padding(size: int, kernel: int, stride: int, dilation: int) -> tuple[int, int]:
    """Pixels that tflite's SAME padding adds before and after one axis."""
    reach = (kernel - 1) * dilation + 1
    total = max((-(-size // stride) - 1) * stride + reach - size, 0)
    return total // 2, total - total // 2


def _window(t: Translation, op: Operator, options: Any, kernel: tuple[int, int]) -> dict[str, Any]:
    """ONNX's kernel, stride and padding attributes of a convolution or pooling."""
    strides = (options.StrideH(), options.StrideW())
    pads = [0, 0, 0, 0]
    if options.Padding() == tflite.Padding.SAME:
        _, height, width, _ = t.source.shape(op.inputs[0])
        (top, bottom), (left, right) = (
            same_padding(size, k, s, 1) for size, k, s in zip((height, width), kernel, strides, strict=True)
        )
        pads = [top, left, bottom, right]
    return {"kernel_shape": kernel, "strides": strides, "pads": pads}


def _convolve(t: Translation, op: Operator, options: Any, weights: npt.NDArray[Any], *, group: int) -> None:
    if options.DilationHFactor() != 1 or options.DilationWFactor() != 1:
        raise NotConvertible("Dilated convolutions are not covered.")
    window = _window(t, op, options, (weights.shape[2], weights.shape[3]))
    inputs = [t.channels_first(op.inputs[0]), t.graph.constant(weights)]
    if len(op.inputs) > 2 and op.inputs[2] >= 0:
        inputs.append(t.graph.constant(t.weights(op.inputs[2])))
    result = t.graph.node("Conv", inputs, group=group, **window)
    t.put(op.outputs[0], t.activated(result, options.FusedActivationFunction()), channels_first=True)


def _conv(t: Translation, op: Operator) -> None:
    weights = t.weights(op.inputs[1]).transpose(CHANNELS_FIRST)  # out,h,w,in → out,in,h,w
    _convolve(t, op, options_as(tflite.Conv2DOptions, op), weights, group=1)


def _depthwise_conv(t: Translation, op: Operator) -> None:
    weights = t.weights(op.inputs[1]).transpose(3, 0, 1, 2)  # 1,h,w,out → out,1,h,w
    channels = t.source.shape(op.inputs[0])[3]
    _convolve(t, op, options_as(tflite.DepthwiseConv2DOptions, op), weights, group=channels)


def _add(t: Translation, op: Operator) -> None:
    channels_first = any(t.is_channels_first(tensor) for tensor in op.inputs)
    lay_out = t.channels_first if channels_first else t.channels_last
    result = t.graph.node("Add", [lay_out(tensor) for tensor in op.inputs])
    activation = options_as(tflite.AddOptions, op).FusedActivationFunction()
    t.put(op.outputs[0], t.activated(result, activation), channels_first=channels_first)


def _pointwise(kind: str) -> Translate:
    def translate(t: Translation, op: Operator) -> None:
        (tensor,) = op.inputs
        t.put(op.outputs[0], t.graph.node(kind, [t.as_held(tensor)]), channels_first=t.is_channels_first(tensor))

    return translate


def _prelu(t: Translation, op: Operator) -> None:
    """x where positive, a·x elsewhere, as a·x + max((1 - a)·x, 0): two 1x1 depthwise convolutions and a sum.

    ONNX Runtime's own PRelu on a processor is slow and forces the tensor out of the blocked layout that its
    convolutions use; in this form the rectifier and the sum become part of the convolutions (docs/models.md).
    """
    slope = t.weights(op.inputs[1]).astype(np.float32)
    channels = slope.shape[-1]
    if slope.size != channels:
        raise NotConvertible("A PReLU whose slope changes within the picture is not covered.")
    x = t.channels_first(op.inputs[0])

    def scaled(value: str, factor: npt.NDArray[Any]) -> str:
        weights = t.graph.constant(factor.reshape(channels, 1, 1, 1))
        return t.graph.node("Conv", [value, weights], group=channels, kernel_shape=(1, 1))

    if (slope <= 1).all():
        positive = t.graph.node("Relu", [scaled(x, 1 - slope)])
    else:
        positive = scaled(t.graph.node("Relu", [x]), 1 - slope)
    t.put(op.outputs[0], t.graph.node("Add", [scaled(x, slope), positive]), channels_first=True)


def _max_pool(t: Translation, op: Operator) -> None:
    options = options_as(tflite.Pool2DOptions, op)
    window = _window(t, op, options, (options.FilterHeight(), options.FilterWidth()))
    result = t.graph.node("MaxPool", [t.channels_first(op.inputs[0])], **window)
    t.put(op.outputs[0], t.activated(result, options.FusedActivationFunction()), channels_first=True)


def _pad(t: Translation, op: Operator) -> None:
    amounts = t.weights(op.inputs[1]).astype(np.int64)
    if amounts.shape[0] != 4:
        raise NotConvertible("Only pictures are padded.")
    amounts = amounts[list(CHANNELS_FIRST)]
    ends = t.graph.constant(np.concatenate([amounts[:, 0], amounts[:, 1]]), np.int64)
    t.put(op.outputs[0], t.graph.node("Pad", [t.channels_first(op.inputs[0]), ends]), channels_first=True)


def _resize_bilinear(t: Translation, op: Operator) -> None:
    options = options_as(tflite.ResizeBilinearOptions, op)
    grid = "half_pixel" if options.HalfPixelCenters() else "asymmetric"
    mode = "align_corners" if options.AlignCorners() else grid
    before, after = t.source.shape(op.inputs[0]), t.source.shape(op.outputs[0])
    scales = t.graph.constant([1.0, 1.0, after[1] / before[1], after[2] / before[2]])
    result = t.graph.node(
        "Resize", [t.channels_first(op.inputs[0]), "", scales], mode="linear", coordinate_transformation_mode=mode
    )
    t.put(op.outputs[0], result, channels_first=True)


def _depth_to_space(t: Translation, op: Operator) -> None:
    block = options_as(tflite.DepthToSpaceOptions, op).BlockSize()
    result = t.graph.node("DepthToSpace", [t.channels_first(op.inputs[0])], blocksize=block, mode="DCR")
    t.put(op.outputs[0], result, channels_first=True)


def _concatenate(t: Translation, op: Operator) -> None:
    rank = len(t.source.shape(op.outputs[0]))
    axis = options_as(tflite.ConcatenationOptions, op).Axis() % rank
    if axis == 0 or any(t.source.constant(tensor) is not None for tensor in op.inputs):
        raise NotConvertible("Only computed tensors are joined, and never along the batch axis.")
    result = t.graph.node("Concat", [t.channels_last(tensor) for tensor in op.inputs], axis=axis)
    t.put(op.outputs[0], result)


def _reshape(t: Translation, op: Operator) -> None:
    before, after = t.source.shape(op.inputs[0]), t.source.shape(op.outputs[0])
    if before[0] != 1 or after[0] != 1:
        raise NotConvertible("A reshape that moves the batch axis is not covered.")
    target = t.graph.constant((-1, *after[1:]), np.int64)
    t.put(op.outputs[0], t.graph.node("Reshape", [t.channels_last(op.inputs[0]), target]))


def _fully_connected(t: Translation, op: Operator) -> None:
    weights = t.weights(op.inputs[1])
    flat = t.graph.node("Reshape", [t.channels_last(op.inputs[0]), t.graph.constant((-1, weights.shape[1]), np.int64)])
    inputs = [flat, t.graph.constant(weights.T)]
    if len(op.inputs) > 2 and op.inputs[2] >= 0:
        inputs.append(t.graph.constant(t.weights(op.inputs[2])))
    activation = options_as(tflite.FullyConnectedOptions, op).FusedActivationFunction()
    t.put(op.outputs[0], t.activated(t.graph.node("Gemm", inputs), activation))


def _mean(t: Translation, op: Operator) -> None:
    axes = sorted(int(axis) % 4 for axis in t.weights(op.inputs[1]).reshape(-1))
    if len(t.source.shape(op.inputs[0])) != 4 or axes != [1, 2]:
        raise NotConvertible("Only the mean over a picture is covered.")
    pooled = t.graph.node("GlobalAveragePool", [t.channels_first(op.inputs[0])])
    keeps_axes = bool(options_as(tflite.ReducerOptions, op).KeepDims())
    t.put(op.outputs[0], pooled if keeps_axes else t.graph.node("Flatten", [pooled]), channels_first=keeps_axes)


TRANSLATIONS: Final[dict[str, Translate]] = {
    "ADD": _add,
    "CONCATENATION": _concatenate,
    "CONV_2D": _conv,
    "DENSIFY": _fold,
    "DEPTHWISE_CONV_2D": _depthwise_conv,
    "DEPTH_TO_SPACE": _depth_to_space,
    "DEQUANTIZE": _fold,
    "FULLY_CONNECTED": _fully_connected,
    "LOGISTIC": _pointwise("Sigmoid"),
    "MAX_POOL_2D": _max_pool,
    "MEAN": _mean,
    "PAD": _pad,
    "PRELU": _prelu,
    "RELU": _pointwise("Relu"),
    "RESHAPE": _reshape,
    "RESIZE_BILINEAR": _resize_bilinear,
}
