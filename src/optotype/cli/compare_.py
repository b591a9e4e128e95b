"""`optotype compare`."""

from __future__ import annotations

from typing import Annotated

import typer

from optotype.cli._options import Confidence, Json
from optotype.cli._output import cells, console, lay_out, open_bench, print_json, shorten, table, tell
from optotype.plurals import so_many

_MOST = 40
"""Rows of a table; JSON has them all."""


def command(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help="A run: its id, or its model where that has one run only.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The run that is held against it.")],
    metric: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A metric of both runs, or its whole signature; accuracy unless given."),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="TAG", help="Compare each value of a tag, too; level, where items have it, unless given."),
    ] = None,
    confidence: Confidence = 0.95,
    as_json: Json = False,
) -> None:
    """Compare two runs, item by item: is B better than A, and could this bench have shown it?

    Intervals and p-values take into account that items about one picture or paper are not independent. P-values by tag
    are corrected for their number (Holm). docs/statistics.md says how.

    [bold]Examples[/bold]

      optotype compare baseline/random openai/gpt-4o

      optotype compare run-1 run-2 --metric rouge1 --by kind --by skill

      optotype compare run-1 run-2 --json
    """
    from optotype.comparing import left_out_lines
    from optotype.progress import bar

    with open_bench(context) as bench, bar("comparing") as progress:
        found = bench.compare(a, b, metric=metric, by=by or (), confidence=confidence, progress=progress)
    if as_json:
        print_json(found)
        return
    for grid in found.grids():
        made = table(*grid.columns, title=grid.title or None)
        for row in grid.rows[:_MOST]:
            made.add_row(*cells(*(shorten(cell, 60) for cell in row)))
        lay_out(made)
        if len(grid.rows) > _MOST:
            console().print(f"and {so_many(len(grid.rows) - _MOST, 'values')} more, in the JSON")
    tell("judged by", [found.signature])
    tell("not compared", left_out_lines(found.left_out))
    tell("mind", found.warnings)
    console().print(found.sentence, markup=False, style="bold", soft_wrap=True)
