"""How commands that lead conversations tell how far they are."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optotype.generate.talking import Counts, Watch


@contextmanager
def watching(what: str) -> Generator[Watch | None]:
    """A line that tells how far it is; nothing where standard error is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[told]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=screen, transient=True, refresh_per_second=5) as progress:
        task = progress.add_task(what, total=None, told="")

        def watch(counts: Counts) -> None:
            progress.update(task, total=counts.pictures, completed=counts.done, told=str(counts))

        yield watch
