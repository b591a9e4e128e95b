"""References: the captions by which people described a picture, as a bench holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.looking import items, with_gold
from optotype.records import CAPTIONING

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
    asked = items(bench, form="short_text", collection=collection, split=split, kind=CAPTIONING)
    for item, gold in with_gold(bench, asked):
        accepted = () if gold is None else gold.accepted
        captions = dict.fromkeys(text for text in accepted if isinstance(text, str) and text.strip())
        if captions:
            yield Described(item.cluster, item.collection, tuple(captions))
