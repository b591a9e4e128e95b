"""`optotype draw`."""

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import console, open_bench, pairs, print_json
from optotype.plurals import so_many


def command(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="What to draw, one of those above.")],
    count: Annotated[int, typer.Option("--count", "-n", help="How many.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", help="The same seed gives the same pictures.")] = 0,
    level: Annotated[
        int | None, typer.Option(metavar="1..8", help="Difficulty; all levels in turn unless given.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the collection; the kind's unless given.")] = None,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a contact sheet to a file instead, to look at.")
    ] = None,
    processes: Annotated[int | None, typer.Option(help="How many draw at once; one per core unless given.")] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the kind.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Draw pictures with questions whose right answers are known.

    Nobody has seen them before, and the same seed gives the same pictures. Each item carries its scene and its level of
    difficulty, from 1 (easy) to 8 (hard).

    Kinds: captions charts icons papers tables

    [bold]Examples[/bold]

      optotype draw icons --count 2000 --seed 7

      optotype draw charts --count 50 --level 3

      optotype draw tables --sheet tables.png
    """
    from optotype.progress import bar

    settings = pairs(setting, "--set")
    if sheet is not None:
        from optotype.drawing import draw_sheet

        examples = draw_sheet(kind, sheet, seed=seed, settings=settings)
        console().print(f"Drew {so_many(examples, 'examples')} to {sheet}.")
        return
    with open_bench(context) as bench, bar(f"drawing {kind}", count) as progress:
        done = bench.draw(
            kind,
            count=count,
            seed=seed,
            level=level,
            name=name,
            processes=processes,
            settings=settings,
            progress=progress,
        )
    if as_json:
        print_json(done)
        return
    there = f"; {so_many(done.same, 'items')} there already" if done.same else ""
    console().print(
        f"[bold]{done.collection}[/bold]: {done.units:,} drawn, with {so_many(done.items, 'new items')} and "
        f"{so_many(done.new['pictures'], 'pictures')}{there}."
    )
