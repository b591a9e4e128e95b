"""`optotype restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import print_json, tell
from optotype.plurals import so_many


def command(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="What 'optotype backup' wrote.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to make the bench; nothing may be there.")],
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="A database in which nothing is: postgresql://user@host/name. A file unless given."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a bench from a backup: all of it, or nothing.

    Everything is held against its digest first, and a backup of an earlier release is brought up to date. The backup
    may come from another kind of database: so a bench moves from a file to PostgreSQL, and back.

    [bold]Examples[/bold]

      optotype restore chart-monday.optotype chart

      optotype restore chart.optotype chart --store postgresql://me@localhost/chart
    """
    from optotype.backup import restore
    from optotype.progress import bar

    with bar("restoring") as progress:
        done = restore(path, folder, store=store, progress=progress)
    if as_json:
        print_json(done)
        return
    tell(
        "made",
        [f"{done.folder}, as it was on {done.made}: {so_many(done.rows, 'rows')} and {so_many(done.files, 'files')}"],
    )
    tell("next", [f"optotype --bench {done.folder} doctor --deep"])
