"""Values in words."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from optotype.records import Range, Value
from optotype.values import as_number, as_text, texts


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "yes"), (("A", "C"), "A,C"), (Range(low=0.25, high=3), "0.25-3"), (0.1, "0.1"), (3.0, "3"), ("x", "x")],
)
def test_a_value_is_written_as_somebody_would_write_it(value: Value, text: str) -> None:
    assert as_text(value) == text


HOLDING: list[tuple[JsonValue, tuple[str, ...]]] = [
    ("a", ("a",)),
    (3, ("3",)),
    (["a", 1, None, {}], ("a", "1")),
    ("", ()),
    (None, ()),
    ({}, ()),
    ([], ()),
]


@pytest.mark.parametrize(("value", "words"), HOLDING)
def test_texts_are_taken_from_what_holds_them(value: JsonValue, words: tuple[str, ...]) -> None:
    assert texts(value) == words


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("-7", -7), ("007", "007"), ("7.0", "7.0"), ("٣", "٣"), ("", ""), ("9" * 30, "9" * 30)],
)
def test_only_what_writes_a_whole_number_becomes_one(text: str, number: int | str) -> None:
    assert as_number(text) == number
