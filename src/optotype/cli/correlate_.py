"""`optotype correlate`."""

from __future__ import annotations

from typing import Annotated

import typer

from optotype.cli._options import CaptionParser, Confidence, Json
from optotype.cli._output import open_bench, print_grids, print_json, tell


def command(
    context: typer.Context,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[:SETTING=VALUE]",
            help="What is held against people; set_match, spice, soft_spice unless given.",
        ),
    ] = None,
    parser: CaptionParser = None,
    collection: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only ratings of this collection; each for itself unless given.")
    ] = None,
    split: Annotated[str | None, typer.Option(metavar="NAME", help="Only ratings of this split.")] = None,
    confidence: Confidence = 0.95,
    resamples: Annotated[int, typer.Option(min=1, max=1_000_000, help="Draws of pictures for intervals.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Of these draws.")] = 0,
    as_json: Json = False,
) -> None:
    """Hold metrics against people: do captions that people rate higher score higher?

    Every rating is a sample. Kendall's tau-b and tau-c, Pearson's r and Spearman's rho, with intervals
    from drawing whole pictures anew. Metrics of graphs compare what the parser makes of captions and references;
    metrics of texts, such as rougel, compare the captions themselves.

    [bold]Examples[/bold]

      optotype correlate

      optotype correlate --metric soft_spice --metric soft_spice:two_way=true --collection flickr8k-expert

      optotype correlate --metric spice --parser nearest/train.csv --json
    """
    from optotype.captions.correlating import left_out_lines
    from optotype.parsers import DEFAULT
    from optotype.progress import bar

    with open_bench(context) as bench, bar("captions") as progress:
        found = bench.correlate(
            metric or (),
            parser=parser or DEFAULT,
            collection=collection,
            split=split,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    tell("judged by", dict.fromkeys(one.signature for one in found.against))
    if found.parser is not None:
        tell("parsed by", [f"{found.parser}, {found.parsed:,} captions and references"])
    tell("left out", left_out_lines(found))
