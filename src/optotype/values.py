"""Values in words: as somebody would write them, and as other programs write them down."""

from __future__ import annotations

import ast
import json
from typing import cast

from pydantic import JsonValue

from optotype.records import Range, Value

UNANSWERABLE = "It is not possible to answer this question based only on the provided data."
"""What is said of a question that cannot be answered: SciVQA's words (Borisova et al., 2025), for all data sets."""


def as_text(value: Value) -> str:
    """A value as somebody would write it: `yes`, `A,C`, `0.25-0.3`, `3`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(value)
        case Range(low=low, high=high):
            return f"{low:.15g}-{high:.15g}"
        case str():
            return value
        case _:
            return f"{value:.15g}"


def texts(value: JsonValue) -> tuple[str, ...]:
    """A text, a number, or a list of them, as texts; nothing for anything else."""
    if isinstance(value, list):
        return tuple(str(one) for one in value if isinstance(one, str | int | float))
    return (str(value),) if isinstance(value, str | int | float) and value != "" else ()


def listed(text: str) -> list[JsonValue] | None:
    """A list that was written as text, in JSON or in Python: `["a", "b"]`, `['a', 'b']`; None if it is none."""
    if not text.startswith("["):
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        return cast("list[JsonValue]", found) if isinstance(found, list) else None
    return None


def as_number(text: str) -> int | str:
    """A text as the whole number that it writes; itself, if it writes none."""
    digits = text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and len(digits) < 19
    return int(text) if whole and str(int(text)) == text else text
