"""`optotype init`."""

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._output import console


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to make the bench.")],
    title: Annotated[str, typer.Option(help="What the benchmark is called.")] = "",
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A database: postgresql://user@host/name. A file unless given."),
    ] = None,
) -> None:
    """Make a bench: a folder with settings, a database and pictures.

    [bold]Examples[/bold]

      optotype init chart

      optotype init chart --store postgresql://me@localhost/chart
    """
    from optotype.workbench import Workbench

    made = Workbench.init(folder, title=title, store=store)
    made.close()
    console().print(f"Made a bench in [bold]{folder}[/bold]. Next: optotype --bench {folder} import FORMAT PATH")
