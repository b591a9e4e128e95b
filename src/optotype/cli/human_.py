"""`optotype human`."""

from __future__ import annotations

from typing import Annotated

import typer

from optotype.cli._options import Confidence, Form, InCollection, Json, Split, Where
from optotype.cli._output import open_bench, pairs, print_grids, print_json, tell
from optotype.cli._people import Everybody


def command(
    context: typer.Context,
    metric: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A metric, as for eval; may be given several times.")
    ] = None,
    of: Annotated[
        int | None, typer.Option(min=1, help="Answers to each item that a majority is taken of; all unless given.")
    ] = None,
    least: Annotated[
        int | None, typer.Option(min=1, help="How many have to say the same; more than half unless given.")
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Groups of people: role, age, a tag, or a question about themselves."),
    ] = None,
    by_tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Each value of an item's tag for itself, too.")
    ] = None,
    where: Where = None,
    split: Split = None,
    form: Form = None,
    collection: InCollection = None,
    everybody: Everybody = False,
    confidence: Confidence = 0.95,
    as_json: Json = False,
) -> None:
    """The human baseline: people as rows among the models, one at a time and by majority.

    Items without a majority count as wrong in one row and are left out in the next. The rows are runs: 'optotype
    report' and 'optotype compare people/majority ...' take them as they take models. docs/agreement.md says more.

    [bold]Examples[/bold]

      optotype human --split test

      optotype human --of 5 --least 3 --metric exact_match

      optotype human --by role --by age --json
    """
    from optotype.progress import bar
    from optotype.selecting import Selection

    selection = Selection(split=split, form=form, collection=collection, tags=pairs(where, "--where"))
    with open_bench(context) as bench, bar("judging people") as progress:
        found = bench.human(
            metric=metric or (),
            selection=selection,
            filters=[] if everybody else None,
            of=of,
            least=least,
            by=by or (),
            tags=by_tag or (),
            confidence=confidence,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    tell("mind", found.warnings)
