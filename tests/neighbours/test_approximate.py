"""Approximate search: what LanceDB finds, and that it is kept up to date."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from optotype.neighbours import Vectors, approximate, nearest_of_many, unit
from optotype.neighbours.approximate import Approximate
from optotype.neighbours.index import Index, Only, Thing
from tests.conftest import not_here

WIDTH = 32


@pytest.fixture(autouse=True)
def lancedb() -> None:
    if importlib.util.find_spec("lancedb") is None:
        not_here("lancedb")


def crowd(count: int, seed: int = 1) -> Vectors:
    """Vectors around fifty middles."""
    chance = np.random.default_rng(seed)
    middles = np.random.default_rng(0).normal(size=(50, WIDTH))
    return unit(middles[chance.integers(0, 50, count)] + 0.6 * chance.normal(size=(count, WIDTH)))


def test_most_neighbours_are_found_and_rows_come_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approximate, "GROUPED", 900)
    vectors, queries = crowd(1_000), crowd(20, seed=2)
    table = Approximate(tmp_path / "t", WIDTH)
    serials = list(range(1, 1_001))
    assert table.add([(serials, [2000] * 1_000, [["cs"]] * 1_000, vectors)]) == 1_000
    truth, _ = nearest_of_many(queries, vectors, 10)
    hits = sum(len(set(row + 1) & set(table.search(query, 10))) for row, query in zip(truth, queries, strict=True))
    assert hits / truth.size >= 0.95
    assert table.search_many(queries, 10) == [table.search(query, 10) for query in queries]
    assert table.search_many(queries[:0], 10) == []
    table.remove([int(truth[0, 0]) + 1])
    table.add([([5_000], [2001], [["it's"]], queries[:1])])
    assert table.search(queries[0], 1) == [5_000]
    assert int(truth[0, 0]) + 1 not in table.search(queries[0], 10)
    assert table.search(queries[1], 3, ["it's"]) == [5_000]
    assert table.search(queries[1], 3, years=(2001, 2005)) == [5_000]
    assert Approximate(tmp_path / "t", WIDTH).last() == 5_000


def test_an_index_is_read_through_only_when_something_came_or_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, looked = Approximate.last, list[int]()

    def counted(self: Approximate) -> int:
        looked.append(last(self))
        return looked[-1]

    monkeypatch.setattr(Approximate, "last", counted)
    things = [Thing(f"p{number:03}", (str(number),)) for number in range(40)]
    with Index(tmp_path / "i.db", "x", WIDTH, exact=10) as index:
        index.update(things, lambda texts: crowd(1, seed=int(texts[0])))
        for seed in range(3):
            assert index.search(crowd(1, seed=seed)[0], 1)[0].id == f"p{seed:03}"
        assert looked == [0]
        index.update(things[1:], lambda texts: crowd(1, seed=int(texts[0])))
        assert "p000" not in {one.id for one in index.search(crowd(1, seed=0)[0], 40)}
        assert looked == [0, 40]


def test_an_index_that_is_large_says_what_a_small_one_says(tmp_path: Path) -> None:
    def encode(texts: object) -> Vectors:
        return crowd(1, seed=int(str(texts)[2:-2]))

    things = [Thing(f"p{number:03}", (str(number),), ("cs.CV",), 2000 + number % 5) for number in range(120)]
    query = crowd(1, seed=900)[0]
    with Index(tmp_path / "i.db", "x", WIDTH, exact=10) as large, Index(None, "x", WIDTH) as small:
        for some in (things[:60], things, [*things[:50], *things[55:], Thing("new", ("900",))]):
            large.update(some, encode)
            small.update(some, encode)
            for only in (Only(), Only(("cs",)), Only(years=(2001, 2003))):
                ours, theirs = large.search(query, 8, only), small.search(query, 8, only)
                assert [(one.id, one.score) for one in ours] == [(one.id, one.score) for one in theirs]
    assert len(list(tmp_path.glob("i-*.lance"))) == 1
    (tmp_path / "i.db").unlink()  # what LanceDB kept is another index's then
    with Index(tmp_path / "i.db", "x", WIDTH, exact=10) as large:
        large.update(things[:20], encode)
        assert len({one.id for one in large.search(query, 30)}) == 20
    assert len(list(tmp_path.glob("i-*.lance"))) == 1
