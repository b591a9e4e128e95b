"""A bench of small papers: the right figure of each is a row of coloured boxes, the others are plots."""

from __future__ import annotations

import io
import random
from pathlib import Path

from PIL import Image, ImageDraw

import optotype
from optotype.records import Collection, Figure, Gold, GraphicalAbstract, Item, Option, Paper, Picture, Ranking
from optotype.workbench import Workbench
from tests.items import an_item

CAPTIONS = ("Loss over epochs.", "Overview of the network.", "Histogram of errors.", "Runtime for each size.")
RIGHT = 1
"""The number of the right figure."""
THINGS = ("figures", "birds", "galaxies", "proteins", "roads", "tables")


def boxes(seed: int) -> Image.Image:
    """Coloured boxes in a row."""
    chance = random.Random(seed)
    image = Image.new("RGB", (120, 48), "white")
    for place in range(3):
        colour = tuple(chance.randrange(60, 230) for _ in range(3))
        ImageDraw.Draw(image).rectangle([6 + 38 * place, 12, 36 + 38 * place, 36], fill=colour)
    return image


def plot(seed: int) -> Image.Image:
    """Axes and a curve."""
    chance = random.Random(seed)
    image = Image.new("RGB", (64, 64), "white")
    pen = ImageDraw.Draw(image)
    pen.line([(8, 4), (8, 56), (60, 56)], fill="black", width=2)
    pen.line([(8 + 10 * step, chance.randrange(8, 54)) for step in range(6)], fill="black", width=1)
    return image


def paper(number: int, figures: tuple[Figure, ...], *right: str) -> tuple[Paper, Item, Gold | None]:
    """A paper, what is asked about it, and which of its figures are right."""
    id = f"set/{number:03}"
    labels = "ABCDEFGHIJ"[: len(figures)]
    abstract = GraphicalAbstract(id=f"{id}_GA", kind="reused", components=right) if right else None
    record = Paper(
        id=id,
        collection="set",
        abstract=f"We propose a network that looks at {THINGS[number % len(THINGS)]}. It learns from {number} of them.",
        figures=figures,
        graphical_abstract=abstract,
    )
    item = an_item(
        f"{id}/ga",
        Ranking(options=tuple(Option(label=label, text="a figure") for label in labels)),
        collection="set",
        question="Which?",
        paper=id,
        cluster=id,
        split="val" if number % 4 == 0 else "train",
    )
    accepted = tuple((label,) for label, figure in zip(labels, figures, strict=True) if figure.id in right)
    return record, item, Gold(item=item.id, accepted=accepted, rule="imported") if accepted else None


def show(bench: Workbench, id: str, image: Image.Image | None) -> Picture:
    """A picture of a bench; one without a file, if there is none to show."""
    picture = Picture(id=id, collection="set", name=f"{id}.png")
    if image is None:
        return picture
    stream = io.BytesIO()
    image.save(stream, "PNG")
    facts = bench.cabinet.keep(stream.getvalue())
    return picture.model_copy(update={"file": facts.file, "media_type": facts.media_type})


def fill(folder: Path, count: int = 12) -> Path:
    """Makes a bench of so many papers of four figures each."""
    with optotype.init(folder) as bench, bench.store.event("test") as writer:
        writer.put(Collection(id="set", format="write"))
        for number in range(count):
            ids = [f"set/{number:03}/{place}.png" for place in range(len(CAPTIONS))]
            for place, id in enumerate(ids):
                image = boxes(number) if place == RIGHT else plot(10 * number + place)
                writer.put(show(bench, id, image))
            figures = tuple(
                Figure(id=f"{number:03}_F{place}", caption=caption, pictures=(id,))
                for place, (id, caption) in enumerate(zip(ids, CAPTIONS, strict=True))
            )
            record, item, gold = paper(number, figures, f"{number:03}_F{RIGHT}")
            writer.put(record, item, *([gold] if gold is not None else []))
    return folder
