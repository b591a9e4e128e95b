"""Fixes the ranges of eight bits in the parser that comes with the package, by captions of FACTUAL's random train set.

    python scripts/fix_parser.py random/train.csv [--parser DIR]

`optotype train parser` does so itself; this is for files that were exported before it did. Files whose ranges are fixed
stay as they are. Rewrites `read.onnx` and `write.onnx`.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from optotype.training._parser_ranges import ENOUGH, fix_ranges

EMBEDDED = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded"


def main() -> None:
    """Reads captions, fixes ranges."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("captions", type=Path, help="CSV with a column caption")
    parser.add_argument("--parser", type=Path, default=EMBEDDED / "parser")
    given = parser.parse_args()
    with given.captions.open(encoding="utf-8", newline="") as stream:
        captions = [row["caption"] for row in csv.DictReader(stream)]
    fix_ranges(given.parser, EMBEDDED / "minilm" / "tokenizer.json", captions[:ENOUGH])


if __name__ == "__main__":
    main()
