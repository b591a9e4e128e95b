"""Running: questions are sent, replies are kept, and a run is under way in one process at a time."""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.errors import OptotypeError
from optotype.files.naming import slug

if TYPE_CHECKING:
    from optotype.bench import Bench


@contextmanager
def under_way(bench: Bench, run: str) -> Generator[None]:
    """Makes sure that nobody else works on the same run.

    Raises:
        OptotypeError: somebody does.
    """
    path = _path(bench, run)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OptotypeError(
                f"The run '{run}' is under way in another process. Wait for it, or use --name for a run of its own."
            ) from None
        yield
        path.unlink(missing_ok=True)


def is_under_way(bench: Bench, run: str) -> bool:
    """Does somebody work on a run at this moment? One that was killed is not under way."""
    try:
        with _path(bench, run).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _path(bench: Bench, run: str) -> Path:
    return bench.folder / "runs" / f"{slug(run)}.lock"
