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
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from optotype.errors import OptotypeError
from optotype.store import Store

T = TypeVar("T")

MOST = 200
"""Orders in one transaction."""


@dataclass(frozen=True)
class _Order:
    work: Callable[[sa.Connection], Any]
    done: Future[Any] = field(default_factory=Future[Any])


class NotKept(OptotypeError):
    """The database could not write: its disk is full, or it is gone. Nothing of what was asked for has happened."""


class Ledger:
    """One thread that writes to the store; `with Ledger(store) as ledger`, then `await ledger.do(work)`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._failures = (DBAPIError, store.engine.dialect.loaded_dbapi.Error)
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
            work: done inside a transaction. If it raises, what it wrote is taken back, and nothing else is. It may be
                done once more, if what was asked for by others has failed and taken it back.
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
        """All in one transaction; if one of them fails, each in its own, so that it takes nobody with it."""
        try:
            with self._store.write(safest=True) as connection:
                results = [order.work(connection) for order in orders]
        except Exception as error:
            if len(orders) > 1:
                for order in orders:
                    self._together([order])
            elif orders[0].done.set_running_or_notify_cancel():
                orders[0].done.set_exception(self._told(error))
            return
        for order, result in zip(orders, results, strict=True):
            if order.done.set_running_or_notify_cancel():
                order.done.set_result(result)

    def _told(self, error: Exception) -> Exception:
        if not isinstance(error, self._failures):
            return error
        why = error.orig if isinstance(error, DBAPIError) else error
        told = NotKept(f"This could not be kept: {str(why).strip().splitlines()[0]}. Nothing was changed; try again.")
        told.__cause__ = error
        return told
