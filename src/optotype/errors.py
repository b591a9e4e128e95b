"""Errors that a user can mend: place, what was found, what was expected, what to do."""

import difflib
from collections.abc import Iterable


class OptotypeError(Exception):
    """Anything that went wrong in a way that a user can mend; shown without a traceback."""


class UnknownPart(OptotypeError):
    """A name that no part of a family has."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"Did you mean '{near[0]}'?" if near else f"There are: {', '.join(known)}."
        super().__init__(f"There is no {kind} called '{name}'. {hint}")


class NotABench(OptotypeError):
    """A folder without an `optotype.toml`."""


class BadSettings(OptotypeError):
    """An `optotype.toml` that cannot be used."""


class BadSource(OptotypeError):
    """Something to import that is not there, or cannot be read at all."""


class BadTarget(OptotypeError):
    """A place to export to that cannot be used, or a format that cannot hold these items."""


class BadRow(OptotypeError):
    """One row, file or folder of a source that cannot be imported; the rest can."""


class BadPicture(OptotypeError):
    """A file that is not a picture that can be shown."""
