"""Values in words, for formats whose answers are texts."""

from __future__ import annotations

from pydantic import JsonValue

from optotype.records import Range, Value


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


def as_number(text: str) -> int | str:
    """A text as the whole number that it writes; itself, if it writes none."""
    digits = text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and len(digits) < 19
    return int(text) if whole and str(int(text)) == text else text
