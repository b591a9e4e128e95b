"""`optotype generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import complain, open_bench, pairs, print_json, tell
from optotype.cli._talking import Budget, Connections, DryRun, Prices, watching
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.generate import Generated
    from optotype.generate.estimating import Estimated
    from optotype.generate.talking import Counts

_PICTURES = "Which pictures"


def command(
    context: typer.Context,
    model: Annotated[
        str | None,
        typer.Option("--model", "-m", metavar="PROVIDER/NAME", help="Who plays every role that the settings leave."),
    ] = None,
    collection: Annotated[
        str | None, typer.Option(help="Only pictures of this collection.", rich_help_panel=_PICTURES)
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where",
            "-w",
            metavar="TAG=VALUE",
            help="Only pictures with this tag; may be given several times.",
            rich_help_panel=_PICTURES,
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many.", rich_help_panel=_PICTURES)] = None,
    max_connections: Connections = 64,
    prices: Prices = None,
    budget: Budget = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Have models write questions about pictures: one writes, one checks, three solve, one judges.

    The section 'generate' of optotype.toml is the brief: categories, language, audience, options, rounds, and which
    model plays which role. Every reply is on disk before it counts; the same command goes on where it was stopped.

    [bold]Examples[/bold]

      optotype generate --model openai/gpt-4o --limit 20 --dry-run --prices prices.toml

      optotype generate --where selected=yes --prices prices.toml --budget 5

      optotype explain generated/1f0c
    """
    from optotype.generate import INTERRUPTED, Limits, Pictures

    pictures = Pictures(collection, pairs(where, "--where"), limit)
    with open_bench(context) as bench:
        if dry_run:
            _show_estimate(bench.estimate_generation(model, pictures=pictures, prices=prices), as_json=as_json)
            return
        limits = Limits(connections=max_connections, cost=budget)
        with watching("generating", _pictures) as watch:
            done = bench.generate(model, pictures=pictures, limits=limits, prices=prices, watch=watch)
    _show(done, as_json=as_json)
    if done.stopped == INTERRUPTED:
        raise typer.Exit(130)
    if done.stopped or done.counts.failed:
        raise typer.Exit(1)


def _pictures(counts: Counts) -> int:
    return counts.pictures


def _show(done: Generated, *, as_json: bool) -> None:
    if as_json:
        print_json(done)
        return
    counts = done.counts
    questions = so_many(len(done.items), "questions")
    pictures = so_many(counts.done, "pictures")
    tell("accepted", [f"{questions} about {pictures}, {done.new:,} of them new"])
    tell("collection", [done.collection])
    tell("roles", [f"{role}: {model}" for role, model in done.roles.items()])
    tell("calls", [f"{counts.asked:,} asked, {counts.remembered:,} known, {counts.failed:,} failed"])
    if counts.tokens_in:
        tell("tokens", [f"{counts.tokens_in:,} sent, {counts.tokens_out:,} back"])
    if counts.cost:
        tell("cost", [f"{counts.cost:.4g}"])
    aside = [f"{picture}: {why}" for picture, reasons in done.aside.items() for why in reasons]
    more = [f"and {len(aside) - _SHOWN:,} more: optotype show --findings"] if len(aside) > _SHOWN else []
    tell("set aside", [*aside[:_SHOWN], *more])
    tell("transcript", [str(done.transcript)])
    if done.stopped:
        complain(f"It was stopped: {done.stopped}. The same command goes on from here.")


_SHOWN = 10


def _show_estimate(estimated: Estimated, *, as_json: bool) -> None:
    if as_json:
        print_json(estimated)
        return
    missing = f"; {estimated.missing:,} more cannot be shown" if estimated.missing else ""
    tell("pictures", [f"{estimated.pictures - estimated.missing:,}{missing}"])
    tell("calls", [f"{estimated.calls:,} if all is accepted at once; {estimated.calls_most:,} at most"])
    for name, share in estimated.models.items():
        cost = "" if share.cost is None else f", about {share.cost:,.2f} {estimated.currency}"
        tokens = f"about {share.tokens_in:,} tokens sent, {share.tokens_out:,} back"
        tell(name if len(name) < 13 else "model", [f"{name}: {so_many(share.calls, 'calls')}, {tokens}{cost}"])
    if estimated.cost is None:
        tell("cost", ["not known: give a file of prices with --prices"])
    else:
        most = f"about {estimated.cost_most or 0:,.2f} at most"
        tell("cost", [f"about {estimated.cost:,.2f} {estimated.currency} if all is accepted at once; {most}"])
