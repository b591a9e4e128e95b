"""Fits the weights of the ranker `blend` on drawn papers, and says how it ranks papers that it has not seen.

    python scripts/make_blend.py [--papers 400] [--bench DIR ...]

Papers are drawn anew (seed 1 to learn from, seed 2 to measure on). Benches with papers of one's own are learned from as
well. Writes `src/optotype/embedded/blend/weights.json`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import optotype
from optotype import rankers
from optotype.bench import Bench
from optotype.rankers import Ranker, Request
from optotype.rankers.blend import features, learn
from optotype.records import Figure, Paper
from optotype.statistics import Floats, mean
from optotype.statistics.ranking import Queries, car, recall, reciprocal_rank
from optotype.workbench import Workbench

WEIGHTS = Path("src/optotype/embedded/blend/weights.json")


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
    parser.add_argument("--bench", type=Path, nargs="*", default=[])
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        drawn: dict[str, Workbench] = {}
        for seed, name in ((1, "learn"), (2, "measure")):
            drawn[name] = optotype.init(Path(folder) / name)
            drawn[name].draw("papers", count=wanted.papers if seed == 1 else wanted.papers // 2, seed=seed)
        lessons: list[tuple[Floats, list[bool]]] = []
        for bench in [drawn["learn"], *(optotype.open(one) for one in wanted.bench)]:
            for paper, right in solved(bench):
                request = Request.of(paper, bench)
                leaves = [(figure.id, leaf) for figure in request.candidates for leaf in figure.leaves()]
                places, table = features(request, [leaf for _, leaf in leaves])
                lessons.append((table, [leaves[place][0] in right for place in places]))
        weights = learn(lessons)
        WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
        WEIGHTS.write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")
        print(f"learned from {len(lessons)} papers: {weights}\n")
        print(
            "| ranker | R@1 | R@2 | R@3 | MRR | CAR@5 | above .5 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        )
        for spec in (*(f"abs2cap:by={by}" for by in ("bm25", "rougel", "meteor", "cider", "embedding")), "blend"):
            print(f"| `{spec}` | {' | '.join(figures(rankers.build(spec), drawn['measure']))} |", flush=True)
        for bench in drawn.values():
            bench.close()


def figures(ranker: Ranker, bench: Bench) -> list[str]:
    """What a ranker comes to on the papers of a bench."""
    asked: list[tuple[list[float], list[bool]]] = []
    for paper, right in solved(bench):
        ranked = ranker.rank(Request.of(paper, bench))
        asked.append(([one.rated.score for one in ranked], [one.id in right for one in ranked]))
    queries = Queries.of(asked)
    values = [recall(queries, 1), recall(queries, 2), recall(queries, 3), reciprocal_rank(queries), car(queries)]
    values.append((values[-1] > 0.5).astype(float))
    estimates = [mean(value, range(len(value))) for value in values]
    return [f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]" for one in estimates]


if __name__ == "__main__":
    main()
