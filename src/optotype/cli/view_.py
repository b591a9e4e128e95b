"""`optotype view`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from optotype.cli._options import Confidence
from optotype.cli._output import console, open_bench, open_in_browser, tell
from optotype.web.words import Language


def command(
    context: typer.Context,
    split: Annotated[str | None, typer.Option(help="Items of this split only.")] = None,
    collection: Annotated[str | None, typer.Option(help="Items of this collection only.")] = None,
    run: Annotated[
        list[str] | None, typer.Option(metavar="RUN", help="This run only, by id or model; may be given several times.")
    ] = None,
    language: Annotated[Language, typer.Option(help="Of the pages that open first.")] = "en",
    confidence: Confidence = 0.95,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="0 takes any that is free; 8765 or the next free one unless given."),
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the pages in a browser.")] = False,
) -> None:
    """Show the pages of a report live: figures change while a run is going.

    The same pages that 'optotype report' writes, served to this computer alone. Ctrl-C ends it.

    [bold]Examples[/bold]

      optotype view

      optotype view --open --split test

      optotype view --port 0 --language ru
    """
    from optotype.progress import bar

    with open_bench(context) as bench, ExitStack() as gathering:

        def ready(address: str) -> None:
            gathering.close()
            tell("open", [address])
            console().print("Ctrl-C ends it.", style="dim")
            if browser:
                open_in_browser(address)

        bench.view(
            port=port,
            split=split,
            collection=collection,
            runs=run or (),
            language=language,
            confidence=confidence,
            ready=ready,
            progress=gathering.enter_context(bar("gathering")),
        )
