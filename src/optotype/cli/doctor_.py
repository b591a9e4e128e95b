"""`optotype doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from optotype.cli._options import Json
from optotype.cli._output import cells, lay_out, print_json, table

_COLOURS = {"well": "green", "absent": "dim", "poorly": "yellow", "broken": "bold red"}


def command(
    context: typer.Context,
    deep: Annotated[bool, typer.Option("--deep", help="Try every picture of the bench, not a sample.")] = False,
    as_json: Json = False,
) -> None:
    """Try what is installed and whether the bench is well, and tell what to do about the rest.

    The exit code is 1 if something that is needed does not work.

    [bold]Examples[/bold]

      optotype doctor

      optotype --bench chart doctor --deep
    """
    from optotype.doctor import Check, State, examine
    from optotype.progress import bar

    with bar("trying") as progress:
        checks: list[Check] = []
        for check in examine(context.obj, deep=deep):
            checks.append(check)
            progress(1)
    broken = [check for check in checks if check.state is State.BROKEN]
    if as_json:
        print_json({"well": not broken, "checks": checks})
    else:
        made = table("what", "is", "found", "what to do")
        for check in checks:
            name, state, found, advice = cells(check.name, check.state.value, check.found, check.advice)
            state.stylize(_COLOURS[check.state.value])
            made.add_row(name, state, found, advice)
        lay_out(made)
    if broken:
        raise typer.Exit(1)
