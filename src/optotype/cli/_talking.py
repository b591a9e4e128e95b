"""What commands that ask models have in common: what may be spent, and how far they are."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from optotype.cli._output import tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.evaluate.estimating import Estimated

RUNNING = "How it runs"
"""The panel of help that these options stand in."""

Prices = Annotated[
    Path | None, typer.Option(metavar="FILE", help="What tokens cost; TOML or JSON.", rich_help_panel=RUNNING)
]
Budget = Annotated[
    float | None,
    typer.Option("--budget", "--max-cost", min=0, help="Stop when so much was spent.", rich_help_panel=RUNNING),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Ask nobody; say what it would take.", rich_help_panel=RUNNING)]
Connections = Annotated[
    int, typer.Option(min=1, help="The most that a model is asked at once.", rich_help_panel=RUNNING)
]


class Counted(Protocol):
    """How far something is; as a text, what else there is to tell."""

    @property
    def done(self) -> int:
        """How much is done."""
        ...


C = TypeVar("C", bound=Counted)


@contextmanager
def watching(
    what: str, total: Callable[[C], int | None], *, remaining: bool = False
) -> Generator[Callable[[C], None] | None]:
    """A line that tells how far it is; nothing where standard error is no terminal.

    Args:
        what: stands at its beginning.
        total: how much there is to do in all.
        remaining: tell the time that is left, rather than the time that went by.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Remaining

    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[told]}"),
        Remaining() if remaining else TimeElapsedColumn(),
    )
    with Progress(*columns, console=screen, transient=True, refresh_per_second=5) as progress:
        task = progress.add_task(what, total=None, told="")

        def watch(counts: C) -> None:
            progress.update(task, total=total(counts), completed=counts.done, told=str(counts))

        yield watch


def show_estimate(estimated: Estimated, about: str = "") -> None:
    """What a run would come to, line by line."""
    tell("model", [f"{estimated.model}, {about}" if about else estimated.model])
    items = so_many(estimated.items, "items")
    tell("requests", [f"{estimated.requests:,} about {items}; the largest has {estimated.largest:,} bytes"])
    if estimated.remembered:
        tell("remembered", [f"{so_many(estimated.remembered, 'replies', 'is', 'are')} on disk already, at no cost"])
    tell("cannot ask", [f"{count:,} x {why}" for why, count in estimated.impossible.items()])
    tell("pictures", [f"{estimated.pictures:,}; about {estimated.picture_tokens:,} tokens ({estimated.picture_rule})"])
    known = "as replies on disk have" if estimated.reply_tokens_measured else "by a rule of thumb"
    tell("text", [f"about {estimated.text_tokens:,} tokens"])
    most = "" if estimated.reply_tokens_most is None else f"; {estimated.reply_tokens_most:,} at most"
    tell("replies", [f"about {estimated.reply_tokens:,} tokens, {known}{most}"])
    if estimated.cost is None:
        tell("cost", ["not known: give a file of prices with --prices"])
    else:
        most = "" if estimated.cost_most is None else f"; {estimated.cost_most:,.2f} at most"
        tell("cost", [f"about {estimated.cost:,.2f} {estimated.currency}{most}"])
