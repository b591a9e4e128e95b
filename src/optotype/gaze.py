"""Gaze: how much a network looked at each patch of a picture, and which parts of the picture that is.

A network that pays attention to the patches of a pyramid says so with its answer. Patches of all sizes lie over each
other; folded back, they tell for every part of the picture how much it was looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from optotype.picture_encoder import cells

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GAZE = "gaze"
"""What an answer of a network keeps it under, in its extra."""

_PATCHES = 4096
"""The most that are folded."""
_PARTS = 64
"""The most parts per side of a picture that patches of several sizes may make together."""
_OFF = 0.05
"""How far shares, each rounded, may be from one in all."""


class Gaze(BaseModel):
    """How much each patch of a picture was looked at."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    file: str = Field(pattern=r"^[0-9a-f]{64}$")
    """SHA-256 of the picture that was looked at."""
    grids: Annotated[tuple[Annotated[int, Field(ge=1, le=64)], ...], Field(min_length=1, max_length=16)]
    """Patches per side on each level of the pyramid."""
    patches: Annotated[tuple[Annotated[float, Field(ge=0, le=1)], ...], Field(max_length=_PATCHES)]
    """Shares of the attention, level by level, row by row."""

    @model_validator(mode="after")
    def _one_share_for_each_patch(self) -> Self:
        wanted = sum(grid * grid for grid in self.grids)
        if len(self.patches) != wanted:
            raise ValueError(f"{len(self.patches)} shares for {wanted} patches")
        if abs(sum(self.patches) - 1) > _OFF:
            raise ValueError(f"shares come to {sum(self.patches):.3f}, not to 1")
        return self

    @classmethod
    def of(cls, file: str, grids: Sequence[int], attention: Sequence[float]) -> Self | None:
        """The gaze of a network; None where it does not tell, as one whose attention is all zeros.

        Args:
            file: SHA-256 of the picture.
            grids: patches per side on each level of the pyramid.
            attention: to each patch, level by level, row by row.
        """
        if not all(map(isfinite, attention)):
            return None
        try:
            return cls(file=file, grids=tuple(grids), patches=tuple(_short(share) for share in attention))
        except ValidationError:
            return None

    @classmethod
    def read(cls, kept: object) -> Self | None:
        """What an answer kept; None where that is no gaze."""
        import json

        try:
            return cls.model_validate_json(json.dumps(kept))  # a list becomes a tuple only where it comes as JSON
        except (ValidationError, ValueError, TypeError, RecursionError):
            return None

    def kept(self) -> Mapping[str, JsonValue]:
        """As an answer keeps it."""
        return cast("Mapping[str, JsonValue]", self.model_dump(mode="json"))

    @property
    def levels(self) -> list[tuple[int, float]]:
        """For each level of the pyramid, patches per side and their share in all."""
        found: list[tuple[int, float]] = []
        start = 0
        for grid in self.grids:
            found.append((grid, sum(self.patches[start : start + grid * grid])))
            start += grid * grid
        return found


class Folded(NamedTuple):
    """A gaze as a picture's parts. The picture lies at the top left of a square that it fills in one direction."""

    cuts: tuple[float, ...]
    """Where the parts begin and end, in both directions: from 0 to 1, the side of the square."""
    heat: NDArray[np.float64]
    """Of each part (rows, columns): how many times as much it was looked at as if all were looked at evenly."""


def fold(gaze: Gaze) -> Folded | None:
    """A gaze folded back to the square; None where patches cut it into more parts than anybody can see.

    A share belongs to all of its patch evenly: that of a small patch counts for more on each of its pixels.
    """
    import numpy as np

    found = _covering(gaze.grids)
    if found is None:
        return None
    cuts, covering, density = found
    return Folded(cuts, (np.asarray(gaze.patches) * density)[covering].sum(axis=2))


@lru_cache(maxsize=16)
def _covering(
    grids: tuple[int, ...],
) -> tuple[tuple[float, ...], NDArray[np.intp], NDArray[np.float64]] | None:
    """Where the parts begin and end, the patches that cover each (rows, columns, levels), and how dense these are."""
    import numpy as np

    there = cells(grids)
    cuts = sorted({edge for cell in there for edge in (cell.top, cell.top + cell.side)})
    if len(cuts) - 1 > _PARTS:
        return None
    places = {cut: place for place, cut in enumerate(cuts)}
    level_of = [level for level, grid in enumerate(grids) for _ in range(grid * grid)]
    covering = np.zeros((len(cuts) - 1, len(cuts) - 1, len(grids)), dtype=np.intp)
    for number, (cell, level) in enumerate(zip(there, level_of, strict=True)):
        rows = slice(places[cell.top], places[cell.top + cell.side])
        columns = slice(places[cell.left], places[cell.left + cell.side])
        covering[rows, columns, level] = number
    density = np.array([float(1 / cell.side**2) for cell in there])
    return tuple(map(float, cuts)), covering, density


def inside(folded: Folded, width: int, height: int) -> tuple[float, float]:
    """The highest heat within a picture, and the share of the gaze that lies on it and not on white beside it.

    Args:
        folded: the gaze.
        width: of the picture, in pixels.
        height: of the picture.
    """
    import numpy as np

    longer = max(width, height, 1)
    edges = np.asarray(folded.cuts)
    columns, rows = (
        np.clip(edges[1:], None, side / longer) - np.clip(edges[:-1], None, side / longer) for side in (width, height)
    )
    area = rows[:, None] * columns  # (rows, columns): of each part, what is on the picture
    seen = folded.heat[area > 0]
    return float(seen.max()) if seen.size else 0.0, float((folded.heat * area).sum())


def _short(share: float) -> float:
    """Three digits are enough, and what is next to nothing is nothing."""
    return float(f"{share:.3g}") if share >= 1e-4 else 0.0
