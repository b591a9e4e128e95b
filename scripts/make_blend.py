"""Fits the weights of the ranker `blend` on drawn papers, and says how it ranks papers that it has not seen.

    python scripts/make_blend.py [--papers 400] [--unseen 400] [--folder DIR] [--bench DIR ...]

Papers are drawn anew (seed 1 to learn from, seed 31 to measure on); with a folder, what was drawn there before is taken
again. Benches with papers of one's own are learned from as well. Writes `src/optotype/embedded/blend/weights.json`, and
prints what rankers come to, and paper by paper how far `blend` is ahead of each.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import optotype
from optotype import rankers
from optotype.bench import Bench
from optotype.rankers import Ranker, Request
from optotype.rankers.blend import features, learn
from optotype.records import Figure, Paper
from optotype.statistics import Floats, difference, mean
from optotype.statistics.ranking import Queries, car, recall, reciprocal_rank
from optotype.workbench import Workbench

WEIGHTS = Path("src/optotype/embedded/blend/weights.json")
LEARNED, UNSEEN = 1, 31
"""Seeds."""
MEASURES: dict[str, Callable[[Queries], Floats]] = {
    "R@1": lambda queries: recall(queries, 1),
    "R@2": lambda queries: recall(queries, 2),
    "R@3": lambda queries: recall(queries, 3),
    "MRR": reciprocal_rank,
    "CAR@5": car,
    "above .5": lambda queries: (car(queries) > 0.5).astype(float),
}


def right_ones(paper: Paper) -> set[str]:
    """The figures that the graphical abstract was made from."""
    shown = set(paper.graphical_abstract.components) if paper.graphical_abstract is not None else set[str]()

    def ids(figure: Figure) -> set[str]:
        return {figure.id}.union(*(ids(part) for part in figure.subfigures))

    return {figure.id for figure in paper.figures if shown & ids(figure)}


def solved(bench: Bench) -> Iterator[tuple[Paper, set[str]]]:
    """Papers whose graphical abstract was made from figures, with these."""
    for paper in bench.store.each(Paper):
        if right := right_ones(paper):
            yield paper, right


def main() -> None:
    """Draws, learns, measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=400)
    parser.add_argument("--unseen", type=int, default=400)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--bench", type=Path, nargs="*", default=[])
    wanted = parser.parse_args()
    with ExitStack() as stack:
        folder = wanted.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        drawn = [
            stack.enter_context(papers(folder / name, count, seed))
            for name, count, seed in (("learn", wanted.papers, LEARNED), ("unseen", wanted.unseen, UNSEEN))
        ]
        lessons: list[tuple[Floats, list[bool]]] = []
        for bench in [drawn[0], *(stack.enter_context(optotype.open(one)) for one in wanted.bench)]:
            for paper, right in solved(bench):
                request = Request.of(paper, bench)
                leaves = [(figure.id, leaf) for figure in request.candidates for leaf in figure.leaves()]
                places, table = features(request, [leaf for _, leaf in leaves])
                lessons.append((table, [leaves[place][0] in right for place in places]))
        weights = learn(lessons)
        WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
        WEIGHTS.write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")
        print(f"learned from {len(lessons)} papers: {weights}\n")
        print(f"| ranker | {' | '.join(MEASURES)} |\n| --- |{' ---: |' * len(MEASURES)}")
        found: dict[str, dict[str, Floats]] = {}
        for spec in (*(f"abs2cap:by={by}" for by in ("bm25", "rougel", "meteor", "cider", "embedding")), "blend"):
            found[spec] = measured(rankers.build(spec), drawn[1])
            cells = (mean(value, range(len(value))) for value in found[spec].values())
            told = (f"{cell.value:.3f} [{cell.low:.3f}, {cell.high:.3f}]" for cell in cells)
            print(f"| `{spec}` | {' | '.join(told)} |", flush=True)
        ours = found.pop("blend")
        print(f"\n{len(ours['MRR'])} papers; how far blend is ahead, paper by paper:")
        for spec, theirs in found.items():
            gaps = {key: difference(theirs[key], ours[key], range(len(ours[key]))) for key in MEASURES}
            told = (f"{key} {gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]" for key, gap in gaps.items())
            print(f"{spec}: {', '.join(told)}")


def papers(folder: Path, count: int, seed: int) -> Workbench:
    """A bench of drawn papers, or that which was drawn there before."""
    if (folder / "optotype.toml").exists():
        return optotype.open(folder)
    bench = optotype.init(folder)
    bench.draw("papers", count=count, seed=seed)
    return bench


def measured(ranker: Ranker, bench: Bench) -> dict[str, Floats]:
    """What a ranker comes to on each paper of a bench."""
    asked: list[tuple[list[float], list[bool]]] = []
    for paper, right in solved(bench):
        ranked = ranker.rank(Request.of(paper, bench))
        asked.append(([one.rated.score for one in ranked], [one.id in right for one in ranked]))
    queries = Queries.of(asked)
    return {name: measure(queries) for name, measure in MEASURES.items()}


if __name__ == "__main__":
    main()
