"""Networks as files that onnxruntime reads, which tell nothing of the machine that wrote them."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import logging
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import torch
from torch import Tensor, nn

_VERSION = 18
"""Of the operators that the files are written with."""


def write_onnx(
    module: nn.Module,
    inputs: tuple[Tensor, ...],
    shapes: dict[str, Any],
    outputs: list[str],
    file: Path,
    *,
    quantised: bool = False,
) -> None:
    """Writes a network.

    Args:
        module: the network.
        inputs: examples of what it takes.
        shapes: for each input by its name, which of its sides may have any length.
        outputs: what to call what it gives.
        file: where to write it.
        quantised: are matrices kept in eight bits, each column with its own scale?
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    module.eval()
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    # where there are gradients, attention that heeds distances is written in steps that cannot be exported
    with warnings.catch_warnings(), torch.no_grad(), TemporaryDirectory() as scratch:
        warnings.simplefilter("ignore")
        plain = Path(scratch) / "plain.onnx"
        program = cast(
            "Any",
            torch.onnx.export(
                module,
                inputs,
                dynamo=True,
                dynamic_shapes=shapes,
                output_names=outputs,
                opset_version=_VERSION,
                verbose=False,
            ),
        )
        program.save(str(plain))
        if quantised:
            quantize_dynamic(
                plain, file, op_types_to_quantize=["MatMul", "Gemm"], per_channel=True, weight_type=QuantType.QInt8
            )
        else:
            onnx.save(onnx.load(plain), file)
        _without_traces(file)


def _without_traces(file: Path) -> None:
    """Takes out where each part was made: lines of code, by their paths on the machine that exported it."""
    import onnx

    model = cast("Any", onnx.load(file))
    for part in (model, model.graph, *model.graph.node, *model.graph.value_info):
        del part.metadata_props[:]
    onnx.save(model, file)
