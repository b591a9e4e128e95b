"""`optotype demo`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from optotype.cli._output import console, print_grids

NARROW = 80
"""Terminals with fewer columns have what is worth knowing on lines of its own."""


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to make it.")] = Path("demo"),
) -> None:
    """Tell the whole story on one bench: draw, import, lint, answer, decide, audit, evaluate, report. No network.

    [bold]Examples[/bold]

      optotype demo

      optotype demo /tmp/shapes
    """
    import sys
    import time

    from rich.markup import escape
    from rich.padding import Padding
    from rich.status import Status
    from rich.table import Table

    from optotype.demo import Step, demo

    screen = console()
    waiting = screen.status("") if sys.stdout.isatty() else nullcontext()

    def told(step: Step) -> None:
        """A line of columns, of which the last takes what is left; below the others where little is."""
        wide = screen.width >= NARROW
        line = Table.grid(padding=(0, 1))
        for width in (1, 9, 12, 7):
            line.add_column(width=width, no_wrap=True, justify="right" if width == 7 else "left")
        line.add_column(overflow="fold")
        cells = ("[green]✓[/green]", f"[bold]{step.what}[/bold]", f"[cyan]{step.count}[/cyan]")
        insight = escape(step.insight)
        line.add_row(*cells, f"[dim]{step.seconds:.1f} s[/dim]", insight if wide else "")
        screen.print(line)
        if not wide:
            screen.print(Padding(insight, (0, 0, 0, 2)))

    began = 0.0

    def begins(what: str) -> None:
        nonlocal began
        if not began:
            screen.print("\n[bold]A benchmark from nothing, on one bench, without a network[/bold]\n")
            began = time.perf_counter()
        if isinstance(waiting, Status):
            waiting.update(what)

    with waiting:
        shown = demo(folder, told, begins)
    screen.print(f"[dim]done in {time.perf_counter() - began:.0f} s[/dim]")
    screen.print()
    screen.print("[bold]An answer is an answer, whoever gave it[/bold]")
    print_grids([shown.board])
    bench = escape(str(shown.bench))
    screen.print("[bold]Open[/bold]")
    for page, what in ((shown.report, "the report"), (shown.recommendation, "which figure would sum the paper up")):
        screen.print(f"  [bold]{escape(str(page))}[/bold]  {what}", soft_wrap=True)
    screen.print()
    screen.print("[bold]Go on[/bold]")
    for command_, what in (
        (f"optotype -b {bench} studio --open", "answer yourself, signed in by a link that works once"),
        (f"optotype -b {bench} compare {shown.best} {shown.other}", "is one of the two better?"),
        (f"optotype -b {bench} explain shapes/2", "where everything about an item came from"),
        (f"optotype -b {bench} show --where level=8", "the hardest items"),
        (f"optotype -b {bench} audit --split test", "all that the audit says"),
        (f"optotype -b {bench} datasheet", "what a reader has to know about the data"),
    ):
        screen.print(f"  [cyan]{command_}[/cyan]", soft_wrap=True)
        screen.print(f"    [dim]{what}[/dim]", soft_wrap=True)
