"""Constructions: the ways in which a caption can be built. One function each; its name is the caption's template."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from optotype.synth._captions.composer import Composer


@dataclass(frozen=True)
class Construction:
    """One way to build a caption."""

    name: str
    level: int
    """The lowest level at which it is used."""
    weight: float
    compose: Callable[[Composer], str]


_all: dict[str, Construction] = {}


def construction(*, level: int, weight: float = 1) -> Callable[[Callable[[Composer], str]], Callable[[Composer], str]]:
    """Makes a function that composes a caption one of the constructions."""

    def register(compose: Callable[[Composer], str]) -> Callable[[Composer], str]:
        _all[compose.__name__] = Construction(compose.__name__, level, weight, compose)
        return compose

    return register


@cache
def constructions() -> dict[str, Construction]:
    """All constructions of this package, by name."""
    for module in sorted(module.name for module in iter_modules(__path__)):
        import_module(f"{__name__}.{module}")
    return dict(sorted(_all.items()))
