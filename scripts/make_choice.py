"""Makes the model that chooses among the writings of the caption parser, from FACTUAL's random train split.

    python scripts/make_choice.py random/train.csv [--parser DIR]

The parser reads the train captions, and where it is in doubt, the model learns which of its writings is right. Writes
`choice.npz` beside the network. Takes a few minutes of one processor.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path

from optotype.batches import batches
from optotype.caption_parser.encoding import encode
from optotype.caption_parser.runtime import CHOICE, Runtime
from optotype.scenegraph import notation
from optotype.scenegraph.notation import Fact
from optotype.training._parser_choice import learn, lesson

EMBEDDED = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded"
DOUBT = 0.003
"""How probable a writing must be beside the best to be learned from: on train captions the network is too sure."""
TOGETHER = 48


def rows(file: Path) -> Iterator[tuple[str, frozenset[Fact]]]:
    """Captions with their graphs."""
    with file.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            yield row["caption"], frozenset(notation.parse(row["scene_graph"]))


def main() -> None:
    """Parses, learns, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train", type=Path)
    parser.add_argument("--parser", type=Path, default=EMBEDDED / "parser")
    given = parser.parse_args()
    network = Runtime(given.parser, EMBEDDED / "minilm" / "tokenizer.json")
    pairs = [(encode(network.speller.correct(text), network.tokenizer), graph) for text, graph in rows(given.train)]
    pairs = sorted((pair for pair in pairs if pair[0].texts), key=lambda pair: len(pair[0].pieces))
    lessons = [
        one
        for batch in batches(pairs, TOGETHER)
        for (encoded, graph), written in zip(batch, network.write([one for one, _ in batch], DOUBT), strict=True)
        if (one := lesson(encoded.texts, network.candidates(written, encoded), graph)) is not None
    ]
    chooser = learn(lessons)
    (given.parser / CHOICE).write_bytes(chooser.save())
    print(f"learned from {len(lessons):,} of {len(pairs):,} captions")


if __name__ == "__main__":
    main()
