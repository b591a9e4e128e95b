"""How long does lint take, without embeddings and with them?

    python benchmarks/lint.py [--items 20000] [--bench DIR]

A bench is made of figures with seven questions each, as SciVQA has them: a drawn picture with a caption, two questions
that ask for a text, two of yes or no, two of four options, one that cannot be answered. Times are of `bench.lint`, in
this process, with reading from the store and writing findings into it; weights are loaded within the second one.
There is no peer: no tool that we know lints questions about pictures.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from optotype import Workbench, init
from optotype.batches import batches
from optotype.records import (
    Choice,
    Collection,
    Form,
    Gold,
    Item,
    Noun,
    Option,
    Origin,
    Picture,
    ShortText,
    YesNo,
    labels,
)

PER_FIGURE = 7
TESSERACT = "personal_data_in_picture"
"""A rule that reads pictures by tesseract where that is installed, for minutes that say nothing about lint."""
METHODS = ("LSTM", "GRU", "the baseline", "BERT", "our model", "the parser", "n-grams", "the ensemble", "WSJ", "MNLI")
MEASURES = ("accuracy", "recall", "F1 score", "loss", "perplexity", "runtime", "coverage", "precision", "error rate")
STEPS = ("epoch", "layer", "sentence length", "training size", "threshold", "number of samples", "temperature")
COLOURS = ("red", "blue", "green", "orange", "purple", "black", "brown", "pink")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=20_000, help="questions, about")
    parser.add_argument("--bench", type=Path, help="a bench to lint instead of one that is made")
    wanted = parser.parse_args()
    cores = os.cpu_count() or 1
    print(f"{platform.platform()}, Python {platform.python_version()}, {cores} cores, load {os.getloadavg()[0]:.2f}\n")
    with tempfile.TemporaryDirectory() as folder:
        if wanted.bench is not None:
            with Workbench.open(wanted.bench) as bench:
                measure(bench)
            return
        with init(Path(folder) / "bench") as bench:
            fill(bench, wanted.items)
            measure(bench)


def measure(bench: Workbench) -> None:
    print("| rules | items | findings | seconds | seconds of this process |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, fast in (("without embeddings and pictures (`--fast`)", True), ("all but what tesseract reads", False)):
        began, worked = time.perf_counter(), time.process_time()
        done = bench.lint(fast=fast, ignore=[TESSERACT])
        seconds, work = time.perf_counter() - began, time.process_time() - worked
        print(f"| {name} | {done.items:,} | {len(done.findings):,} | {seconds:.1f} | {work:.1f} |", flush=True)


def fill(bench: Workbench, items: int) -> None:
    with bench.store.event("benchmark") as writer:
        writer.write(add=[Collection(id="set", format="draw")])
        for batch in batches(records(bench, -(-items // PER_FIGURE)), 2000):
            writer.write(add=batch)


def records(bench: Workbench, figures: int) -> Iterator[Noun]:
    chance = random.Random(1)
    for number in range(figures):
        facts = bench.cabinet.keep(draw(chance))
        measure, step = chance.choice(MEASURES), chance.choice(STEPS)
        methods = chance.sample(METHODS, 4)
        picture = Picture(
            id=f"set/{number}.png",
            collection="set",
            name=f"{number}.png",
            caption=f"{measure.capitalize()} of {methods[0]} and {methods[1]} by {step}, on data of {number % 40}.",
            tags={"figure_type": ("line chart",), "figures": (str(chance.choice([1, 1, 1, 2, 4])),)},
            **vars(facts),
        )
        yield picture
        for place, (kind, form, text, gold) in enumerate(asked(chance, measure, step, methods)):
            id = f"set/{number}-{place}"
            yield Item(
                id=id,
                collection="set",
                origin=Origin(kind="drawn", by="benchmark"),
                form=form,
                question=text,
                pictures=(picture.id,),
                cluster=picture.id,
                split=("train", "train", "train", "test")[number % 4],
                tags={"kind": (kind,)},
            )
            yield gold.model_copy(update={"item": id})


def asked(
    chance: random.Random, measure: str, step: str, methods: Sequence[str]
) -> Iterator[tuple[str, Form, str, Gold]]:
    def right(*accepted: str | bool | tuple[str, ...]) -> Gold:
        return Gold(item="", accepted=accepted, unanswerable=not accepted, rule="written")

    def offered(*texts: str) -> tuple[Choice, Gold]:
        some = chance.sample(texts, len(texts))
        options = tuple(Option(label=label, text=text) for label, text in zip(labels(4), some, strict=True))
        return Choice(options=options, several=True), right((chance.choice("ABCD"),))

    colour, other = chance.sample(COLOURS, 2)
    at, end = chance.randint(1, 90), chance.randint(1, 9)
    infinite, binary, finite = "closed-ended infinite answer set", "binary", "closed-ended finite answer set non-binary"
    yield (
        f"{infinite} visual",
        ShortText(),
        f"What is the {measure} of the {colour} line at {step} {at}?",
        right(f"0.{end}"),
    )
    yield f"{infinite} non-visual", ShortText(), f"Which {measure} has {methods[0]} at {step} {at}?", right(f"{at}")
    yield (
        f"{binary} visual",
        YesNo(),
        f"Is the {colour} line above the {other} line at {at}?",
        right(chance.random() < 0.5),
    )
    yield (
        f"{binary} non-visual",
        YesNo(),
        f"Does the {measure} of {methods[0]} rise with {step}?",
        right(chance.random() < 0.5),
    )
    form, gold = offered(*(f"the {name} line" for name in chance.sample(COLOURS, 4)))
    yield f"{finite} visual", form, f"Which line has the highest {measure} at {step} {at}?", gold
    form, gold = offered(*methods)
    yield f"{finite} non-visual", form, f"Which method has the lowest {measure} after {step} {at}?", gold
    yield (
        "unanswerable",
        ShortText(unanswerable=True),
        f"Why does {methods[1]} lose {measure} after {step} {at}?",
        right(),
    )


def draw(chance: random.Random) -> bytes:
    image = Image.new("RGB", (640, 420), "white")
    pen = ImageDraw.Draw(image)
    for _ in range(chance.randint(2, 6)):
        height = chance.randint(20, 400)
        points = [(x, height := max(5, min(415, height + chance.randint(-40, 40)))) for x in range(20, 620, 30)]
        pen.line(points, fill=chance.choice(COLOURS), width=3)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


if __name__ == "__main__":
    main()
