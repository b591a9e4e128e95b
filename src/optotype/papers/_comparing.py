"""Graphical abstracts held against figures by child processes, while the parent reads on.

Plain child processes, and not a pool, as in `synth`: a pool would run the caller's script again, or copy its threads.
A child reads papers from standard input and writes what their graphical abstracts are made of to standard output.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import cast

from optotype.errors import Fault
from optotype.papers.comparison import with_components
from optotype.papers.draft import PaperRead
from optotype.records import GraphicalAbstract

_BEFORE = 12
"""How many papers are compared by the parent before it is worth starting children."""
_AHEAD = 4
"""How many papers wait, for each child."""


def completed(papers: Iterable[PaperRead | Fault]) -> Iterator[PaperRead | Fault]:
    """Papers in their order, each with the kind and the components of its graphical abstract."""
    count = min(os.cpu_count() or 1, 4)
    waiting: deque[tuple[PaperRead | Fault, _Child | None]] = deque()
    children: list[_Child] = []
    compared = 0
    with ExitStack() as stack:
        for paper in papers:
            if isinstance(paper, Fault) or paper.paper.graphical_abstract is None:
                waiting.append((paper, None))
            elif paper.fleeting or count == 1 or compared < _BEFORE:
                compared += 1
                waiting.append((with_components(paper), None))
            else:
                if not children:
                    children += [stack.enter_context(_Child()) for _ in range(count)]
                child = children[compared % count]
                compared += 1
                child.ask(paper)
                waiting.append((paper, child))
            fleeting = isinstance(paper, PaperRead) and paper.fleeting
            while waiting and (fleeting or waiting[0][1] is None or len(waiting) > _AHEAD * count):
                yield _told(*waiting.popleft())
        while waiting:
            yield _told(*waiting.popleft())


def _told(paper: PaperRead | Fault, child: _Child | None) -> PaperRead | Fault:
    if child is None or isinstance(paper, Fault):
        return paper
    known = child.answer()
    if known is None:  # the child is gone; what it was asked is not
        return with_components(paper)
    return replace(paper, paper=paper.paper.model_copy(update={"graphical_abstract": known}))


class _Child:
    """A child process, from the parent's side. Answers are small, so that a pipe holds all that wait."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from optotype.papers._comparing import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,  # Ctrl-C reaches the parent alone, which ends its children without a word
        )

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        with suppress(OSError):
            self._process.communicate()

    def ask(self, paper: PaperRead) -> None:
        with suppress(OSError):
            if self._process.stdin is not None:
                pickle.dump(paper, self._process.stdin)
                self._process.stdin.flush()

    def answer(self) -> GraphicalAbstract | None:
        try:
            if self._process.stdout is not None:
                return cast("GraphicalAbstract", pickle.load(self._process.stdout))  # noqa: S301 - our own child's
        except (EOFError, OSError, pickle.UnpicklingError):
            pass
        return None


def main() -> None:
    """What a child does until its parent has no more to ask."""
    while True:
        try:
            paper = cast("PaperRead", pickle.load(sys.stdin.buffer))  # noqa: S301 - our own parent's
        except EOFError:
            return
        pickle.dump(with_components(paper).paper.graphical_abstract, sys.stdout.buffer)
        sys.stdout.buffer.flush()
