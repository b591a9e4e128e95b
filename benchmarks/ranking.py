"""How long do CAR@5, R@3 and MRR take for a million queries, beside a plain loop over queries?

    python benchmarks/ranking.py [--queries 1000000] [--looped 20000]

Each query has 2 to 15 figures with scores by chance, one of them right. The loops do for one query after the other
what the definition says, once with numpy and once with torch, as scripts beside a network do; they are given fewer
queries, and their times are scaled. All see the same scores, and have to find the same values. Each figure is asked of
queries that nothing is known of yet; the last line asks all three of the same ones, as `optotype score sciga` does.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import torch
from _peers import machine

from optotype.statistics import Floats, ranking
from optotype.statistics.ranking import Queries


def looped_car(scores: np.ndarray, right: int, k: int = 5, alpha: float = 0.5) -> float:
    """CAR of one query, by its definition."""
    order = np.argsort(-scores)
    rank = int(np.where(order == right)[0][0])
    if rank >= k:
        return 0.0
    top = scores[order[:k]]
    spread = top.std()
    z = (top - top.mean()) / (spread if spread > 0 else 1.0)
    shares = np.exp(z) / np.exp(z).sum()
    entropy = float(-(shares * np.log2(shares)).sum())
    most = float(np.log2(k))
    threshold = alpha * most
    sure = 1.0 if entropy <= threshold else max(0.5, 1 - (entropy - threshold) / (2 * (most - threshold)))
    return float(sure * shares[rank] / shares[0])


def looped_recall(scores: np.ndarray, right: int, k: int = 3) -> float:
    return float(right in np.argsort(-scores)[:k])


def looped_reciprocal(scores: np.ndarray, right: int) -> float:
    return 1 / (int(np.where(np.argsort(-scores) == right)[0][0]) + 1)


def torch_car(scores: torch.Tensor, right: int, k: int = 5, alpha: float = 0.5) -> float:
    """CAR of one query, by its definition, on tensors."""
    ordered, order = torch.sort(scores, descending=True)
    rank = int((order == right).nonzero()[0])
    if rank >= k:
        return 0.0
    top = ordered[:k]
    spread = top.std(correction=0)
    z = (top - top.mean()) / (spread if spread > 0 else 1.0)
    shares = torch.softmax(z, dim=0)
    entropy = float(-(shares * torch.log2(shares)).sum())
    most = float(np.log2(k))
    threshold = alpha * most
    sure = 1.0 if entropy <= threshold else max(0.5, 1 - (entropy - threshold) / (2 * (most - threshold)))
    return float(sure * shares[rank] / shares[0])


def torch_recall(scores: torch.Tensor, right: int, k: int = 3) -> float:
    return float((torch.sort(scores, descending=True).indices[:k] == right).any())


def torch_reciprocal(scores: torch.Tensor, right: int) -> float:
    return 1 / (int((torch.sort(scores, descending=True).indices == right).nonzero()[0]) + 1)


Figure = tuple[Callable[[Queries], np.ndarray], Callable[..., float], Callable[..., float]]
FIGURES: dict[str, Figure] = {
    "CAR@5": (ranking.car, looped_car, torch_car),
    "R@3": (lambda asked: ranking.recall(asked, 3), looped_recall, torch_recall),
    "MRR": (ranking.reciprocal_rank, looped_reciprocal, torch_reciprocal),
}


def by_chance(count: int) -> tuple[Queries, list[int]]:
    """Queries, and the place of what is right in each."""
    chance = random.Random(1)
    sizes = [chance.randint(2, 15) for _ in range(count)]
    rights = [chance.randrange(size) for size in sizes]
    scores = np.asarray([chance.gauss(0, 1) for _ in range(sum(sizes))])
    right = np.asarray([place == here for size, place in zip(sizes, rights, strict=True) for here in range(size)])
    return Queries(scores, right, np.asarray(sizes)), rights


def each(queries: Queries) -> Iterator[Floats]:
    """The scores of one query after the other."""
    begin = 0
    for size in map(int, queries.sizes):
        yield queries.scores[begin : begin + size]
        begin += size


def anew(queries: Queries) -> Queries:
    """The same queries, without what was found out about them."""
    return Queries(queries.scores, queries.right, queries.sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=1_000_000)
    parser.add_argument("--looped", type=int, default=20_000)
    wanted = parser.parse_args()
    print(f"{machine()}, numpy {np.__version__}, torch {torch.__version__}")
    torch.set_num_threads(1)
    queries, rights = by_chance(wanted.queries)
    pieces = [*islice(each(queries), wanted.looped)]
    tensors = [torch.tensor(piece.tolist(), dtype=torch.float64) for piece in pieces]
    print("\n| figure | queries | processor (s) | numpy, looped (s) | ratio | torch, looped (s) | ratio | apart by |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, (ours, *theirs) in FIGURES.items():
        asked = anew(queries)
        began = time.process_time()
        found = ours(asked)
        seconds = time.process_time() - began
        cells, apart = [f"{wanted.queries:,}", f"{seconds:.2f}"], 0.0
        for loop, given in zip(theirs, (pieces, tensors), strict=True):
            began = time.process_time()
            looped = np.asarray([loop(piece, place) for piece, place in zip(given, rights, strict=False)])
            scaled = (time.process_time() - began) * wanted.queries / len(looped)
            cells += [f"{scaled:.0f}", f"{scaled / seconds:.0f}"]
            apart = max(apart, float(np.abs(found[: len(looped)] - looped).max()))
        print(f"| {name} | {' | '.join(cells)} | {apart:.0e} |", flush=True)
    asked = anew(queries)
    began = time.process_time()
    for ours, *_ in FIGURES.values():
        ours(asked)
    print(f"\nall three of the same queries: {time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
