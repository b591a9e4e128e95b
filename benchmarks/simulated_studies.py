"""Simulated studies with known truth: do filters find the careless, do crowds beat majorities, do intervals hold?

    python benchmarks/simulated_studies.py            # all, 4,000 repetitions: ten minutes of the processor or more
    python benchmarks/simulated_studies.py --repeats 1000 intervals drawn
    python benchmarks/simulated_studies.py --repeats 4000 --skip 1000 --only "40 items, 2 answers" intervals
    python benchmarks/simulated_studies.py --repeats 1000 --bootstrap drawn pairs   # both ways to an interval

The people are those of `optotype.simulating`; what they are, and so what is right, is known. `docs/simulating.md` has
the tables.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import comb, lgamma
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from optotype import statistics
from optotype.counting import Person, Said, Table, sift
from optotype.counting.filters import build
from optotype.records import State
from optotype.simulating import people
from optotype.simulating.people import Simulated, crowd
from optotype.simulating.planning import majority, opinions
from optotype.statistics import Codes, Floats, agreement, crowds
from optotype.statistics.agreement import Agreement, Coefficient, Intervals, Level, Opinions, agree, cohen
from optotype.statistics.preferences import Duel, standing


@dataclass(frozen=True)
class Trying:
    """How hard something is tried."""

    repeats: int
    only: tuple[str, ...] = ()
    """Of kinds of study, those in whose names one of these is; all if there is none."""
    skip: int = 0
    """Repetitions that are passed over, so that others are drawn than before."""
    ways: tuple[Intervals, ...] = ("jackknife",)
    """How intervals of coefficients come about."""

    def wants(self, told: str) -> bool:
        """Is this kind of study among those that are tried?"""
        return not self.only or any(part in told for part in self.only)


# --- filters


@dataclass(frozen=True)
class Checking:
    """A study with checks: what is put into it."""

    plain: float = people.PLAIN
    """How often somebody who looks passes a check."""
    checks: tuple[float, ...] = (1 / 3, 1 / 3, 1 / 3, 1 / 4, 1 / 6)
    """For each check of a batch, how often somebody passes who does not look; IconQA's unless given."""
    haste: float = people.HASTE
    """How long somebody needs who does not look, as a share of what they need otherwise."""
    careless: float = 0.1
    """The share of people who do not look in most batches."""
    batches: int = 2
    """Batches of each person."""
    people: int = 40
    questions: int = 20
    """Questions of a batch."""

    def named(self) -> list[str]:
        """The names of the checks, as the studio gives them: questions about the instructions, a planted one, ages."""
        all_ = [*(f"check{number + 1}" for number in range(len(self.checks) - 2)), "planted", "age"]
        return all_[len(all_) - len(self.checks) :]


STRICT = (
    "invalidated",
    "practice",
    "simulated",
    "attention_checks:allowed=0",
    "planted_question:allowed=0",
    "differing_ages:allowed=0",
    "pace",
    "duplicates",
)
"""IconQA's rule: who fails one check is left out."""

CHOOSING, REPORTING = 1000, 0
"""The first seeds of studies on which a rule was chosen, and of those that are reported."""


def filters(trying: Trying) -> None:
    """How many careless and careful batches are left out, with IconQA's checks and without any."""
    print("| careless people are | checks | careless left out | careful left out | by IconQA's rule | |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for haste, told in ((0.2, "five times as fast"), (0.5, "twice as fast"), (1.0, "as slow as others")):
        for there in (True, False):
            study = Checking(haste=haste) if there else Checking(haste=haste, checks=())
            shares = _told_twice(study, trying.repeats)
            print(f"| {told} | {'three, a planted one, two ages' if there else 'none'} | {shares} |", flush=True)


def curve(trying: Trying) -> None:
    """The same for any number of checks, and for people who slip more or less often.

    Batches have a single question, so that nothing is known about pace and checks alone have to tell.
    """
    print("| checks in a batch | batches | slips per 100 | careless left out | careful left out | by IconQA's rule | |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for count, batches in ((1, 2), (2, 2), (3, 2), (5, 1), (5, 2), (8, 2), (1, 10), (3, 5)):
        for plain in (0.97, 0.98, 0.99, 0.995):
            study = Checking(plain, _guesses(count), 1.0, batches=batches, questions=1)
            told = f"{count} | {batches} | {100 * (1 - plain):g}"
            print(f"| {told} | {_told_twice(study, trying.repeats)} |", flush=True)


def _guesses(count: int) -> tuple[float, ...]:
    """How often each of so many checks is passed without looking: IconQA's, and more or fewer of the first kind."""
    return (*(1 / 3 for _ in range(count - 2)), 1 / 4, 1 / 6)[-count:]


def choosing(trying: Trying) -> None:
    """The table by which the filters' defaults were chosen: other studies, and other seeds, than those reported."""
    slips = (0.005, 0.01, 0.02, 0.03, 0.05)
    print(f"| study | IconQA's rule | {' | '.join(f'slip {slip:g}' for slip in slips)} |")
    print(f"| --- | {' | '.join('---:' for _ in range(len(slips) + 1))} |")
    rules = [STRICT, *(tuple(_by_slips(name, slip) for name in STRICT) for slip in slips)]
    for plain in (0.975, 0.985):
        for guesses in ((1 / 2, 1 / 2), (1 / 4,) * 4, (1 / 3,) * 4, (1 / 2,) * 6, (1 / 3,) * 6):
            for batches in (1, 3):
                study = Checking(plain, guesses, 0.7, 0.2, batches, 30)
                shares = _shares(study, rules, trying.repeats, CHOOSING)
                told = f"{len(guesses)} checks of {round(1 / guesses[0])} options, {batches} batches, {plain:g} passed"
                print(f"| {told} | {' | '.join(f'{gone:.1f}, {lost:.1f}' for gone, lost in shares)} |", flush=True)


def _by_slips(spec: str, slip: float) -> str:
    return spec.replace("allowed=0", f"slip={slip:g}")


def _told_twice(study: Checking, repeats: int) -> str:
    both = _shares(study, (None, STRICT), repeats, REPORTING)
    return " | ".join(f"{share:.1f} %" for shares in both for share in shares)


def _shares(study: Checking, rules: Sequence[Rule], repeats: int, seeds: int) -> list[tuple[float, float]]:
    """By rule, of batches that were done without looking, and of others, the percentage that is left out."""
    gone = np.zeros((len(rules), 2))
    there = np.zeros(2)
    for seed in range(seeds, seeds + repeats):
        for careless, *out in _study(study, rules, seed):
            gone[:, int(careless)] += out
            there[int(careless)] += 1
    return [(float(100 * careless), float(100 * careful)) for careful, careless in gone / there]


Rule = Sequence[str] | None
"""Filters, by name; None for those that are used unless others are named."""


def _study(study: Checking, rules: Sequence[Rule], seed: int) -> Iterator[tuple[bool, ...]]:
    """For each batch of a study, whether it was done without looking, and whether each rule leaves it out."""
    chance = random.Random(seed)
    somebody = crowd(study.people, careless=study.careless, difficulty=1.0, seed=seed)
    rows: list[Said] = []
    looked: dict[tuple[str, str, str], bool] = {}
    for who, person in enumerate(somebody):
        for batch in range(study.batches):
            absent = chance.random() < person.careless  # of a whole batch
            looked[person.name, "study", f"batch {batch}"] = not absent
            passed = {
                name: chance.random() < (guess if absent else study.plain)
                for name, guess in zip(study.named(), study.checks, strict=True)
            }
            for number in range(study.questions):
                item = f"i{(who * 7 + batch * study.questions + number) % 200}"
                seconds = person.pace * (study.haste if absent else 1.0) * chance.lognormvariate(0, people.SPREAD)
                id = f"{person.name}/{batch}/{number}"
                said = Said(id, item, person.name, State.GIVEN, ("A",), seconds, None, project="study")
                rows.append(said._replace(batch=f"batch {batch}", checks=passed))
    table = Table(rows, {person.name: Person(person.name, person.name, simulated=True) for person in somebody})
    kept: list[set[tuple[str, str, str]]] = []
    for rule in rules:
        keeps = sift(table, build(rule)).keeps
        kept.append({row.sitting for row, keep in zip(rows, keeps.tolist(), strict=True) if keep})
    for sitting, attentive in looked.items():
        yield not attentive, *(sitting not in those for those in kept)


# --- crowds


def aggregators(trying: Trying) -> None:
    """How often what is decided is right, where skills differ and where they do not."""
    ways: dict[str, Callable[[crowds.Ratings], crowds.Beliefs]] = {
        "majority": crowds.majority,
        "Dawid-Skene": crowds.dawid_skene,
        "MACE": crowds.mace,
        "GLAD": crowds.glad,
    }
    print(f"| skills | {' | '.join(ways)} | Dawid-Skene better in |")
    print(f"| --- | {' | '.join('---:' for _ in ways)} | ---: |")
    for told, low, high, careless in (
        ("0.35 to 0.95", 0.35, 0.95, 0.0),
        ("0.7 to 0.95, a third of people careless", 0.7, 0.95, 1 / 3),
        ("0.8, all the same", 0.8, 0.8, 0.0),
    ):
        somebody = crowd(15, skill=(low, high), careless=careless, seed=1)
        right: dict[str, list[float]] = {name: [] for name in ways}
        for study in range(trying.repeats):
            ratings, truth = _ratings(somebody, 300, 5, 4, np.random.default_rng(study))
            for name, way in ways.items():
                right[name].append(float(np.mean(np.equal(way(ratings).best()[0], truth))))
        better = np.mean([ours > theirs for ours, theirs in zip(right["Dawid-Skene"], right["majority"], strict=True)])
        shares = " | ".join(f"{100 * np.mean(found):.1f} %" for found in right.values())
        print(f"| {told} | {shares} | {100 * better:.0f} % of studies |")


def _ratings(
    somebody: Sequence[Simulated], items: int, overlap: int, options: int, chance: np.random.Generator
) -> tuple[crowds.Ratings, np.ndarray]:
    truth = chance.integers(0, options, items)
    who = np.argsort(chance.random((items, len(somebody))), axis=1)[:, :overlap]
    skill = np.array([person.skill for person in somebody])[who]
    careless = np.array([person.careless for person in somebody])[who]
    wrong = (truth[:, None] + chance.integers(1, options, who.shape)) % options
    said = np.where(chance.random(who.shape) < skill, truth[:, None], wrong)
    said = np.where(chance.random(who.shape) < careless, chance.integers(0, options, who.shape), said)
    questions = np.repeat(np.arange(items), overlap)
    return crowds.Ratings(questions, who.ravel(), said.ravel(), np.full(items, options)), truth


# --- intervals

Figure = tuple[float, float | None, float | None]
"""A value, and the ends of its interval; None where none is given."""

Told = dict[tuple[str, str], "Figure | None"]
"""By what was measured, and by which coefficient; None where it is not defined."""

Ways = Sequence[Intervals]
"""How intervals come about, each with columns of its own."""

Drawn = Callable[[np.random.Generator, int, Ways], Told]
"""Draws a study of a size, and tells what comes of it."""


Study = tuple[str, Drawn, int, int]
"""What a study is called, how it is drawn, how large it is, and how large the one is that tells the truth."""

LEAST, MOST = 93.0, 97.0
"""Between which percentages of studies an interval of 95 % shall hold the truth."""

HALF = 0.5
"""Of studies: where fewer have an interval, figures are told apart."""


def intervals(trying: Trying) -> None:
    """How often intervals of 95 % hold the truth, in kinds of study that were thought of one by one."""
    four, fewer = (0.7, 0.15, 0.1, 0.05), (0.65, 0.2, 0.1, 0.05)
    accuracies: list[Study] = [
        ("30 items, 3 of 12 people", _accuracy, 30, 400_000),
        ("45 items, 2 of 20 people", partial(_accuracy, overlap=2, somebody=OTHERS), 45, 300_000),
        ("60 items, 3 of 25 people", partial(_accuracy, somebody=NEW), 60, 300_000),
        ("70 items, 5 of 18 people", partial(_accuracy, overlap=5, somebody=UNSEEN), 70, 200_000),
        ("100 items, 5 of 12 people", partial(_accuracy, overlap=5), 100, 200_000),
        ("180 items, 4 of 25 people", partial(_accuracy, overlap=4, somebody=NEW), 180, 200_000),
        ("250 items, 7 of 20 people", partial(_accuracy, overlap=7, somebody=OTHERS), 250, 100_000),
        ("400 items, 5 of 12 people", partial(_accuracy, overlap=5), 400, 200_000),
    ]
    coefficients: list[Study] = [
        ("14 items, 5 answers", partial(_coefficients, overlap=5, somebody=UNSEEN), 14, 200_000),
        ("18 items, 4 answers", partial(_coefficients, overlap=4, somebody=NEW), 18, 200_000),
        ("20 items, 5 answers", partial(_coefficients, overlap=5, somebody=OTHERS), 20, 200_000),
        ("22 items, 6 answers", partial(_coefficients, overlap=6, somebody=NEW), 22, 200_000),
        ("26 items, 3 answers", partial(_coefficients, somebody=UNSEEN), 26, 300_000),
        ("28 items, 3 answers", partial(_coefficients, somebody=NEW), 28, 300_000),
        ("30 items, 3 answers", _coefficients, 30, 400_000),
        ("40 items, 2 answers", partial(_coefficients, overlap=2, somebody=UNSEEN), 40, 300_000),
        ("50 items, 2 answers", partial(_coefficients, overlap=2, somebody=OTHERS), 50, 300_000),
        ("75 items, 2 answers", partial(_coefficients, overlap=2, somebody=NEW), 75, 300_000),
        ("90 items, 4 answers", partial(_coefficients, overlap=4, somebody=UNSEEN), 90, 200_000),
        ("100 items, 3 answers", _coefficients, 100, 400_000),
        ("150 items, 4 answers", partial(_coefficients, overlap=4, somebody=OTHERS), 150, 200_000),
        ("220 items, 3 answers", partial(_coefficients, somebody=NEW), 220, 300_000),
        ("300 items, 3 answers", partial(_coefficients, somebody=UNSEEN), 300, 300_000),
        ("400 items, 3 answers", _coefficients, 400, 400_000),
        ("24 items, one in eight rare, 3 answers", partial(_rare, share=1 / 8), 24, 300_000),
        ("28 items, one in nine rare, 3 answers", partial(_rare, share=1 / 9, right=0.85), 28, 300_000),
        ("30 items, one in ten rare, 3 answers", _rare, 30, 400_000),
        ("36 items, one in seven rare, 3 answers", partial(_rare, share=1 / 7), 36, 300_000),
        ("38 items, one in eleven rare, 4 answers", partial(_rare, share=1 / 11, overlap=4), 38, 300_000),
        ("45 items, one in twelve rare, 4 answers", partial(_rare, share=1 / 12, right=0.8, overlap=4), 45, 300_000),
        ("48 items, one in ten rare, 2 answers", partial(_rare, right=0.88, overlap=2), 48, 400_000),
        ("55 items, one in ten rare, 5 answers", partial(_rare, right=0.85, overlap=5), 55, 300_000),
        ("60 items, one in 16 rare, 5 answers", partial(_rare, share=1 / 16, right=0.88, overlap=5), 60, 300_000),
        ("70 items, one in 13 rare, 3 answers", partial(_rare, share=1 / 13, right=0.8), 70, 300_000),
        ("80 items, one in 25 rare, 5 answers", partial(_rare, share=1 / 25, overlap=5), 80, 300_000),
        ("100 items, one in ten rare, 3 answers", _rare, 100, 400_000),
        ("110 items, one in 18 rare, 3 answers", partial(_rare, share=1 / 18), 110, 300_000),
        ("150 items, one in 24 rare, 2 answers", partial(_rare, share=1 / 24, overlap=2), 150, 400_000),
        ("200 items, one in 25 rare, 2 answers", partial(_rare, share=1 / 25, overlap=2), 200, 400_000),
        ("260 items, one in 30 rare, 2 answers", partial(_rare, share=1 / 30, overlap=2), 260, 400_000),
        ("400 items, one in ten rare, 3 answers", _rare, 400, 400_000),
        ("32 items, 60, 30 and 10 %, 4 answers", partial(_skewed, shares=(0.6, 0.3, 0.1), overlap=4), 32, 300_000),
        ("36 items, four values, 65 to 5 %, 3 answers", partial(_skewed, shares=fewer), 36, 300_000),
        ("40 items, four values, 70 to 5 %, 3 answers", partial(_skewed, shares=four), 40, 300_000),
        ("20 pictures of 4 items, 3 answers", partial(_clustered, somebody=UNSEEN), 20, 50_000),
        ("22 pictures of 3 items, 3 answers", partial(_clustered, each=3, somebody=NEW), 22, 60_000),
        ("25 pictures of 6 items, 3 answers", partial(_clustered, each=6, somebody=OTHERS), 25, 40_000),
        ("60 pictures of 4 items, 3 answers", _clustered, 60, 60_000),
        ("35 items, ratings of 1 to 5, 3 answers", partial(_rated, noise=0.9), 35, 200_000),
        ("40 items, ratings of 1 to 7, 4 answers", partial(_rated, most=7, overlap=4, noise=1.2), 40, 200_000),
        ("50 items, ratings of 1 to 6, 3 answers", partial(_rated, most=6, noise=1.0), 50, 200_000),
        ("60 items, ratings of 1 to 10, 2 answers", partial(_rated, most=10, overlap=2, noise=1.4), 60, 200_000),
        ("100 items, ratings of 1 to 5, 3 answers", _rated, 100, 300_000),
        ("35 items, sets of 5, 3 answers", partial(_sets, size=5), 35, 30_000),
        ("40 items, sets of 4, 3 answers", _sets, 40, 30_000),
        ("50 items, sets of 5, 2 answers", partial(_sets, size=5, overlap=2), 50, 30_000),
        ("100 items, sets of 4, 3 answers", _sets, 100, 30_000),
    ]
    for studies in (accuracies, coefficients):
        _held(studies, trying, 3_000_000)


def pairs(trying: Trying) -> None:
    """The same of two people; weighted where they rate."""
    studies: list[Study] = [
        ("35 items, five values", partial(_pair, values=5, right=0.7), 35, 300_000),
        ("40 items, three values", _pair, 40, 300_000),
        ("45 items, four values", partial(_pair, values=4, right=0.75), 45, 300_000),
        ("50 items, three values", _pair, 50, 400_000),
        ("90 items, three values", partial(_pair, right=0.85), 90, 300_000),
        ("120 items, two values", partial(_pair, values=2, right=0.9), 120, 300_000),
        ("200 items, three values", _pair, 200, 400_000),
        ("60 items, one in eight rare", partial(_rare_pair, share=1 / 8), 60, 300_000),
        ("150 items, one in 20 rare", partial(_rare_pair, share=1 / 20), 150, 300_000),
        ("20 items, ratings of 1 to 5", _rated_pair, 20, 300_000),
        ("25 items, ratings of 1 to 10", partial(_rated_pair, most=10, noise=1.5), 25, 300_000),
        ("35 items, ratings of 1 to 4", partial(_rated_pair, most=4, noise=0.5), 35, 300_000),
        ("50 items, ratings of 1 to 7", partial(_rated_pair, most=7, noise=1.3), 50, 300_000),
        ("80 items, ratings of 1 to 5", partial(_rated_pair, noise=1.1), 80, 300_000),
        ("120 items, ratings of 1 to 9", partial(_rated_pair, most=9), 120, 300_000),
        ("250 items, ratings of 1 to 6", partial(_rated_pair, most=6, noise=1.0), 250, 300_000),
    ]
    _held(studies, trying, 3_000_000)


def drawn(trying: Trying) -> None:
    """The same in kinds of study that chance thought of, none of which was chosen on."""
    _held(_by_chance(64, REPORTED_KINDS), trying, 4_000_000)


def looked(trying: Trying) -> None:
    """The kinds of study on which it was chosen how intervals of Gwet's coefficient are made."""
    _held(_by_chance(96, CHOSEN_KINDS), trying, 3_100_000)


CHOSEN_KINDS, REPORTED_KINDS = 31, 208
"""Seeds by which chance thinks of kinds of study."""


def _by_chance(count: int, seed: int) -> list[Study]:
    """Kinds of study of any size from 15 to 300 items, with 2 to 5 answers to each."""
    chance = np.random.default_rng(seed)
    return [_one_by_chance(chance, _FAMILIES[number % len(_FAMILIES)]) for number in range(count)]


_FAMILIES = "people", "rare", "skewed", "clustered", "rated", "rated", "sets", "rare"


def _one_by_chance(chance: np.random.Generator, family: str) -> Study:
    size = round(15 * 20 ** float(chance.random()))
    overlap = int(chance.integers(2, 6))
    somebody = crowd(
        int(chance.integers(10, 30)),
        skill=(float(chance.uniform(0.4, 0.65)), float(chance.uniform(0.85, 0.97))),
        careless=float(chance.uniform(0, 0.2)),
        difficulty=float(chance.uniform(0.5, 1.6)),
        seed=int(chance.integers(1_000_000)),
    )
    if family == "rare":
        size, one_in, right = max(size, 20), float(chance.uniform(4, 28)), float(chance.uniform(0.72, 0.95))
        told = f"{size} items, one in {one_in:.0f} rare, {overlap} answers, {right:.2f} known"
        return told, partial(_rare, share=1 / one_in, right=right, overlap=overlap), size, 300_000
    if family == "skewed":
        values = int(chance.integers(3, 6))
        shares = np.maximum(np.sort(chance.dirichlet(np.full(values, 1.5)))[::-1], 0.03)
        shares /= shares.sum()
        told = f"{size} items, {', '.join(f'{100 * share:.0f}' for share in shares)} %, {overlap} answers"
        return told, partial(_skewed, shares=shares.tolist(), overlap=overlap), size, 300_000
    if family == "clustered":
        each = int(chance.integers(2, 7))
        size = max(size // each, 15)
        return (
            f"{size} pictures of {each} items, 3 answers",
            partial(_clustered, each=each, somebody=somebody),
            size,
            60_000,
        )
    if family == "rated":
        size, most = max(size, 20), int(chance.integers(4, 11))
        noise = float(chance.uniform(0.08, 0.25)) * most
        told = f"{size} items, ratings of 1 to {most}, {overlap} answers, off by {noise:.1f}"
        return told, partial(_rated, most=most, overlap=overlap, noise=noise), size, 300_000
    if family == "sets":
        members = int(chance.integers(3, 6))
        told = f"{size} items, sets of {members}, {overlap} answers"
        return told, partial(_sets, size=members, overlap=overlap), size, 60_000
    drawn = partial(_coefficients, overlap=overlap, somebody=somebody)
    return f"{size} items, {overlap} of {len(somebody)} people", drawn, size, 300_000


def exactly(trying: Trying) -> None:
    """Two values, one of them rare: how often intervals hold the truth, worked out over all samples there can be.

    Nothing is repeated; of fewer kinds than there are, the first are taken.
    """
    kinds = [(*kind, "") for kind in EXACTLY] + [(*kind, "yes") for kind in CHOSEN_ON]
    _worked_out(kinds[: trying.repeats])


def few(trying: Trying) -> None:
    """The same for small studies that chance thought of, most of which have fewer than three rare items."""
    _worked_out([(*kind, "") for kind in _few(36)][: trying.repeats])


def _few(count: int) -> list[tuple[int, int, float, float]]:
    chance = np.random.default_rng(FEW_KINDS)
    found: list[tuple[int, int, float, float]] = []
    while len(found) < count:
        items, overlap = int(chance.integers(15, 46)), int(chance.choice([2, 2, 3, 3, 4]))
        one_in, right = float(chance.uniform(4, 28)), float(chance.uniform(0.72, 0.95))
        if items <= {2: 45, 3: 40, 4: 26}[overlap]:  # of more there are too many samples to go over
            found.append((items, overlap, one_in, right))
    return found


FEW_KINDS = 90_210
"""A seed."""


def _worked_out(kinds: Sequence[tuple[int, int, float, float, str]]) -> None:
    print("| study | alpha | Fleiss' kappa | Gwet's AC | on which it was chosen |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for items, overlap, one_in, right, chosen in kinds:
        found = _exactly(items, overlap, 1 / one_in, right)
        shares = " | ".join(f"{100 * held:.1f} %, given in {100 * given:.0f} %" for held, given in found)
        told = f"{items} items, one in {one_in:.0f} rare, {overlap} answers, {right:.2g} known"
        print(f"| {told} | {shares} | {chosen} |", flush=True)


CHOSEN_ON = (
    (33, 4, 6, 0.72),
    (40, 3, 4, 0.78),
    (52, 2, 16, 0.87),
    (40, 2, 6, 0.83),
    (20, 4, 6, 0.78),
    (26, 3, 5, 0.83),
)
"""Items, answers of each, one in how many is rare, and the share that people know: some of the kinds on which the
scale, and the quarters of a thing, were chosen."""

EXACTLY = (
    (24, 3, 8, 0.9),
    (30, 3, 10, 0.9),
    (36, 3, 7, 0.9),
    (28, 3, 9, 0.85),
    (44, 3, 12, 0.8),
    (22, 4, 7, 0.88),
    (30, 4, 10, 0.8),
    (60, 2, 12, 0.9),
    (100, 2, 15, 0.85),
    (140, 2, 25, 0.9),
)
"""The same for kinds on which nothing was chosen."""


def _exactly(items: int, overlap: int, share: float, right: float) -> list[tuple[float, float]]:
    """How often the intervals of alpha, Fleiss' and Gwet's coefficient hold the truth, and are given at all."""
    likely, truths = _truths(overlap, share, right)
    held, given, known = np.zeros(3), np.zeros(3), np.zeros(3)
    for counts in _samples(items, overlap):
        probability = np.exp(_ways(counts) + float(counts @ np.log(likely)))
        if probability < 1e-7:
            continue
        for place, found in enumerate(_told_of(counts).values()):
            if found is None:
                continue
            _, low, high = found
            known[place] += probability
            if low is not None and high is not None:
                given[place] += probability
                held[place] += probability * (low <= truths[place] <= high)
    return list(zip((held / given).tolist(), (given / known).tolist(), strict=True))


def _truths(overlap: int, share: float, right: float) -> tuple[Floats, tuple[float, float, float]]:
    """How likely it is that none, one, two, ... say the rare value of a thing, and what the coefficients are."""
    many = np.arange(overlap + 1)
    often = np.array([comb(overlap, count) for count in many])
    likely = np.zeros(overlap + 1)
    for weight, says in ((share, right + (1 - right) * share), (1 - share, (1 - right) * share)):
        likely += weight * often * says**many * (1 - says) ** (overlap - many)
    apart = float(likely @ (2 * many * (overlap - many))) / (overlap * (overlap - 1))
    rare = float(likely @ many) / overlap
    kappa = 1 - apart / (2 * rare * (1 - rare))
    return likely, (kappa, kappa, 1 - apart / (1 - 2 * rare * (1 - rare)))


def _samples(items: int, overlap: int) -> Iterator[Codes]:
    """All samples there can be: of how many things none, one, two, ... say the rare value."""
    for bars in combinations(range(items + overlap), overlap):
        yield np.diff([-1, *bars, items + overlap]) - 1


def _ways(counts: Codes) -> float:
    """In how many orders a sample can come about, as a logarithm."""
    return lgamma(int(counts.sum()) + 1) - sum(lgamma(count + 1) for count in counts.tolist())


def _told_of(counts: Codes) -> Told:
    overlap = len(counts) - 1
    said = np.repeat(np.arange(overlap + 1), counts)[:, None] > np.arange(overlap)
    return _told(("jackknife",), _table(said, [0, 1]), categories=2)


def others(trying: Trying) -> None:
    """How many items must have another value than the commonest, for an interval of alpha to hold what it says?

    Worked out over all samples there can be of small studies with two values. The number was chosen on these, and none
    of them is reported elsewhere. Nothing is repeated; of fewer sizes than there are, the first are taken.
    """
    chance = np.random.default_rng(OTHERS_KINDS)
    found: dict[int, list[tuple[float, float]]] = {least: [] for least in range(11)}
    with patch.object(agreement, "LEAST_OTHERS", 0):
        for items, overlap in SMALL[: trying.repeats]:
            samples = np.array(list(_samples(items, overlap)))
            ends = np.array([_alpha_ends(counts) for counts in samples])
            ways = np.array([_ways(counts) for counts in samples])
            other = items - np.maximum(samples[:, 0], samples[:, -1])
            for _ in range(40):
                share, right = 1 / float(chance.uniform(4, 28)), float(chance.uniform(0.72, 0.95))
                likely, (alpha, _, _) = _truths(overlap, share, right)
                weights = np.exp(ways + samples @ np.log(likely)) * np.isfinite(ends[:, 0])
                held = (ends[:, 0] <= alpha) & (alpha <= ends[:, 1])
                for least, shares in found.items():
                    given = weights * (other >= least)
                    shares.append((float(given.sum() / weights.sum()), float(100 * given @ held / given.sum())))
    print(
        "| items with another value | kinds with an interval in half of the studies | from 93 to 97 % | least | most |"
    )
    print("| ---: | ---: | ---: | ---: | ---: |")
    for least, shares in found.items():
        often = [held for given, held in shares if given >= HALF]
        inside = sum(LEAST <= round(held, 1) <= MOST for held in often)
        print(f"| {least} | {len(often)} of {len(shares)} | {inside} | {min(often):.1f} % | {max(often):.1f} % |")


SMALL = (
    *((items, 2) for items in (16, 22, 32, 48, 75)),
    *((items, 3) for items in (16, 23, 31, 42)),
    *((items, 4) for items in (15, 21, 25)),
    *((items, 5) for items in (15, 18)),
)
"""Items, and answers to each."""

OTHERS_KINDS = 777
"""A seed."""


def _alpha_ends(counts: Codes) -> tuple[float, float]:
    found = _told_of(counts)["", "Krippendorff's alpha"]
    if found is None or found[1] is None or found[2] is None:
        return np.nan, np.nan
    return found[1], found[2]


def preferences(trying: Trying) -> None:
    """The same of pairs: the study on which the method was chosen, and two on which nothing was."""
    sixty: Study = ("60 papers, 6 pairs of 4 methods, 3 of 15 people", _duels, 60, 4_000)
    five: Study = ("35 papers, 6 pairs of 4 methods, 5 of 25 people", partial(_duels, judges=25, overlap=5), 35, 3_000)
    four: Study = ("45 papers, 6 pairs of 4 methods, 4 of 20 people", partial(_duels, judges=20, overlap=4), 45, 3_000)
    _held([sixty, five, four], trying, 3_200_000)


@dataclass
class Given:
    """The intervals of a figure over many studies."""

    held: list[bool] = field(default_factory=list[bool])
    """Of those that were given, whether each holds the truth."""
    widths: list[float] = field(default_factory=list[float])
    withheld: int = 0
    """Studies that have the figure without an interval."""

    def add(self, found: Figure, truth: float) -> None:
        """What came of a study."""
        _, low, high = found
        if low is None or high is None:
            self.withheld += 1
            return
        self.held.append(low <= truth <= high)
        self.widths.append(high - low)

    @property
    def share(self) -> float:
        """Of the studies that have the figure, those that have an interval."""
        return len(self.held) / (len(self.held) + self.withheld)

    @property
    def told(self) -> str:
        """How often the interval holds the truth, how wide it is and, where it is not always given, how often it is."""
        if not self.held:
            return "none given"
        often = f", given in {100 * self.share:.0f} %" if self.withheld else ""
        return f"{100 * np.mean(self.held):.1f} % ({np.mean(self.widths):.2f}){often}"


def _held(studies: Sequence[Study], trying: Trying, seeds: int) -> None:
    """A table of studies and coefficients: how often the interval holds the truth, how wide it is, how often given.

    Where fewer than half of the studies have an interval, their share is told apart from the others.
    """
    shares: dict[tuple[bool, bool], list[float]] = {}
    columns: list[str] = []
    for told, draw, size, large in (study for study in studies if trying.wants(study[0])):
        found = draw(np.random.default_rng(seeds), large, ("jackknife",))
        known = {name: value[0] for name, value in found.items() if value is not None}
        names = [f"{{}}, {way}" if way != "jackknife" else "{}" for way in trying.ways]
        truth = {(way, name.format(column)): value for name in names for (way, column), value in known.items()}
        if not columns:
            columns = list(dict.fromkeys(column for _, column in truth))
            print(f"\n| study | {' | '.join(columns)} |")
            print(f"| --- | {' | '.join('---:' for _ in columns)} |")
        given = {name: Given() for name in truth}
        for repeat in range(seeds + trying.skip, seeds + trying.skip + trying.repeats):
            for name, value in draw(np.random.default_rng([repeat, size]), size, trying.ways).items():
                if value is not None:
                    given[name].add(value, truth[name])
        for way in dict.fromkeys(way for way, _ in truth):
            names = [(way, column) for column in columns]
            print(
                f"| {told}{', ' if way else ''}{way} | {' | '.join(given[name].told for name in names)} |", flush=True
            )
        for (_, column), those in given.items():
            if those.held:
                kind = "bootstrap" in column, those.share < HALF
                shares.setdefault(kind, []).append(float(100 * np.mean(those.held)))
    for (drawn_anew, seldom), found in sorted(shares.items()):
        which = "by the bootstrap, " * drawn_anew + "given in fewer than half of the studies, " * seldom
        inside = sum(LEAST <= round(share, 1) <= MOST for share in found)
        print(f"\n{which}{inside} of {len(found)} figures from {LEAST:g} to {MOST:g} %; ", end="")
        print(f"{min(found):.1f} to {max(found):.1f} %, {np.mean(found):.1f} in the mean")


SOMEBODY = crowd(12, skill=(0.6, 0.95), careless=0.1, difficulty=1.0, seed=5)
OTHERS = crowd(20, skill=(0.5, 0.9), careless=0.2, difficulty=1.5, seed=77)
UNSEEN = crowd(18, skill=(0.5, 0.93), careless=0.15, difficulty=1.3, seed=404)
NEW = crowd(25, skill=(0.45, 0.92), careless=0.12, difficulty=1.1, seed=303)


def _said(
    chance: np.random.Generator,
    items: int,
    overlap: int,
    hardness: Floats | None = None,
    somebody: Sequence[Simulated] = SOMEBODY,
) -> Floats:
    """(items, overlap): 0 for what is right."""
    who = np.argsort(chance.random((items, len(somebody))), axis=1)[:, :overlap]
    hard = chance.standard_normal(items) if hardness is None else hardness
    skill = np.array([person.skill for person in somebody])[who]
    spread = somebody[0].difficulty
    knows = 1 / (1 + np.exp(-(np.log(skill / (1 - skill)) - spread * hard[:, None])))
    said = np.where(chance.random(who.shape) < knows, 0, chance.integers(1, 4, who.shape))
    absent = chance.random(who.shape) < np.array([person.careless for person in somebody])[who]
    return np.where(absent, chance.integers(0, 4, who.shape), said).astype(np.float64)


def _accuracy(
    chance: np.random.Generator, items: int, _ways: Ways, overlap: int = 3, somebody: Sequence[Simulated] = SOMEBODY
) -> Told:
    said = _said(chance, items, overlap, somebody=somebody)
    found: Told = {}
    for name, values in (("one person", (said == 0).mean(axis=1)), ("majority", majority(said, 4)[0])):
        estimate = statistics.mean(values, np.arange(items))
        found["", name] = estimate.value, estimate.low, estimate.high
    return found


def _told(
    ways: Ways,
    opinions: Opinions,
    way: str = "",
    *,
    level: Level = "nominal",
    categories: int | None = None,
    scale: Sequence[float] = (),
) -> Told:
    found: Told = {}
    for intervals in ways:
        agreed = agree(opinions, level=level, categories=categories, scale=scale, intervals=intervals)
        for name, one in _coefficients_of(agreed).items():
            found[way, name if intervals == "jackknife" else f"{name}, {intervals}"] = _figure(one)
    return found


def _coefficients_of(found: Agreement) -> dict[str, Coefficient]:
    return {
        "Krippendorff's alpha": Coefficient(found.alpha, found.low, found.high),
        "Fleiss' kappa": found.fleiss,
        "Gwet's AC": found.gwet,
    }


def _figure(found: Coefficient) -> Figure | None:
    return None if found.value is None else (found.value, found.low, found.high)


def _coefficients(
    chance: np.random.Generator, items: int, ways: Ways, overlap: int = 3, somebody: Sequence[Simulated] = SOMEBODY
) -> Told:
    return _told(ways, opinions(_said(chance, items, overlap, somebody=somebody)), categories=4)


def _table(said: NDArray[np.bool_] | Floats | Codes, values: Sequence[Hashable]) -> Opinions:
    """What was said, (items, overlap), for coefficients."""
    items = np.arange(len(said))
    unit: Codes = np.repeat(items, int(said.size // len(said)))
    return Opinions(unit, unit, said.ravel().astype(np.int64), [], [], list(values), items)


def _rare(
    chance: np.random.Generator, items: int, ways: Ways, share: float = 0.1, right: float = 0.9, overlap: int = 3
) -> Told:
    """One item in ten is a rare one; people are right about nine in ten, and guess as items are otherwise."""
    truth = chance.random(items) < share
    asked = items, overlap
    said = np.where(chance.random(asked) < right, truth[:, None], chance.random(asked) < share)
    return _told(ways, _table(said, [0, 1]), categories=2)


def _skewed(chance: np.random.Generator, items: int, ways: Ways, shares: Sequence[float], overlap: int = 3) -> Told:
    """Values of which some are far more frequent than others."""
    truth = chance.choice(len(shares), items, p=shares)
    asked = items, overlap
    said = np.where(chance.random(asked) < 0.8, truth[:, None], chance.choice(len(shares), asked, p=shares))
    return _told(ways, _table(said, range(len(shares))), categories=len(shares))


def _clustered(
    chance: np.random.Generator, pictures: int, ways: Ways, each: int = 4, somebody: Sequence[Simulated] = SOMEBODY
) -> Told:
    shared = np.repeat(chance.standard_normal(pictures), each)
    found = opinions(_said(chance, each * pictures, 3, shared, somebody))
    return _told(ways, replace(found, cluster=np.repeat(np.arange(pictures), each)), categories=4)


def _rated(
    chance: np.random.Generator, items: int, ways: Ways, most: int = 5, overlap: int = 3, noise: float = 0.8
) -> Told:
    real = chance.normal((most + 1) / 2, most / 5, items)
    said = np.clip(np.round(real[:, None] + chance.normal(0, noise, (items, overlap))), 1, most) - 1
    ratings = _table(said, [float(number + 1) for number in range(most)])
    scale = range(1, most + 1)
    by_rank = _told(ways, ratings, "by rank", level="ordinal", scale=scale)
    return by_rank | _told(ways, ratings, "by distance", level="interval", scale=scale)


def _sets(chance: np.random.Generator, items: int, ways: Ways, size: int = 4, overlap: int = 3) -> Told:
    real = chance.random((items, size)) < 0.4
    said = real[:, None, :] ^ (chance.random((items, overlap, size)) < 0.1)
    names = [frozenset(place for place in range(size) if number >> place & 1) for number in range(1 << size)]
    return _told(ways, _table((said * (1 << np.arange(size))).sum(axis=2), names), level="masi")


def _pair(chance: np.random.Generator, items: int, ways: Ways, values: int = 3, right: float = 0.8) -> Told:
    truth = chance.integers(0, values, items)
    one, other = (np.where(chance.random(items) < right, truth, chance.integers(0, values, items)) for _ in range(2))
    return _two(ways, one, other, range(values))


def _rare_pair(chance: np.random.Generator, items: int, ways: Ways, share: float, right: float = 0.9) -> Told:
    truth = chance.random(items) < share
    one, other = (np.where(chance.random(items) < right, truth, chance.random(items) < share) for _ in range(2))
    return _two(ways, one.astype(np.int64), other.astype(np.int64), range(2))


def _rated_pair(chance: np.random.Generator, items: int, ways: Ways, most: int = 5, noise: float = 0.8) -> Told:
    """Two people rate; one of them is a little more lenient."""
    real = chance.normal((most + 1) / 2, most / 5, items)
    one, other = (
        np.clip(np.round(real + lenient + chance.normal(0, noise, items)), 1, most).astype(np.int64) - 1
        for lenient in (0.0, 0.3)
    )
    return _two(ways, one, other, [float(number + 1) for number in range(most)], level="ordinal")


def _two(ways: Ways, one: Codes, other: Codes, values: Sequence[Hashable], *, level: Level = "nominal") -> Told:
    return {
        ("", "Cohen's kappa" + (f", {intervals}" if intervals != "jackknife" else "")): _figure(
            cohen(one, other, list(values), np.arange(len(one)), level=level, intervals=intervals)
        )
        for intervals in ways
    }


STRENGTH = np.array([0.8, 0.3, -0.2, -0.9])


def _duels(chance: np.random.Generator, papers: int, _ways: Ways, judges: int = 15, overlap: int = 3) -> Told:
    """Four methods; papers differ in how well each does, people in which side they like."""
    many = papers > 1000
    own = STRENGTH + chance.normal(0, 0.5, (papers, 4))
    side = chance.normal(0.2, 0.3, papers * overlap if many else judges)
    duels: list[Duel] = []
    for paper in range(papers):
        for a in range(4):
            for b in range(a + 1, 4):
                for who in chance.choice(len(side), overlap, replace=False):
                    left, right = (a, b) if chance.random() < 0.5 else (b, a)
                    odds = own[paper, left] - own[paper, right] + side[who]
                    result = float(chance.random() < 1 / (1 + np.exp(-odds)))
                    duels.append(Duel(f"m{left}", f"m{right}", result, f"p{who}", f"{paper} {a} {b}", paper))
    found = standing(duels, resamples=2 if many else 300)
    told: Told = {}
    for one in found.rated:
        if one.name in ("m0", "m2"):
            told["", f"win rate, {'best' if one.name == 'm0' else 'third'}"] = (
                one.rate.value,
                one.rate.low,
                one.rate.high,
            )
            low, high = (-9.0, 9.0) if one.low is None or one.high is None else (one.low, one.high)
            name = f"strength, {'best' if one.name == 'm0' else 'third'}"
            told["", name] = None if one.strength is None else (one.strength, low, high)
    if found.first is not None:
        told["", "left side"] = found.first.value, found.first.low, found.first.high
    return dict(sorted(told.items()))


PARTS: dict[str, tuple[Callable[[Trying], None], int]] = {
    "filters": (filters, 40),
    "curve": (curve, 20),
    "choosing": (choosing, 40),
    "aggregators": (aggregators, 40),
    "exactly": (exactly, 1),
    "few": (few, 1),
    "others": (others, 1),
    "intervals": (intervals, 1),
    "pairs": (pairs, 1),
    "drawn": (drawn, 1),
    "looked": (looked, 1),
    "preferences": (preferences, 4),
}
"""By name, what is tried, and by how much fewer repetitions it takes."""


def main(arguments: Sequence[str]) -> None:
    """Prints the tables of the parts that are named; of all, if none is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--repeats", type=int, default=4000)
    parser.add_argument("--only", action="append", default=[], help="kinds of study in whose names this is")
    parser.add_argument("--skip", type=int, default=0, help="repetitions that are passed over")
    parser.add_argument("--bootstrap", action="store_true", help="intervals of coefficients by drawing anew, too")
    asked = parser.parse_args(arguments)
    ways: tuple[Intervals, ...] = ("jackknife", "bootstrap") if asked.bootstrap else ("jackknife",)
    for name in asked.parts or PARTS:
        part, fewer = PARTS[name]
        trying = Trying(max(asked.repeats // fewer, 1), tuple(asked.only), asked.skip, ways)
        print(f"\n{name}, {trying.repeats:,} repetitions\n")
        part(trying)


if __name__ == "__main__":
    main(sys.argv[1:])
