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
    bind: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets a server on another machine in.")
    ] = "127.0.0.1",
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A server in front that is believed about browsers (X-Forwarded-For, -Proto, -Host, -Prefix): its "
            "address or network; may be given several times. Nobody is, unless named.",
        ),
    ] = None,
    service: Annotated[
        bool,
        typer.Option(
            "--service", help="It runs unattended: log each request as a line of JSON, and print no link; see --link."
        ),
    ] = False,
    link: Annotated[
        bool,
        typer.Option("--link", help="Print an address that signs the administrator in, for a studio that is open."),
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the studio in a browser.")] = False,
) -> None:
    """Open the studio: a web app in which people answer and check the items of a bench.

    It is served to this computer alone, unless --bind says otherwise. The address that is printed signs you in as the
    administrator, once; projects are made and people are invited on the board. Ctrl-C ends it, and nothing that was
    handed in is lost.

    [bold]Examples[/bold]

      optotype studio

      optotype studio --open --port 8000

      optotype studio --port 8770 --host studio.example.org --https --proxy 127.0.0.1 --service

      optotype studio --link --host studio.example.org --https
    """
    with open_bench(context) as bench:
        if link:
            tell("open", [bench.studio_link(port=port, host=host, secure=https)])
            return

        def ready(address: str) -> None:
            tell("open", [address])
            if service:
                return
            console().print("This address works once, today. Ctrl-C ends the studio.", style="dim")
            if browser:
                open_in_browser(address)

        bench.studio(port=port, bind=bind, host=host, secure=https, proxies=proxy or (), service=service, ready=ready)
