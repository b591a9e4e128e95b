"""Do intervals hold what they promise, and how long do they take?

    python benchmarks/coverage.py [--repeats 2000] [--seed 20]

Draws data whose truth is known, many times, and counts how often an interval of 95 % holds the truth, how often a test
at 5 % sees a difference that is not there, and how often it sees the one that the bench is said to be able to show.
Clusters are as alike as the intra-cluster correlation says: the rate of each is drawn from a beta distribution.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable

import numpy as np
import scipy
from numpy.typing import NDArray

from optotype import statistics

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Chance = np.random.Generator

SIZES: dict[str, Callable[[int, Chance], Codes]] = {
    "1": lambda clusters, _: np.ones(clusters, dtype=np.int64),
    "7": lambda clusters, _: np.full(clusters, 7, dtype=np.int64),
    "uneven, 2 to about 40": lambda clusters, chance: 1 + chance.geometric(0.15, clusters),
    "heavy tail, 1 to 200": lambda clusters, chance: np.minimum(1 + 2 * chance.pareto(1.2, clusters), 200).astype(int),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20)
    wanted = parser.parse_args()
    chance = np.random.default_rng(wanted.seed)
    print(
        f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, load "
        f"{os.getloadavg()[0]:.2f}; numpy {np.__version__}, scipy {scipy.__version__}; "
        f"{wanted.repeats} repeats, seed {wanted.seed}"
    )
    means(wanted.repeats, chance)
    counted(wanted.repeats // 4, chance)
    differences(wanted.repeats, chance)
    acuities(wanted.repeats // 8, chance)
    timings(chance)


# --- a mean


def rates(mean: float, alike: float, clusters: int, chance: Chance) -> Floats:
    """How often each cluster is right."""
    if alike == 0:
        return np.full(clusters, mean)
    spread = (1 - alike) / alike
    return chance.beta(mean * spread, (1 - mean) * spread, clusters)


def naive(values: Floats) -> tuple[float, float]:
    """Wilson's interval as if all answers were independent."""
    count, value, square = len(values), float(values.mean()), 1.96**2
    middle = (value + square / (2 * count)) / (1 + square / count)
    reach = 1.96 / (1 + square / count) * (value * (1 - value) / count + square / (4 * count**2)) ** 0.5
    return middle - reach, middle + reach


def means(repeats: int, chance: Chance) -> None:
    print("\n## mean: coverage of 95 % intervals\n")
    print("| clusters | items in each | alike | p = .02 | p = .5 | p = .98 | as if independent, p = .5 |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for clusters in (20, 500):
        for name, sizes in SIZES.items():
            for alike in (0.0,) if name == "1" else (0.0, 0.3, 0.9):
                cells: list[float] = []
                plain = 0.0
                for truth in (0.02, 0.5, 0.98):
                    held, held_plain = 0, 0
                    for _ in range(repeats):
                        cluster = np.repeat(np.arange(clusters), sizes(clusters, chance))
                        right = rates(truth, alike, clusters, chance)[cluster]
                        values = (chance.random(len(cluster)) < right).astype(np.float64)
                        found = statistics.mean(values, cluster)
                        held += found.low <= truth <= found.high
                        low, high = naive(values)
                        held_plain += low <= truth <= high
                    cells.append(held / repeats)
                    plain = held_plain / repeats if truth == 0.5 else plain
                row = " | ".join(f"{cell:.1%}" for cell in cells)
                print(f"| {clusters} | {name} | {alike:g} | {row} | {plain:.1%} |", flush=True)


# --- what is counted: precision, recall, F1


def counted(repeats: int, chance: Chance) -> None:
    print("\n## of_statistic: coverage of 95 % intervals\n")
    print("| clusters | items in each | alike | found | false alarms | precision | recall | F1 |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    share = 0.3
    for clusters, size, alike, found, alarms in (
        (50, 1, 0.0, 0.8, 0.05),
        (50, 1, 0.0, 0.98, 0.005),
        (50, 5, 0.5, 0.8, 0.05),
        (200, 5, 0.5, 0.9, 0.02),
        (500, 7, 0.9, 0.9, 0.02),
    ):
        hit, false, missed = share * found, (1 - share) * alarms, share * (1 - found)
        figures = {
            statistics.precision: hit / (hit + false),
            statistics.recall: found,
            statistics.f1: 2 * hit / (2 * hit + false + missed),
        }
        held = dict.fromkeys(figures, 0)
        tried = dict.fromkeys(figures, 0)
        cluster = np.repeat(np.arange(clusters), size)
        for _ in range(repeats):
            there = chance.random(len(cluster)) < rates(share, alike, clusters, chance)[cluster]
            seen = chance.random(len(cluster)) < rates(found, alike, clusters, chance)[cluster]
            alarm = chance.random(len(cluster)) < rates(alarms, alike, clusters, chance)[cluster]
            columns = there & seen, ~there & alarm, there & ~seen
            for figure, truth in figures.items():
                needed = (
                    (0, 1) if figure is statistics.precision else (0, 2) if figure is statistics.recall else (0, 1, 2)
                )
                table = np.stack([columns[column] for column in needed], axis=1).astype(np.float64)
                estimate = statistics.of_statistic(figure, table, cluster)
                if estimate is not None:
                    tried[figure] += 1
                    held[figure] += estimate.low <= truth <= estimate.high
        row = " | ".join(f"{held[figure] / tried[figure]:.1%}" for figure in figures)
        print(f"| {clusters} | {size} | {alike:g} | {found:g} | {alarms:g} | {row} |", flush=True)


# --- two runs


def pair(
    clusters: int, sizes: Codes, alike: float, same: float, apart: float, chance: Chance, mean: float = 0.7
) -> tuple[Floats, Floats, Codes]:
    """Scores of two runs that share their answer to most items; B is better by `apart`."""
    cluster = np.repeat(np.arange(clusters), sizes)
    a = chance.random(len(cluster)) < rates(mean, alike, clusters, chance)[cluster]
    other = chance.random(len(cluster)) < rates(mean + apart / (1 - same), alike, clusters, chance)[cluster]
    b = np.where(chance.random(len(cluster)) < same, a, other)
    return a.astype(np.float64), b.astype(np.float64), cluster


def differences(repeats: int, chance: Chance) -> None:
    print("\n## difference: false alarms at 5 %, coverage of 95 % intervals, and power at the detectable difference\n")
    print(
        "| clusters | items in each | alike | same answers | false alarms | coverage | power | t test on items, false |"
    )
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for clusters in (20, 100, 500):
        for name in ("1", "7", "uneven, 2 to about 40"):
            for alike in (0.0,) if name == "1" else (0.0, 0.5):
                for same in (0.5, 0.97):
                    false = plain = held = seen = 0
                    smallest: list[float] = []
                    for _ in range(repeats):
                        a, b, cluster = pair(clusters, SIZES[name](clusters, chance), alike, same, 0.0, chance)
                        found = statistics.difference(a, b, cluster)
                        false += found.p <= 0.05
                        held += found.low <= 0 <= found.high
                        smallest.append(statistics.detectable(found))
                        each = b - a
                        plain += abs(each.mean()) > 1.96 * each.std(ddof=1) / len(each) ** 0.5 > 0
                    apart = float(np.mean(smallest))
                    power = "-"
                    if apart < 0.25 * (1 - same):
                        for _ in range(repeats):
                            a, b, cluster = pair(clusters, SIZES[name](clusters, chance), alike, same, apart, chance)
                            found = statistics.difference(a, b, cluster)
                            seen += found.p <= 0.05
                            held += found.low <= apart <= found.high
                        held /= 2
                        power = f"{seen / repeats:.0%}"
                    row = f"{false / repeats:.1%} | {held / repeats:.1%} | {power} | {plain / repeats:.1%}"
                    print(f"| {clusters} | {name} | {alike:g} | {same:.0%} | {row} |", flush=True)


# --- the level where a respondent stops seeing


def acuities(repeats: int, chance: Chance) -> None:
    print("\n## psychometric: bias and coverage of the acuity, eight levels\n")
    print("| clusters | items in each | spread (logits) | guessing | slope | truth | bias | coverage | crossed |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for clusters, size, spread, guess, slope in (
        (80, 1, 0.0, 0.25, 1.5),
        (400, 1, 0.0, 0.25, 1.5),
        (400, 1, 0.0, 0.5, 1.5),
        (400, 1, 0.0, 0.0, 0.6),
        (80, 7, 1.0, 0.25, 1.5),
        (400, 7, 1.0, 0.25, 1.5),
        (400, 7, 2.0, 0.0, 1.0),
    ):
        own = np.random.default_rng(0).normal(0, spread, 20_001)
        fine = np.linspace(1, 8, 701)
        marginal = np.array([(guess + (0.97 - guess) / (1 + np.exp(slope * (x - 4.6) + own))).mean() for x in fine])
        truth = float(fine[np.argmax(marginal < 0.75)])
        held, values = 0, list[float]()
        cluster = np.repeat(np.arange(clusters), size)
        level = (cluster % 8 + 1).astype(np.float64)
        for _ in range(repeats):
            logit = slope * (level - 4.6) + chance.normal(0, spread, clusters)[cluster]
            right = chance.random(len(cluster)) < guess + (0.97 - guess) / (1 + np.exp(logit))
            acuity = statistics.psychometric(level, right.astype(np.float64), cluster, guess).acuity
            if acuity is not None:
                values.append(acuity.value)
                low = -np.inf if acuity.low is None else acuity.low
                high = np.inf if acuity.high is None else acuity.high
                held += low <= truth <= high
        row = f"{truth:.2f} | {np.mean(values) - truth:+.2f} | {held / len(values):.1%} | {len(values) / repeats:.0%}"
        print(f"| {clusters} | {size} | {spread:g} | {guess:g} | {slope:g} | {row} |", flush=True)


# --- how long it takes


def timings(chance: Chance) -> None:
    print("\n## time\n")
    print("| items | clusters | what | seconds |")
    print("| ---: | ---: | --- | ---: |")
    for items in (20_000, 200_000):
        whole = 0.0
        for name, task in tasks(items, chance).items():
            began = time.perf_counter()
            task()
            seconds = time.perf_counter() - began
            whole += seconds
            print(f"| {items:,} | {items // 2:,} | {name} | {seconds:.3f} |")
        print(f"| {items:,} | {items // 2:,} | all together | {whole:.3f} |", flush=True)


def tasks(items: int, chance: Chance) -> dict[str, Callable[[], object]]:
    """What is computed about a run, by name."""
    cluster = np.repeat(np.arange(items // 2), 2)
    level = chance.integers(1, 9, items).astype(np.float64)
    right = (chance.random(items) < 0.25 + 0.72 / (1 + np.exp(level - 4.6))).astype(np.float64)
    table = (chance.random((items, 3)) < 0.2).astype(np.float64)
    tags = chance.integers(0, 60, items)
    names = [f"collection/picture-{number}" for number in cluster]
    return {
        "clusters numbered from their ids": lambda: statistics.codes(names),
        "mean": lambda: statistics.mean(right, cluster),
        "60 means, by tag": lambda: [statistics.mean(right[tags == tag], cluster[tags == tag]) for tag in range(60)],
        "F1": lambda: statistics.of_statistic(statistics.f1, table, cluster),
        "curve and acuity": lambda: statistics.psychometric(level, right, cluster, 0.25),
        "difference": lambda: statistics.difference(right, right[::-1], cluster),
    }


if __name__ == "__main__":
    main()
