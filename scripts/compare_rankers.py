"""Trains the rankers of figures on drawn papers, and says how all of them rank papers that none has seen.

    python scripts/compare_rankers.py [--folder DIR] [--papers 1200] [--threads 1]

Papers are drawn anew: seed 1 to learn from (from which `blend` learned, too), seed 3 for dev, by
which weights are kept and settings were chosen, seed 4 to measure on. With a folder, what was drawn and trained there
before is taken again. Prints the table of `docs/graphical_abstracts.md`.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from make_blend import solved

import optotype
from optotype import rankers
from optotype.bench import Bench
from optotype.rankers import Request
from optotype.records import Item, Paper
from optotype.statistics import Floats, difference, mean
from optotype.statistics.ranking import Queries, car, recall, reciprocal_rank
from optotype.training import train
from optotype.workbench import Workbench

LEARNED, DEV, MEASURED = 1, 3, 4
"""Seeds."""
TRAININGS = {
    "ga_bc": "ga_bc",
    "abs2fig": "abs2fig:hidden=32,dropout=0.5",
    "abs2fig_caption": "abs2fig_caption",
}
"""What is trained, with settings that were chosen on dev."""
REFERENCE = "blend"
MEASURES: dict[str, Callable[[Queries], Floats]] = {
    "R@1": lambda queries: recall(queries, 1),
    "R@5": lambda queries: recall(queries, 5),
    "MRR": reciprocal_rank,
    "CAR@5": car,
}

Scores = Callable[[Request], dict[str, float]]
"""The scores of a paper's figures by their ids."""


def main() -> None:
    """Draws, trains, measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--papers", type=int, default=1200)
    parser.add_argument("--threads", type=int, default=0)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = wanted.folder or Path(scratch)
        learned, measured = drawn(folder, wanted.papers)
        asked = {"random": chance, **{name: by(name) for name in ("abs2cap:by=bm25", "abs2cap:by=embedding")}}
        for name, spec in TRAININGS.items():
            out = folder / name
            trained = train(spec, learned, out, threads=wanted.threads)
            size = sum(file.stat().st_size for file in (out / "ranker").iterdir()) / 1e6
            print(f"{spec}: {trained.epochs} epochs, {size:.1f} MB, {dict(trained.figures)}", flush=True)
            asked[name] = by(f"{spec.partition(':')[0]}:run={out}")
        asked[REFERENCE] = by(REFERENCE)
        with optotype.open(measured) as bench:
            found = judged(asked, bench)
        print(f"\n| ranker | {' | '.join(MEASURES)} |\n| --- |{' ---: |' * len(MEASURES)}")
        values = {
            name: {key: measure(Queries.of(one)) for key, measure in MEASURES.items()} for name, one in found.items()
        }
        for name, own in values.items():
            cells = [mean(value, range(len(value))) for value in own.values()]
            told = (f"{cell.value:.3f} [{cell.low:.3f}, {cell.high:.3f}]" for cell in cells)
            print(f"| `{name}` | {' | '.join(told)} |")
        print(f"\npapers measured: {len(found[REFERENCE])}")
        for name in [*TRAININGS, "abs2cap:by=bm25"]:
            for key in ("MRR", "CAR@5"):
                own, other = values[name][key], values[REFERENCE][key]
                gap = difference(other, own, range(len(own)))
                print(f"{name} - {REFERENCE}, {key}: {gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]")


def drawn(folder: Path, count: int) -> tuple[Path, Path]:
    """A bench to learn from, with its papers for dev, and one to measure on."""
    learned, measured = folder / "learn", folder / "measure"
    if not (learned / "optotype.toml").exists():
        with optotype.init(learned) as bench:
            for name, seed, some in (("train", LEARNED, count), ("dev", DEV, count // 3)):
                bench.draw("papers", count=some, seed=seed, name=name)
                _put(bench, name, {"train": "train", "dev": "val"}[name])
    if not (measured / "optotype.toml").exists():
        with optotype.init(measured) as bench:
            bench.draw("papers", count=count // 2, seed=MEASURED)
    return learned, measured


def _put(bench: Workbench, collection: str, split: str) -> None:
    items = list(bench.store.each(Item, {"collection": collection}))
    with bench.store.event("split", collection=collection) as writer:
        writer.put(*(item.model_copy(update={"split": split}) for item in items))


def by(spec: str) -> Scores:
    """The scores that a ranker gives."""
    ranker = rankers.build(spec)
    return lambda request: {one.id: one.rated.score for one in ranker.rank(request)}


def chance(request: Request) -> dict[str, float]:
    """Scores by chance, the same whenever a paper is asked about."""
    dice = random.Random(request.abstract)
    return {figure.id: dice.random() for figure in request.candidates}


def figures(asked: list[tuple[list[float], list[bool]]]) -> dict[str, Floats]:
    """Every measure of every paper."""
    queries = Queries.of(asked)
    return {name: measure(queries) for name, measure in MEASURES.items()}


def judged(asked: dict[str, Scores], bench: Bench) -> dict[str, list[tuple[list[float], list[bool]]]]:
    """For each ranker and each paper the scores of its figures, and which of them are right."""
    found: dict[str, list[tuple[list[float], list[bool]]]] = {name: [] for name in asked}
    paper: Paper
    for paper, right in solved(bench):
        for name, scores in asked.items():  # one paper after the other: its vectors are remembered
            given = scores(Request.of(paper, bench))
            found[name].append((list(given.values()), [id in right for id in given]))
    return found


if __name__ == "__main__":
    main()
