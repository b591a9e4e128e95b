"""The pages of a report. One file each; `pages/leaderboard.py` holds `Leaderboard`, shown by `leaderboard.html`.

A page takes the board and gives what its template shows, the tables and plots that stand on it, or None where it has
nothing to say. Tables and plots of all pages are written as files, too. What scripts load or lead to is named first,
and made when it is asked for: a report asks for all of it, `optotype view` for what its reader looks at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from optotype.family import Family
from optotype.report.board import Board
from optotype.report.plots import Plot
from optotype.report.tables import Table
from optotype.web.words import Words


@dataclass(frozen=True)
class Shown:
    """What a page shows."""

    context: dict[str, Any] = field(default_factory=dict[str, Any])
    """What its template calls by name."""
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True)
class Page(ABC):
    """A page; its title is the word `NAME.title`."""

    order: ClassVar[int]
    """Its place among the pages; the smallest is the first that people see."""
    scripts: ClassVar[tuple[str, ...]] = ()
    """Scripts of `assets/` that it needs, besides `optotype.js`."""
    styles: ClassVar[tuple[str, ...]] = ()
    """Style sheets of `assets/` that it needs, besides `optotype.css` and `report.css`."""

    @property
    def name(self) -> str:
        """What its address, its template and its words are called by."""
        return family.name_of(type(self))

    @abstractmethod
    def show(self, board: Board, words: Words) -> Shown | None:
        """What there is to show; None where there is nothing."""

    def data(self, board: Board) -> Mapping[str, Callable[[], Any]]:
        """Data that its scripts load, by name: what `index` stands for becomes `data/index.js`."""
        return {}

    def tables(self, board: Board, words: Words) -> Mapping[str, Callable[[], Table]]:
        """Tables that its scripts lead to, by name."""
        return {}

    def plots(self, board: Board, words: Words) -> Mapping[str, Callable[[], Plot]]:
        """Plots that its scripts lead to, by name."""
        return {}


family: Family[Page] = Family("optotype.report.pages", "page")


def pages() -> list[Page]:
    """All pages in their order."""
    return sorted((family.build(name, {}) for name in family), key=lambda page: page.order)
