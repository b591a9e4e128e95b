"""Drawn benches, and faults that are planted into copies of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from optotype import Workbench, init, looking
from optotype.records import Gold, Item
from tests.conftest import Once

Plant = Callable[[Item, Gold], Item]
"""Puts a fault into an item."""


@pytest.fixture(scope="session")
def drawn(once: Once) -> Path:
    """A bench with drawn icons; tests copy it."""

    def make(folder: Path) -> None:
        with init(folder / "bench") as bench:
            bench.draw("icons", count=100, seed=3, processes=1)

    return once("icons to audit", make) / "bench"


@pytest.fixture
def planted(drawn: Path, tmp_path: Path) -> Iterator[Callable[[Plant | None], Workbench]]:
    """Makes a copy of the drawn bench with a fault in every item."""
    with ExitStack() as stack:

        def make(plant: Plant | None) -> Workbench:
            shutil.copytree(drawn, tmp_path / "planted")
            bench = stack.enter_context(Workbench.open(tmp_path / "planted"))
            if plant is not None:
                pairs = list(looking.solved(bench, None))
                changed = [plant(item, gold).model_copy(update={"version": 2}) for item, gold in pairs]
                with bench.store.event("test") as writer:
                    writer.write(replace=changed)
            return bench

        yield make
