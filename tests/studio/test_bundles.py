"""Items that one task puts together."""

from __future__ import annotations

from optotype import Workbench
from optotype.studio import bundles
from optotype.studio.bundles import Bundle, Bundled


def test_items_come_back_in_their_order_and_only_those_of_the_task(stored_bench: Workbench) -> None:
    first = Bundle("batch/1", (Bundled("set/b"), Bundled("plain/x", planted=True), Bundled("set/a")))
    with stored_bench.store.write() as connection:
        bundles.keep(connection, "icons", [first, Bundle("batch/2", (Bundled("set/c"),))])
        bundles.keep(connection, "other", [Bundle("batch/1", (Bundled("set/d"),))])
        bundles.keep(connection, "none", [])
        assert tuple(bundles.items_of(connection, "icons", "batch/1")) == first.items
        assert bundles.items_of(connection, "icons", "batch/9") == []
