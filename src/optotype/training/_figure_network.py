"""What compares figures with abstracts: encoders of both, and small networks over them that learn.

A *tower* makes of what it is given a vector in the space in which things are compared.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from optotype.training._resnet import ResNet, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

    from optotype.clip import Clip
    from optotype.training._figure_recipe import FigureRecipe

_VECTOR = 256
"""Numbers of the vector that the residual network gives."""


class Towers(nn.Module, ABC):
    """A tower for texts and one for pictures."""

    @abstractmethod
    def texts(self, given: Any) -> Tensor:
        """Vectors (texts, width)."""

    @abstractmethod
    def pictures(self, given: Any) -> Tensor:
        """Vectors (pictures, width)."""


class Eye(nn.Module):
    """What pictures become, as vectors: it is given vectors, or pixels that a residual network looks at."""

    def __init__(self, recipe: FigureRecipe, shape: tuple[int, ...]) -> None:
        super().__init__()
        self.net: ResNet | None = None
        self.width = shape[0]
        if len(shape) > 1:
            drawn = Shape(recipe.depth, recipe.channels, "small", "mean", shape[0], _VECTOR)
            drawn.check()
            self.net, self.width = ResNet(drawn, 1), _VECTOR
            del self.net.fc  # nobody asks it for classes

    def forward(self, given: Tensor) -> Tensor:
        """Vectors (pictures, width) of vectors, or of pixels (pictures, side, side, 3) from 0 to 255."""
        if self.net is None:
            return given
        # laid out anew: with few channels, torch 2.13 writes past the end when pixels lie in another order
        return self.net.encode(given.permute(0, 3, 1, 2).float().contiguous() / 255)


def head(taken: int, hidden: int, given: int, dropout: float) -> nn.Sequential:
    """A small network from vectors to vectors."""
    return nn.Sequential(
        nn.LayerNorm(taken), nn.Linear(taken, hidden), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden, given)
    )


class Heads(Towers):
    """Small networks over what encoders give that do not learn."""

    def __init__(self, recipe: FigureRecipe, width: int, shape: tuple[int, ...]) -> None:
        """With fresh weights.

        Args:
            recipe: says how large they are.
            width: of the vectors of texts.
            shape: of what pictures become.
        """
        super().__init__()
        self.text = nn.Linear(width, width)
        # texts begin as their encoder sees them, in whose eyes those that say the same lie close together already
        nn.init.eye_(self.text.weight)
        nn.init.zeros_(self.text.bias)
        self.eye = Eye(recipe, shape)
        self.picture = head(self.eye.width, recipe.hidden, width, recipe.dropout)

    def texts(self, given: Tensor) -> Tensor:
        """Of vectors (texts, width)."""
        return self.text(given)

    def pictures(self, given: Tensor) -> Tensor:
        """Of vectors (pictures, width), or of pixels (pictures, side, side, 3)."""
        return self.picture(self.eye(given))


class ClipTowers(Towers):
    """A CLIP that learns itself, from texts and pictures as they are."""

    def __init__(self, clip: Clip) -> None:
        super().__init__()
        self.model: nn.Module = clip.model
        vars(self)["clip"] = clip  # its weights are those of the model

    def texts(self, given: Sequence[str]) -> Tensor:
        """Of texts."""
        return vars(self)["clip"].text_features(given)

    def pictures(self, given: Sequence[Image]) -> Tensor:
        """Of pictures."""
        return vars(self)["clip"].picture_features(given)


def temperature(towers: Towers, begins: float) -> nn.Parameter:
    """What cosines are multiplied by, as a logarithm: a CLIP brings its own."""
    own = getattr(getattr(towers, "model", None), "logit_scale", None)
    return own if isinstance(own, nn.Parameter) else nn.Parameter(-torch.log(torch.tensor(begins)))
