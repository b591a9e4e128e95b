"""An item for a test that asks no more of it than to be one."""

from __future__ import annotations

from optotype.records import Item, Origin, ShortText


def an_item(id: str, form: object = None, **more: object) -> Item:
    """An item that was written for a test; its collection is what its id begins with, and its cluster is its own."""
    given: dict[str, object] = {
        "id": id,
        "collection": id.partition("/")[0],
        "origin": Origin(kind="written", by="test"),
        "form": form or ShortText(),
        "cluster": id,
    }
    return Item.model_validate(given | more)
