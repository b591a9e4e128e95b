"""Every item: what was asked, what is right and why, and what everybody said to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from optotype.report import chunks
from optotype.report.pages import Page, Shown

if TYPE_CHECKING:
    from optotype.report.board import Board
    from optotype.web.words import Words


@dataclass(frozen=True)
class Items(Page):
    """A list to search and filter, and the item chosen from it; its scripts draw both."""

    order = 50
    scripts = (
        "tag-names",
        "items-marks",
        "items-graph",
        "stage",
        "items-zoom",
        "items-answers",
        "items-gaze",
        "items-detail",
        "items-list",
        "items-filters",
        "items",
    )
    styles = ("items",)

    def show(self, board: Board, words: Words) -> Shown:
        """An empty frame: the scripts fill it with what the reader asks for."""
        return Shown({"items": words.count(len(board.columns.ids))})

    def data(self, board: Board) -> Mapping[str, Callable[[], Any]]:
        """What can be filtered by, the questions to search in, a picture for each item, and who the people are."""
        return {
            "index": partial(chunks.index, board),
            "questions": lambda: board.columns.questions,
            "faces": partial(chunks.faces, board),
            "people": partial(chunks.people, board),
        }
