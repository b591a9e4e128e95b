"""`optotype select`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._output import Json, cells, complain, console, open_bench, pairs, print_json, table, tell
from optotype.cli._talking import watching

if TYPE_CHECKING:
    from optotype.generate.picking import Picked


def command(
    context: typer.Context,
    ask: Annotated[
        list[str] | None,
        typer.Option("--ask", "-a", metavar="TAG=QUESTION", help="A question of yes or no; may be given again."),
    ] = None,
    model: Annotated[str | None, typer.Option("--model", "-m", metavar="PROVIDER/NAME", help="Who looks.")] = None,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="TAG=VALUE", help="Take only pictures with this tag.")
    ] = None,
    balance: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Take equally many of each value; may be given again.")
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, help="How many are taken.")] = None,
    seed: Annotated[int, typer.Option(help="All chance follows from it.")] = 0,
    collection: Annotated[str | None, typer.Option(help="Only pictures of this collection.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Look at the first so many only.")] = None,
    max_connections: Annotated[int, typer.Option(min=1, help="The most that is asked at once.")] = 64,
    prices: Annotated[Path | None, typer.Option(metavar="FILE", help="What tokens cost; TOML or JSON.")] = None,
    budget: Annotated[float | None, typer.Option(min=0, help="Stop when so much was spent.")] = None,
    as_json: Json = False,
) -> None:
    """Have a model look at raw pictures, tag them by what it says, and take some, balanced by any tags.

    Pictures that are taken get the tag selected=yes: 'optotype generate --where selected=yes' asks about them. The
    section 'select' of optotype.toml may hold the questions.

    [bold]Examples[/bold]

      optotype select --model openai/gpt-4o --ask "table=Is there a table?" --ask "photo=Is it a photograph?"

      optotype select --keep table=yes --balance photo --count 300
    """
    from optotype.generate import INTERRUPTED, Limits, Pictures

    with open_bench(context) as bench, watching("looking") as watch:
        done = bench.select(
            model=model,
            questions=pairs(ask, "--ask") if ask else None,
            pictures=Pictures(collection, limit=limit),
            keep=pairs(keep, "--keep"),
            balance=balance or (),
            count=count,
            seed=seed,
            limits=Limits(connections=max_connections, cost=budget),
            prices=prices,
            watch=watch,
        )
    if as_json:
        print_json(done)
    else:
        _show(done)
    if done.stopped == INTERRUPTED:
        raise typer.Exit(130)
    if done.stopped or done.counts.failed:
        raise typer.Exit(1)


def _show(done: Picked) -> None:
    tell("looked at", [f"{done.pictures:,} pictures"])
    for tag, values in done.labels.items():
        tell(tag, [", ".join(f"{count:,} {value}" for value, count in values.items())])
    if done.counts.cost:
        tell("cost", [f"{done.counts.cost:.4g}"])
    if done.stopped:
        complain(f"It was stopped: {done.stopped}. The same command goes on from here.")
        return
    made = table("pictures", "#there", "#taken")
    for name, (there, taken) in done.strata.items():
        made.add_row(*cells(name, there, taken))
    console().print(made)
