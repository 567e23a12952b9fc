"""The whole conversion: tflite bytes in, ONNX bytes out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.convert.onnx_graph import Border, GraphWriter
from models.convert.operators import TRANSLATIONS
from models.convert.tflite_file import TfliteFile
from models.convert.translation import CHANNELS_FIRST, Translation
from models.errors import NotConvertible
from models.pixels import PixelScale

INPUT_NAME = "input"


def to_onnx(content: bytes, *, scale: PixelScale, outputs: Sequence[str]) -> bytes:
    """The ONNX model of a tflite network that takes one RGB picture.

    Its input is uint8 N,H,W,C with N free; scaling is part of the graph. `outputs` names the tflite tensors to give
    out, in that order; inner tensors may be named, and what only other outputs need is not computed at all. Equal
    input gives equal bytes. Raises NotConvertible.
    """
    source, graph = TfliteFile(content), GraphWriter()
    translation = Translation(source, graph)
    picture_shape = source.shape(source.input)
    translation.put(source.input, _scaled_input(graph, scale), channels_first=True)
    for operator in source.operators():
        if operator.kind not in TRANSLATIONS:
            raise NotConvertible(f"Operator {operator.kind} is not covered.")
        TRANSLATIONS[operator.kind](translation, operator)
    borders = [_give_out(translation, source.named(name)) for name in outputs]
    return graph.finish("network", Border(INPUT_NAME, np.uint8, picture_shape[1:]), borders)


def _scaled_input(graph: GraphWriter, scale: PixelScale) -> str:
    floats = graph.node("Cast", [INPUT_NAME], to=1)  # onnx.TensorProto.FLOAT
    planes = graph.node("Transpose", [floats], perm=CHANNELS_FIRST)
    scaled = graph.node("Div", [planes, graph.constant(scale.divisor)])
    return graph.node("Add", [scaled, graph.constant(scale.offset)]) if scale.offset else scaled


def _give_out(translation: Translation, tensor: int) -> Border:
    source = translation.source
    name = source.name(tensor).replace(":", "_")
    translation.graph.node("Identity", [translation.channels_last(tensor)], name)
    return Border(name, np.float32, source.shape(tensor)[1:])
