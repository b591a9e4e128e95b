from __future__ import annotations

import numpy as np
import pytest

from optotype.scenegraph.clustering import kmeans

HEAPS = np.array([[0, 0], [0, 1], [10, 0], [10, 1], [0, 10], [1, 10]], dtype=np.float32)


@pytest.mark.parametrize("seed", range(5))
def test_heaps_that_lie_apart_are_found(seed: int) -> None:
    found = kmeans(HEAPS, 3, seed=seed).tolist()
    assert [found[0] == found[1], found[2] == found[3], found[4] == found[5]] == [True, True, True]
    assert len(set(found)) == 3


def test_the_same_seed_gives_the_same_clusters() -> None:
    vectors = np.random.default_rng(1).normal(size=(300, 8)).astype(np.float32)
    assert (kmeans(vectors, 20, seed=4) == kmeans(vectors, 20, seed=4)).all()
    assert (kmeans(vectors, 20, seed=4) != kmeans(vectors, 20, seed=5)).any()


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_no_cluster_is_empty_even_where_vectors_are_equal(count: int) -> None:
    vectors = np.repeat(HEAPS[:2], 20, axis=0)
    assert set(kmeans(vectors, count).tolist()) == set(range(count))


def test_more_clusters_fit_better() -> None:
    vectors = np.random.default_rng(2).normal(size=(400, 6)).astype(np.float32)

    def spread(count: int) -> float:
        found = kmeans(vectors, count)
        return sum(
            float(((vectors[found == one] - vectors[found == one].mean(axis=0)) ** 2).sum()) for one in set(found)
        )

    assert spread(1) > spread(5) > spread(40) > spread(400) == 0


@pytest.mark.parametrize("count", [0, 7])
def test_a_number_of_clusters_that_makes_no_sense_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} clusters of 6 vectors"):
        kmeans(HEAPS, count)
