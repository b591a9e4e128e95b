"""Rows that have no id of their own: each is numbered among those that share its name.

Numbers follow from the order of files and rows, so files need not hold them. An export writes a number only where
counting would give another one: when a part of the rows is written, or rows come in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Self, cast

from pydantic import JsonValue

from optotype.errors import BadRow
from optotype.formats import REST, Data
from optotype.scratch import scratch

NUMBER = f"{REST}_number"
"""The field that holds a row's number, where there is one; the first row of a name needs none."""


class Numbers:
    """How often each name came so far."""

    def __enter__(self) -> Self:
        self._database = scratch("numbers (name BLOB PRIMARY KEY, number INTEGER) WITHOUT ROWID")
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def next(self, name: str) -> int:
        """The number of the row that comes now: 1 for the first of its name."""
        found = self._database.execute(
            "INSERT INTO numbers VALUES (?, 1) ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number",
            (name.encode(errors="surrogatepass"),),
        )
        return cast("tuple[int]", found.fetchone())[0]

    def read(self, data: Data, name: str) -> None:
        """Puts its number into a row that was read, unless it says its number itself."""
        number = self.next(name)
        said = data.pop(NUMBER, "")
        if said != "":
            data[NUMBER] = int(said) if isinstance(said, str) and said.isdecimal() and len(said) < 10 else said
        elif number > 1:
            data[NUMBER] = number
        if data.get(NUMBER) == 1:
            del data[NUMBER]

    def written(self, rows: Iterable[Data], name: Callable[[Data], str]) -> Iterator[Data]:
        """Rows that are to be written, without the numbers that counting will give them."""
        for data in rows:
            number, counted = data.pop(NUMBER, 1), self.next(name(data))
            if number != counted:
                data[NUMBER] = number
            yield data


def number_of(data: Mapping[str, JsonValue]) -> int:
    """The number of a row.

    Raises:
        BadRow: what stands in its place is no number.
    """
    number = data.get(NUMBER, 1)
    if isinstance(number, int) and not isinstance(number, bool) and number > 0:
        return number
    raise BadRow(
        f"field '{NUMBER}' is {number!r}, but a whole number from 1 was expected; delete it to be counted anew"
    )
