"""How many captions a second does the shipped parser read, beside a model of the size of Flan-T5-base?

    python benchmarks/parse.py CAPTIONS.csv [--ours 512] [--theirs 64]

CAPTIONS is a file of the FACTUAL data (`caption`, `scene_graph`). The peer is T5 with the shape of Flan-T5-base and
random weights, in a virtual environment of its own: weights do not change how long a step takes. What it says is
random too, so it is made to stop where the graph of the caption ends; counted in words, which are fewer than the
pieces that it would write. Both run in the same run on the same processors, one after the other,
three times; the medians are told.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import _peers

from optotype.batches import batches
from optotype.parsers import named

PEER = """
import json, statistics, sys, time
import torch, transformers
from transformers import LogitsProcessor, LogitsProcessorList, T5Config, T5ForConditionalGeneration

lengths, repeats, rounds = json.loads(sys.argv[1])
torch.manual_seed(0)
shape = dict(d_model=768, d_ff=2048, d_kv=64, num_layers=12, num_decoder_layers=12, num_heads=12, vocab_size=32128)
config = T5Config(**shape, feed_forward_proj="gated-gelu", decoder_start_token_id=0)
model = T5ForConditionalGeneration(config).eval()

class Stop(LogitsProcessor):
    def __init__(self, steps):
        self.steps = torch.tensor(steps)
    def __call__(self, written, scores):
        scores[:, 1] = torch.where(written.shape[1] > self.steps, 1e9, -1e9)
        return scores

def write(batch):
    width = max(read for read, _ in batch)
    given = torch.randint(5, 32000, (len(batch), width))
    seen = torch.tensor([[1] * read + [0] * (width - read) for read, _ in batch])
    stop = LogitsProcessorList([Stop([steps for _, steps in batch])])
    with torch.inference_mode():
        model.generate(input_ids=given, attention_mask=seen, max_new_tokens=200, do_sample=False, logits_processor=stop)

found = {"versions": f"torch {torch.__version__}, transformers {transformers.__version__}",
         "parameters": sum(part.numel() for part in model.parameters())}
for size, count in repeats:
    write(lengths[:size])
    rates = []
    for _ in range(rounds):
        began = time.perf_counter()
        for start in range(0, count, size):
            write(lengths[start:start + size])
        rates.append(count / (time.perf_counter() - began))
    found[str(size)] = statistics.median(rates)
print(json.dumps(found))
"""
SIZES = (1, 32)
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("captions", type=Path)
    parser.add_argument("--ours", type=int, default=512, help="captions that ours parses, of each batch size")
    parser.add_argument("--theirs", type=int, default=64, help="captions that the peer parses in batches of 32")
    wanted = parser.parse_args()
    with wanted.captions.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    python = _peers.python("t5")
    print(f"{_peers.machine()}; onnxruntime {version('onnxruntime')}")
    ours = {size: rate([row["caption"] for row in rows[: wanted.ours]], size) for size in SIZES}
    # the peer reads its task before each caption
    lengths = [(len(row["caption"].split()) + 5, len(row["scene_graph"].split())) for row in rows]
    asked = json.dumps([lengths, [(1, 8), (32, wanted.theirs)], ROUNDS])
    theirs = json.loads(_peers.measure(python, PEER, asked).output.splitlines()[-1])
    print(f"peer: {theirs['versions']}, {theirs['parameters'] / 1e6:.0f} million parameters\n")
    print("| captions at a time | optotype, captions per second | Flan-T5-base shape | ratio |")
    print("| ---: | ---: | ---: | ---: |")
    for size in SIZES:
        peer = theirs[str(size)]
        print(f"| {size} | {ours[size]:.0f} | {peer:.2f} | {ours[size] / peer:.0f} |")


def rate(captions: Sequence[str], size: int) -> float:
    """Captions per second, parsed so many at a time."""
    parser = named("factual")
    parser.parse(captions)
    rates: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for batch in batches(captions, size):
            parser.parse(batch)
        rates.append(len(captions) / (time.perf_counter() - began))
    return statistics.median(rates)


if __name__ == "__main__":
    main()
