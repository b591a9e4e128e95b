"""What a picture looks like, in a few numbers that tell a diagram from a plot or a photograph."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

LOOKS = ("width", "colour", "white", "edges", "flat", "lines")
"""How wide it is for its height; how colourful; how much of it is white; how many edges it has; how much of it has a
colour of its own without any edge, as boxes of diagrams have; how long its longest straight lines are, as axes are."""

_SIDE = 160
_EDGE = 24.0
_BESIDE = 2
"""A line is darker than what lies so many pixels to both sides of it. Dark areas are none, and a thin line of a large
picture is one, though it is grey when the picture was made small."""
_WHITE = 245.0


def looks(image: Image) -> tuple[float, ...]:
    """The numbers of a picture, in the order of `LOOKS`."""
    from PIL.Image import Resampling

    from optotype.pictures import flatten

    small = flatten(image)
    small.thumbnail((_SIDE, _SIDE), Resampling.BOX)
    pixels = np.asarray(small, dtype=np.float64)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    grey = pixels.mean(axis=2)
    first, second = red - green, (red + green) / 2 - blue
    # Hasler and Süsstrunk, Measuring colourfulness in natural images (2003)
    colour = math.hypot(first.std(), second.std()) + 0.3 * math.hypot(first.mean(), second.mean())
    edges = np.zeros_like(grey, dtype=bool)
    edges[:, 1:] |= np.abs(np.diff(grey, axis=1)) > _EDGE
    edges[1:, :] |= np.abs(np.diff(grey, axis=0)) > _EDGE
    coloured = pixels.max(axis=2) - pixels.min(axis=2) > _EDGE
    return (
        math.log(image.width / image.height),
        colour / 100,
        float((grey > _WHITE).mean()),
        float(edges.mean()),
        float((coloured & ~edges).mean()),
        max(_longest(grey), _longest(grey.T)),
    )


def _longest(grey: NDArray[np.float64]) -> float:
    """Which share of the width the longest level line takes."""
    if len(grey) <= 2 * _BESIDE:
        return 0.0
    above, here, below = grey[: -2 * _BESIDE], grey[_BESIDE:-_BESIDE], grey[2 * _BESIDE :]
    return float((np.minimum(above, below) - here > _EDGE).mean(axis=1).max())
