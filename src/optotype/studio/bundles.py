"""Bundles: items that one task puts together, where nothing in the bench holds them together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from optotype.store.studio import bundles


@dataclass(frozen=True)
class Bundled:
    """An item in its place."""

    item: str
    planted: bool = False
    """Is its answer plain, and is it asked only to see who reads?"""


@dataclass(frozen=True)
class Bundle:
    """A task, and its items in order."""

    subject: str
    items: tuple[Bundled, ...]


def keep(connection: sa.Connection, project: str, given: Iterable[Bundle]) -> None:
    """Keeps what belongs together, for as long as the project lives."""
    rows = [
        {"project": project, "subject": bundle.subject, "place": place, "item": one.item, "planted": one.planted}
        for bundle in given
        for place, one in enumerate(bundle.items, 1)
    ]
    if rows:
        connection.execute(sa.insert(bundles), rows)


def items_of(connection: sa.Connection, project: str, subject: str) -> list[Bundled]:
    """The items of a task, in order."""
    query = sa.select(bundles.c.item, bundles.c.planted).where(
        bundles.c.project == project, bundles.c.subject == subject
    )
    return [Bundled(item, planted) for item, planted in connection.execute(query.order_by(bundles.c.place))]
