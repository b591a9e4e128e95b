"""Eight bits of a fixed range, so that what is parsed beside a caption changes nothing in its graph.

onnxruntime's dynamic eight bits take their scale from everything that is read together: of 1,000 captions of FACTUAL,
37 had another graph in batches of 32 than alone. Here each scale is fixed by what train captions come to, and
products, biases and the steps of GELU become one operator each, which is faster too.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from optotype.caption_parser.runtime import FILES, Runtime, open_session
from optotype.word_pieces import WordPieces

ENOUGH = 1_500
"""Captions of which ranges are taken."""
_LEVELS = 255
_FUSED = "com.microsoft"
"""The domain of onnxruntime's own operators."""

Ranges = dict[str, tuple[float, float]]
"""By the name of what is turned into eight bits, the least and the greatest number in it."""


class _Watched:
    """A network at work, of which everything that is turned into eight bits is looked at."""

    def __init__(self, file: bytes) -> None:
        onnx = _onnx()
        model = onnx.load_from_string(file)
        self.names = sorted({node.input[0] for node in model.graph.node if node.op_type == "DynamicQuantizeLinear"})
        for name in self.names:
            model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
        self._session = open_session(model.SerializeToString())
        self.ranges: Ranges = dict.fromkeys(self.names, (0.0, 0.0))
        self._growing = Lock()  # groups of captions are read side by side

    def get_inputs(self) -> list[Any]:
        """What it takes."""
        return self._session.get_inputs()

    def run(self, names: Sequence[str], given: dict[str, Any]) -> list[NDArray[np.float32]]:
        """What it gives; ranges grow on the way."""
        found = self._session.run([*names, *self.names], given)
        with self._growing:
            for name, values in zip(self.names, found[len(names) :], strict=True):
                low, high = self.ranges[name]
                self.ranges[name] = min(low, float(values.min())), max(high, float(values.max()))
        return found[: len(names)]


def fix_ranges(folder: Path, tokenizer: Traversable, captions: Sequence[str]) -> None:
    """Rewrites an export whose eight bits are dynamic.

    Args:
        folder: where `read.onnx`, `write.onnx` and `words.npz` are.
        tokenizer: of the encoder.
        captions: what ranges are taken from; of training, never of dev.
    """
    watched: list[_Watched] = []

    def watch(file: bytes) -> _Watched:
        watched.append(_Watched(file))
        return watched[-1]

    Runtime(folder, tokenizer, WordPieces.load(folder), watch).parse(captions)
    for name, one in zip(FILES, watched, strict=True):
        _rewrite(folder / name, one.ranges)


def _onnx() -> Any:
    return cast("Any", importlib.import_module("onnx"))


def _rewrite(file: Path, ranges: Ranges) -> None:
    onnx = _onnx()
    model = onnx.load(file)
    nodes = list(model.graph.node)
    constants = {one.name: one for one in model.graph.initializer}
    maker = {name: node for node in nodes for name in node.output}
    users: dict[str, list[Any]] = {}
    for node in nodes:
        for name in node.input:
            users.setdefault(name, []).append(node)
    instead: dict[int, Any] = {}
    """By the last node of a group, the one that stands for all of it."""
    for node in nodes:
        if node.op_type == "DynamicQuantizeLinear":
            named = _scale(node.input[0], ranges[node.input[0]])
            model.graph.initializer.extend(named)
            taken = [node.input[0], *(one.name for one in named)]
            instead[id(node)] = onnx.helper.make_node("QuantizeLinear", taken, [node.output[0]])
        elif node.op_type == "MatMulInteger":
            last = users[users[node.output[0]][0].output[0]][0]  # cast, then times the scale
            bias = ""
            adds = users.get(last.output[0], [])
            if len(adds) == 1 and adds[0].op_type == "Add":
                bias = next((name for name in adds[0].input if name in constants), "")
                last = adds[0] if bias else last
            scale, zero = _called(maker[node.input[0]].input[0])
            weights = node.input[1].removesuffix("_quantized")
            taken = [*node.input[:2], scale, f"{weights}_scale", zero, *node.input[3:4], bias]
            instead[id(last)] = onnx.helper.make_node("MatMulIntegerToFloat", taken, list(last.output), domain=_FUSED)
        elif node.op_type == "Erf":
            plain = next(name for name in maker[node.input[0]].input if name not in constants)
            last = node
            for _ in range(3):  # plus one, times half, times what came in
                last = users[last.output[0]][0]
            instead[id(last)] = onnx.helper.make_node("Gelu", [plain], list(last.output), domain=_FUSED)
    _keep(model, [instead.get(id(node), node) for node in nodes])
    onnx.save(model, file)


def _called(name: str) -> tuple[str, str]:
    """The names of the scale and the zero of what has this name."""
    return f"{name}_step", f"{name}_zero"


def _scale(name: str, found: tuple[float, float]) -> list[Any]:
    low, high = found
    step = (high - low) / _LEVELS or 1.0
    values = np.array(step, np.float32), np.array(round(-low / step), np.uint8)
    make = _onnx().numpy_helper.from_array
    return [make(value, called) for value, called in zip(values, _called(name), strict=True)]


def _keep(model: Any, nodes: list[Any]) -> None:
    """Makes these the nodes of a model, without those that nothing needs any more."""
    wanted = {one.name for one in model.graph.output}
    kept: list[Any] = []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            kept.insert(0, node)
            wanted.update(node.input)
    constants = [one for one in model.graph.initializer if one.name in wanted]
    for part, new in ((model.graph.node, kept), (model.graph.initializer, constants)):
        del part[:]
        part.extend(new)
    if all(one.domain != _FUSED for one in model.opset_import):
        model.opset_import.append(_onnx().helper.make_opsetid(_FUSED, 1))
