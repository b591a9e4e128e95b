"""References: the captions by which people described a picture, as a bench holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.formats._captioning import KIND
from optotype.records import Gold
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Described:
    """A picture with what people wrote about it."""

    picture: str
    """What tells it from others: the cluster of its item."""
    collection: str
    captions: tuple[str, ...]
    """Each once, in order."""


def described(bench: Bench, *, collection: str | None = None, split: str | None = None) -> Iterator[Described]:
    """Every picture that has a caption, in the order in which they came."""
    items = bench.items(form="short_text", collection=collection, split=split, kind=KIND)
    for batch in batches(items, BATCH):
        golds = bench.store.get_all(Gold, [item.id for item in batch])
        for item in batch:
            accepted = golds[item.id].accepted if item.id in golds else ()
            captions = dict.fromkeys(text for text in accepted if isinstance(text, str) and text.strip())
            if captions:
                yield Described(item.cluster, item.collection, tuple(captions))
