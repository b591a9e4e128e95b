"""Writing for many at once: nobody is told too early, and nobody suffers for another's mistake."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from optotype import Workbench
from optotype.store.studio import journal
from optotype.studio import projects
from optotype.studio.ledger import Ledger, NotKept


def count(bench: Workbench) -> int:
    with bench.store.engine.connect() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(journal)).scalar_one()


def write(connection: sa.Connection, what: str = "wrote") -> str:
    projects.note(connection, "somebody", what, 1.0)
    return what


def test_what_is_said_to_be_written_can_be_read_by_others(stored_bench: Workbench) -> None:
    with Ledger(stored_bench.store) as ledger:
        assert ledger.order(write).result(30) == "wrote"
        assert count(stored_bench) == 1


def test_one_that_fails_takes_its_own_back_and_nobody_elses(stored_bench: Workbench) -> None:
    def fail(connection: sa.Connection) -> None:
        write(connection)
        raise ValueError("a slip")

    def slowly(connection: sa.Connection) -> str:
        time.sleep(0.2)  # so that the others wait, and come together
        return write(connection)

    with Ledger(stored_bench.store) as ledger, ThreadPoolExecutor(8) as pool:
        blocked = ledger.order(slowly)
        asked: list[Callable[[sa.Connection], object]] = [write if number % 3 else fail for number in range(30)]
        orders = list(pool.map(ledger.order, asked))
        assert blocked.result(30) == "wrote"
        failed = [order for order in orders if order.exception(30) is not None]
    assert len(failed) == 10
    assert all(str(order.exception()) == "a slip" for order in failed)
    assert count(stored_bench) == 21


def test_many_who_ask_at_once_are_all_served(bench: Workbench) -> None:
    async def all_of_them() -> list[str]:
        with Ledger(bench.store) as ledger:
            return await asyncio.gather(*(ledger.do(lambda c, n=n: write(c, str(n))) for n in range(500)))

    assert asyncio.run(all_of_them()) == [str(number) for number in range(500)]
    assert count(bench) == 500


def test_a_full_disk_is_told_and_what_was_kept_before_stays(bench: Workbench) -> None:
    def fill(connection: sa.Connection) -> None:
        for _ in range(200):
            write(connection, "x" * 4000)

    with Ledger(bench.store) as ledger:
        ledger.order(write).result(30)
        with bench.store.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

        def full(connection: sa.Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
            fill(connection)

        with pytest.raises(NotKept, match="full"):
            ledger.order(full).result(30)
        assert count(bench) == 1

        def room_again(connection: sa.Connection) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
            write(connection)

        ledger.order(room_again).result(30)
    assert count(bench) == 2


def test_what_was_asked_for_before_the_end_is_still_done(bench: Workbench) -> None:
    with Ledger(bench.store) as ledger:
        orders = [ledger.order(write) for _ in range(50)]
    assert all(order.done() and order.exception() is None for order in orders)
    assert count(bench) == 50
