"""`optotype agreement`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._output import Json, Where, open_bench, pairs, print_grid, print_json, tell

if TYPE_CHECKING:
    from optotype.agreement import Agreed


class Level(StrEnum):
    """How answers differ."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"
    MASI = "masi"
    JACCARD = "jaccard"


def command(
    context: typer.Context,
    by: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Each value of a tag for itself, too; may be given again.")
    ] = None,
    where: Where = None,
    split: Annotated[str | None, typer.Option(help="Only this split.")] = None,
    form: Annotated[str | None, typer.Option(help="Only items of this form.")] = None,
    collection: Annotated[str | None, typer.Option(help="Only this collection.")] = None,
    level: Annotated[
        Level | None,
        typer.Option(help="How numbers or sets differ; ratings by rank and sets by MASI unless given."),
    ] = None,
    everybody: Annotated[
        bool, typer.Option("--everybody", help="Without the filters: also what would not be counted.")
    ] = False,
    confidence: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Of all intervals.")] = 0.95,
    as_json: Json = False,
) -> None:
    """How far do people agree, who differs from whom, and which items split them?

    Krippendorff's alpha, Fleiss' kappa and Gwet's coefficient with intervals that draw pictures and papers anew, by
    form; Cohen's kappa for any two people. docs/agreement.md says which of them answers which question.

    [bold]Examples[/bold]

      optotype agreement

      optotype agreement --split test --by kind --by skill

      optotype agreement --form number --level interval --json
    """
    from optotype.progress import bar
    from optotype.selecting import Selection

    selection = Selection(split=split, form=form, collection=collection, tags=pairs(where, "--where"))
    with open_bench(context) as bench, bar("reading answers") as progress:
        found = bench.agreement(
            selection=selection,
            filters=[] if everybody else None,
            by=by or (),
            level=None if level is None else level.value,
            confidence=confidence,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    for grid in found.grids():
        print_grid(grid)
    _mind(found)


def _mind(found: Agreed) -> None:
    tell("not counted", [f"{one.answers:,} answers: {one.about}" for one in found.left_out if one.answers])
    unplaced = [
        f"{part.form}: {', '.join(f'{count:,} {why}' for why, count in part.unplaced.items())}"
        for part in found.parts
        if part.unplaced
    ]
    tell("not compared", unplaced)
    if found.simulated:
        some = "All" if found.simulated == len(found.names) else f"{found.simulated:,}"
        tell("mind", [f"{some} of these people are simulated: they do not exist."])
