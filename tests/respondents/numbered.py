"""A bench of questions with names, whose right answers only their own replies hold; see `server.py`."""

from __future__ import annotations

import colorsys

from optotype import Workbench
from optotype.evaluate import Limits
from optotype.records import Collection, Gold, Noun, Number, Origin
from tests.items import an_item
from tests.samples import keep_picture

QUICK = Limits(connections=4, pause=0.01, longest_pause=0.05, patience=5.0, welcome=0.3, grace=0.5)
"""Limits that keep nobody waiting."""


def name(number: int) -> str:
    """What a question is called."""
    return f"q{number:03}"


def fill(bench: Workbench, count: int) -> None:
    """Puts questions q000, q001, ... into a bench, each about a picture of its own."""
    records: list[Noun] = [Collection(id="mixed", format="draw")]
    for number in range(count):
        red, green, blue = colorsys.hsv_to_rgb(number / count, 1 - number % 7 / 10, 1)
        colour = f"#{int(255 * red):02x}{int(255 * green):02x}{int(255 * blue):02x}"
        picture = keep_picture(bench, f"{name(number)}.png", colour)
        item = an_item(
            f"mixed/{name(number)}",
            Number(),
            question=f"How many are there in {name(number)}?",
            pictures=(picture.id,),
            cluster=picture.id,
            origin=Origin(kind="drawn", by="test"),
        )
        records += [picture, item, Gold(item=item.id, accepted=(float(number),), rule="drawn")]
    with bench.store.event("test") as writer:
        writer.write(add=records)
