"""The ledger: writes for many people at once.

Whatever is asked for while one transaction is under way goes into the next. So fifty people who hand in their work at
the same moment wait for the disk once, not fifty times, and nobody is told that work is kept before it is.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar, cast

import sqlalchemy as sa

from optotype.store import Store

T = TypeVar("T")

MOST = 200
"""Orders in one transaction."""


@dataclass(frozen=True)
class _Order:
    work: Callable[[sa.Connection], Any]
    done: Future[Any] = field(default_factory=Future[Any])


class Ledger:
    """One thread that writes to the store; `with Ledger(store) as ledger`, then `await ledger.do(work)`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._orders.put(None)
        self._thread.join()

    def order(self, work: Callable[[sa.Connection], T]) -> Future[T]:
        """Asks for something to be written. The future is settled when it is on disk, or has failed.

        Args:
            work: done inside a transaction. If it raises, what it wrote is taken back, and nothing else is.
        """
        order = _Order(work)
        self._orders.put(order)
        return cast("Future[T]", order.done)

    async def do(self, work: Callable[[sa.Connection], T]) -> T:
        """Does something inside a transaction; it is on disk when this returns."""
        return await asyncio.wrap_future(self.order(work))

    def _run(self) -> None:
        open_ = True
        while open_ and (first := self._orders.get()) is not None:
            orders = [first]
            while len(orders) < MOST:
                try:
                    order = self._orders.get_nowait()
                except queue.Empty:
                    break
                if order is None:
                    open_ = False
                    break
                orders.append(order)
            self._together(orders)

    def _together(self, orders: list[_Order]) -> None:
        settled: list[tuple[_Order, Any, Exception | None]] = []
        try:
            with self._store.write(safest=True) as connection:
                for order in orders:
                    try:
                        # one that fails must not take the others with it; one alone needs no precaution
                        with connection.begin_nested() if len(orders) > 1 else nullcontext():
                            settled.append((order, order.work(connection), None))
                    except Exception as error:
                        if len(orders) == 1:
                            raise
                        settled.append((order, None, error))
        except Exception as error:  # the disk is full, or the database is gone: nothing of it was written
            settled = [(order, None, error) for order in orders]
        for order, result, error in settled:
            if order.done.set_running_or_notify_cancel():
                if error is None:
                    order.done.set_result(result)
                else:
                    order.done.set_exception(error)
