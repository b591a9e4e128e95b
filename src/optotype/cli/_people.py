"""What commands that count people have in common: whose answers, and what is said about those that do not count."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._output import tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.counting import LeftOut

Everybody = Annotated[
    bool, typer.Option("--everybody", help="Without the filters: also answers that would not be counted.")
]


def tell_left_out(left_out: Iterable[LeftOut]) -> None:
    """The answers that filters left out, by filter."""
    tell("not counted", [f"{so_many(one.answers, 'answers')}: {one.about}" for one in left_out if one.answers])


def tell_simulated(simulated: int, everybody: Collection[str]) -> None:
    """How many of these people do not exist, if any."""
    if simulated:
        some = "All" if simulated == len(everybody) else f"{simulated:,}"
        tell("mind", [f"{some} of these people are simulated: they do not exist."])
