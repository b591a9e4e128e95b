"""Figures: what can be counted about items, pictures, papers and graphs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FREQUENT = 20
"""How many of the most frequent answers and labels are told."""

Numbers = Mapping[int, int] | Mapping[float, int]
"""How often each number came."""


@dataclass(frozen=True)
class Summary:
    """Many numbers in five; figures of nothing are None."""

    count: int
    """How many numbers there are."""
    mean: float | None
    median: float | None
    min: float | None
    max: float | None


@dataclass(frozen=True)
class Spread(Summary):
    """Many numbers, and how often each of them came."""

    histogram: dict[float, int]


@dataclass(frozen=True)
class GoldFigures:
    """What is right: where it stands, what it says."""

    items: int
    """Items whose gold is known."""
    positions: dict[int, int]
    """Of choices: the place of a right option among the options, from 1; each right one is counted."""
    right_options: dict[int, int]
    """Of choices: how many options are right."""
    yes_no: dict[str, int]
    unanswerable: int
    texts: int
    """Items whose right answer is a text or a number."""
    distinct: int
    """Different ones among these."""
    frequent: dict[str, int]
    """The most frequent ones among these."""


@dataclass(frozen=True)
class Labels:
    """The labels of one part of scene graphs, as FACTUAL's Table 2 counts them."""

    labels: int
    """Different ones."""
    occurrences: int
    occurrences_per_label: float | None
    labels_per_caption: float | None
    occurrences_per_caption: float | None
    frequent: dict[str, int]


@dataclass(frozen=True)
class GraphFigures:
    """What scene graphs consist of, in any notation: marks of verbs and of equal names are not part of a label."""

    captions: int
    """Captions whose graph is known."""
    unread: int
    """Graphs that could not be read; they are counted nowhere else."""
    caption_words: Spread
    facts: Labels
    facts_per_caption: Spread
    objects: Labels
    verbs: Labels
    prepositions: Labels
    predicates: Labels
    """`is` among them, as in most figures of FACTUAL's table."""
    relations: Labels
    """Predicates between two objects, so without `is`; FACTUAL's table counts these per caption."""
    attributes: Labels
    quantifiers: Labels
    """How many of something there are, without the unit."""


@dataclass(frozen=True)
class RatingFigures:
    """Answers to items that ask for a number between two bounds."""

    items: int
    count: int
    values: Spread


@dataclass(frozen=True)
class Figures:
    """What can be counted about any set of items."""

    items: int
    collections: dict[str, int]
    splits: dict[str, int]
    kinds: dict[str, int]
    """By value of the tag `kind`; IconQA and SciVQA call it sub-task and type of question."""
    kinds_by_split: dict[str, dict[str, int]]
    forms: dict[str, int]
    """Choices among pictures and among texts are told apart: `choice of pictures`, `choice of texts`."""
    options: dict[int, int]
    """How many items have that many options."""
    question_words: Spread
    text_words: Spread
    """Of captions, abstracts and other texts that questions are about."""
    skills: dict[str, int]
    """An item counts in each of its skills."""
    skills_per_item: Spread
    pictures_per_item: Spread
    """Those of the question; those of options are not counted here."""
    tags: dict[str, dict[str, int]]
    gold: GoldFigures
    graphs: GraphFigures
    ratings: RatingFigures


@dataclass(frozen=True)
class PictureFigures:
    """The pictures, and their files."""

    count: int
    files: int
    """Different files: several pictures may share one."""
    missing: int
    """Pictures without a file."""
    edited: int
    bytes: int
    """Of all files, a shared one counted as often as it is shown."""
    media_types: dict[str, int]
    width: Summary
    height: Summary


@dataclass(frozen=True)
class PaperFigures:
    """The papers, and the figures in them."""

    count: int
    figures: int
    subfigures: int
    figures_per_paper: Spread
    graphical_abstracts: dict[str, int]
    """By kind: original, reused, modified, or not known."""
    title_words: Summary
    abstract_words: Summary
    caption_words: Summary
    fields: dict[str, dict[str, int]]
    """By scheme: papers per subject."""


@dataclass(frozen=True)
class Stats(Figures):
    """All figures of a bench, or of a part of it."""

    excluded: int
    """Items that are left out; they are counted nowhere else."""
    pictures: PictureFigures
    papers: PaperFigures
    by: dict[str, Figures]
    """By value of what was asked to be told apart."""

    def plot(self, folder: Path | str) -> list[Path]:
        """Draws what can be drawn, each as SVG and PNG, and gives back the files."""
        from optotype.stats.plots import draw

        return draw(self, Path(folder))


def summary_of(counts: Numbers) -> Summary:
    """What numbers come to, in five figures."""
    numbers: dict[float, int] = dict(sorted(counts.items()))
    count = sum(numbers.values())
    if not count:
        return Summary(0, None, None, None, None)
    mean = sum(number * times for number, times in numbers.items()) / count
    median = (_nth(numbers, (count - 1) // 2) + _nth(numbers, count // 2)) / 2
    return Summary(count, round(mean, 4), median, next(iter(numbers)), next(reversed(numbers)))


def spread_of(counts: Numbers) -> Spread:
    """What numbers come to, from how often each of them came."""
    return Spread(**vars(summary_of(counts)), histogram=dict(sorted(counts.items())))


def _nth(numbers: Mapping[float, int], place: int) -> float:
    """The number at a place, if each stood in a row as often as it came."""
    for number, times in numbers.items():
        place -= times
        if place < 0:
            return number
    raise IndexError(place)


def ranked(counts: Mapping[str, int], most: int | None = None) -> dict[str, int]:
    """The most frequent first."""
    # equal counts in alphabetical order, so that the order of items changes nothing
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most])
