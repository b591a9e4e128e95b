"""Drawers: pictures whose answers are known, since the scene that was drawn is known. One file per kind.

A drawer draws one unit at a time (a picture with its questions, a paper, a caption) from a `Task`, which says all that
chance may depend on. So the same seed gives the same records and the same pixels, however many processes draw.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from optotype.family import Family
from optotype.formats import Entry
from optotype.records import Collection, Origin

if TYPE_CHECKING:
    from PIL import Image

LEVELS = 8
"""Rungs of the ladder of difficulty, as on an eye chart: 1 is easy, 8 is hard."""


@dataclass(frozen=True)
class Task:
    """One thing to draw."""

    kind: str
    collection: str
    seed: int
    number: int
    """Which of the things drawn with this seed."""
    level: int

    @property
    def id(self) -> str:
        """The id of what is drawn; ids of its items and pictures begin with it."""
        return f"{self.collection}/{self.name}"

    @property
    def name(self) -> str:
        """What is drawn, without the collection; names of files begin with it."""
        return f"{self.seed}-{self.number:06d}"

    @cached_property
    def chance(self) -> random.Random:
        """All chance there is in this drawing."""
        return random.Random(f"{self.kind} {self.seed} {self.number} {self.level}")  # noqa: S311 - not for secrets

    @property
    def origin(self) -> Origin:
        """Where the records of this drawing come from."""
        return Origin(kind="drawn", by=f"{self.kind}, seed {self.seed}, number {self.number}")

    def position(self, count: int, salt: str = "") -> int:
        """A place among `count` for the right option: each place equally often, in no order that could be learned."""
        block, within = divmod(self.number, count)
        places = list(range(count))
        random.Random(f"{self.kind} {self.seed} {block} {count} {salt}").shuffle(places)  # noqa: S311
        return places[within]


@dataclass(frozen=True)
class Drawer(ABC):
    """Draws one kind of thing. Its fields, if it has any, are settings: `--set language=ru`."""

    name: ClassVar[str]
    title: ClassVar[str]
    """What it draws, in a line."""
    unit: ClassVar[str]
    """What is counted: items, figures, tables, papers, captions."""
    licence: ClassVar[str] = "CC0-1.0"
    """What may be done with the pictures."""
    worth_a_process: ClassVar[int] = 16
    """Units below which starting another process takes longer than drawing."""
    ladder: ClassVar[tuple[str, ...]]
    """For each level, what makes it harder than the one before."""

    @abstractmethod
    def draw(self, task: Task) -> Entry:
        """Draws one unit: its items with their scenes, its pictures with their content, its gold."""

    def draw_all(self, tasks: Sequence[Task], processes: int) -> Iterator[Entry]:
        """Draws tasks in several processes; entries come in the order of the tasks."""
        if processes <= 1:
            yield from map(self.draw, tasks)
            return
        from optotype.synth._worker import Worker

        with ExitStack() as stack:
            workers = [stack.enter_context(Worker(self, tasks[first::processes])) for first in range(processes)]
            for number in range(len(tasks)):
                yield workers[number % processes].next()

    @abstractmethod
    def sheet(self, seed: int) -> Iterator[tuple[str, Image.Image]]:
        """An example of everything that it can draw, each with its name, for a contact sheet."""

    def collection(self, name: str) -> Collection:
        """The record of the collection that is about to be drawn."""
        return Collection(id=name, format="draw", title=self.title, licence=self.licence)


family: Family[Drawer] = Family("optotype.synth", "kind of drawing")
