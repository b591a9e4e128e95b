"""Training: networks that learn from data, one file each; `parser` is `parser.py`. torch lives here only.

A training writes into a folder, and goes on where it stopped when it is called again with the same folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from optotype.errors import OptotypeError
from optotype.family import Family


@dataclass(frozen=True)
class Told:
    """How far a training is."""

    done: int
    """Steps done, since it first began."""
    steps: int
    """Steps in all."""
    loss: float
    """The mean of the last steps."""
    dev: float | None
    """The best score on dev so far, between 0 and 1; None before the first."""


Listener = Callable[[Told], None]
"""Called after each step."""


@dataclass(frozen=True)
class Trained:
    """What a training came to."""

    folder: Path
    epochs: int
    """Epochs done, of those that the recipe has."""
    of: int
    """Epochs that the recipe has."""
    dev: float
    """The best score on dev, between 0 and 1."""
    files: Path | None
    """What can be used, once an epoch is done."""
    figures: Mapping[str, float] = field(default_factory=dict[str, float])
    """What was measured when all epochs were done, between 0 and 1."""
    notes: tuple[str, ...] = ()
    """What the user should know about the data: what was left out, and why."""


@dataclass(frozen=True)
class Recipe(ABC):
    """What decides how a training ends: its fields are settings."""

    own: ClassVar[Path | None] = None
    """What it learns from where nothing is named; None: something has to be named."""

    @abstractmethod
    def train(self, data: Path, out: Path, *, minutes: float, threads: int, listener: Listener) -> Trained:
        """Trains until the epochs or the minutes are over."""


family: Family[Recipe] = Family("optotype.training", "network")


def train(
    network: str | Recipe,
    data: Path | None,
    out: Path,
    *,
    minutes: float = float("inf"),
    threads: int = 0,
    listener: Listener = lambda _told: None,
) -> Trained:
    """Trains a network, or goes on with a training that was stopped.

    Args:
        network: what is trained, with its settings: `parser`, `parser:split=length,epochs=6`.
        data: what it learns from; None for what comes with the package, if the network can learn from that.
        out: where the training is kept; another recipe needs another folder.
        minutes: when to stop, whether it is over or not.
        threads: processors to use; all unless given.
        listener: told of each step.

    Raises:
        OptotypeError: there is no such network or setting, torch is not installed, the data are not named or cannot be
            read, or the folder cannot be made.
    """
    recipe = family.from_text(network) if isinstance(network, str) else network
    data = recipe.own if data is None else data
    if data is None:
        name = family.name_of(type(recipe))
        raise OptotypeError(f"The network '{name}' does not say what it learns from. Name its data: --data DIR")
    check_torch()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptotypeError(f"{out}: the training cannot be kept there: {error.strerror}.") from error
    return recipe.train(data, out, minutes=minutes, threads=threads, listener=listener)


def check_torch() -> None:
    """Makes sure that networks can learn here.

    Raises:
        OptotypeError: torch is not installed.
    """
    try:
        import torch  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError as error:
        raise OptotypeError(
            "Training needs torch, which is not installed. Install it: pip install 'optotype[train]'"
        ) from error
