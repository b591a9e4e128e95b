"""Progress: how a long stage tells how far it is. Stages call it; what is drawn is the caller's matter."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

Progress = Callable[[int], None]
"""Called with the number of things done since the last call."""


def silent(_done: int) -> None:
    """Tells nobody."""


def hush() -> None:
    """Keeps libraries from telling on standard error what no user can do anything about.

    Where the home cannot be written to, matplotlib says at length that it keeps its cache elsewhere.
    """
    import logging

    logging.getLogger("matplotlib").setLevel(logging.ERROR)


@contextmanager
def bar(what: str, total: int | None = None) -> Generator[Progress]:
    """A progress bar on standard error; nothing where that is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not console.is_terminal:
        yield silent
        return
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()]
    if total is not None:
        columns.append(TaskProgressColumn())
    with Bar(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.advance(task, done)
