"""`optotype train`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import console, print_json, printable
from optotype.plurals import so_many


def command(
    network: Annotated[str, typer.Argument(metavar="NETWORK[:SETTING=VALUE,...]", help="What is trained.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where it is kept; taken up again if it has begun.")],
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="What it learns from.", show_default="for icons, those of the package"),
    ] = None,
    split: Annotated[
        str | None, typer.Option(metavar="NAME", help="The split of the data to learn from: random or length.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="When to stop, over or not; call again to go on.")
    ] = None,
    threads: Annotated[int, typer.Option(min=0, help="Processors to use.", show_default="all")] = 0,
    as_json: Json = False,
) -> None:
    """Train a network that the package can use.

    Networks: `parser`, captions to scene graphs, from the FACTUAL data; `icons`, pictures to classes
    and to vectors, from a folder with a folder of pictures for each class, as Icon645 is, or from the
    icons of the package; `patch_trm`, which answers questions about pictures, from a bench;
    `ga_bc`, `abs2fig` and `abs2fig_caption`, which rank the figures of papers, from a bench of papers.
    docs/training.md has their settings. Needs the extra `train`. The folder has
    the checkpoint, the log with the score on dev of each epoch, and the files to use.

    [bold]Examples[/bold]

      optotype train parser --data factual --out trained --split random

      optotype train parser:half=true --data factual --out trained-length --split length

      optotype parse "two men on a bench" --parser factual/trained/parser

      optotype train icons --out trained-icons

      optotype train icons:depth=18,loss=ldam,views=1 --data icon645/colored_icons_final --out trained-icon645

      optotype train patch_trm --data bench --out trained-patches

      optotype train abs2fig_caption --data bench --out trained-figures
    """
    from rich.console import Console

    from optotype.training import Told, train

    spec = network if split is None else f"{network}{',' if ':' in network else ':'}split={split}"
    status = Console(stderr=True).status("")

    def listener(told: Told) -> None:
        dev = "" if told.dev is None else f", best on dev {100 * told.dev:.1f} %"
        status.update(f"step {told.done:,} of {told.steps:,}, loss {told.loss:.3f}{dev}")
        status.start()  # not before: what makes the data ready has a progress bar of its own

    try:
        trained = train(
            spec, data, out, minutes=math.inf if minutes is None else minutes, threads=threads, listener=listener
        )
    finally:
        status.stop()
    for note in trained.notes:
        Console(stderr=True).print(printable(note), markup=False, highlight=False, soft_wrap=True)
    if as_json:
        print_json(trained)
        return
    left = "" if trained.epochs >= trained.of else f" of {trained.of}; call again to go on"
    console().print(
        f"{so_many(trained.epochs, 'epochs')} done{left}; best on dev {100 * trained.dev:.1f} %", markup=False
    )
    for name, value in trained.figures.items():
        console().print(f"{name}: {100 * value:.1f} %", markup=False)
    if trained.files is not None:
        console().print(f"written: {trained.files}", markup=False)
