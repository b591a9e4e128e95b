"""How commands find their bench and talk: tables for people, JSON for programs, complaints to standard error."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from optotype.results import Grid
    from optotype.workbench import Workbench


def open_bench(context: typer.Context) -> Workbench:
    """The bench that the user named, or stands in."""
    from optotype.workbench import Workbench

    return Workbench.open(context.obj)


def open_in_browser(address: str) -> None:
    """Opens an address in the user's browser."""
    import threading
    import webbrowser

    # a browser in a terminal would hold the server up until it is closed
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def console() -> Console:
    """Standard output, for people."""
    from rich.console import Console

    return Console(highlight=False)


def complain(message: str) -> None:
    """Tells on standard error what went wrong."""
    from rich.console import Console
    from rich.text import Text

    text = Text("Error: ", style="bold red") + Text(printable(message))
    Console(stderr=True, highlight=False, soft_wrap=True).print(text)


def table(*columns: str, title: str | None = None) -> Table:
    """A table in the style of the house: quiet, columns of figures to the right (a name that begins with #)."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(
            Text(printable(column.removeprefix("#"))),
            justify="right" if column.startswith("#") else "left",
            overflow="fold",
            no_wrap=column == "id",  # so that it can be copied
        )
    return made


_ROOM = 9
"""Letters for each column, on average, below which a table is no longer read with ease."""
_LEAST, _MOST = 12, 24
"""Letters that a column of names keeps if it has as many; up to so many for a part in which there is no border."""
_SENTENCE = 72
"""Letters of a text that is no name any more: it keeps as many as the longest part of a name, and breaks at spaces."""
_PARTS = re.compile(r"[^\s/_-]*[\s/_-]+|[^\s/_-]+")
"""Parts of a name, each with the border at its end: a space, `/`, `-` or `_`."""


def lay_out(made: Table) -> None:
    """Prints a table that fits the terminal: names are folded at their borders, figures stay in one line.

    Where it is too narrow for that, row after row, a line for each cell.
    """
    from rich.measure import Measurement

    screen = console()
    for column in made.columns:
        column.no_wrap = column.no_wrap or column.justify == "right"
    wide = Measurement.get(screen, screen.options.update(max_width=10_000), made).maximum
    if screen.width >= _ROOM * len(made.columns) and _folded(made, wide - screen.width):
        screen.print(made)
        return
    _print_rows(made)


def _print_rows(made: Table) -> None:
    from rich.table import Table

    if made.title:
        console().print(made.title, style="bold", markup=False)
    for row in zip(*(column.cells for column in made.columns), strict=True):
        block = Table.grid(padding=(0, 2))
        block.add_column(no_wrap=True, style="dim")
        block.add_column(overflow="fold")
        for column, value in zip(made.columns, row, strict=True):
            if column is made.columns[0] and not str(column.header):  # a name that needs no word before it
                console().print(value, markup=False)
            elif str(value):
                block.add_row(column.header, value)
        console().print(block)
        console().print()


def _folded(made: Table, excess: int) -> bool:
    """Makes a table narrower by so many letters, the widest column of names first; can that be done?"""
    from rich.cells import cell_len
    from rich.text import Text

    width: dict[int, int] = {}
    least: dict[int, int] = {}
    for place, column in enumerate(made.columns):
        lines = [line for one in (column.header, *column.cells) for line in str(one).splitlines()]
        width[place] = max(map(cell_len, lines), default=0)
        parts = (cell_len(part.rstrip()) for line in lines for part in _PARTS.findall(line))
        longest = _MOST if width[place] > _SENTENCE else max(parts, default=0)
        least[place] = min(width[place], max(_LEAST, min(_MOST, longest)))
    sentences = {place for place, letters in width.items() if letters > _SENTENCE}
    while excess > 0:
        loose = [
            place for place, column in enumerate(made.columns) if not column.no_wrap and width[place] > least[place]
        ]
        if not loose:
            return False
        widest = max(loose, key=lambda place: width[place])
        width[widest] -= 1
        excess -= 1
    for place, column in enumerate(made.columns):
        if place in sentences:
            column.width = width[place]
        elif not column.no_wrap:
            folded = [fold(cell, width[place]) if isinstance(cell, Text) else cell for cell in column.cells]
            header = fold(column.header, width[place]) if isinstance(column.header, Text) else column.header
            made.columns[place] = dataclasses.replace(column, header=header, _cells=folded)
    return True


def fold(text: Text, width: int) -> Text:
    """A text in lines of at most so many letters, broken at its borders, and inside a part only where it is longer."""
    from rich.cells import cell_len
    from rich.text import Text

    breaks: list[int] = []
    begin = 0
    for found in _PARTS.finditer(text.plain):
        if found.start() > begin and cell_len(text.plain[begin : found.end()].rstrip()) > width:
            begin = found.start()
            breaks.append(begin)
        while cell_len(text.plain[begin : found.end()].rstrip()) > width:
            begin += width
            breaks.append(begin)
        if "\n" in found[0]:
            begin = found.end()
    lines = text.divide(breaks)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def print_grids(grids: Iterable[Grid]) -> None:
    """Prints tables of texts; figures stay in one line with their intervals."""
    for grid in grids:
        made = table(*grid.columns, title=grid.title or None)
        for row in grid.rows:
            made.add_row(*cells(*row))
        lay_out(made)


def cells(*values: object) -> Iterable[Any]:
    """Values as cells; text from files is text, never markup."""
    from rich.text import Text

    return (
        value if isinstance(value, Text) else Text(f"{value:,}" if isinstance(value, int) else printable(str(value)))
        for value in values
    )


def printable(text: str) -> str:
    """Text from a file as it may stand in a terminal: what would move the cursor or change colours is shown instead."""
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shorten(text: str, length: int) -> str:
    """The beginning of a text in one line."""
    line = " ".join(text[: 4 * length].split())
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def tell(name: str, lines: Iterable[str]) -> None:
    """A name, and what there is to say under it, whole: paths can be copied. Nothing, if there is nothing to say."""
    from rich.text import Text

    text = "\n".join(lines)
    if text:
        told = Text(f"{name:<13}", style="bold") + Text(printable(text).replace("\n", "\n" + " " * 13))
        console().print(told, soft_wrap=True)


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
        if name in found:
            raise typer.BadParameter(f"{name!r} was given twice", param_hint=option)
        found[name] = value
    return found
