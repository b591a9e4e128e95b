"""Makes one caption parser of several trainings: the mean of their weights, exported as a training exports its own.

    python scripts/mean_parser.py factual parser first-network=0.3 trained=0.7

Trainings that began with the same weights lie near enough to each other for their mean to be a network as good as each.
Writes what `optotype parse --parser factual/parser` takes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from torch import Tensor

from optotype.training._parser_data import examples
from optotype.training._parser_export import export
from optotype.training._parser_loop import encoder_folder, load
from optotype.training._parser_ranges import ENOUGH, fix_ranges
from optotype.training.parser import Parser, Split


def main() -> None:
    """Adds up, exports, fixes the ranges of eight bits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder of the FACTUAL data")
    parser.add_argument("out", type=Path)
    parser.add_argument("trainings", nargs="+", metavar="FOLDER=SHARE")
    parser.add_argument("--split", choices=get_args(Split), default="random", help="on which they were trained")
    given = parser.parse_args()
    encoder = encoder_folder(Parser())
    added: dict[str, Tensor] = {}
    for folder, _, share in (one.rpartition("=") for one in given.trainings):
        network, vocabulary = load(Path(folder) / "best.pt", encoder)
        for name, part in network.state_dict().items():
            added[name] = added[name] + float(share) * part if name in added else float(share) * part
    network.load_state_dict(added)
    export(network, vocabulary, given.out)
    captions = [one.caption for one in examples(given.data, given.split, "train")[:ENOUGH]]
    fix_ranges(given.out, encoder / "tokenizer.json", captions)


if __name__ == "__main__":
    main()
