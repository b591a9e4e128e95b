"""Rows without ids: what is counted need not be written."""

from __future__ import annotations

import pytest

from optotype.errors import BadRow
from optotype.formats import Data
from optotype.formats._numbered import NUMBER, Numbers, number_of


def name(data: Data) -> str:
    return str(data["name"])


def test_rows_are_counted_by_name() -> None:
    rows: list[Data] = [{"name": letter} for letter in "abaab\ud800"]
    with Numbers() as numbers:
        for row in rows:
            numbers.read(row, name(row))
    assert [number_of(row) for row in rows] == [1, 1, 2, 3, 2, 1]
    assert [NUMBER in row for row in rows] == [False, False, True, True, True, False]


def test_a_number_that_a_row_says_itself_goes_before() -> None:
    rows: list[Data] = [{"name": "a", NUMBER: "3"}, {"name": "a", NUMBER: 1}, {"name": "a", NUMBER: ""}, {"name": "a"}]
    with Numbers() as numbers:
        for row in rows:
            numbers.read(row, name(row))
    assert [number_of(row) for row in rows] == [3, 1, 3, 4]


def test_only_numbers_that_counting_does_not_give_are_written() -> None:
    rows: list[Data] = [{"name": "a"}, {"name": "a", NUMBER: 2}, {"name": "a", NUMBER: 4}, {"name": "a", NUMBER: 3}]
    with Numbers() as numbers:
        assert list(numbers.written(rows, name)) == [
            {"name": "a"},
            {"name": "a"},
            {"name": "a", NUMBER: 4},
            {"name": "a", NUMBER: 3},
        ]
    with Numbers() as numbers:
        assert list(numbers.written([{"name": "b"}, {"name": "b"}], name)) == [{"name": "b"}, {"name": "b", NUMBER: 1}]


@pytest.mark.parametrize("number", ["x", 0, -1, 1.5, True, None, [2]])
def test_what_is_no_number_is_told(number: object) -> None:
    with pytest.raises(BadRow, match="a whole number from 1 was expected"):
        number_of({NUMBER: number})  # type: ignore[dict-item]
