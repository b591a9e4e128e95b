"""How fast pictures become the vectors of their 79 patches, and how fast a small Patch-TRM learns from them.

python benchmarks/training.py
python benchmarks/training.py --problems 60 --steps 10
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from _peers import measure

from optotype import init, looking
from optotype.bench import Bench
from optotype.features.memory import Memory, Seen
from optotype.features.senses import EMBEDDED, eye, reader
from optotype.picture_encoder import GRIDS, PictureEncoder, pyramid
from optotype.pictures import decode
from optotype.records import Item, Picture

_SEED = 424_242
_LEARN = """
import sys, time
import torch
torch.set_num_threads(1)
from pathlib import Path
from optotype.training import family
from optotype.training._vqa_loop import Training
bench, out, steps, half = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "half"
recipe = family.build("patch_trm", {"epochs": 1000, "patience": 0, "half": half})
training = Training(recipe, bench, out, threads=1)
chosen = list(training.order())
def step(place):
    training.network.train()
    training.network.zero_grad()
    training.loss(chosen[place % len(chosen)]).backward()
    training.optimiser.step()
step(0)
wall, processor = time.perf_counter(), time.process_time()
for place in range(steps):
    step(place)
weights = sum(part.numel() for part in training.network.parameters())
print(steps / (time.perf_counter() - wall), steps / (time.process_time() - processor), weights, len(chosen[0]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=400)
    parser.add_argument("--steps", type=int, default=30)
    asked = parser.parse_args()
    print(
        f"({platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, load "
        f"{os.getloadavg()[0]:.2f}; onnxruntime {version('onnxruntime')}, torch {version('torch')}; "
        f"{asked.problems:,} drawn problems)\n"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with init(folder / "bench", title="Drawn") as bench:
            bench.draw("icons", count=asked.problems, seed=_SEED)
            bench.split("8:1:1", seed=_SEED)
            extraction(bench, folder / "features")
        learning(folder, asked.steps)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def extraction(bench: Bench, folder: Path) -> None:
    """Pictures per second, one patch at a time and as trainings do it, on one thread."""
    seen = list(diagrams(bench))
    naive = PictureEncoder(threads=1, kept=0)
    naive.encode(pyramid(decode(seen[0].path.read_bytes()), (1,)))  # weights are loaded

    def one_by_one(some: list[Seen]) -> None:
        for one in some:
            for patch in pyramid(decode(one.path.read_bytes())):
                naive.encode(patch[None])

    def learned() -> float:
        memory = Memory(folder, eye(EMBEDDED, threads=1), reader(EMBEDDED), GRIDS, (1,))
        memory.learn(seen, [], [])
        return sum(float(memory.diagram(one.file).sum()) for one in seen)  # every vector is read

    few = seen[: max(1, len(seen) // 8)]  # it is slow
    rows = {
        "one patch at a time, nothing kept": (len(few), *timed(lambda: one_by_one(few))),
        "in batches, equal patches once, kept on disk": (len(seen), *timed(learned)),
        "again, from disk": (len(seen), *timed(learned)),
    }
    print("| 79 patches of each picture, on one thread | pictures | per second | per second of processor time |")
    print("| --- | ---: | ---: | ---: |")
    for name, (count, wall, processor) in rows.items():
        print(f"| {name} | {count} | {count / wall:,.1f} | {count / processor:,.1f} |")
    print()


def diagrams(bench: Bench) -> list[Seen]:
    """The pictures of all problems, each file once."""
    found: dict[str, Seen] = {}
    for item in bench.store.each(Item, looking.chosen(collection="icons")):
        for picture in bench.store.get_all(Picture, item.pictures).values():
            path = bench.path(picture)
            if path is not None and picture.file is not None:
                found[picture.file] = Seen(picture.file, path, item.id)
    return list(found.values())


def learning(folder: Path, steps: int) -> None:
    """Steps per second of a small Patch-TRM in a process of its own, and its peak memory."""
    bench = str(folder / "bench")
    measure(Path(sys.executable), _LEARN, bench, str(folder / "first"), "1", "whole")  # it makes the vectors, see above
    found = {
        bits: measure(Path(sys.executable), _LEARN, bench, str(folder / bits), str(steps), bits)
        for bits in ("whole", "half")
    }
    rows = {bits: [float(value) for value in done.output.split()] for bits, done in found.items()}
    _, _, weights, batch = rows["whole"]
    print(f"Small Patch-TRM, vectors on disk, one thread; {weights:,.0f} weights learn; {batch:,.0f} problems a step")
    print("\n| products in | 32 bits | 16 bits (`half=true`) |")
    print("| --- | ---: | ---: |")
    print(f"| steps per second | {rows['whole'][0]:,.2f} | {rows['half'][0]:,.2f} |")
    print(f"| steps per second of processor time | {rows['whole'][1]:,.2f} | {rows['half'][1]:,.2f} |")
    print(f"| peak memory (MB) | {found['whole'].memory:,.0f} | {found['half'].memory:,.0f} |")


if __name__ == "__main__":
    main()
