"""`optotype export`."""

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._output import Json, Where, console, open_bench, pairs, print_json


def command(
    context: typer.Context,
    format: Annotated[str, typer.Argument(metavar="FORMAT", help="What to write; see the list below.")],
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    collection: Annotated[str | None, typer.Option(help="Only this collection.")] = None,
    split: Annotated[str | None, typer.Option(help="Only this split.")] = None,
    where: Where = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the folder if it exists.")] = False,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the format.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the bench in another format. Nothing is lost: what the format has no place for goes into one field.

    Formats: those of 'optotype import', and croissant huggingface

    [bold]Examples[/bold]

      optotype export huggingface out

      optotype export scivqa out --where kind=unanswerable --set table=csv
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("exporting") as progress:
        done = bench.export(
            format,
            path,
            collection=collection,
            split=split,
            tags=pairs(where, "--where"),
            force=force,
            settings=pairs(setting, "--set"),
            progress=progress,
        )
    if as_json:
        print_json(done)
        return
    missing = f" ({done.pictures_missing:,} are missing)" if done.pictures_missing else ""
    console().print(
        f"Wrote {done.rows:,} rows with {done.items:,} items and {done.pictures:,} pictures{missing} to "
        f"[bold]{done.path}[/bold]."
    )
    if done.items_left_out:
        console().print(f"{done.items_left_out:,} items that belong to no paper were left out.")
    if done.pictures_left_out:
        console().print(
            f"{done.pictures_left_out:,} pictures about which nothing is asked were left out: this format has no "
            "place for them. 'optotype export folder' writes them."
        )
