"""`optotype import`."""

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import complain, console, open_bench, pairs, print_json
from optotype.plurals import so_many

_SHOWN = 20


def command(
    context: typer.Context,
    format: Annotated[str, typer.Argument(metavar="FORMAT", help="What the data is, one of those above.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="File or folder.")],
    pictures: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the pictures, if it does not lie beside the data."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the collection; the format's unless given.")] = None,
    split: Annotated[str | None, typer.Option(help="Split of all items, whatever the data says.")] = None,
    skip: Annotated[list[str] | None, typer.Option(metavar="ID", help="Leave this item out.")] = None,
    update: Annotated[bool, typer.Option("--update", help="Take the data's word where it differs now.")] = False,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the format.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Bring a data set, or your own pictures, into the bench.

    Importing again adds nothing twice, and an import that was interrupted goes on. What cannot be imported is told
    with its place, the rest comes in.

    Formats: chartqa coco factual flickr8k folder iconqa labelstudio mera papers parquet sciga scivqa
    vlmevalkit

    [bold]Examples[/bold]

      optotype import iconqa iconqa_data

      optotype import scivqa validation.json --pictures images_validation

      optotype import folder my_pictures --name mine

      optotype import papers my_papers
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("importing") as progress:
        done = bench.import_(
            format,
            path,
            pictures=pictures,
            name=name,
            split=split,
            skip=skip or (),
            update=update,
            settings=pairs(setting, "--set"),
            progress=progress,
        )
    if as_json:
        print_json(done)
    else:
        new = ", ".join(so_many(number, kind) for kind, number in done.new.items() if number)
        console().print(f"[bold]{done.collection}[/bold]: {new or 'nothing new'}.", highlight=False)
        if done.same:
            console().print(f"{so_many(done.same, 'items', 'was', 'were')} there already.")
        if done.changed:
            one = len(done.changed) == 1
            kept = f"kept as {'it was' if one else 'they were'}; take the new with --update"
            differ = f"{so_many(len(done.changed), 'items', 'differs', 'differ')} from the bench now"
            console().print(f"{differ}: {'updated' if update else kept}.")
        if done.pictures_missing:
            console().print(
                f"{so_many(done.pictures_missing, 'pictures')} missing or bad; the items came in. "
                "'optotype show --findings' lists them."
            )
    for fault in done.faults[:_SHOWN]:
        complain(str(fault))
    if done.faulty > _SHOWN:
        complain(f"... and {done.faulty - _SHOWN:,} more; 'optotype show --findings' lists all.")
    if done.faulty:
        raise typer.Exit(1)
