"""What networks share that are built of blocks: how wide and how deep they are."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import Field

from optotype.errors import OptotypeError
from optotype.training import family
from optotype.training._vqa_recipe import VqaRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


class Sizes(NamedTuple):
    """How large a network is."""

    inside: int
    """Width of its states."""
    heads: int
    """Of its attention."""
    inner: int
    """Width between the two steps of its thinking."""
    blocks: int
    dropout: float
    """Share of numbers that are left out while it learns."""


@dataclass(frozen=True)
class SizedRecipe(VqaRecipe):
    """A network of blocks."""

    grids: str = "7"
    """Patches per side; a grid of 49."""
    inside: Annotated[int, Field(ge=0, le=8192)] = 0
    """Width of its states; 192, or 768."""
    heads: Annotated[int, Field(ge=0, le=64)] = 0
    """Of its attention; 4, or 12."""
    inner: Annotated[int, Field(ge=0, le=32768)] = 0
    """Width of its feed-forward; 384, or 3072."""
    blocks: Annotated[int, Field(ge=0, le=24)] = 0
    """How many stand upon each other; 2, or 6."""

    @property
    def sizes(self) -> Sizes:
        """How large it is, as its settings or its size have it.

        Raises:
            OptotypeError: its states cannot be parted among its heads.
        """
        paper = self.size == "paper"
        inside, heads = self.inside or (768 if paper else 192), self.heads or (12 if paper else 4)
        if inside % heads:
            raise OptotypeError(f"inside={inside} cannot be parted among heads={heads}. Name a divisor of it.")
        inner, blocks = self.inner or (3072 if paper else 384), self.blocks or (6 if paper else 2)
        return Sizes(inside, heads, inner, blocks, self.dropout)

    def network(self, widths: Widths) -> Network:
        """That of `_NAME_network.py`, with the weights of the checkpoint where one is named, else with fresh ones."""
        module = import_module(f"optotype.training._{family.name_of(type(self))}_network")
        checkpoint = {name: value for name, value in vars(self).items() if name == "checkpoint"}
        return getattr(module, f"{type(self).__name__}Network")(widths, self.sizes, **checkpoint)
