"""A tiny bench with a rule that can be learned: what colour a picture has, and how many bars it shows."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from optotype.bench import Bench
from optotype.records import Choice, Collection, Form, Gold, Option, Picture, ShortText, labels
from optotype.store import Writer
from tests.conftest import Once, library
from tests.items import an_item

COLOURS = {"red": (214, 40, 40), "green": (40, 160, 60), "blue": (40, 60, 210), "yellow": (240, 210, 50)}
SMALLEST: Mapping[str, object] = {
    "encoder": "pixels",
    "side": 4,
    "grids": "1+2",
    "width": 64,
    "batch": 20,
    "epochs": 4,
    "rate": 1e-2,
    "mean": 0.5,
    "dropout": 0.1,
}
"""Settings that make a network so small that a training takes a second."""
PATCH_TRM: Mapping[str, object] = {**SMALLEST, "inside": 32, "inner": 64, "heads": 2, "rounds": 1}
LEARNING: Mapping[str, object] = {"epochs": 20, "rate": 3e-3, "patience": 0}
"""Those of a Patch-TRM, and with which it learns the rule: with three seeds it knew all of it after thirteen epochs."""


def drawn(colour: str, bars: int = 1, shade: int = 0) -> bytes:
    """Bars of a colour side by side; another shade is another file."""
    image = Image.new("RGB", (32, 32), "white")
    pen = ImageDraw.Draw(image)
    red, green, blue = COLOURS[colour]
    for bar in range(bars):
        pen.rectangle((2 + 10 * bar, 2, 8 + 10 * bar, 29), fill=(red, green, blue + shade % 40))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def planted(folder: Path, train: int = 180, dev: int = 36, seed: int = 0) -> Path:
    """A bench of problems in turn: choose the name of a colour, choose a picture of that colour, count bars."""
    chance = random.Random(seed)
    with Bench.init(folder) as bench, bench.store.event("test") as writer:
        writer.write(add=[Collection(id="planted", format="write")])
        for number in range(train + dev):
            put(bench, writer, number, chance, "train" if number < train else "val")
    return folder


def learned(once: Once) -> Path:
    """A folder with a planted bench, a training of Patch-TRM that went to its end, and what that came to."""
    library("torch")
    from optotype.training import family, train

    def learn(folder: Path) -> None:
        recipe = family.build("patch_trm", {**PATCH_TRM, **LEARNING})
        trained = train(recipe, planted(folder / "bench"), folder / "run")
        (folder / "trained").write_bytes(pickle.dumps(trained))

    return once("planted rules", learn)


def put(bench: Bench, writer: Writer, number: int, chance: random.Random, split: str) -> None:
    """One problem."""
    name, bars, shade = chance.choice(list(COLOURS)), chance.randint(1, 3), chance.randrange(1000)
    pictures = [kept(bench, f"planted/{number}.png", drawn(name, bars, shade))]
    shown = chance.sample(list(COLOURS), 3)
    if name not in shown:
        shown[chance.randrange(3)] = name
    letters = labels(3)
    form: Form = ShortText()
    if number % 3 == 0:
        form = Choice(options=tuple(Option(label=a, text=text) for a, text in zip(letters, shown, strict=True)))
    elif number % 3 == 1:
        files = [kept(bench, f"planted/{number}-{a}.png", drawn(b)) for a, b in zip(letters, shown, strict=True)]
        pictures += files
        form = Choice(options=tuple(Option(label=a, picture=file.id) for a, file in zip(letters, files, strict=True)))
    asked = ("What colour is it?", "Which has the same colour?", "How many bars are there?")[number % 3]
    item = an_item(
        f"planted/{number}", form, question=asked, pictures=(pictures[0].id,), cluster=pictures[0].id, split=split
    )
    right = str(bars) if number % 3 == 2 else (letters[shown.index(name)],)
    writer.write(add=[*pictures, item, Gold(item=item.id, accepted=(right,), rule="test")])


def kept(bench: Bench, id: str, content: bytes) -> Picture:
    """A picture whose file the bench has."""
    facts = bench.cabinet.keep(content)
    return Picture(
        id=id,
        collection="planted",
        name=id.rpartition("/")[2],
        file=facts.file,
        media_type=facts.media_type,
        width=facts.width,
        height=facts.height,
        size=len(content),
    )
