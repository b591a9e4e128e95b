"""Selecting: which items of a bench are meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from optotype import looking
from optotype.errors import NothingYet
from optotype.records import Item, Run
from optotype.store import Where

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Selection:
    """Which items are asked about."""

    split: str | None = None
    form: str | None = None
    collection: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    limit: int | None = None

    @property
    def where(self) -> Where:
        """The condition that they fulfil."""
        return looking.chosen(split=self.split, form=self.form, collection=self.collection)

    def items(self, bench: Bench) -> Iterator[Item]:
        """The items, in the order in which they came."""
        return islice(bench.store.each(Item, self.where, self.tags), self.limit)

    def count(self, bench: Bench) -> int:
        """How many there are.

        Raises:
            NothingYet: there are none.
        """
        count = bench.store.count(Item, self.where, self.tags)
        if not count:
            looking.check_names(bench, self.where, self.tags)
            raise NothingYet("There are no such items in this bench. 'optotype show' lists what there is.")
        return count if self.limit is None else min(count, self.limit)

    def has(self, bench: Bench, form: str) -> bool:
        """Is there one of this form among them?"""
        there = self.form in (None, form)
        return there and bool(bench.store.count(Item, {**self.where, "form": form}, self.tags))


def selection_of(run: Run) -> Selection | None:
    """Which items a run asks about; None where it does not say, as one that other programs wrote."""
    try:
        return TypeAdapter(Selection).validate_python(run.settings.get("selection"))
    except ValidationError:
        return None
