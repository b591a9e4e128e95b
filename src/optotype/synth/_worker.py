"""A process that draws: it reads what to draw from standard input and writes entries to standard output.

A plain child process, and not a pool: a pool would run the caller's script again, or copy its threads.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO, cast

from optotype.errors import OptotypeError
from optotype.formats import Entry
from optotype.progress import hush
from optotype.synth import Drawer, Task

_AHEAD = 32
"""Entries that wait for the parent, per child."""


class Worker:
    """One child process, from the parent's side."""

    def __init__(self, drawer: Drawer, tasks: Sequence[Task]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "optotype.synth._worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,  # Ctrl-C reaches the parent alone, which ends its children without a word
        )
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe, as asked for above
        assert self._process.stdout is not None  # noqa: S101
        self._output = self._process.stdout
        pickle.dump((drawer, list(tasks)), self._process.stdin)
        self._process.stdin.close()
        # a pipe holds less than one picture: without somebody who empties it, children wait while the parent writes
        self._entries: Queue[Entry | None] = Queue(_AHEAD)
        self._reader = Thread(target=self._read, args=(len(tasks),), daemon=True)
        self._reader.start()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        while self._reader.is_alive():
            with suppress(Empty):
                self._entries.get(timeout=0.1)
        self._output.close()

    def _read(self, count: int) -> None:
        try:
            for _ in range(count):
                self._entries.put(cast("Entry", pickle.load(self._output)))  # noqa: S301 - written by our own child
        except (EOFError, pickle.UnpicklingError):
            self._entries.put(None)

    def next(self) -> Entry:
        """The next entry that the child drew."""
        entry = self._entries.get()
        if entry is None:
            raise OptotypeError("A process that draws ended before its work was done; see above.")
        return entry


def _main(tasks_from: BinaryIO, entries_to: BinaryIO) -> None:
    drawer, tasks = cast("tuple[Drawer, list[Task]]", pickle.load(tasks_from))  # noqa: S301 - written by our own parent
    for task in tasks:
        pickle.dump(drawer.draw(task), entries_to)
        entries_to.flush()


if __name__ == "__main__":
    hush()
    _main(sys.stdin.buffer, sys.stdout.buffer)
