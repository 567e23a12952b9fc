"""Leaving out channels that say the same for every picture.

Training drove many depthwise filters to zero (more than half of them in the last blocks of the hand network). Such a
channel is constant, so what the next convolution makes of it is part of that convolution's bias: the result is the
same, the work is not done.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from onnx import numpy_helper

_BLOCK: Final = (
    16  # ONNX Runtime computes channels in blocks of 16; a number that is no multiple loses more than it wins
)
_ACTIVATIONS: Final = {"Relu", "Clip"}

Array = npt.NDArray[np.float32]


def without_dead_channels(graph: Any) -> None:
    """Shrink every expand - depthwise - project triple of an ONNX graph in place."""
    view = _View(graph)
    for node in graph.node:
        triple = view.triple_around(node)
        if triple is not None:
            _shrink(view, *triple)


class _View:
    """Who makes and who uses each tensor, and the constants as arrays."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph
        self._made_by = {output: node for node in graph.node for output in node.output}
        self._uses = Counter(name for node in graph.node for name in node.input)
        self._uses.update(output.name for output in graph.output)
        self._users = {name: node for node in graph.node for name in node.input}
        self._constants = {constant.name: constant for constant in graph.initializer}

    def array(self, name: str) -> Array:
        """A constant's value."""
        return np.asarray(numpy_helper.to_array(self._constants[name]))

    def replace(self, node: Any, position: int, value: Array) -> None:
        """Give a node a constant of its own."""
        constant = numpy_helper.from_array(np.ascontiguousarray(value), f"{node.name}_constant_{position}")
        self._graph.initializer.append(constant)
        self._constants[constant.name] = constant
        node.input[position] = constant.name

    def triple_around(self, depthwise: Any) -> tuple[Any, Any, Any, Array] | None:
        """(expand, depthwise, project, the depthwise convolution's constant outputs) where nobody else looks in."""
        if not self._is_convolution(depthwise) or self.array(depthwise.input[1]).shape[1] != 1:
            return None
        expand = self._through_activation(self._made_by.get(depthwise.input[0]))
        if expand is None or not self._is_convolution(expand) or _group(expand) != 1:
            return None
        after, constant = depthwise, self.array(depthwise.input[2])
        while self._uses[after.output[0]] == 1 and self._users[after.output[0]].op_type in _ACTIVATIONS:
            after = self._users[after.output[0]]
            constant = np.maximum(constant, 0)
            if after.op_type == "Clip":
                constant = np.clip(constant, self.array(after.input[1]), self.array(after.input[2]))
        project = self._users.get(after.output[0])
        if project is None or self._uses[after.output[0]] != 1 or not self._is_convolution(project):
            return None
        if _group(project) != 1 or self.array(project.input[1]).shape[2:] != (1, 1):
            return None
        return expand, depthwise, project, constant

    def _through_activation(self, node: Any) -> Any:
        while node is not None and self._uses[node.output[0]] == 1 and node.op_type in _ACTIVATIONS:
            node = self._made_by.get(node.input[0])
        return node if node is not None and self._uses[node.output[0]] == 1 else None

    def _is_convolution(self, node: Any) -> bool:
        return node.op_type == "Conv" and len(node.input) == 3 and node.input[1] in self._constants


def _group(convolution: Any) -> int:
    return next(int(attribute.i) for attribute in convolution.attribute if attribute.name == "group")


def _shrink(view: _View, expand: Any, depthwise: Any, project: Any, constant: Array) -> None:
    filters = view.array(depthwise.input[1])
    channels = len(filters)
    dead = np.flatnonzero(np.abs(filters).reshape(channels, -1).max(1) == 0)
    fills_the_block = (len(dead) - channels) % _BLOCK  # dead channels that stay to make the number a multiple
    dead = dead[: max(len(dead) - fills_the_block, 0)]
    if len(dead) in (0, channels):
        return
    kept = np.setdiff1d(np.arange(channels), dead)
    weights = view.array(project.input[1])
    share = weights[:, dead, 0, 0].astype(np.float64) @ constant[dead].astype(np.float64)
    view.replace(project, 2, (view.array(project.input[2]) + share).astype(np.float32))
    view.replace(project, 1, weights[:, kept])
    for convolution in (expand, depthwise):
        view.replace(convolution, 1, view.array(convolution.input[1])[kept])
        view.replace(convolution, 2, view.array(convolution.input[2])[kept])
    for attribute in depthwise.attribute:
        if attribute.name == "group":
            attribute.i = len(kept)
