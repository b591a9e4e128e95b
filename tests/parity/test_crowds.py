"""Our aggregators against crowd-kit's, on the same tables."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from optotype.statistics import Codes, Floats, codes, crowds
from optotype.statistics.crowds import Beliefs, Ratings
from tests.conftest import library

pytestmark = pytest.mark.filterwarnings("ignore")  # crowd-kit calls pandas in ways that are going out of use

QUESTIONS, EACH, PEOPLE, WIDTH = 80, 5, 12, 4


@pytest.fixture(scope="module")
def aggregation() -> Any:
    """crowd-kit, loaded when it is asked for: that takes as long as most of these tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it imports warns of what it imports
        return library("crowdkit.aggregation")


def study(seed: int) -> tuple[Ratings, Codes]:
    """People of different skill about questions with four options, and what is right."""
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, WIDTH, QUESTIONS)
    truth[:WIDTH] = np.arange(WIDTH)
    questions = np.repeat(np.arange(QUESTIONS), EACH)
    people = np.concatenate([chance.choice(PEOPLE, EACH, replace=False) for _ in range(QUESTIONS)])
    people = codes(people.tolist())  # by first appearance, as crowd-kit numbers them
    skills = chance.uniform(0.3, 0.95, PEOPLE)
    right = chance.random(len(people)) < skills[people]
    right[: WIDTH * EACH] = True  # labels too: its MACE numbers both by first appearance and by name, and mixes them up
    others = (truth[questions] + chance.integers(1, WIDTH, len(people))) % WIDTH
    labels = np.where(right, truth[questions], others)
    return Ratings(questions, people, labels, np.full(QUESTIONS, WIDTH)), truth


def frame(ratings: Ratings) -> Any:
    """The table as crowd-kit takes it."""
    return library("pandas").DataFrame({"task": ratings.questions, "worker": ratings.people, "label": ratings.labels})


def theirs(ratings: Ratings, probabilities: Any) -> Floats:
    """What crowd-kit believes of each pair of question and label that somebody chose."""
    table = probabilities.loc[np.arange(QUESTIONS), np.arange(WIDTH)].to_numpy()
    return table[ratings.cell_questions, ratings.cell_labels]


@pytest.mark.parametrize("seed", range(3))
def test_majority_and_weighted_votes_are_the_same(seed: int, aggregation: Any) -> None:
    ratings, _ = study(seed)
    expected = aggregation.MajorityVote().fit_predict_proba(frame(ratings))
    np.testing.assert_allclose(crowds.majority(ratings).cells, theirs(ratings, expected))
    weights = np.random.default_rng(seed).uniform(0.1, 1, PEOPLE)
    expected = aggregation.MajorityVote().fit_predict_proba(frame(ratings), skills=library("pandas").Series(weights))
    np.testing.assert_allclose(crowds.weighted(ratings, weights).cells, theirs(ratings, expected))


@pytest.mark.parametrize("seed", range(3))
def test_dawid_and_skene_believe_the_same_after_as_many_rounds(seed: int, aggregation: Any) -> None:
    ratings, _ = study(seed)
    model = aggregation.DawidSkene(n_iter=15, tol=-np.inf)
    found = crowds.dawid_skene(ratings, rounds=15, tolerance=-np.inf)
    np.testing.assert_allclose(found.cells, theirs(ratings, model.fit_predict_proba(frame(ratings))), atol=1e-8)


@pytest.mark.parametrize("seed", range(2))
def test_mace_believes_the_same_from_the_same_start(seed: int, aggregation: Any) -> None:
    ratings, _ = study(seed)
    begin = library("scipy.stats").uniform(1, 1.5)  # as crowd-kit begins
    knowing, habits = (begin.rvs(size=(PEOPLE, width), random_state=0) for width in (2, WIDTH))
    start = knowing / knowing.sum(axis=1, keepdims=True), habits / habits.sum(axis=1, keepdims=True)
    model = aggregation.MACE(n_restarts=1, n_iter=20)
    found = crowds.mace(ratings, rounds=20, tolerance=-np.inf, start=start)
    np.testing.assert_allclose(found.cells, theirs(ratings, model.fit_predict_proba(frame(ratings))), atol=1e-6)


@pytest.mark.parametrize("seed", range(2))
def test_mace_comes_to_the_same_labels_from_its_own_start(seed: int, aggregation: Any) -> None:
    ratings, truth = study(seed)
    expected = aggregation.MACE(n_restarts=1, n_iter=30).fit_predict(frame(ratings)).loc[np.arange(QUESTIONS)]
    labels, _ = crowds.mace(ratings).best()
    assert (labels == expected.to_numpy()).mean() >= 0.95
    assert (labels == truth).mean() >= (expected.to_numpy() == truth).mean() - 0.03


def test_glad_comes_to_the_same_beliefs(aggregation: Any) -> None:
    ratings, _ = study(1)
    model = aggregation.GLAD(n_iter=6)
    expected = theirs(ratings, model.fit_predict_proba(frame(ratings)))
    found = crowds.glad(ratings)
    np.testing.assert_allclose(found.cells, expected, atol=0.02)
    _same_order(found, model.alphas_.loc[np.arange(PEOPLE)].to_numpy())


def _same_order(found: Beliefs, abilities: Floats) -> None:
    assert library("scipy.stats").spearmanr(found.skills, abilities).statistic > 0.98


def test_digamma_is_scipys() -> None:
    values = np.concatenate([np.geomspace(1e-3, 1e6, 500), np.linspace(0.01, 20, 500)])
    np.testing.assert_allclose(crowds.digamma(values), library("scipy.special").digamma(values), rtol=1e-11, atol=1e-11)
