"""Writing an ONNX graph: named nodes, shared constants, unneeded parts dropped, the same bytes every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.convert.dead_channels import without_dead_channels

OPSET: Final = 17
IR_VERSION: Final = 8  # goes with opset 17; onnxruntime reads it since 1.12
_ELEMENT_TYPES: Final = {np.dtype(np.uint8): TensorProto.UINT8, np.dtype(np.float32): TensorProto.FLOAT}


@dataclass(frozen=True, slots=True)
class Border:
    """A named input or output; its first axis is the free batch axis, `shape` holds the others."""

    name: str
    dtype: npt.DTypeLike
    shape: tuple[int, ...]

    def described(self) -> Any:
        """The border as ONNX writes it."""
        return helper.make_tensor_value_info(self.name, _ELEMENT_TYPES[np.dtype(self.dtype)], ["N", *self.shape])


def _drop_unused_constants(graph: Any) -> None:
    used = {name for node in graph.node for name in node.input}
    kept = [constant for constant in graph.initializer if constant.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)


class GraphWriter:
    """Collects nodes and constants; names follow the order of calls, so equal calls give equal bytes."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: dict[tuple[str, tuple[int, ...], bytes], Any] = {}

    def constant(self, value: npt.ArrayLike, dtype: npt.DTypeLike = np.float32) -> str:
        """The name of a constant; equal values share one."""
        array = np.array(value, dtype, order="C")
        key = (array.dtype.str, array.shape, array.tobytes())
        if key not in self._constants:
            self._constants[key] = numpy_helper.from_array(array, f"constant_{len(self._constants)}")
        return str(self._constants[key].name)

    def node(self, kind: str, inputs: Sequence[str], output: str | None = None, **attributes: Any) -> str:
        """Append a node with one output and return the output's name."""
        number = len(self._nodes)
        output = output or f"{kind.lower()}_{number}"
        self._nodes.append(helper.make_node(kind, list(inputs), [output], name=f"node_{number}", **attributes))
        return output

    def finish(self, name: str, border_in: Border, borders_out: Sequence[Border]) -> bytes:
        """The whole model as bytes, without what no output needs; onnx.checker raises where the graph is wrong."""
        needed = {border.name for border in borders_out}
        nodes = []
        for node in reversed(self._nodes):
            if needed.intersection(node.output):
                nodes.append(node)
                needed.update(node.input)
        graph = helper.make_graph(
            nodes[::-1],
            name,
            [border_in.described()],
            [border.described() for border in borders_out],
            list(self._constants.values()),
        )
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="mafia-table-monitor"
        )
        model.ir_version = IR_VERSION
        without_dead_channels(model.graph)
        _drop_unused_constants(model.graph)
        onnx.checker.check_model(model)
        return bytes(model.SerializeToString(deterministic=True))
