"""Approximate search by LanceDB, embedded: for more vectors than can be looked at one by one.

Vectors are parted into groups by k-means. A search looks at the groups nearest to the query, by codes of one bit for
each number (RaBitQ; Gao and Long, 2024), and then at the vectors themselves of the best of these. Rows that came since
the groups were made are looked at one by one, until there are enough of them to be put into the groups; the groups are
not made anew.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from optotype.batches import batches
from optotype.errors import OptotypeError

if TYPE_CHECKING:
    from optotype.neighbours import Vectors

Rows = Iterable[tuple[list[int], list[int | None], list[list[str]], "Vectors"]]
"""Some at a time: serial numbers, years, names of fields, vectors."""

GROUPED = 20_000
"""From so many rows on they are put into groups, and so many rows may wait to be."""

PROBES = 20
"""Groups that a search looks at."""
REFINE = 8
"""For each neighbour that is wanted, how many candidates are looked at whole."""

_TABLE, _VECTOR = "vectors", "vector"
_SOME = 1_000
_ROUNDS = 15
_SAMPLE = 64
"""Of k-means: how often groups are made anew, and how many vectors for each of them are looked at for it. More of
either takes minutes."""


def installed() -> bool:
    """Is LanceDB there?"""
    return importlib.util.find_spec("lancedb") is not None


class Approximate:
    """A table of LanceDB in a folder."""

    def __init__(self, folder: Path, width: int) -> None:
        """Opens or makes it.

        Raises:
            OptotypeError: LanceDB is not installed, or its folder cannot be used.
        """
        try:
            import lancedb
            import pyarrow as pa
        except ImportError as error:
            raise OptotypeError(
                "Searching among this many vectors needs LanceDB. Install it: pip install 'optotype[neighbours]'"
            ) from error
        arrow = cast("Any", pa)
        self.width = width
        self._schema = arrow.schema(
            [
                ("serial", arrow.int64()),
                ("year", arrow.int32()),
                ("fields", arrow.list_(arrow.string())),
                (_VECTOR, arrow.list_(arrow.float32(), width)),
            ]
        )
        try:
            base = cast("Any", lancedb).connect(str(folder))
            self._table = base.create_table(_TABLE, schema=self._schema, exist_ok=True)
        except Exception as error:  # whatever its kind: LanceDB raises many
            raise OptotypeError(f"{folder}: {error}. Delete the folder; it is made again.") from error

    def __len__(self) -> int:
        """How many rows it has."""
        return int(self._table.count_rows())

    def last(self) -> int:
        """The highest serial number that it has, or 0."""
        if not len(self):
            return 0
        serials = self._table.search().select(["serial"]).to_batches()
        return max((int(np.asarray(batch["serial"]).max()) for batch in serials if len(batch)), default=0)

    def add(self, rows: Rows) -> int:
        """Adds rows, which must not be there, and groups them where there are enough; gives how many came."""
        import pyarrow as pa

        arrow = cast("Any", pa)
        count = 0

        def made() -> Iterable[Any]:
            nonlocal count
            for serials, years, fields, vectors in rows:
                count += len(serials)
                flat = arrow.array(np.ascontiguousarray(vectors, dtype=np.float32).ravel())
                columns = [
                    arrow.array(serials, arrow.int64()),
                    arrow.array(years, arrow.int32()),
                    arrow.array(fields, arrow.list_(arrow.string())),
                    arrow.FixedSizeListArray.from_arrays(flat, self.width),
                ]
                yield arrow.RecordBatch.from_arrays(columns, schema=self._schema)

        self._table.add(arrow.RecordBatchReader.from_batches(self._schema, made()))
        if count:
            self._group()
        return count

    def remove(self, serials: Sequence[int]) -> None:
        """Takes rows out; those that are not there are not missed."""
        for some in batches(serials, _SOME):
            self._table.delete(f"serial in ({','.join(map(str, some))})")

    def search(
        self,
        query: Vectors,
        k: int,
        fields: Sequence[str] = (),
        years: tuple[int, int] | None = None,
        *,
        probes: int = PROBES,
        refine: int = REFINE,
    ) -> list[int]:
        """The serial numbers of some k rows that are near, nearest first; see `search_many`."""
        return self.search_many(query[None], k, fields, years, probes=probes, refine=refine)[0]

    def search_many(
        self,
        queries: Vectors,
        k: int,
        fields: Sequence[str] = (),
        years: tuple[int, int] | None = None,
        *,
        probes: int = PROBES,
        refine: int = REFINE,
    ) -> list[list[int]]:
        """For each of some queries, the serial numbers of some k rows that are near, nearest first.

        Most of the time of a query is spent on asking: together, they take half of it.

        Args:
            queries: what rows are near to, each one long.
            k: how many.
            fields: only rows with one of these names of fields.
            years: only rows of these years, the first and the last.
            probes: how many groups are looked at.
            refine: for each neighbour that is wanted, how many candidates are looked at whole.
        """
        if not len(queries):
            return []
        alone = len(queries) == 1
        asked = self._table.search(queries[0] if alone else list(queries), vector_column_name=_VECTOR)
        asked = asked.distance_type("cosine").nprobes(probes).refine_factor(refine).limit(k)
        conditions = [f"year between {years[0]} and {years[1]}"] if years is not None else []
        if fields:
            named = (f"array_has(fields, '{field.replace(chr(39), chr(39) * 2)}')" for field in fields)
            conditions.append(f"({' or '.join(named)})")
        if conditions:
            asked = asked.where(" and ".join(conditions), prefilter=True)
        found = asked.select(["serial", "_distance"]).to_arrow()
        serials = cast("list[int]", found["serial"].to_pylist())
        whose = [0] * len(serials) if alone else cast("list[int]", found["query_index"].to_pylist())
        near: list[dict[int, None]] = [{} for _ in queries]
        for query, serial in zip(whose, serials, strict=True):
            near[query][serial] = None
        return [list(some) for some in near]

    def _group(self) -> None:
        from lancedb.index import IvfRq

        there = [index.name for index in self._table.list_indices()]
        if there:
            waiting = self._table.index_stats(there[0])
            if waiting is not None and waiting.num_unindexed_rows >= GROUPED:
                self._table.optimize()
        elif (rows := len(self)) >= GROUPED:
            config = IvfRq(
                distance_type="cosine", num_partitions=int(rows**0.5), max_iterations=_ROUNDS, sample_rate=_SAMPLE
            )
            self._table.create_index(_VECTOR, config=config)
