from __future__ import annotations

import numpy as np
import pytest

from optotype.caption_parser.paths import Paths


def probabilities(*rows: tuple[float, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array(rows, np.float32)


def told(paths: Paths) -> list[list[tuple[int, ...]]]:
    return [[one.tokens for one in writings] for writings in paths.all()]


def test_where_the_network_is_sure_one_writing_is_followed() -> None:
    paths = Paths(2, share=0.1, most=4)
    origin, chosen = paths.follow(probabilities((0.01, 0.98, 0.01), (0.0, 0.02, 0.98)))
    assert (origin.tolist(), chosen.tolist()) == ([0, 1], [1, 2])
    origin, _ = paths.follow(probabilities((1.0, 0.0, 0.0), (1.0, 0.0, 0.0)))
    assert len(origin) == 0
    assert told(paths) == [[(1,)], [(2,)]]


def test_in_doubt_both_are_followed_and_the_better_end_comes_first() -> None:
    paths = Paths(1, share=0.1, most=4)
    origin, chosen = paths.follow(probabilities((0.0, 0.6, 0.4)))
    assert (origin.tolist(), chosen.tolist()) == ([0, 0], [1, 2])
    paths.follow(probabilities((0.3, 0.35, 0.35), (1.0, 0.0, 0.0)))
    assert told(paths) == [[(2,), (1,)]]
    assert [one.weight for one in paths.all()[0]] == pytest.approx([0.4, 0.18])


def test_a_writing_that_falls_behind_is_given_up() -> None:
    paths = Paths(1, share=0.5, most=4)
    paths.follow(probabilities((0.0, 0.6, 0.4)))
    origin, chosen = paths.follow(probabilities((0.0, 1.0, 0.0), (0.0, 0.5, 0.5)))
    assert (origin.tolist(), chosen.tolist()) == ([0], [1])


def test_no_more_than_so_many_are_followed() -> None:
    paths = Paths(1, share=0.01, most=2)
    origin, _ = paths.follow(probabilities((0.1, 0.3, 0.3, 0.3)))
    assert len(origin) == 2


def test_a_writing_that_never_ends_is_told_as_far_as_it_came() -> None:
    paths = Paths(1, share=0.1, most=2)
    paths.follow(probabilities((0.0, 1.0)))
    paths.follow(probabilities((0.0, 1.0)))
    assert told(paths) == [[(1, 1)]]
