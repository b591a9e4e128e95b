"""`optotype preferences`."""

from __future__ import annotations

from typing import Annotated

import typer

from optotype.cli._options import Confidence, InCollection, Json, Split, Where
from optotype.cli._output import open_bench, pairs, print_grids, print_json, tell
from optotype.cli._people import Everybody, tell_left_out, tell_simulated


def command(
    context: typer.Context,
    tag: Annotated[
        str, typer.Option(metavar="TAG", help="The tag that says which methods the options of a pair come from.")
    ] = "method",
    where: Where = None,
    split: Split = None,
    collection: InCollection = None,
    everybody: Everybody = False,
    confidence: Confidence = 0.95,
    as_json: Json = False,
) -> None:
    """Which of two do people prefer? Win rates, strengths by Bradley and Terry, and what decided.

    It also says whether the side mattered, and how steady people were about pairs that they saw twice.
    docs/agreement.md leads through a study.

    [bold]Examples[/bold]

      optotype preferences

      optotype preferences --collection graphical-abstracts --everybody

      optotype preferences --json
    """
    from optotype.progress import bar
    from optotype.selecting import Selection

    selection = Selection(split=split, collection=collection, tags=pairs(where, "--where"))
    with open_bench(context) as bench, bar("reading answers") as progress:
        found = bench.preferences(
            selection=selection,
            filters=[] if everybody else None,
            tag=tag,
            confidence=confidence,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    tell_left_out(found.left_out)
    tell("not compared", [f"{count:,} {why}" for why, count in found.silent.items()])
    if len(found.standing.groups) > 1:
        apart = "; ".join(", ".join(group) for group in found.standing.groups)
        tell("mind", [f"No chain of wins and losses ties these together, so strengths do not compare: {apart}."])
    tell_simulated(found.simulated, found.names)
