"""Captioning: the item that asks for a picture's description, with references as its gold."""

from __future__ import annotations

from optotype.formats import Row, Source
from optotype.records import CAPTIONING, Gold, Item, Picture, ShortText

QUESTION = "Describe the picture in one sentence."


def captioning(
    native: str, references: tuple[str, ...], picture: Picture | None, row: Row, source: Source, by: str
) -> tuple[Item, tuple[Gold, ...]]:
    """The captioning of a picture, with every reference accepted.

    Args:
        native: the id that the item has in its format.
        references: captions that people wrote; without any there is no gold.
        picture: the picture, where there is one.
        row: where it was read.
        source: what it belongs to.
        by: name of the format.
    """
    id = f"{source.collection}/{native}"
    item = Item(
        id=id,
        collection=source.collection,
        origin=row.origin(by),
        form=ShortText(),
        question=QUESTION,
        pictures=() if picture is None else (picture.id,),
        cluster=id if picture is None else picture.id,
        split=row.split,
        tags={"kind": (CAPTIONING,)},
    )
    return item, (Gold(item=id, accepted=references, rule="imported"),) if references else ()
