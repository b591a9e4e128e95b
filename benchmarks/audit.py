"""How long does an audit take?

    python benchmarks/audit.py [--items 20000] [--fast]

A bench is made of items of four forms (four options, yes or no, a number, a short text), each about a picture of its
own of 240 by 180 pixels with a caption of some thirty words, in two splits and nothing to train on, so that every
classifier learns five times. Each respondent and each check is timed, in this process. There is no peer: no tool that
we know audits a benchmark.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw

from optotype import Workbench, init
from optotype.audit import BASELINES
from optotype.batches import batches
from optotype.records import (
    Choice,
    Collection,
    Form,
    Gold,
    Item,
    Noun,
    Number,
    Option,
    Origin,
    Picture,
    ShortText,
    YesNo,
    labels,
)

COLOURS = ("red", "blue", "green", "orange", "purple", "black", "brown", "pink")
THINGS = ("circle", "square", "line", "bar", "star", "arrow", "cross", "ring", "wave", "frame")
PLACES = ("left", "right", "top", "bottom", "middle", "corner", "edge", "border")
WORDS = 400
"""Different words that fill captions."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--fast", action="store_true", help="leave out what looks into pictures")
    wanted = parser.parse_args()
    cores = os.cpu_count() or 1
    print(f"{platform.platform()}, Python {platform.python_version()}, {cores} cores, load {os.getloadavg()[0]:.2f}\n")
    with tempfile.TemporaryDirectory() as folder, init(Path(folder) / "bench") as bench:
        fill(bench, wanted.items)
        measure(bench, fast=wanted.fast)


@dataclass
class Laps:
    """How long each thing took that an audit does."""

    began: tuple[float, float] = field(default_factory=lambda: (time.perf_counter(), time.process_time()))
    times: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    def __call__(self, _: int) -> None:
        """One more thing is done."""
        now = time.perf_counter(), time.process_time()
        self.times.append((now[0] - self.began[0], now[1] - self.began[1]))
        self.began = now


def measure(bench: Workbench, *, fast: bool) -> None:
    from optotype.audit.checks import build

    laps = Laps()
    verdict = bench.audit(fast=fast, progress=laps)
    names = [*(f"`{name}`" for name in BASELINES if not (fast and name == "image_only"))]
    names += [f"check `{check.name}`" for check in build({}, "")]
    print("| what | seconds | of the processor |")
    print("| --- | ---: | ---: |")
    for name, (seconds, work) in zip(names, laps.times, strict=True):
        print(f"| {name} | {seconds:.1f} | {work:.1f} |")
    whole = [sum(column) for column in zip(*laps.times, strict=True)]
    print(f"| all of {verdict.items:,} items | {whole[0]:.1f} | {whole[1]:.1f} |")
    print(f"\npeak of memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def fill(bench: Workbench, items: int) -> None:
    with bench.store.event("benchmark") as writer:
        writer.write(add=[Collection(id="set", format="draw")])
        for batch in batches(records(bench, items), 2000):
            writer.write(add=batch)


def records(bench: Workbench, items: int) -> Iterator[Noun]:
    chance = random.Random(1)
    filler = [f"{chance.choice('bdfgklmnprst')}{chance.choice('aeiou')}{number}" for number in range(WORDS)]
    for number in range(items):
        picture = Picture(
            id=f"set/{number}.png",
            collection="set",
            name=f"{number}.png",
            caption=" ".join([chance.choice(COLOURS), chance.choice(THINGS), *chance.choices(filler, k=30)]),
            **vars(bench.cabinet.keep(draw(chance))),
        )
        yield picture
        form, text, right = asked(chance, number)
        yield Item(
            id=f"set/{number}",
            collection="set",
            origin=Origin(kind="drawn", by="benchmark"),
            form=form,
            question=text,
            pictures=(picture.id,),
            cluster=picture.id,
            split=("dev", "test")[number % 2],
            tags={"kind": (form.kind,)},
        )
        yield Gold(item=f"set/{number}", accepted=(right,), rule="drawn")


def asked(chance: random.Random, number: int) -> tuple[Form, str, str | bool | float | tuple[str, ...]]:
    colour, thing, place = chance.choice(COLOURS), chance.choice(THINGS), chance.choice(PLACES)
    match number % 4:
        case 0:
            texts = [f"the {name} {chance.choice(THINGS)} at the {place}" for name in chance.sample(COLOURS, 4)]
            options = tuple(Option(label=label, text=text) for label, text in zip(labels(4), texts, strict=True))
            return Choice(options=options), f"Which is nearest to the {thing} at the {place}?", (chance.choice("ABCD"),)
        case 1:
            return YesNo(), f"Is the {colour} {thing} at the {place} larger than all others?", chance.random() < 0.5
        case 2:
            return Number(), f"How many things are {colour} beside the {thing}?", float(chance.randint(0, 12))
        case _:
            return ShortText(), f"What colour is the {thing} at the {place}?", chance.choice(COLOURS)


def draw(chance: random.Random) -> bytes:
    image = Image.new("RGB", (240, 180), "white")
    canvas = ImageDraw.Draw(image)
    for _ in range(chance.randint(4, 12)):
        x, y = chance.randint(0, 200), chance.randint(0, 150)
        box = (x, y, x + chance.randint(5, 80), y + chance.randint(5, 60))
        colour = chance.choice(COLOURS)
        match chance.randrange(4):
            case 0:
                canvas.ellipse(box, outline=colour, width=2)
            case 1:
                canvas.rectangle(box, fill=colour)
            case 2:
                canvas.line(box, fill=colour, width=3)
            case _:
                canvas.ellipse(box, fill=colour)
    kept = io.BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


if __name__ == "__main__":
    main()
