"""How long agreement takes on 50,000 ratings, beside the package krippendorff.

    python benchmarks/agreement.py     # makes a virtual environment for krippendorff on its first run

krippendorff gives alpha alone. The row "all of it" is what `optotype agreement` works out: three coefficients with
intervals, Cohen's kappa of any two people with intervals, and the items that split people most; below it the same with
`--intervals bootstrap`.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import _peers
import numpy as np

from optotype.statistics import Floats
from optotype.statistics.agreement import Intervals, Opinions, agree, pairs, splits

TIMES = 25
LEVELS: tuple[Literal["nominal", "ordinal", "interval"], ...] = ("nominal", "ordinal", "interval")
PEER = "krippendorff"

THEIRS = """
import json, statistics, sys, time
import krippendorff, numpy
said, times, levels = numpy.load(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
found = {}
for level in levels:
    taken = []
    for _ in range(times):
        began = time.process_time()
        value = krippendorff.alpha(said, level_of_measurement=level)
        taken.append(time.process_time() - began)
    found[level] = [statistics.median(taken), float(value)]
print(json.dumps(found))
"""


def main() -> None:
    """Prints a table."""
    peer = _peers.python(PEER)
    named = f"{_peers.machine()}; numpy {np.__version__}, {_peers.PEERS[PEER].packages[0]}"
    print(f"{named}; median of {TIMES}, processor time of one thread")
    for told, said in (
        ("20 people, 2,500 items, all answer all", table(20, 2500, 20)),
        ("20 people, 16,667 items, 3 answer each", table(20, 16_667, 3)),
    ):
        rows = [
            (f"{item}", f"{person}", float(value)) for (person, item), value in np.ndenumerate(said) if value == value
        ]
        opinions = Opinions.of(rows)
        print(f"\n{told}: {len(rows):,} ratings, 7 values\n")
        print("| what | ours, ms | krippendorff, ms | times as fast | same to |")
        print("| --- | ---: | ---: | ---: | ---: |")
        with TemporaryDirectory() as folder:
            kept = Path(folder) / "said.npy"
            np.save(kept, said)
            measured = _peers.measure(peer, THEIRS, str(kept), str(TIMES), *LEVELS, variables=_ONE)
        theirs: dict[str, tuple[float, float]] = json.loads(measured.output)
        for level in LEVELS:
            ours = taken(partial(agree, opinions, level=level, intervals=None))
            seconds, value = theirs[level]
            apart = abs((agree(opinions, level=level, intervals=None).alpha or 0.0) - value)
            print(f"| alpha, {level} | {1000 * ours:.1f} | {1000 * seconds:.1f} | {seconds / ours:.1f} | {apart:.0e} |")
        print(f"| from rows to a table | {1000 * taken(partial(Opinions.of, rows)):.1f} | | | |")
        print(f"| all of it | {1000 * taken(partial(everything, rows), 5):.0f} | | | |")
        drawn = taken(partial(everything, rows, "bootstrap"), 3)
        print(f"| all of it, by the bootstrap | {1000 * drawn:.0f} | | | |")


_ONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def table(people: int, items: int, overlap: int) -> Floats:
    """People by items; not a number where somebody was not asked."""
    chance = np.random.default_rng(1)
    truth = chance.integers(0, 7, items)
    said = np.where(chance.random((people, items)) < 0.7, truth, chance.integers(0, 7, (people, items))) + 1.0
    asked = (np.arange(people)[:, None] + np.arange(items)) % people < overlap
    return np.where(asked, said, np.nan)


def everything(rows: list[tuple[str, str, float]], intervals: Intervals = "jackknife") -> None:
    """What the command works out."""
    opinions = Opinions.of(rows)
    agree(opinions, intervals=intervals)
    pairs(opinions, intervals=intervals)
    splits(opinions)


def taken(work: Callable[[], object], times: int = TIMES) -> float:
    """The median of several."""
    found: list[float] = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return statistics.median(found)


if __name__ == "__main__":
    main()
