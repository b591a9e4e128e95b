"""Errors that a user can mend: place, what was found, what was expected, what to do."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class OptotypeError(Exception):
    """Anything that went wrong in a way that a user can mend; shown without a traceback."""


class UnknownPart(OptotypeError):
    """A name that no part of a family has."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no {kind} called '{name}'. {what_there_is(name, known)}")


def what_there_is(name: str, known: Iterable[str]) -> str:
    """What may have been meant by a name that nothing has, or all that there is."""
    known = sorted(known)
    if near := difflib.get_close_matches(name, known, n=1):
        return f"Did you mean '{near[0]}'?"
    return f"There are: {', '.join(known)}." if known else "There is none."


class NotABench(OptotypeError):
    """A folder without an `optotype.toml`."""


class BadSettings(OptotypeError):
    """An `optotype.toml` that cannot be used."""


class NothingYet(OptotypeError):
    """What was asked about is not there yet: no such items, or no answers to them."""


class BadSource(OptotypeError):
    """Something to import that is not there, or cannot be read at all."""


class BadTarget(OptotypeError):
    """A place to export to that cannot be used, or a format that cannot hold these items."""


class BadRow(OptotypeError):
    """One row, file or folder of a source that cannot be imported; the rest can."""


class BadPicture(OptotypeError):
    """A file that is not a picture that can be shown."""


@dataclass(frozen=True)
class Fault:
    """Something in a file that could not be read; the rest goes on."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
