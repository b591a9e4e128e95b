"""Makes the ranker of verbs and prepositions that comes with the package, out of captions that the project draws.

    python scripts/make_predicates.py

Writes `ranker.npz` into `src/optotype/embedded/predicates/`. With `--train`, learns from captions with graphs instead,
such as FACTUAL's, and writes to another place; with `--dev`, tells how often what people chose is among the first
candidates. On one machine, the same captions give the same bytes.

    python scripts/make_predicates.py --train random_with_ids/train.csv --out ranker.npz --dev random_with_ids/dev.csv
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.predicates import PREPOSITIONS, examples, read_examples
from optotype.scenegraph.ranking import Example, Ranker, measure
from optotype.synth import LEVELS, Task
from optotype.synth.captions import Captions

SHIPPED = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded" / "predicates" / "ranker.npz"
COUNT, SEED = 40_000, 0


def drawn() -> Iterator[Example]:
    """Captions of all levels, with the graphs that they mean."""
    drawer = Captions(notation="factual_ids")
    for number in range(COUNT):
        entry = drawer.draw(Task("captions", "captions", SEED, number, number % LEVELS + 1))
        yield from examples(entry.items[0].text, SceneGraph.parse(str(entry.golds[0].accepted[0])))


def main() -> None:
    """Learns, writes, and measures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=Path, help="CSV with caption and scene_graph to learn from")
    parser.add_argument("--dev", type=Path, help="CSV with caption and scene_graph to measure on")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where to write")
    given = parser.parse_args()
    if given.train is not None and given.out == SHIPPED:
        parser.error("what is learned from data of others is not shipped: give another file with --out")
    ranker = Ranker.learn(drawn() if given.train is None else read_examples(given.train), prepositions=PREPOSITIONS)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    ranker.save(given.out)
    print(f"{len(ranker.verbs.names):,} verbs, {len(ranker.prepositions.names):,} prepositions")
    print(f"{given.out.name}: {given.out.stat().st_size:,} bytes")
    if given.dev is not None:
        for name, one in (("by frequency", ranker.by_frequency()), ("by caption", Ranker.load(given.out))):
            found = measure(one, read_examples(given.dev))
            for what, hits in (("verbs", found.verbs), ("prepositions", found.prepositions)):
                told = ", ".join(
                    f"{100 * share.value:.2f} [{100 * share.low:.2f}, {100 * share.high:.2f}] in {first}"
                    for first, share in hits.within.items()
                )
                print(f"{name}: of {hits.count:,} {what} {told}")


if __name__ == "__main__":
    main()
