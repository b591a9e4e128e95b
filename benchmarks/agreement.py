"""How long agreement takes on 50,000 ratings, beside the package krippendorff.

    pip install krippendorff       # in any environment; it runs here, in the same process and on the same table
    python benchmarks/agreement.py

krippendorff gives alpha alone. The row "all of it" is what `optotype agreement` works out: three coefficients with
intervals of 500 draws, Cohen's kappa of any two people with intervals, and the items that split people most.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Literal

import krippendorff
import numpy as np

from optotype.statistics.agreement import Opinions, agree, pairs, splits

TIMES = 5
LEVELS: tuple[Literal["nominal", "ordinal", "interval"], ...] = ("nominal", "ordinal", "interval")


def main() -> None:
    """Prints a table."""
    print(
        f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, load "
        f"{os.getloadavg()[0]:.2f}; numpy {np.__version__}; median of {TIMES}, processor time"
    )
    for told, said in (
        ("20 people, 2,500 items, all answer all", table(20, 2500, 20)),
        ("20 people, 16,667 items, 3 answer each", table(20, 16_667, 3)),
    ):
        rows = [
            (f"{item}", f"{person}", float(value)) for (person, item), value in np.ndenumerate(said) if value == value
        ]
        opinions = Opinions.of(rows)
        print(f"\n{told}: {len(rows):,} ratings, 7 values\n")
        print("| what | ours, s | krippendorff, s | times as fast |")
        print("| --- | ---: | ---: | ---: |")
        for level in LEVELS:
            ours = taken(partial(agree, opinions, level=level, resamples=0))
            theirs = taken(partial(krippendorff.alpha, said, level_of_measurement=level))
            print(f"| alpha, {level} | {ours:.3f} | {theirs:.3f} | {theirs / ours:.1f} |")
        print(f"| from rows to a table | {taken(partial(Opinions.of, rows)):.3f} | | |")
        print(f"| all of it | {taken(partial(everything, rows)):.3f} | | |")


def table(people: int, items: int, overlap: int) -> np.ndarray:
    """People by items; not a number where somebody was not asked."""
    chance = np.random.default_rng(1)
    truth = chance.integers(0, 7, items)
    said = np.where(chance.random((people, items)) < 0.7, truth, chance.integers(0, 7, (people, items))) + 1.0
    asked = (np.arange(people)[:, None] + np.arange(items)) % people < overlap
    return np.where(asked, said, np.nan)


def everything(rows: list[tuple[str, str, float]]) -> None:
    """What the command works out."""
    opinions = Opinions.of(rows)
    agree(opinions)
    pairs(opinions)
    splits(opinions)


def taken(work: Callable[[], object]) -> float:
    """The median of several."""
    found: list[float] = []
    for _ in range(TIMES):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return statistics.median(found)


if __name__ == "__main__":
    main()
