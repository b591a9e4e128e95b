"""Conventions: how the authors of a data set score it, and how their paper shows results.

These are the words for it. What holds for a data set stands in its format (`Format.scoring`, `Format.paper_table`):
scoring and reports know no data set by name, and a format from another package brings its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from optotype.web.words import Language

Said = Mapping[Language, str]
"""A text in each language of the interface."""


@dataclass(frozen=True)
class Scoring:
    """How the authors of a data set score files of predictions."""

    metrics: tuple[str, ...]
    by: tuple[str, ...] = ()
    """Tags whose values are told apart; those that no item has are left out."""
    predicted: Literal["answers", "graphs", "rankings"] = "answers"
    """What predictions are: answers to questions, graphs of captions, or rankings, which bring what is right."""
    complete: bool = False
    """Must there be exactly one prediction for each question?"""
    empty: bool = False
    """Is a right answer without a word an answer, rather than one that is kept back?"""
    verbatim: bool = False
    """Is a prediction the bare answer, rather than a reply in which an answer is to be found?"""


@dataclass(frozen=True)
class Columns:
    """Columns of a published table: the values of a tag."""

    tag: str
    hint: Said
    """What the values are, with `{value}` where one stands."""
    values: Mapping[str, Said] = field(default_factory=dict[str, Said])
    """Values in the paper's order, each with what heads its column; nothing where that is the value itself.

    Empty where every data set of the format has values of its own: then all that there are."""


@dataclass(frozen=True)
class PublishedTable:
    """How a paper shows its results."""

    name: str
    """What files of the table are called."""
    title: Said
    columns: tuple[Columns, ...]
    metrics: tuple[str, ...]
    """The paper's metrics by name; what orders the leaderboard is shown where none of them was run."""
    overall: bool
    """Is there a column of all items?"""
    hundred: bool
    """Are figures given in percent, with two digits, rather than from 0 to 1 with four?"""
    turned: bool = False
    """Do methods stand in columns, since there are many categories and their names are long?"""
