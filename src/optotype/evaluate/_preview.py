"""A preview: what was heard so far, in the store while the run still goes on, for those who watch (`optotype view`).

The last walk writes everything anew, so nothing depends on a preview. It works in a thread of its own, on a few answers
at a time, for at most a twentieth of the time: a fast run has little of it, and is over soon.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from sqlalchemy.exc import OperationalError

from optotype.batches import batches
from optotype.metrics import Case, Metric
from optotype.records import Answer, Gold, Item, Noun, Respondent, Run, Score
from optotype.store import Writer

if TYPE_CHECKING:
    from optotype.bench import Bench

_EVERY = 1.0
"""Seconds between two looks at what was heard."""
_SHARE = 20
"""A look that took a second is followed by as many seconds without one."""
_SOME = 200
"""Answers of one look."""
_AT_ONCE = 50
"""Answers that are written together: a few, so that a look takes no memory to speak of."""
_MOST = 400
"""Answers that wait to be looked at; older ones are left to the last walk."""


class Preview:
    """Answers and scores of a run under way."""

    def __init__(
        self,
        bench: Bench,
        writer: Writer,
        run: Run,
        respondent: Respondent,
        judges: Sequence[Metric],
        scored: Callable[[Sequence[Metric], Case], Iterable[Score]],
    ) -> None:
        self._bench = bench
        self._writer = writer
        self._first: list[Noun] = [respondent, run]
        self._judges = [judge for judge in judges if judge.needs is None]
        self._scored = scored
        self._waiting: deque[tuple[Item, Callable[[], Answer]]] = deque(maxlen=_MOST)
        self._thread: ThreadPoolExecutor | None = None
        self._looking: Future[None] | None = None
        self._next = time.monotonic() + _EVERY

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            self._thread.shutdown()

    def add(self, item: Item, answer: Callable[[], Answer]) -> None:
        """Something was heard; it is read and judged when the time has come."""
        self._waiting.append((item, answer))
        if time.monotonic() >= self._next and (self._looking is None or self._looking.done()):
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "preview")
            some = [self._waiting.popleft() for _ in range(min(_SOME, len(self._waiting)))]
            self._looking = self._thread.submit(self._look, some)

    def _look(self, some: Sequence[tuple[Item, Callable[[], Answer]]]) -> None:
        began = time.monotonic()
        try:
            for few in batches(some, _AT_ONCE):
                self._show([(item, answer()) for item, answer in few])
        except OperationalError:  # somebody else writes for a long time; the last walk does not depend on this
            return
        finally:
            self._next = time.monotonic() + max(_EVERY, _SHARE * (time.monotonic() - began))

    def _show(self, heard: Sequence[tuple[Item, Answer]]) -> None:
        golds = self._bench.store.get_all(Gold, [item.id for item, _ in heard])
        nouns: list[Noun] = [answer for _, answer in heard]
        for item, answer in heard:
            if (gold := golds.get(item.id)) is not None:
                nouns += self._scored(self._judges, Case(item, gold, answer))
        self._writer.put(*self._first, *nouns)
        self._first = []
