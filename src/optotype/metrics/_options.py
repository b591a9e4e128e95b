"""Options: the labels that a value names."""

from __future__ import annotations

from optotype.records import Value


def labels_of(value: Value) -> tuple[str, ...]:
    """The labels of a choice, a ranking or a preference, in order; a preference may be one label by itself."""
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, str) else ()
