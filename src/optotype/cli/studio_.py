"""`optotype studio`."""

from __future__ import annotations

from typing import Annotated

import typer

from optotype.cli._output import console, open_bench, open_in_browser, tell


def command(
    context: typer.Context,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="0 takes any that is free; 8770 or the next free one unless given."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The name by which browsers call it, behind a server that hands requests on."
        ),
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Browsers call that server by https.")] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the studio in a browser.")] = False,
) -> None:
    """Open the studio: a web app in which people answer and check the items of a bench.

    It is served to this computer alone. The address that is printed signs you in as the administrator, once; projects
    are made and people are invited on the board. Ctrl-C ends it, and nothing that was handed in is lost.

    [bold]Examples[/bold]

      optotype studio

      optotype studio --open --port 8000

      optotype studio --port 8770 --host studio.example.org --https
    """
    with open_bench(context) as bench:

        def ready(address: str) -> None:
            tell("open", [address])
            console().print("This address works once, today. Ctrl-C ends the studio.", style="dim")
            if browser:
                open_in_browser(address)

        bench.studio(port=port, host=host, secure=https, ready=ready)
