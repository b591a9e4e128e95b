"""Crowds: what is probably right, from what many people of different skill said.

All functions take one table, `Ratings`: who said what to which question, as numbers. They give back `Beliefs`: how
probable everything is that somebody said, and how good everybody is. Nothing is drawn by chance, so the same table
always gives the same beliefs, in whatever order its rows come. `tests/parity/test_crowds.py` holds them against
crowd-kit.

- `majority`, `weighted`: shares of votes.
- `dawid_skene`: everybody has a matrix of confusions (Dawid and Skene, 1979).
- `one_coin`: everybody has one skill, for questions whose labels have nothing in common.
- `mace`: somebody knows the answer, or says something of their own (Hovy et al., 2013).
- `glad`: people have a skill, and questions a difficulty (Whitehill et al., 2009).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from optotype.statistics import Codes, Floats

_LEAST = 1e-10
"""A probability below this is taken for this."""
_THETA_PRIOR = 10.0
"""MACE: how often everybody is thought to have said each label for no reason, before anything is seen."""
_KNOWING_PRIOR = 0.5
_INNER = 4
"""GLAD: steps of Newton's method within one step of EM."""


@dataclass(frozen=True)
class Ratings:
    """Who said what to which question. Each column holds numbers from 0; a row is one answer."""

    questions: Codes
    people: Codes
    labels: Codes
    choices: Codes
    """By question, how many labels there are to choose from, those that nobody chose too."""

    @cached_property
    def person_count(self) -> int:
        """How many people there are."""
        return int(self.people.max(initial=-1)) + 1

    @cached_property
    def label_count(self) -> int:
        """How many labels there are, over all questions."""
        return max(int(self.labels.max(initial=-1)) + 1, int(self.choices.max(initial=0)))

    @cached_property
    def votes(self) -> Floats:
        """By question, how many answers it has."""
        return np.bincount(self.questions, minlength=len(self.choices)).astype(np.float64)

    @cached_property
    def _pairs(self) -> tuple[Codes, Codes]:
        return _numbered(self.questions * max(self.label_count, 1) + self.labels)

    @property
    def cells(self) -> Codes:
        """For each row, the number of its pair of question and label."""
        return self._pairs[1]

    @cached_property
    def cell_questions(self) -> Codes:
        """For each pair, its question; they are in order."""
        return self._pairs[0] // max(self.label_count, 1)

    @cached_property
    def cell_labels(self) -> Codes:
        """For each pair, its label."""
        return self._pairs[0] % max(self.label_count, 1)

    def by_question(self, values: Floats) -> Floats:
        """Sums of what each row has, by question."""
        return _sums(self.questions, values, len(self.choices))

    def by_person(self, values: Floats) -> Floats:
        """Sums of what each row has, by person."""
        return _sums(self.people, values, self.person_count)

    def by_cell(self, values: Floats) -> Floats:
        """Sums of what each row has, by pair of question and label."""
        return _sums(self.cells, values, len(self.cell_questions))


@dataclass(frozen=True)
class Beliefs:
    """What is probably right."""

    ratings: Ratings
    cells: Floats
    """How probable each pair of question and label is that somebody chose, in the order of `ratings`."""
    estimated: Floats | None = None
    """By person, what a model has in place of a skill; None where it has nothing."""
    rounds: int = 0
    """How often the beliefs were revised."""

    @cached_property
    def skills(self) -> Floats:
        """By person, how good they are: the share that they get right as far as is believed, or what a model says."""
        if self.estimated is not None:
            return self.estimated
        people, count = self.ratings.people, self.ratings.person_count
        asked = np.maximum(np.bincount(people, minlength=count), 1)
        return self.ratings.by_person(self.cells.take(self.ratings.cells)) / asked

    def best(self) -> tuple[Codes, Floats]:
        """By question, the most probable of the labels that were chosen, and its probability.

        Of labels that are as probable, the first; a question without answers has label -1.
        """
        ratings = self.ratings
        count, asked = len(ratings.choices), ratings.cell_questions
        labels, probability = np.full(count, -1, dtype=np.int64), np.zeros(count)
        if not len(asked):
            return labels, probability
        starts = np.flatnonzero(np.concatenate(([True], asked[1:] != asked[:-1])))
        probability[asked.take(starts)] = np.maximum.reduceat(self.cells, starts)
        foremost = np.flatnonzero(self.cells == probability.take(asked))[::-1]  # the first of equals is written last
        labels[asked.take(foremost)] = ratings.cell_labels.take(foremost)
        return labels, probability


def majority(ratings: Ratings) -> Beliefs:
    """The share of votes; the skill of a person is how often they are with the majority."""
    votes = np.bincount(ratings.cells, minlength=len(ratings.cell_questions)).astype(np.float64)
    return _shares(ratings, votes)


def weighted(ratings: Ratings, weights: Floats) -> Beliefs:
    """The share of votes, each with the weight of its person.

    Args:
        ratings: the table.
        weights: by person; not negative.
    """
    return _shares(ratings, ratings.by_cell(weights.take(ratings.people)))


def dawid_skene(ratings: Ratings, *, rounds: int = 100, tolerance: float = 1e-5) -> Beliefs:
    """Dawid and Skene's model: everybody confuses labels in their own way, and labels are not equally frequent.

    Args:
        ratings: the table; labels mean the same for all questions.
        rounds: the most that beliefs are revised.
        tolerance: by how much the likelihood of an answer has to grow for another round.
    """
    count, width = len(ratings.choices), ratings.label_count
    truth = np.zeros((width, count))  # (labels, questions): what is done for each label runs along the questions
    truth[ratings.cell_labels, ratings.cell_questions] = majority(ratings).cells
    keys, habits = _numbered(ratings.people * max(width, 1) + ratings.labels)
    owners = keys // max(width, 1)  # by habit (a person with a label), the person
    by_habit = _Groups.of(habits, len(keys), ratings.questions)
    by_question = _Groups.of(ratings.questions, count, habits)
    by_owner = _Groups.of(owners, ratings.person_count, np.arange(len(keys)))
    last, done = -math.inf, 0
    for done in range(1, rounds + 1):  # noqa: B007 - told at the end
        prior = np.maximum(truth.mean(axis=1, keepdims=True), _LEAST)
        errors = np.maximum(by_habit.sums(truth), _LEAST)  # (labels, habits)
        errors /= by_owner.sums(errors).take(owners, axis=1)
        truth, whole = _normalised(np.log(prior) + by_question.sums(np.log(errors)))
        likelihood = float(whole.sum()) / max(len(ratings.labels), 1)
        if likelihood - last < tolerance:
            break
        last = likelihood
    cells = truth[ratings.cell_labels, ratings.cell_questions]
    return Beliefs(ratings, cells, rounds=done)


def one_coin(ratings: Ratings, *, rounds: int = 100, tolerance: float = 1e-5) -> Beliefs:
    """A model for labels that have nothing in common from question to question: everybody has one skill.

    Whoever is wrong says any of the other things that can be said, with equal chance. A skill is estimated as if
    everybody had been right once and wrong once before.

    Args:
        ratings: the table.
        rounds: the most that beliefs are revised.
        tolerance: by how much the likelihood of an answer has to grow for another round.
    """
    wrong = np.log(np.maximum(ratings.choices - 1, 1).astype(np.float64))[ratings.questions]
    asked = ratings.by_person(np.ones(len(ratings.people)))
    cells, last, done = majority(ratings).cells, -math.inf, 0
    skills = np.zeros(ratings.person_count)
    for done in range(1, rounds + 1):  # noqa: B007 - told at the end
        skills = (ratings.by_person(cells[ratings.cells]) + 1) / (asked + 2)
        chance = skills[ratings.people]
        cells, likelihood = _symmetric(ratings, np.log(chance), np.log1p(-chance) - wrong)
        if likelihood - last < tolerance:
            break
        last = likelihood
    return Beliefs(ratings, cells, skills, done)


def mace(
    ratings: Ratings,
    *,
    rounds: int = 50,
    tolerance: float = 1e-6,
    start: tuple[Floats, Floats] | None = None,
) -> Beliefs:
    """MACE: everybody either knows, or says something by a habit that does not depend on the question.

    Fitted by variational Bayes, with the priors that the authors use. A skill is how often somebody knows.

    Args:
        ratings: the table; labels mean the same for all questions.
        rounds: the most that beliefs are revised.
        tolerance: by how much the likelihood of an answer has to grow for another round.
        start: by person, how often they (do not know, know), and by person and label, their habits; all alike, unless
            given.
    """
    count, width = ratings.person_count, ratings.label_count
    knowing, habits = (np.full((count, 2), 0.5), np.full((count, width), 1 / max(width, 1))) if start is None else start
    habit = ratings.people * width + ratings.labels
    cells, last, done = np.zeros(0), -math.inf, 0
    for done in range(rounds + 1):
        idle = knowing[ratings.people, 0] * habits.ravel()[habit]
        aware = knowing[ratings.people, 1]
        cells, likelihood = _symmetric(ratings, np.log(idle + aware), np.log(idle))
        if done == rounds or likelihood - last < tolerance:
            break
        last = likelihood
        right = cells[ratings.cells]
        knew = right * aware / (idle + aware)
        guessed = (1 - right) + right * idle / (idle + aware)
        spent = _sums(habit, guessed, count * width).reshape(count, width)
        knowing = _expected(np.stack([ratings.by_person(guessed), ratings.by_person(knew)], axis=1), _KNOWING_PRIOR)
        habits = _expected(spent, _THETA_PRIOR)
    return Beliefs(ratings, cells, knowing[:, 1] / np.maximum(knowing.sum(axis=1), _LEAST), done)


def glad(ratings: Ratings, *, rounds: int = 100, tolerance: float = 1e-6) -> Beliefs:
    """GLAD: people have an ability, questions have a difficulty, and both together say how likely somebody is right.

    With normal priors of mean 1 on the abilities and on the logarithms of how easy questions are. A skill is the
    chance of being right about a question of usual difficulty.

    Args:
        ratings: the table.
        rounds: the most that beliefs are revised.
        tolerance: by how much the likelihood of an answer has to grow for another round.
    """
    ability, ease = np.ones(ratings.person_count), np.ones(len(ratings.choices))
    wrong = np.log(np.maximum(ratings.choices - 1, 1).astype(np.float64))[ratings.questions]
    cells, last, done = np.zeros(0), -math.inf, 0
    for done in range(rounds + 1):
        together = ability[ratings.people] * np.exp(ease)[ratings.questions]
        cells, likelihood = _symmetric(ratings, -np.logaddexp(0, -together), -np.logaddexp(0, together) - wrong)
        prior = -0.5 * float(((ability - 1) ** 2).sum() + ((ease - 1) ** 2).sum()) / max(len(ratings.labels), 1)
        if done == rounds or likelihood + prior - last < tolerance:
            break
        last = likelihood + prior
        ability, ease = _fitted(ratings, cells[ratings.cells], ability, ease)
    return Beliefs(ratings, cells, 1 / (1 + np.exp(-ability * math.e)), done)


# --- inside


def _fitted(ratings: Ratings, right: Floats, ability: Floats, ease: Floats) -> tuple[Floats, Floats]:
    """Abilities and difficulties that fit what is believed, by Newton's method, each for itself in turn."""
    for _ in range(_INNER):
        scale = np.exp(ease)[ratings.questions]
        likely = 1 / (1 + np.exp(-ability[ratings.people] * scale))
        slope = ratings.by_person((right - likely) * scale) - (ability - 1)
        bend = ratings.by_person(likely * (1 - likely) * scale**2) + 1
        ability = ability + np.clip(slope / bend, -1, 1)
        together = ability[ratings.people] * scale
        likely = 1 / (1 + np.exp(-together))
        slope = ratings.by_question((right - likely) * together) - (ease - 1)
        bend = ratings.by_question(likely * (1 - likely) * together**2) + 1
        ease = ease + np.clip(slope / bend, -1, 1)
    return ability, ease


def _symmetric(ratings: Ratings, if_right: Floats, if_wrong: Floats) -> tuple[Floats, float]:
    """How probable each pair is, where an answer is as likely under all labels but its own.

    Args:
        ratings: the table.
        if_right: by row, the logarithm of how likely the answer is if it is right.
        if_wrong: the same if any other label is.

    Returns:
        By pair its probability, and the logarithm of the likelihood, by answer.
    """
    count = len(ratings.choices)
    gain = ratings.by_cell(if_right - if_wrong)
    top = np.zeros(count)
    np.maximum.at(top, ratings.cell_questions, gain)  # labels that nobody chose gain nothing
    chosen = np.exp(gain - top[ratings.cell_questions])
    said = np.bincount(ratings.cell_questions, minlength=count)
    unsaid = np.maximum(ratings.choices - said, 0) * np.exp(-top)
    whole = _sums(ratings.cell_questions, chosen, count) + unsaid
    logs = (
        ratings.by_question(if_wrong) + top + np.log(np.maximum(whole, _LEAST)) - np.log(np.maximum(ratings.choices, 1))
    )
    return chosen / whole[ratings.cell_questions], float(logs.sum()) / max(len(ratings.labels), 1)


def _shares(ratings: Ratings, sums: Floats) -> Beliefs:
    """Votes by pair as shares of those of the question."""
    whole = np.maximum(_sums(ratings.cell_questions, sums, len(ratings.choices)), _LEAST)
    return Beliefs(ratings, sums / whole.take(ratings.cell_questions))


def _sums(groups: Codes, values: Floats, count: int) -> Floats:
    """Sums of values by group."""
    return np.asarray(np.bincount(groups, weights=values, minlength=count), dtype=np.float64)


@dataclass(frozen=True)
class _Groups:
    """Columns of a table by group, in an order in which those of a group stand together: sums are fast then."""

    columns: Codes
    """Which column of the table each member of a group is."""
    starts: Codes
    there: Codes
    """The groups that have members."""
    count: int

    @classmethod
    def of(cls, groups: Codes, count: int, columns: Codes) -> _Groups:
        """Members by group; there are `count` groups, some of which may have none."""
        small = groups.astype(np.uint16) if count < 1 << 16 else groups  # which numpy sorts without comparing
        sizes = np.bincount(groups, minlength=count)
        there = np.flatnonzero(sizes)
        order = np.argsort(small, kind="stable")
        return cls(columns.take(order), (np.cumsum(sizes) - sizes)[there], there, count)

    def sums(self, table: Floats) -> Floats:
        """Sums by group, row by row: (rows, groups)."""
        if not len(self.there):
            return np.zeros((len(table), self.count))
        sums = np.add.reduceat(table.take(self.columns, axis=1), self.starts, axis=1)
        if len(self.there) == self.count:
            return sums
        found = np.zeros((len(table), self.count))
        found[:, self.there] = sums
        return found


def _numbered(keys: Codes) -> tuple[Codes, Codes]:
    """The different keys in order, and for each key its place among them."""
    if len(keys) and int(keys.max()) < 64 * len(keys):  # no need to sort
        there = np.bincount(keys) > 0
        return np.flatnonzero(there), (np.cumsum(there) - 1).take(keys)
    found, places = np.unique(keys, return_inverse=True)
    return found, places.astype(np.int64)


def _normalised(logs: Floats) -> tuple[Floats, Floats]:
    """Probabilities from logarithms that are known but for a constant, by column; and the logarithms of their sums."""
    top = logs.max(axis=0, initial=-np.inf)
    shares = np.exp(logs - top)
    whole = shares.sum(axis=0)
    return shares / whole, top + np.log(whole)


def _expected(counts: Floats, prior: float) -> Floats:
    """The step of variational Bayes: what counts come to under a Dirichlet prior."""
    raised = counts + prior
    return np.exp(digamma(raised) - digamma(raised.sum(axis=1, keepdims=True)))


def digamma(values: Floats) -> Floats:
    """The derivative of the logarithm of the gamma function, for positive numbers; right to 12 digits."""
    x = np.array(values, dtype=np.float64)
    below = np.zeros_like(x)
    for _ in range(8):  # where x is small, from x + 1
        small = x < 8
        below -= np.where(small, 1 / x, 0.0)
        x = np.where(small, x + 1, x)
    inverse = 1 / (x * x)
    tail = inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))))
    return below + np.log(x) - 0.5 / x - tail
