"""`optotype report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import Confidence, Json
from optotype.cli._output import console, open_bench, print_json, tell
from optotype.plurals import so_many
from optotype.web.words import Language


def command(
    context: typer.Context,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; `report` in the bench unless given.")
    ] = None,
    split: Annotated[str | None, typer.Option(help="Items of this split only.")] = None,
    collection: Annotated[str | None, typer.Option(help="Items of this collection only.")] = None,
    run: Annotated[
        list[str] | None, typer.Option(metavar="RUN", help="This run only, by id or model; may be given several times.")
    ] = None,
    language: Annotated[Language, typer.Option(help="Of the pages that open first.")] = "en",
    confidence: Confidence = 0.95,
    as_json: Json = False,
) -> None:
    """Write a report: one folder of pages that opens anywhere, without a server or a network.

    Leaderboard, figures by tag, acuity, runs compared item by item, every item with every reply, and the benchmark
    itself; tables as CSV, Markdown and LaTeX, plots as SVG and PDF. docs/report.md shows it.

    [bold]Examples[/bold]

      optotype report

      optotype report --split test --out site

      optotype report --run openai/gpt-4o --run baseline/random --language ru
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("writing the report") as progress:
        done = bench.report(
            out,
            split=split,
            collection=collection,
            runs=run or (),
            language=language,
            confidence=confidence,
            progress=progress,
        )
    if as_json:
        print_json(done)
        return
    counts = {"items": done.items, "runs": done.runs, "pictures": done.pictures}
    console().print(", ".join(so_many(count, things) for things, count in counts.items()), markup=False)
    if done.missing:
        tell("mind", [f"{done.missing:,} pictures have no file"])
    tell("open", [str(done.index)])
