"""`optotype agreement`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Confidence, Form, InCollection, Json, Split, Where
from optotype.cli._output import open_bench, pairs, print_grids, print_json, tell
from optotype.cli._people import Everybody, tell_left_out, tell_simulated

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


class Intervals(StrEnum):
    """How intervals come about."""

    JACKKNIFE = "jackknife"
    BOOTSTRAP = "bootstrap"


def command(
    context: typer.Context,
    by: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Each value of a tag for itself, too; may be given again.")
    ] = None,
    where: Where = None,
    split: Split = None,
    form: Form = None,
    collection: InCollection = None,
    level: Annotated[
        Level | None,
        typer.Option(help="How numbers or sets differ; ratings by rank and sets by MASI unless given."),
    ] = None,
    everybody: Everybody = False,
    confidence: Confidence = 0.95,
    intervals: Annotated[
        Intervals,
        typer.Option(help="From how far each picture or paper moves a coefficient, or from drawing them anew."),
    ] = Intervals.JACKKNIFE,
    seed: Annotated[int, typer.Option(min=0, help="Of these draws.")] = 0,
    as_json: Json = False,
) -> None:
    """How far do people agree, who differs from whom, and which items split them?

    Krippendorff's alpha, Fleiss' kappa and Gwet's coefficient by form, with intervals that mind which items share a
    picture or paper; Cohen's kappa for any two people. docs/agreement.md says which of them answers which question.

    [bold]Examples[/bold]

      optotype agreement

      optotype agreement --split test --by kind --by skill

      optotype agreement --form number --level interval --json

      optotype agreement --intervals bootstrap --seed 7
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
            intervals=intervals.value,
            seed=seed,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    _mind(found)


def _mind(found: Agreed) -> None:
    tell_left_out(found.left_out)
    unplaced = [
        f"{part.form}: {', '.join(f'{count:,} {why}' for why, count in part.unplaced.items())}"
        for part in found.parts
        if part.unplaced
    ]
    tell("not compared", unplaced)
    tell_simulated(found.simulated, found.names)
