"""Running a network the way its publisher does, and the way we do, on the same pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import onnxruntime
from ai_edge_litert.interpreter import Interpreter

from models.pixels import PixelScale
from models.session import Crops

Arrays = list[npt.NDArray[np.float32]]


def run_tflite(content: bytes, pictures: Crops, scale: PixelScale, outputs: Sequence[str]) -> Arrays:
    """The named outputs of the tflite original, one picture at a time."""
    interpreter = Interpreter(model_content=content, num_threads=1)
    interpreter.allocate_tensors()
    (entry,) = interpreter.get_input_details()
    index = {detail["name"]: detail["index"] for detail in interpreter.get_output_details()}
    rows: list[Arrays] = []
    for picture in pictures:
        floats = picture[None].astype(np.float32) / np.float32(scale.divisor) + np.float32(scale.offset)
        interpreter.set_tensor(entry["index"], floats)
        interpreter.invoke()
        rows.append([interpreter.get_tensor(index[name]) for name in outputs])
    return [np.concatenate(values) for values in zip(*rows, strict=True)]


def run_onnx(content: bytes, pictures: Crops) -> Arrays:
    """All outputs of an ONNX model for all pictures at once."""
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    answers: Arrays = session.run(None, {"input": pictures})
    return answers
