"""`optotype demo`."""

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._output import console


def command(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where to make it.")] = Path("demo"),
) -> None:
    """Show what it does: draw a few pictures, import, split and export them. Needs no network.

    [bold]Examples[/bold]

      optotype demo

      optotype demo /tmp/shapes
    """
    from rich.markup import escape

    from optotype.demo import Step, demo

    screen = console()

    def told(step: Step) -> None:
        screen.print(
            f"[green]✓[/green] [bold]{step.what:8}[/bold] {escape(step.insight)} [dim]{step.seconds:.1f} s[/dim]"
        )

    screen.print()
    with demo(folder, told) as bench:
        screen.print()
        screen.print(f"A bench lies in [bold]{escape(str(bench.folder))}[/bold]. Look around:")
    place = escape(str(bench.folder))
    for command_, what in (
        (f"optotype -b {place} show", "its items"),
        (f"optotype -b {place} show shapes/2", "one of them in full"),
        (f"optotype -b {place} stats", "its figures"),
        (f"optotype -b {place} explain shapes/2", "where everything about an item came from"),
        (f"optotype -b {place} export scivqa OUT", "the same bench in another format"),
    ):
        screen.print(f"  [cyan]{command_:44}[/cyan] {what}")
