"""`optotype split`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import cells, console, lay_out, open_bench, print_json, table
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.splitting import Split

_MOST = 40
"""Rows of the table of values; JSON has them all."""


class By(StrEnum):
    """What decides where an item goes."""

    CHANCE = "chance"
    LENGTH = "length"


def command(
    context: typer.Context,
    ratio: Annotated[str, typer.Argument(metavar="RATIO", help="The proportions: 6:2:2, 8:1:1, 9:1.")],
    names: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="Names of the splits; train,val,test unless given.")
    ] = None,
    stratify: Annotated[
        str | None, typer.Option(metavar="TAG[,TAG]", help="Spread the values of these tags evenly.")
    ] = None,
    by: Annotated[By, typer.Option(help="By chance, or by length: the longest texts into the last split.")] = By.CHANCE,
    only: Annotated[str | None, typer.Option(metavar="COLLECTION", help="Split this collection only.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same splits.")] = 0,
    strict: Annotated[
        bool, typer.Option("--strict", help="Keep items together that share a picture among their options, too.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace splits that items have.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be done, and do nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Deal the items out to splits. No picture and no paper is ever in two of them.

    Pictures count as the same by their content. Those of options do not keep items together, unless with --strict: an
    icon that every other question offers would tie all of them into one.

    [bold]Examples[/bold]

      optotype split 6:2:2 --stratify kind,skill

      optotype split 8:1:1 --by length --only factual

      optotype split 9:1 --names dev,test --dry-run
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("splitting") as progress:
        done = bench.split(
            ratio,
            names=None if names is None else names.split(","),
            stratify=() if stratify is None else stratify.split(","),
            by="length" if by is By.LENGTH else "chance",
            only=only,
            seed=seed,
            strict=strict,
            force=force,
            dry=dry_run,
            progress=progress,
        )
    print_json(done) if as_json else _show(done)


def _show(done: Split) -> None:
    total = sum(done.counts.values())
    made = table("", *(f"#{name}" for name in done.names), "#all")
    made.add_row(*cells("items", *done.counts.values(), total))
    made.add_row(*cells("share", *(f"{number / total:.1%}" for number in done.counts.values()), ""))
    made.add_row(*cells("groups that stay together", *done.groups.values(), sum(done.groups.values())))
    if done.words:
        ranges = (f"{low} to {high}" for low, high in (done.words.get(name, (0, 0)) for name in done.names))
        made.add_row(*cells("words", *ranges, ""))
    if done.strata:
        made.add_section()
    for value, numbers in list(done.strata.items())[:_MOST]:
        made.add_row(*cells(value, *numbers.values(), sum(numbers.values())))
    lay_out(made)
    if len(done.strata) > _MOST:
        console().print(f"and {so_many(len(done.strata) - _MOST, 'values')} more, in the JSON")
    if done.largest * 20 > total:
        console().print(f"The largest group has {so_many(done.largest, 'items')}, which makes splits uneven.")
    if done.dry:
        had = f", {done.replaced:,} of which have one already (--force)" if done.replaced else ""
        console().print(f"Nothing was written. {so_many(done.changed, 'items')} would get a new split{had}.")
    else:
        console().print(f"{so_many(done.changed, 'items')} got a new split." if done.changed else "Nothing changed.")
