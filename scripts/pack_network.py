"""Puts a trained network that answers questions about pictures into the package, its matrices in eight bits.

    python scripts/pack_network.py TRAINED/network patch_trm

writes src/optotype/embedded/patch_trm/network.onnx and network.json; the README beside them is written by hand.
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

EMBEDDED = Path(__file__).parent.parent / "src" / "optotype" / "embedded"


def pack(network: Path, name: str) -> Path:
    """Writes it, and gives back where."""
    folder = EMBEDDED / name
    folder.mkdir(exist_ok=True)
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
    return folder


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), sys.argv[2]))
