"""Facets: by what items are told apart, in counts, in results and in reports: a tag, or what every item has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from optotype.errors import OptotypeError, UnknownPart
from optotype.records import Choice, Graph, Item, Number, Preference, Ranking, ShortText, YesNo

if TYPE_CHECKING:
    from optotype.bench import Bench

UNSPLIT = "unsplit"
"""How items without a split are called in counts."""

WITHOUT = "without"
"""How items that lack the tag asked for are called in counts."""

COLUMNS = ("split", "form", "collection", "origin")
"""What figures can be broken down by, besides tags."""

FIGURE_TYPES = (
    "bar chart",
    "box plot",
    "confusion matrix",
    "line chart",
    "pie chart",
    "scatter plot",
    "pareto chart",
    "venn diagram",
    "architecture diagram",
    "neural network",
    "tree",
    "graph",
)
"""What the tag `figure_type` says: SciVQA's types of figures (Borisova et al., 2025)."""


def form_name(item: Item) -> str:
    """The form of an item as people call it; what there is to choose from is part of it."""
    match item.form:
        case Choice():
            return f"choice of {_offered(item)}"
        case Ranking():
            return f"ranking of {_offered(item)}"
        case Preference():
            return f"preference between {_offered(item)}"
        case Number(low=low, high=high):
            return "number" if low is None or high is None else "rating"
        case YesNo():
            return "yes or no"
        case ShortText():
            return "short text"
        case Graph():
            return "scene graph"


def _offered(item: Item) -> str:
    pictured = sum(option.picture is not None for option in item.options)
    if pictured == len(item.options):
        return "pictures"
    return "pictures and texts" if pictured else "texts"


def values_of(item: Item, by: str) -> tuple[str, ...]:
    """What an item is counted under when items are told apart by a tag, or by split, form, collection or origin."""
    match by:
        case "split":
            return (item.split or UNSPLIT,)
        case "form":
            return (form_name(item),)
        case "collection":
            return (item.collection,)
        case "origin":
            return (item.origin.kind,)
        case _:
            return item.tags.get(by) or (WITHOUT,)


def check_tag(bench: Bench, by: str) -> None:
    """Makes sure that items can be told apart by something.

    Raises:
        OptotypeError: no item has such a tag.
    """
    if by in COLUMNS:
        return
    known = bench.store.tag_values()
    if not known:
        raise OptotypeError(f"Items cannot be told apart by '{by}': none has a tag. Try {', '.join(COLUMNS)}.")
    if by not in known:
        raise UnknownPart("tag", by, [*known, *COLUMNS])


def in_order(value: str) -> tuple[float, str]:
    """The order in which values are told: numbers in the order of numbers, then names in the order of names."""
    try:
        number = float(value)
    except ValueError:
        return math.inf, value
    return (math.inf, value) if math.isnan(number) else (number, value)


def by_path(split: str) -> tuple[int, str]:
    """The order in which splits are told: train, val, test, others, and what has none."""
    usual = ("train", "val", "validation", "dev", "test")
    return (usual.index(split) if split in usual else len(usual) + (split == UNSPLIT), split)
