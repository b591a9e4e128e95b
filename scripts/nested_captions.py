"""Makes long captions of FACTUAL's dev captions, each put inside others, with their graphs: a dev set that it has not.

    python scripts/nested_captions.py factual nested.csv
    optotype parse --input nested.csv --output nested.jsonl
    optotype score factual --gold nested.csv --predictions nested.jsonl

They have nine to twenty-six words, where the dev set has six in the mean, and are made as `optotype train
parser:nested=...` makes its own of the train captions.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path

from optotype.scenegraph import notation
from optotype.training._parser_data import examples
from optotype.training._parser_nesting import Nesting


def main() -> None:
    """Draws, and writes the different ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder of the FACTUAL data")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=9)
    given = parser.parse_args()
    dev = [one for one in examples(given.data, "random", "dev") if one.meaning]
    drawn = Nesting(dev).draw(3 * given.count, random.Random(given.seed))
    made = list({one.caption: one for one in drawn}.values())[: given.count]
    with given.out.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["image_id", "region_id", "caption", "scene_graph"])
        rows.writerows([n, n, one.caption, notation.write(sorted(one.graph))] for n, one in enumerate(made))
    print(f"{len(made):,} captions in {given.out}")


if __name__ == "__main__":
    main()
