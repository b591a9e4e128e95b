"""Makes the model that chooses among the writings of the caption parser, from FACTUAL's random train split.

    optotype train parser:folds=2,fold=0,epochs=3 --data factual --out first
    optotype train parser:folds=2,fold=1,epochs=3 --data factual --out second
    python scripts/make_choice.py factual/random/train.csv first/parser second/parser

Each network reads the captions that it was not shown, and where it is in doubt, the model learns which of its
writings is right. Writes `choice.npz` beside the network that is to be helped. Takes a few minutes of one processor.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from optotype.batches import batches
from optotype.caption_parser.encoding import encode
from optotype.caption_parser.runtime import CHOICE, Runtime
from optotype.scenegraph import notation
from optotype.scenegraph.notation import Fact
from optotype.training._parser_choice import Lesson, learn, lesson
from optotype.training._parser_data import fold_of
from optotype.word_pieces import WordPieces

EMBEDDED = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded"
DOUBT = 0.03
"""How probable a writing must be beside the best to be learned from."""
TOGETHER = 48


def rows(file: Path) -> list[tuple[str, frozenset[Fact]]]:
    """Captions with their graphs."""
    with file.open(encoding="utf-8", newline="") as stream:
        return [(row["caption"], frozenset(notation.parse(row["scene_graph"]))) for row in csv.DictReader(stream)]


def lessons(folder: Path, taught: Iterable[tuple[str, frozenset[Fact]]]) -> Iterator[Lesson]:
    """What captions teach that a network has not learned."""
    network = Runtime(folder, EMBEDDED / "minilm" / "tokenizer.json", WordPieces.load(folder))
    pairs = [(encode(network.speller.correct(text), network.tokenizer), graph) for text, graph in taught]
    pairs = sorted((pair for pair in pairs if pair[0].texts), key=lambda pair: len(pair[0].pieces))
    for batch in batches(pairs, TOGETHER):
        for (encoded, graph), written in zip(batch, network.write([one for one, _ in batch], DOUBT), strict=True):
            if (one := lesson(encoded.texts, network.candidates(written, encoded), graph)) is not None:
                yield one


def main() -> None:
    """Parses, learns, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=Path)
    parser.add_argument("folds", type=Path, nargs="+", help="networks, in the order of the fold each was not shown")
    parser.add_argument("--parser", type=Path, default=EMBEDDED / "parser", help="the network that is to be helped")
    given = parser.parse_args()
    found = rows(given.train)
    taught = [
        one
        for fold, folder in enumerate(given.folds)
        for one in lessons(folder, [row for row in found if fold_of(row[0], len(given.folds)) == fold])
    ]
    (given.parser / CHOICE).write_bytes(learn(taught).save())
    print(f"learned from {len(taught):,} of {len(found):,} captions")


if __name__ == "__main__":
    main()
