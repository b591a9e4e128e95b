"""What networks share that see nothing but pixels: no other network has looked at the picture before."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class PixelRecipe(SizedRecipe):
    """A network of blocks over the pixels of patches."""

    encoder: str = "pixels"
    """Nothing but pixels: it learns to look."""
    grids: str = "7"
    """Patches per side; 49 of 16 pixels each are a picture of 112."""
    option_grids: str = "2"
    """The same for the pictures of options, of which 32 pixels per side are seen."""
    checkpoint: str = ""
    """A file or folder with the weights of such a network, or of a ViT, with whose layers it begins."""
