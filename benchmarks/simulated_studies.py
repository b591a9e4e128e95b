"""Simulated studies with known truth: do filters find the careless, do crowds beat majorities, do intervals hold?

    python benchmarks/simulated_studies.py            # all, 1,000 repetitions: about ten minutes
    python benchmarks/simulated_studies.py --repeats 100 intervals

The people are those of `optotype.simulating`; what they are, and so what is right, is known. `docs/simulating.md` has
the tables.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from optotype import statistics
from optotype.counting import Person, Said, Table, sift
from optotype.counting.filters import build
from optotype.records import State
from optotype.simulating import people
from optotype.simulating.people import Simulated, crowd
from optotype.simulating.planning import majority, opinions
from optotype.statistics import Floats, crowds
from optotype.statistics.agreement import Agreement, Level, Opinions, agree, cohen
from optotype.statistics.preferences import Duel, standing

CHECKS = {"check1": 1 / 3, "check2": 1 / 3, "check3": 1 / 3, "planted": 1 / 4, "age": 1 / 6}
"""The checks of a batch, and how often somebody passes who does not look."""


# --- filters


def filters(repeats: int) -> None:
    """How many careless and careful batches are left out, by what checks there are and how hasty the careless are."""
    print("| careless people are | checks | careless batches left out | careful batches left out |")
    print("| --- | --- | ---: | ---: |")
    for haste, told in ((0.2, "five times as fast"), (0.5, "twice as fast"), (1.0, "as slow as others")):
        for checks in (True, False):
            gone = {True: [0, 0], False: [0, 0]}
            for study in range(repeats):
                for careless, out in _study(study, haste, checks):
                    gone[careless][0] += out
                    gone[careless][1] += 1
            shares = [f"{100 * gone[kind][0] / gone[kind][1]:.1f} %" for kind in (True, False)]
            print(f"| {told} | {'three, a planted one, two ages' if checks else 'none'} | {' | '.join(shares)} |")


def _study(seed: int, haste: float, checks: bool) -> Iterator[tuple[bool, bool]]:
    """For each batch of a study, whether it was done without looking, and whether the filters leave it out."""
    chance = random.Random(seed)
    somebody = crowd(40, careless=0.1, difficulty=1.0, seed=seed)
    rows: list[Said] = []
    looked: dict[tuple[str, str, str], bool] = {}
    for person in somebody:
        for batch in range(2):
            absent = chance.random() < person.careless  # of a whole batch
            looked[person.name, "study", f"batch {batch}"] = not absent
            passed = {name: chance.random() < (guess if absent else people.PLAIN) for name, guess in CHECKS.items()}
            for number in range(20):
                item = f"i{(somebody.index(person) * 7 + batch * 20 + number) % 200}"
                seconds = person.pace * (haste if absent else 1.0) * chance.lognormvariate(0, people.SPREAD)
                rows.append(
                    Said(
                        f"{person.name}/{batch}/{number}",
                        item,
                        person.name,
                        State.GIVEN,
                        ("A",),
                        seconds,
                        None,
                        project="study",
                        batch=f"batch {batch}",
                        checks=passed if checks else {},
                    )
                )
    table = Table(rows, {person.name: Person(person.name, person.name, simulated=True) for person in somebody})
    keeps = sift(table, build(None)).keeps
    kept = {row.sitting for row, keep in zip(rows, keeps.tolist(), strict=True) if keep}
    for sitting, attentive in looked.items():
        yield not attentive, sitting not in kept


# --- crowds


def aggregators(repeats: int) -> None:
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
        for study in range(repeats):
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

Drawn = Callable[[np.random.Generator, int], dict[str, "tuple[float, float, float] | None"]]
"""Draws a study of a size, and gives by figure its value and the ends of its interval."""


def intervals(repeats: int) -> None:
    """How often intervals of 95 % hold the truth."""
    print("| figure | study | holds the truth | width |")
    print("| --- | --- | ---: | ---: |")
    for told, draw, size, large in (
        ("30 items, 3 of 12 people", _accuracy, 30, 400_000),
        ("100 items, 5 of 12 people", _accuracy5, 100, 200_000),
        ("400 items, 5 of 12 people", _accuracy5, 400, 200_000),
        ("30 items, 3 answers", _coefficients, 30, 400_000),
        ("100 items, 3 answers", _coefficients, 100, 400_000),
        ("400 items, 3 answers", _coefficients, 400, 400_000),
        ("30 items, two values, one of them rare", _rare, 30, 400_000),
        ("100 items, two values, one of them rare", _rare, 100, 400_000),
        ("400 items, two values, one of them rare", _rare, 400, 400_000),
        ("60 pictures of 4 items, 3 answers", _clustered, 60, 60_000),
        ("100 items, ratings of 1 to 5, 3 answers", _rated, 100, 300_000),
        ("100 items, sets, 3 answers", _sets, 100, 30_000),
        ("50 items", _pair, 50, 400_000),
        ("200 items", _pair, 200, 400_000),
        ("60 papers, 6 pairs of 4 methods, 3 of 15 people", _duels, 60, 4_000),
    ):
        truth = {name: found[0] for name, found in draw(np.random.default_rng(0), large).items() if found is not None}
        held: dict[str, list[bool]] = {name: [] for name in truth}
        widths: dict[str, list[float]] = {name: [] for name in truth}
        for repeat in range(repeats):
            for name, found in draw(np.random.default_rng([repeat, size]), size).items():
                if found is not None:
                    held[name].append(found[1] <= truth[name] <= found[2])
                    widths[name].append(found[2] - found[1])
        for name in truth:
            print(f"| {name} | {told} | {100 * np.mean(held[name]):.1f} % | {np.mean(widths[name]):.3f} |", flush=True)


SOMEBODY = crowd(12, skill=(0.6, 0.95), careless=0.1, difficulty=1.0, seed=5)


def _said(chance: np.random.Generator, items: int, overlap: int, hardness: Floats | None = None) -> Floats:
    """(items, overlap): 0 for what is right."""
    who = np.argsort(chance.random((items, len(SOMEBODY))), axis=1)[:, :overlap]
    hard = chance.standard_normal(items) if hardness is None else hardness
    skill = np.array([person.skill for person in SOMEBODY])[who]
    knows = 1 / (1 + np.exp(-(np.log(skill / (1 - skill)) - hard[:, None])))
    said = np.where(chance.random(who.shape) < knows, 0, chance.integers(1, 4, who.shape))
    absent = chance.random(who.shape) < np.array([person.careless for person in SOMEBODY])[who]
    return np.where(absent, chance.integers(0, 4, who.shape), said).astype(np.float64)


def _accuracy(
    chance: np.random.Generator, items: int, overlap: int = 3
) -> dict[str, tuple[float, float, float] | None]:
    said = _said(chance, items, overlap)
    found: dict[str, tuple[float, float, float] | None] = {}
    for name, values in (("single", (said == 0).mean(axis=1)), ("majority", majority(said, 4)[0])):
        estimate = statistics.mean(values, np.arange(items))
        found[f"accuracy, {name}"] = estimate.value, estimate.low, estimate.high
    return found


def _accuracy5(chance: np.random.Generator, items: int) -> dict[str, tuple[float, float, float] | None]:
    return _accuracy(chance, items, 5)


def _told(found: Agreement, name: str) -> dict[str, tuple[float, float, float] | None]:
    several = {
        f"Krippendorff's alpha{name}": (found.alpha, found.low, found.high),
        f"Fleiss' kappa{name}": (found.fleiss.value, found.fleiss.low, found.fleiss.high),
        f"Gwet's AC{name}": (found.gwet.value, found.gwet.low, found.gwet.high),
    }
    return {
        key: None if value is None else (value, -1.0 if low is None else low, 1.0 if high is None else high)
        for key, (value, low, high) in several.items()
    }


def _agreed(opinions: Opinions, level: Level = "nominal", categories: int | None = None) -> Agreement:
    few = len(opinions.unit) < 20_000  # the truth needs no interval
    return agree(opinions, level=level, categories=categories, resamples=500 if few else 0)


def _coefficients(chance: np.random.Generator, items: int) -> dict[str, tuple[float, float, float] | None]:
    return _told(_agreed(opinions(_said(chance, items, 3)), categories=4), "")


def _rare(chance: np.random.Generator, items: int) -> dict[str, tuple[float, float, float] | None]:
    """One item in ten is a rare one; people are right about nine in ten, and guess as items are otherwise."""
    truth = chance.random(items) < 0.1
    said = np.where(chance.random((items, 3)) < 0.9, truth[:, None], chance.random((items, 3)) < 0.1).astype(np.int64)
    unit = np.repeat(np.arange(items), 3)
    return _told(_agreed(Opinions(unit, unit, said.ravel(), [], [], [0, 1], np.arange(items)), categories=2), ", rare")


def _clustered(chance: np.random.Generator, pictures: int) -> dict[str, tuple[float, float, float] | None]:
    shared = np.repeat(chance.standard_normal(pictures), 4)
    found = opinions(_said(chance, 4 * pictures, 3, shared))
    return _told(_agreed(replace(found, cluster=np.repeat(np.arange(pictures), 4)), categories=4), ", by picture")


def _rated(chance: np.random.Generator, items: int) -> dict[str, tuple[float, float, float] | None]:
    real = chance.normal(3, 1, items)
    said = np.clip(np.round(real[:, None] + chance.normal(0, 0.8, (items, 3))), 1, 5).astype(np.int64) - 1
    unit = np.repeat(np.arange(items), 3)
    ratings = Opinions(unit, unit, said.ravel(), [], [], [1.0, 2.0, 3.0, 4.0, 5.0], np.arange(items))
    return _told(_agreed(ratings, "ordinal"), ", by rank") | _told(_agreed(ratings, "interval"), ", by distance")


def _sets(chance: np.random.Generator, items: int) -> dict[str, tuple[float, float, float] | None]:
    real = chance.random((items, 4)) < 0.4
    said = real[:, None, :] ^ (chance.random((items, 3, 4)) < 0.1)
    names = [frozenset(place for place in range(4) if number >> place & 1) for number in range(16)]
    value = (said * (1 << np.arange(4))).sum(axis=2)
    unit = np.repeat(np.arange(items), 3)
    return _told(_agreed(Opinions(unit, unit, value.ravel(), [], [], list(names), np.arange(items)), "masi"), ", sets")


def _pair(chance: np.random.Generator, items: int) -> dict[str, tuple[float, float, float] | None]:
    truth = chance.integers(0, 3, items)
    one, other = (np.where(chance.random(items) < 0.8, truth, chance.integers(0, 3, items)) for _ in range(2))
    found = cohen(one, other, [0, 1, 2], np.arange(items), resamples=150 if items < 10_000 else 2)
    if found.value is None:
        return {"Cohen's kappa": None}
    return {"Cohen's kappa": (found.value, found.low or -1.0, found.high or 1.0)}


STRENGTH = np.array([0.8, 0.3, -0.2, -0.9])


def _duels(chance: np.random.Generator, papers: int) -> dict[str, tuple[float, float, float] | None]:
    """Four methods; papers differ in how well each does, people in which side they like."""
    many = papers > 1000
    own = STRENGTH + chance.normal(0, 0.5, (papers, 4))
    side = chance.normal(0.2, 0.3, papers * 3 if many else 15)
    duels: list[Duel] = []
    for paper in range(papers):
        for a in range(4):
            for b in range(a + 1, 4):
                for who in chance.choice(len(side), 3, replace=False):
                    left, right = (a, b) if chance.random() < 0.5 else (b, a)
                    odds = own[paper, left] - own[paper, right] + side[who]
                    result = float(chance.random() < 1 / (1 + np.exp(-odds)))
                    duels.append(Duel(f"m{left}", f"m{right}", result, f"p{who}", f"{paper} {a} {b}", paper))
    found = standing(duels, resamples=2 if many else 300)
    told: dict[str, tuple[float, float, float] | None] = {}
    for one in found.rated:
        if one.name in ("m0", "m2"):
            told[f"win rate, {'best' if one.name == 'm0' else 'third'}"] = (one.rate.value, one.rate.low, one.rate.high)
            low, high = (-9.0, 9.0) if one.low is None or one.high is None else (one.low, one.high)
            name = f"strength, {'best' if one.name == 'm0' else 'third'}"
            told[name] = None if one.strength is None else (one.strength, low, high)
    if found.first is not None:
        told["left side"] = found.first.value, found.first.low, found.first.high
    return dict(sorted(told.items()))


PARTS: dict[str, tuple[Callable[[int], None], int]] = {
    "filters": (filters, 5),
    "aggregators": (aggregators, 10),
    "intervals": (intervals, 1),
}
"""By name, what is tried, and by how much fewer repetitions it takes."""


def main(arguments: Sequence[str]) -> None:
    """Prints the tables of the parts that are named; of all, if none is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--repeats", type=int, default=1000)
    asked = parser.parse_args(arguments)
    for name in asked.parts or PARTS:
        part, fewer = PARTS[name]
        print(f"\n{name}, {max(asked.repeats // fewer, 1):,} repetitions\n")
        part(max(asked.repeats // fewer, 1))


if __name__ == "__main__":
    main(sys.argv[1:])
