"""How commands find their bench and talk: tables for people, JSON for programs, complaints to standard error."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from optotype.bench import Bench

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
"""The option that every command has which prints figures."""

Where = Annotated[
    list[str] | None,
    typer.Option("--where", "-w", metavar="TAG=VALUE", help="Only items with this tag; may be given several times."),
]
"""The option that chooses items by their tags."""


def open_bench(context: typer.Context) -> Bench:
    """The bench that the user named, or stands in."""
    from optotype import bench

    return bench.open(context.obj)


def console() -> Console:
    """Standard output, for people."""
    from rich.console import Console

    return Console(highlight=False)


def complain(message: str) -> None:
    """Tells on standard error what went wrong."""
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, highlight=False, soft_wrap=True).print(Text("Error: ", style="bold red") + Text(message))


def table(*columns: str, title: str | None = None) -> Table:
    """A table in the style of the house: quiet, columns of figures to the right (a name that begins with #)."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(
            column.removeprefix("#"), justify="right" if column.startswith("#") else "left", overflow="fold"
        )
    return made


def cells(*values: object) -> Iterable[Any]:
    """Values as cells; text from files is text, never markup."""
    from rich.text import Text

    return (Text(f"{value:,}" if isinstance(value, int) else str(value)) for value in values)


def print_json(value: object) -> None:
    """A value, or a dataclass, as JSON."""
    typer.echo(json.dumps(value, default=_plain, ensure_ascii=False, indent=2))


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")  # type: ignore[attr-defined]
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def pairs(settings: list[str] | None, option: str) -> dict[str, str]:
    """`["table=csv"]` as a dictionary."""
    found: dict[str, str] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"{setting!r} was given; NAME=VALUE was expected", param_hint=option)
        found[name] = value
    return found
