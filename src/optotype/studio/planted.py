"""Planted questions: their answers are plain, and they are asked only to see who reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from optotype.records import Collection, Gold, Item
from optotype.studio.refusals import Refused

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.studio.projects import Project


def plantable(bench: Bench, project: Project) -> list[str]:
    """The items that a project names to be planted, in order.

    Raises:
        Refused: what it names is not there, or nobody knows the answer.
    """
    found: list[str] = []
    for name in filter(None, map(str.strip, project.planted)):
        if bench.store.get(Collection, name) is not None:
            ids = [item.id for item in bench.store.each(Item, {"collection": name})]
        elif bench.store.get(Item, name) is not None:
            ids = [name]
        else:
            raise Refused("planted", name=name)
        golds = bench.store.get_all(Gold, ids)
        if not golds:
            raise Refused("planted_gold", name=name)
        found += [id for id in ids if id in golds]
    return list(dict.fromkeys(found))
