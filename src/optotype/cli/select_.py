"""`optotype select`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import cells, complain, lay_out, open_bench, pairs, print_json, table, tell
from optotype.cli._talking import Budget, Connections, Prices, watching
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.generate.picking import Picked
    from optotype.generate.talking import Counts


def command(
    context: typer.Context,
    ask: Annotated[
        list[str] | None,
        typer.Option("--ask", "-a", metavar="TAG=QUESTION", help="A question of yes or no; may be given again."),
    ] = None,
    number: Annotated[
        list[str] | None,
        typer.Option(metavar="TAG=QUESTION", help="A question that a number answers; may be given again."),
    ] = None,
    model: Annotated[str | None, typer.Option("--model", "-m", metavar="PROVIDER/NAME", help="Who looks.")] = None,
    keep: Annotated[
        list[str] | None, typer.Option(metavar="TAG=VALUE", help="Take only pictures with this tag.")
    ] = None,
    balance: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TAG[:EDGE,...]",
            help="Take equally many of each value, or of each band of numbers; may be given again.",
        ),
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, help="How many are taken.")] = None,
    seed: Annotated[int, typer.Option(help="All chance follows from it.")] = 0,
    collection: Annotated[str | None, typer.Option(help="Only pictures of this collection.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Look at the first so many only.")] = None,
    max_connections: Connections = 64,
    prices: Prices = None,
    budget: Budget = None,
    as_json: Json = False,
) -> None:
    """Have a model look at raw pictures, tag them by what it says, and take some, balanced by any tags.

    Pictures that are taken get the tag selected=yes: 'optotype generate --where selected=yes' asks about them. The
    section 'select' of optotype.toml may hold the questions.

    [bold]Examples[/bold]

      optotype select --model openai/gpt-4o --ask "table=Is there a table?" --ask "photo=Is it a photograph?"

      optotype select --keep table=yes --number "rows=How many rows has the table?"

      optotype select --keep table=yes --balance photo --balance rows:6,15 --count 300
    """
    from optotype.generate import INTERRUPTED, Limits, Pictures

    with open_bench(context) as bench, watching("looking", _pictures) as watch:
        done = bench.select(
            model=model,
            questions=pairs(ask, "--ask") if ask or number else None,
            numbers=pairs(number, "--number") if ask or number else None,
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


def _pictures(counts: Counts) -> int:
    return counts.pictures


def _values(values: dict[str, int]) -> str:
    """What a tag says, and how often; of many numbers, how far they reach."""
    numbers = {value: float(value) for value in values if value.replace(".", "", 1).isdecimal()}
    if len(numbers) < _MANY:
        numbers = {}
    told = [f"{count:,} x {value}" for value, count in values.items() if value not in numbers]
    if numbers:
        count = sum(values[value] for value in numbers)
        told.insert(0, f"{count:,} numbers from {min(numbers.values()):g} to {max(numbers.values()):g}")
    return ", ".join(told)


_MANY = 6


def _show(done: Picked) -> None:
    tell("looked at", [so_many(done.pictures, "pictures")])
    if done.unseen:
        tell("not shown", [f"{done.unseen:,}: the file is missing, or a caption to stand in for it"])
    for tag, values in done.labels.items():
        tell(tag, [_values(values)])
    tell("failed", [f"{count:,} x {why}" for why, count in list(done.counts.failures.items())[:5]])
    if done.counts.cost:
        tell("cost", [f"{done.counts.cost:.4g}"])
    if done.stopped:
        complain(f"It was stopped: {done.stopped}. The same command goes on from here.")
        return
    made = table("pictures", "#there", "#taken")
    for name, (there, taken) in done.strata.items():
        made.add_row(*cells(name, there, taken))
    lay_out(made)
