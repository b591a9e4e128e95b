"""`optotype demo`."""

from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._output import console, print_grid


def command(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where to make it.")] = Path("demo"),
) -> None:
    """Show what it does: import, split, export and answer a benchmark; draw, evaluate and report another. No network.

    [bold]Examples[/bold]

      optotype demo

      optotype demo /tmp/shapes
    """
    from rich.markup import escape

    from optotype.demo import Step, demo

    screen = console()

    def told(step: Step) -> None:
        screen.print(
            f"[green]✓[/green] [bold]{step.what:9}[/bold] {escape(step.insight)} [dim]{step.seconds:.1f} s[/dim]"
        )
        for grid in step.grids:
            print_grid(grid)

    screen.print()
    demo(folder, told).close()
    drawn, written, bench = (escape(str(folder / name)) for name in ("drawn", "written", "bench"))
    screen.print()
    screen.print("Look around:")
    for command_, what in (
        (f"optotype -b {drawn} stats", "the figures of what was drawn"),
        (f"optotype -b {drawn} show --where level=8", "its hardest items"),
        (f"optotype -b {drawn} show charts/7-000003-1", "one in full, with the path of its picture"),
        (f"optotype -b {drawn} lint --table", "what rules have to say about it"),
        (f"optotype -b {drawn} compare simulated-sharp simulated-blurred", "is one of them better?"),
        (f"optotype -b {drawn} view --open", "the report, live"),
        (f"optotype -b {written} show", "the question that was written, for people to check"),
        (f"optotype -b {bench} explain shapes/2", "where everything about an item came from"),
        (f"optotype -b {bench} export scivqa OUT", "the same bench in another format"),
    ):
        screen.print(f"  [cyan]{command_:50}[/cyan] {what}", soft_wrap=True)
    screen.print()
    screen.print("Open the report:")
    screen.print(f"  [bold]{escape(str(folder / 'report' / 'index.html'))}[/bold]", soft_wrap=True)
    screen.print()
    screen.print("Open the studio, signed in by a link that works once:")
    screen.print(f"  [bold]optotype -b {bench} studio --open[/bold]", soft_wrap=True)
