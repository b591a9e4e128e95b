"""`optotype retrieve`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from optotype.cli._options import CaptionParser, Confidence, Json
from optotype.cli._output import open_bench, print_grids, print_json, tell
from optotype.plurals import so_many


def command(
    context: typer.Context,
    of: Annotated[
        Literal["picture", "region"],
        typer.Option(help="What is looked for: whole pictures, or the regions that captions with graphs are about."),
    ] = "picture",
    metric: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:SETTING=VALUE]", help="How graphs are compared; soft_spice unless given."),
    ] = None,
    parser: CaptionParser = None,
    collection: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only pictures of this collection; each for itself unless given.")
    ] = None,
    split: Annotated[str | None, typer.Option(metavar="NAME", help="Only pictures of this split.")] = None,
    pictures: Annotated[
        int | None, typer.Option(min=2, help="Draw so many pictures of each collection; all unless given.")
    ] = None,
    held_out: Annotated[
        int, typer.Option(min=1, help="Which caption looks for a picture that has several; the others are its graph.")
    ] = 1,
    confidence: Confidence = 0.95,
    seed: Annotated[int, typer.Option(min=0, help="Of the draw of pictures.")] = 0,
    as_json: Json = False,
) -> None:
    """Let captions look for their pictures by graphs: does the right one come first?

    R@1, R@5 and the mean reciprocal rank, with intervals clustered by picture. Where a picture has several captions,
    one of them looks, and the graphs of the others together are the picture's. Where captions have graphs that people
    made (FACTUAL), the parser's graph of each caption looks for these.

    [bold]Examples[/bold]

      optotype retrieve --pictures 456

      optotype retrieve --metric soft_spice:two_way=true --metric spice --collection flickr8k-expert

      optotype retrieve --of region --split val --json
    """
    from optotype.captions.retrieving import left_out_lines
    from optotype.parsers import DEFAULT
    from optotype.progress import bar

    with open_bench(context) as bench, bar("captions") as progress:
        found = bench.retrieve(
            metric or (),
            of=of,
            parser=parser or DEFAULT,
            collection=collection,
            split=split,
            pictures=pictures,
            held_out=held_out,
            confidence=confidence,
            seed=seed,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    tell("compared by", dict.fromkeys(one.signature for one in found.ranked))
    tell("parsed by", [f"{found.parser}, {so_many(found.parsed, 'captions')}"])
    told = {f"{one.collection}: {one.empty:,} captions in which nothing was found" for one in found.ranked if one.empty}
    tell("empty", sorted(told))
    tell("left out", left_out_lines(found))
