"""Screens: one file each. A screen says which tasks items make, what is shown, and which records work becomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from optotype.family import Family
from optotype.records import Answer, Item, Review
from optotype.selecting import Selection
from optotype.studio.blocks import Block, Filled
from optotype.studio.bundles import Bundle
from optotype.studio.desk import Turn
from optotype.studio.people import CROWD, Person
from optotype.studio.projects import Project
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Screen:
    """What people see and fill in. The fields of the class are the settings of the screen."""

    roles: ClassVar[tuple[str, ...]] = ("annotator", "expert", "administrator")
    """Who works with it."""
    reviews: ClassVar[bool] = False
    """Is the right answer shown? Where people are to find it, it is not even in the source of the page."""
    batch: ClassVar[int] = 20
    """For people who come by an open link: the tasks after which they get a code."""
    offered: ClassVar[bool] = True
    """Is it chosen when a project is made? Some projects come from others."""
    decided: ClassVar[bool] = True
    """Can experts decide about a task, where people do not agree? Not about a batch of items that have nothing in
    common."""
    variants: ClassVar[tuple[str, ...]] = ()
    """Settings with which it is offered besides, such as `verify=true`; their title is the word `title_verify`."""
    personal: ClassVar[bool] = False
    """Does everybody see something of their own? Then what one saw is not remembered for the next."""

    def open_to(self, role: str) -> bool:
        """May somebody of this role work with it, as it is set? A crowd may as annotators do, and sees no answers."""
        return ("annotator" if role == CROWD and not self.reviews else role) in self.roles

    def subjects(self, bench: Bench, selection: Selection) -> Iterator[str]:
        """What tasks are about: an item each, unless a screen puts several together."""
        return (item.id for item in selection.items(bench) if self.fits(item))

    def bundles(self, bench: Bench, project: Project, selection: Selection) -> Iterator[Bundle]:
        """Tasks with the items that they put together, for screens whose items nothing in the bench holds together."""
        return iter(())

    def fits(self, item: Item) -> bool:
        """Can an item be put on this screen?"""
        return True

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """What is seen, from top to bottom."""
        raise NotImplementedError

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """What work becomes; called with what `check` has let through."""
        raise NotImplementedError

    def right(self, bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
        """In training: what would have been right, in words; an empty text where the work was, None if nobody knows."""
        return None

    def checks(self, bench: Bench, turn: Turn, filled: Filled) -> dict[str, bool]:
        """Where a task tells by itself whether somebody read it: by name, which of its checks were passed."""
        return {}

    def record_ids(self, bench: Bench, turn: Turn) -> list[str]:
        """The ids of the records that a turn's work became, or may have become."""
        return [f"studio/{turn.project}/{turn.id}"]

    def says(self, filled: Filled) -> dict[str, JsonValue]:
        """By what people who did the same task are compared: all fields but what explains them."""
        return {name: value for name, value in filled.items() if name not in ("note", "reason")}

    def compared(self, bench: Bench, turn: Turn, filled: Filled) -> dict[str, JsonValue]:
        """The same, for screens on which it depends on the task."""
        return self.says(filled)


family = Family[Screen]("optotype.studio.screens", "screen")
