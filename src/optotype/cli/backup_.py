"""`optotype backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import open_bench, print_json, tell
from optotype.plurals import so_many


def command(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file to make, outside the bench.")],
    as_json: Json = False,
) -> None:
    """Write all that is in a bench into one file: the database, SQLite or PostgreSQL, and the files.

    People may go on working meanwhile. The file is as secret as the bench: it holds what people said, and digests of
    their passwords. It does not hold '.env' files, the address of the database, or what commands make again.

    [bold]Examples[/bold]

      optotype backup ../chart-monday.optotype

      optotype --bench chart backup /backups/chart.optotype --json
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("backing up") as progress:
        done = bench.backup(path, progress=progress)
    if as_json:
        print_json(done)
        return
    tell(
        "wrote", [f"{done.path}, {done.size:,} bytes: {so_many(done.rows, 'rows')} and {so_many(done.files, 'files')}"]
    )
    tell("sha256", [done.sha256])
