"""Puts trained networks that answer questions about pictures into the package, their matrices in eight bits.

    python scripts/pack_network.py TRAINED patch_trm

writes network.onnx and network.json into src/optotype/embedded/patch_trm, or where TRAINED holds a training for each
sub-task, into a folder for each of them; the README beside them is written by hand.
"""

# onnxruntime leaves types open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

from optotype.features.exported import find

EMBEDDED = Path(__file__).parent.parent / "src" / "optotype" / "embedded"


def pack(network: Path, folder: Path) -> None:
    """Writes one network into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    model = cast("Any", onnx.load(network / "network.onnx"))
    del model.graph.value_info[:]  # shapes between layers, which quantising changes
    with TemporaryDirectory() as scratch:
        plain = Path(scratch) / "plain.onnx"
        cast("Any", onnx).save(model, plain)
        quantize_dynamic(
            plain,
            folder / "network.onnx",
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
            weight_type=QuantType.QInt8,
        )
    (folder / "network.json").write_bytes((network / "network.json").read_bytes())


if __name__ == "__main__":
    trained, name = sys.argv[1:]
    found = find(trained)
    for network in found:
        task = "" if len(found) == 1 else network.relative_to(trained).parts[0]
        pack(network, EMBEDDED / name / task)
        print(EMBEDDED / name / task)
