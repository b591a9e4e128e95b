"""Nearest neighbours at the size of SciGA: 1.1 million vectors of 384 numbers, approximate beside exact search.

    nice python benchmarks/neighbours.py [--vectors 1100000] [--queries 500] [--folder DIR]

Vectors are made, not measured, and like those of sentence encoders in three ways: their numbers vary unequally (the
i-th direction by (i + 8) ** -0.5, turned at random), all share a direction (the cosine of two at random is about .1, as
for MiniLM), and they lie in crowds that overlap: each is a mixture of a field (of 40), of two topics (of 4,000, some
much larger than others) and of something of its own. Queries are made the same way and are not among the vectors, nor
among those by which the settings of the search are chosen (seed 2): of these, it is told what every setting comes to.

Exact search is that of `optotype.neighbours`: a product of matrices in numpy, queries in batches. It gives the true
neighbours, and it is the peer. The approximate one is that of `optotype.neighbours.approximate`, one query at a time,
as a server would in two threads, and fifty together. It runs in a process of its own, so that its memory can be told:
the highest resident set (ru_maxrss), the writing of the table included.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optotype.neighbours import Vectors, nearest_of_many, unit
from optotype.neighbours.approximate import PROBES, REFINE, Approximate

WIDTH, K = 384, 10
FIELDS, TOPICS = 40, 4_000
SOME = 20_000
TOGETHER = 50
"""Queries that are asked at once."""
SETTINGS = ((5, 4), (10, 4), (15, 4), (20, 4), (10, 8), (15, 8), (PROBES, REFINE))
"""Groups, and how many times as many candidates are looked at whole, between which those of the package are chosen."""
CHOOSING = 200
"""Queries by which they are chosen."""


def made(count: int, seed: int) -> Iterator[Vectors]:
    """Vectors, some at a time; those of one seed are always the same, and all seeds share fields and topics."""
    world = np.random.default_rng(0)
    spread = (np.arange(WIDTH) + 8.0) ** -0.5
    turn = np.linalg.qr(world.normal(size=(WIDTH, WIDTH)))[0]

    def drawn(chance: np.random.Generator, rows: int) -> NDArray[np.float32]:
        return unit(chance.normal(size=(rows, WIDTH)) * spread)

    common, fields, topics = drawn(world, 1), drawn(world, FIELDS), drawn(world, TOPICS)
    home = world.integers(0, FIELDS, TOPICS)
    often = world.zipf(1.3, TOPICS).clip(1, 200).astype(np.float64)
    chance = np.random.default_rng([1, seed])
    for begin in range(0, count, SOME):
        rows = min(SOME, count - begin)
        one = chance.choice(TOPICS, rows, p=often / often.sum())
        other = chance.choice(TOPICS, rows, p=often / often.sum())
        share = chance.uniform(0.5, 1.0, (rows, 1))
        mixed = share * topics[one] + (1 - share) * topics[other]
        yield unit((0.3 * common + 0.4 * fields[home[one]] + 0.6 * mixed + 0.6 * drawn(chance, rows)) @ turn.T)


def rows(count: int, making: list[float]) -> Iterator[tuple[list[int], list[int | None], list[list[str]], Vectors]]:
    """Vectors as the table takes them; what making them took is told."""
    begin = 1
    vectors = made(count, 1)
    while True:
        began = time.perf_counter()
        some = next(vectors, None)
        making.append(time.perf_counter() - began)
        if some is None:
            return
        serials = list(range(begin, begin + len(some)))
        yield serials, [2000 + serial % 20 for serial in serials], [["cs"] for _ in serials], some
        begin += len(some)


def approximate(folder: Path, count: int, queries: Vectors) -> dict[str, Any]:
    """Builds and asks, in this process."""
    began = time.perf_counter()
    table = Approximate(folder / "table", WIDTH)
    making: list[float] = []
    table.add(rows(count, making))
    built = time.perf_counter() - began - sum(making)
    for query in queries[:20]:  # what is read from disk first is in memory then
        table.search(query, K)
    began = time.perf_counter()
    found = [table.search(query, K) for query in queries]
    alone = len(queries) / (time.perf_counter() - began)
    choosing = np.concatenate(list(made(CHOOSING, 2)))
    tried: list[tuple[float, list[list[int]]]] = []
    for probes, refine in SETTINGS:
        began = time.perf_counter()
        given = [table.search(query, K, probes=probes, refine=refine) for query in choosing]
        tried.append((CHOOSING / (time.perf_counter() - began), given))
    with ThreadPoolExecutor(2) as pool:
        began = time.perf_counter()
        list(pool.map(table.search, queries, [K] * len(queries)))
        together = len(queries) / (time.perf_counter() - began)
    began = time.perf_counter()
    for begin in range(0, len(queries), TOGETHER):
        table.search_many(queries[begin : begin + TOGETHER], K)
    many = len(queries) / (time.perf_counter() - began)
    began = time.perf_counter()
    table.add([([count + 1], [2024], [["cs"]], queries[:1])])
    added = time.perf_counter() - began
    assert table.search(queries[0], 1) == [count + 1]
    return {
        "found": found,
        "tried": tried,
        "built": built,
        "alone": alone,
        "together": together,
        "many": many,
        "added": added,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
        "disk": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e9,
    }


def recall(truth: NDArray[np.int64], found: list[list[int]]) -> float:
    """Which share of the true neighbours was found; serial numbers begin at one, places at nothing."""
    return sum(len(set(map(int, row + 1)) & set(some)) for row, some in zip(truth, found, strict=True)) / truth.size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=int, default=1_100_000)
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    queries = np.concatenate(list(made(wanted.queries, 3)))
    if wanted.child:
        print(json.dumps(approximate(wanted.folder, wanted.vectors, queries)))
        return
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(dir=wanted.folder) as folder:
        told = [sys.executable, __file__, "--child", "--folder", folder]
        told += ["--vectors", str(wanted.vectors), "--queries", str(wanted.queries)]
        child: dict[str, Any] = json.loads(subprocess.run(told, check=True, stdout=subprocess.PIPE).stdout)
    vectors = np.concatenate(list(made(wanted.vectors, 1)))
    began = time.perf_counter()
    truth, cosines = nearest_of_many(queries, vectors, K)
    exact = len(queries) / (time.perf_counter() - began)
    began = time.perf_counter()
    few = queries[:20]
    for query in few:
        nearest_of_many(query[None], vectors, K)
    exact_alone = len(few) / (time.perf_counter() - began)
    near, _ = nearest_of_many(np.concatenate(list(made(CHOOSING, 2))), vectors, K)
    print(
        f"\n{wanted.vectors:,} vectors of {WIDTH}, {wanted.queries:,} queries, k {K}; random pairs have a cosine of "
        f"{float((queries[:100] @ vectors[:5000].T).mean()):.2f}, first neighbours {float(cosines[:, 0].mean()):.2f}, "
        f"tenth {float(cosines[:, -1].mean()):.2f}"
    )
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, lancedb {version('lancedb')}, "
        f"{os.cpu_count()} cores, load {load:.1f} before and {os.getloadavg()[0]:.1f} after\n"
    )
    print("| search | built | recall@10 | queries per second | memory | on disk |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    print(
        f"| LanceDB, RaBitQ, {PROBES} groups, {REFINE} times as many looked at whole | "
        f"{child['built']:.0f} s | {recall(truth, child['found']):.3f} | {child['alone']:.0f} one at a time, "
        f"{child['together']:.0f} in two threads, {child['many']:.0f} by {TOGETHER} together | "
        f"{child['memory']:.2f} GB | {child['disk']:.2f} GB |"
    )
    print(
        f"| numpy, exact | 0 s | 1 | {exact_alone:.1f} one at a time, {exact:.0f} all together | "
        f"{vectors.nbytes / 1e9:.2f} GB of vectors | |"
    )
    print(
        f"\nBy {CHOOSING} other queries, one at a time:\n\n| groups | looked at whole | recall@10 | queries a second |"
    )
    print("| ---: | ---: | ---: | ---: |")
    for (probes, refine), (rate, given) in zip(SETTINGS, child["tried"], strict=True):
        print(f"| {probes} | {refine * K} | {recall(near, given):.3f} | {rate:.0f} |")
    print(f"\nOne more vector was added, and found, {child['added']:.2f} s later.")


if __name__ == "__main__":
    main()
