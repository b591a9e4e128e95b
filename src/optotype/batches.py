"""Batches: a long stream, some at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of at most `size` values, in order; the last may be shorter."""
    iterator = iter(values)
    while batch := list(islice(iterator, size)):
        yield batch
