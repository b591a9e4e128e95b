"""`optotype train`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._output import Json, console, print_json


def command(
    network: Annotated[str, typer.Argument(metavar="NETWORK[:SETTING=VALUE,...]", help="What is trained.")],
    data: Annotated[Path, typer.Option(metavar="DIR", help="What it learns from.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where it is kept; taken up again if it has begun.")],
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

    Networks: parser (captions to scene graphs, from the FACTUAL data). Needs the extra `train`. The folder has the
    checkpoint, the log with the score on dev of each epoch, and the files to use.

    [bold]Examples[/bold]

      optotype train parser --data factual --out trained --split random

      optotype train parser:epochs=6,joined=0.3 --data factual --out trained-length --split length --minutes 60

      optotype parse "two men on a bench" --parser factual/trained/parser
    """
    from rich.console import Console

    from optotype.training import Told, train

    spec = network if split is None else f"{network}{',' if ':' in network else ':'}split={split}"
    with Console(stderr=True).status("getting ready") as status:

        def listener(told: Told) -> None:
            dev = "" if told.dev is None else f", best on dev {100 * told.dev:.1f} %"
            status.update(f"step {told.done:,} of {told.steps:,}, loss {told.loss:.3f}{dev}")

        trained = train(
            spec, data, out, minutes=math.inf if minutes is None else minutes, threads=threads, listener=listener
        )
    if as_json:
        print_json(trained)
        return
    left = "" if trained.epochs >= trained.of else f" of {trained.of}; call again to go on"
    console().print(f"{trained.epochs} epochs done{left}; best on dev {100 * trained.dev:.1f} %", markup=False)
    if trained.files is not None:
        console().print(f"written: {trained.files}", markup=False)
