"""Planning: how many people should answer how many questions, for an interval as narrow as wished.

It is found by trying: studies of a size are drawn many times from people who do not exist, and the width of their
intervals is looked at. No bench is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from optotype import statistics
from optotype.errors import OptotypeError
from optotype.progress import Progress, silent
from optotype.results import Grid
from optotype.simulating.people import Simulated
from optotype.statistics import Codes, Floats
from optotype.statistics.agreement import Opinions, agree

Figure = Literal["single", "majority", "alpha"]
"""What is to be known: the share that one person gets right, that a majority gets right, or how far people agree."""

MOST_ITEMS = 20_000
"""Beyond this, a study is called too large."""
_STEP = 2**0.25
"""Sizes that are tried lie a fifth apart."""
_FEWEST = 16


@dataclass(frozen=True)
class Size:
    """A study that gives what was wished for, with one overlap."""

    overlap: int
    """People who answer each item."""
    items: int | None
    """The fewest items whose interval is as narrow as wished; None where there is no such number up to the most."""
    answers: int | None
    """Items times overlap: what has to be paid for."""
    width: float | None
    """How wide the interval is then, in the mean."""
    single: float
    """The share that one person gets right."""
    majority: float | None
    """The share that a majority gets right, items without one counted as wrong."""
    undecided: float | None
    """The share of items without a majority."""
    alpha: float | None
    """Krippendorff's, of these people."""


@dataclass(frozen=True)
class Plan:
    """What a study costs for an interval as narrow as wished."""

    figure: Figure
    width: float
    """From the lower to the upper end, as wished."""
    people: int
    options: int
    difficulty: float
    repeats: int
    sizes: list[Size]
    best: int | None
    """The overlap with the fewest answers; None where none will do."""

    def grids(self) -> list[Grid]:
        """What there is to show, as a table of texts."""
        columns = ("#overlap", "#items", "#answers", "#width", "#one %", "#majority %", "#none %", "#alpha")
        rows = [
            (
                f"{size.overlap}",
                f"over {MOST_ITEMS:,}" if size.items is None else f"{size.items:,}",
                "-" if size.answers is None else f"{size.answers:,}",
                "-" if size.width is None else _width(size.width, self.figure),
                f"{100 * size.single:.1f}",
                "-" if size.majority is None else f"{100 * size.majority:.1f}",
                "-" if size.undecided is None else f"{100 * size.undecided:.1f}",
                "-" if size.alpha is None else f"{size.alpha:.2f}",
            )
            for size in self.sizes
        ]
        title = "one: a person alone is right; majority: it is right; none: items without a majority"
        return [Grid(title, columns, rows)]


def _width(width: float, figure: Figure) -> str:
    return f"{width:.3f}" if figure == "alpha" else f"{100 * width:.1f}"


def plan(
    people: Sequence[Simulated],
    width: float,
    *,
    figure: Figure = "majority",
    overlaps: Sequence[int] = (1, 3, 5, 7),
    options: int = 4,
    confidence: float = 0.95,
    repeats: int = 40,
    seed: int = 0,
    progress: Progress = silent,
) -> Plan:
    """The fewest items for each overlap whose interval is as narrow as wished, in the mean.

    Args:
        people: such as those who will be asked.
        width: of the interval, from end to end: 0.06 for three points either way.
        figure: what is to be known.
        overlaps: how many answer each item.
        options: answers that can be given to an item; people who are wrong take any of the others.
        confidence: of the interval.
        repeats: how often each study is drawn.
        seed: the same gives the same plan.
        progress: told of each overlap done.

    Raises:
        OptotypeError: a width that is none, or fewer people than the largest overlap.
    """
    if not 0 < width < 1:
        raise OptotypeError(f"A width of {width:g} was asked for; one between 0 and 1 was expected, such as 0.06.")
    if options < 2:
        raise OptotypeError(f"{options} options were given; two at least were expected.")
    asked = sorted(set(overlaps))
    if not asked or asked[0] < 1 or asked[-1] > len(people):
        raise OptotypeError(f"Overlaps of {asked} were asked for, and there are {len(people)} people.")
    sizes: list[Size] = []
    for overlap in asked:
        study = _Study(people, overlap, options, confidence, seed)
        sizes.append(study.smallest(figure, width, repeats))
        progress(1)
    found = [size for size in sizes if size.answers is not None]
    best = min(found, key=lambda size: (size.answers or 0, size.overlap)).overlap if found else None
    spread = max(person.difficulty for person in people)
    return Plan(figure, width, len(people), options, spread, repeats, sizes, best)


@dataclass
class _Study:
    """Studies with one overlap, of any size."""

    people: Sequence[Simulated]
    overlap: int
    options: int
    confidence: float
    seed: int

    def smallest(self, figure: Figure, width: float, repeats: int) -> Size:
        """The smallest study that will do: sizes are halved until it is found."""
        if figure != "single" and self.overlap < 2:  # one person is no majority, and agrees with nobody
            return self._size(figure, None, repeats)
        ladder = [math.ceil(_FEWEST * _STEP**step) for step in range(80)]
        ladder = [items for items in ladder if items <= MOST_ITEMS]
        low, high = 0, len(ladder)
        while low < high:
            middle = (low + high) // 2
            if self._widths(figure, ladder[middle], repeats) <= width:
                high = middle
            else:
                low = middle + 1
        return self._size(figure, ladder[low] if low < len(ladder) else None, repeats)

    def _size(self, figure: Figure, items: int | None, repeats: int) -> Size:
        chance = np.random.default_rng(self.seed)
        said = self.draw(2000, chance)
        right, undecided = majority(said, self.options)
        several = self.overlap > 1
        found = agree(opinions(said), intervals=None).alpha if several else None
        return Size(
            overlap=self.overlap,
            items=items,
            answers=None if items is None else items * self.overlap,
            width=None if items is None else self._widths(figure, items, repeats),
            single=float((said == 0).mean()),
            majority=float(right.mean()) if several else None,
            undecided=float(undecided.mean()) if several else None,
            alpha=found,
        )

    def _widths(self, figure: Figure, items: int, repeats: int) -> float:
        chance = np.random.default_rng([self.seed, items])
        # coefficients take longer, and the width of a large study hardly varies
        times = max(3, min(repeats, 40_000 // items)) if figure == "alpha" else repeats
        return float(np.mean([self._width(figure, self.draw(items, chance)) for _ in range(times)]))

    def _width(self, figure: Figure, said: Floats) -> float:
        if figure == "alpha":
            found = agree(opinions(said), self.confidence)
            return 2.0 if found.low is None or found.high is None else found.high - found.low
        values = (said == 0).mean(axis=1) if figure == "single" else majority(said, self.options)[0]
        estimate = statistics.mean(values.astype(np.float64), np.arange(len(said)), self.confidence)
        return estimate.high - estimate.low

    def draw(self, items: int, chance: np.random.Generator) -> Floats:
        """What is said in a study: (items, overlap), 0 for what is right and other numbers for what is not."""
        who = np.argsort(chance.random((items, len(self.people))), axis=1)[:, : self.overlap]
        skills = np.array([person.skill for person in self.people])
        careless = np.array([person.careless for person in self.people])
        spread = np.array([person.difficulty for person in self.people])
        with np.errstate(divide="ignore"):
            logit = np.log(skills) - np.log1p(-skills)
        hardness = chance.standard_normal((items, 1))
        knows = 1 / (1 + np.exp(-(logit[who] - spread[who] * hardness)))
        wrong = chance.integers(1, self.options, who.shape)
        anything = chance.integers(0, self.options, who.shape)
        said = np.where(chance.random(who.shape) < knows, 0, wrong)
        return np.where(chance.random(who.shape) < careless[who], anything, said).astype(np.float64)


def majority(said: Floats, options: int) -> tuple[Floats, Floats]:
    """For each item, whether a majority is right, and whether there is none: more than half have to say the same."""
    votes = np.stack([(said == option).sum(axis=1) for option in range(options)], axis=1)
    decided = votes.max(axis=1) * 2 > said.shape[1]
    right = decided & (votes.argmax(axis=1) == 0)
    return right.astype(np.float64), (~decided).astype(np.float64)


def opinions(said: Floats) -> Opinions:
    """What was said in a study, for coefficients. What is right differs from item to item, as it would in a study."""
    items, overlap = len(said), int(said.size // max(len(said), 1))
    # the right answers are spread over the options, so that chance agreement is what it would be
    options = int(said.max(initial=1)) + 1
    named: Codes = (said.astype(np.int64) + np.arange(items)[:, None]) % options
    unit: Codes = np.repeat(np.arange(items, dtype=np.int64), overlap)
    return Opinions(unit, unit, named.ravel(), [], [], list(range(options)), np.arange(items))
