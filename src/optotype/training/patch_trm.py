"""Patch-TRM (Lu et al., 2021): a transformer over the patches of a pyramid, looked at as the question guides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from optotype.training._vqa_recipe import VqaRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


@dataclass(frozen=True)
class PatchTrm(VqaRecipe):
    """Patch-TRM: what decides how its training ends."""

    attention: bool = True
    """Does the question guide which patches are looked at? Else their mean and the question are put side by side."""
    positions: bool = True
    """Does the network know where a patch lies?"""
    kept: Literal["all", "class"] = "all"
    """What is looked at after the transformer: the class token and `all` patches, or the `class` token alone."""
    inside: Annotated[int, Field(ge=0, le=8192)] = 0
    """Width of the transformer; 192, or the paper's 768."""
    heads: Annotated[int, Field(ge=1, le=64)] = 4
    """Of its attention."""
    inner: Annotated[int, Field(ge=0, le=32768)] = 0
    """Width of its feed-forward; 384, or the paper's 2048."""
    blocks: Annotated[int, Field(ge=1, le=24)] = 1
    """Of the transformer."""
    rounds: Annotated[int, Field(ge=0, le=24)] = 2
    """How often the words of the question look at the patches before they guide; the paper's do not."""
    counts: Annotated[int, Field(ge=0, le=256)] = 4
    """How many sums over all patches each word is told, of how well they fit it; the paper has none."""
    hidden: Annotated[float, Field(ge=0, lt=1)] = 0.1
    """Share of the patches that are hidden while it learns."""

    def network(self, widths: Widths) -> Network:
        """The network with fresh weights."""
        from optotype.training._patch_trm_network import PatchTrmNetwork

        inside = self.inside or {"small": 192, "paper": 768}[self.size]
        inner = self.inner or {"small": 384, "paper": 2048}[self.size]
        return PatchTrmNetwork(self, widths, inside, inner)
