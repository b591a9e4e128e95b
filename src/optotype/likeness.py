"""Likeness: which pictures look nearly the same.

Two perceptual hashes find candidates. The one of frequencies tells shapes well, but is unsteady where a picture repeats
itself, as a grid does; the one of averages is steady there, and coarse elsewhere. Whether candidates are alike is
decided by their proportions, by a thumbnail of colours, without which a red apple would be a green one, and by a
thumbnail of ink, without which one line chart would be any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_BITS = 64
_SIDE = 8
_INK = 16  # cells on each side of the thumbnail of ink
_COLOURED = 24  # how far apart red, green and blue must be for a colour to be seen
_SPECK = 0.001  # the share of coloured pixels that a black-and-white picture may have


@cache
def _masks(bands: int) -> tuple[int, ...]:
    return tuple(sum(1 << bit for bit in range(band, _BITS, bands)) for band in range(bands))


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture looks like, in a few bytes."""

    shapes: int
    """Perceptual hash of its frequencies."""
    averages: int
    """Perceptual hash of its averages."""
    colours: bytes
    """A small thumbnail: red, green and blue of each cell."""
    ink: bytes
    """A larger thumbnail, in grey."""
    proportions: float
    """Width by height."""


def look(image: Image) -> Look:
    """What a picture of red, green and blue looks like."""
    import imagehash
    from PIL.Image import Resampling

    grey = image.convert("L")
    shapes = imagehash.phash(grey, _SIDE)
    averages = imagehash.average_hash(grey, _SIDE)  # pyright: ignore[reportUnknownMemberType]
    return Look(
        shapes=int(str(shapes), 16),
        averages=int(str(averages), 16),
        colours=image.resize((_SIDE, _SIDE), Resampling.BOX).tobytes(),
        ink=grey.resize((_INK, _INK), Resampling.BOX).tobytes(),
        proportions=image.width / image.height,
    )


def black_and_white(image: Image) -> bool:
    """Is there no colour in a picture of red, green and blue, but for a speck?"""
    from PIL import ImageChops

    red, green, blue = image.split()
    highest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    lowest = ImageChops.darker(ImageChops.darker(red, green), blue)
    coloured = sum(ImageChops.subtract(highest, lowest).histogram()[_COLOURED + 1 :])
    return coloured <= _SPECK * image.width * image.height


@dataclass
class Crowd:
    """Pictures seen so far: the first of each group of those that look alike.

    Only pictures that share a key are compared. Hashes that differ in at most `distance` bits agree in at least one of
    `distance + 1` bands, each of which takes its bits from all over the hash; hashes of averages may differ in one bit.
    """

    distance: int = 4
    """Bits in which the hashes of shapes may differ."""
    tolerance: int = 16
    """How much, of 255, a cell of the thumbnails of colours may differ."""
    correlation: float = 0.95
    """How well the thumbnails of ink must agree."""
    firsts: list[tuple[str, Look]] = field(default_factory=list[tuple[str, Look]])
    _keys: dict[tuple[int, int], list[int]] = field(default_factory=dict[tuple[int, int], list[int]])

    def meet(self, id: str, seen: Look) -> str | None:
        """The first picture that this one looks like; if there is none, it is itself the first of its kind."""
        bands = list(self._bands(seen.shapes))
        averages = [(-1, seen.averages), *((-1, seen.averages ^ 1 << bit) for bit in range(_BITS))]
        numbers = {number for key in (*bands, *averages) for number in self._keys.get(key, ())}
        alike = [number for number in numbers if self._alike(seen, self.firsts[number][1])]
        if alike:
            return self.firsts[min(alike)][0]
        for key in (*bands, averages[0]):
            self._keys.setdefault(key, []).append(len(self.firsts))
        self.firsts.append((id, seen))
        return None

    def _bands(self, bits: int) -> Iterator[tuple[int, int]]:
        for band, mask in enumerate(_masks(self.distance + 1)):
            yield band, bits & mask

    def _alike(self, one: Look, other: Look) -> bool:
        near = (one.shapes ^ other.shapes).bit_count() <= self.distance
        near = near or (one.averages ^ other.averages).bit_count() <= 1
        if not near or abs(one.proportions - other.proportions) > 0.05 * other.proportions:
            return False
        if any(abs(a - b) > self.tolerance for a, b in zip(one.colours, other.colours, strict=True)):
            return False
        return _correlation(one.ink, other.ink) >= self.correlation


@dataclass(frozen=True)
class Crossing:
    """A picture that stands on both sides of a border between splits."""

    id: str
    splits: tuple[str, ...] = ()
    """Those that its own questions are in, where these are several."""
    like: str | None = None
    """The picture of another split that it looks like."""
    other: str = ""
    """That split."""


@dataclass
class Border:
    """Pictures of questions that are in splits, and which of them cross from one to another.

    A picture is in the first, by name, of the splits that its questions are in.
    """

    distance: int = 4
    """Bits in which the hashes of two such pictures may differ."""
    _looks: dict[str, Look] = field(default_factory=dict[str, Look])
    _splits: dict[str, str] = field(default_factory=dict[str, str])
    _several: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    def see(self, id: str, split: str) -> bool:
        """A question of a split shows a picture; is it the first that does?"""
        before = self._splits.setdefault(id, split)
        if before != split:
            self._several.setdefault(id, {before}).add(split)
            self._splits[id] = min(before, split)
        return id not in self._looks and before == split

    def look(self, id: str, look: Look) -> None:
        """What a picture looks like that was seen."""
        self._looks[id] = look

    def crossings(self) -> Iterator[Crossing]:
        """Pictures in several splits, then those that look like one in another, each in the order of ids."""
        for id, splits in sorted(self._several.items()):
            yield Crossing(id, tuple(sorted(splits)))
        crowd = Crowd(self.distance)
        for id, look in sorted(self._looks.items()):
            first = crowd.meet(id, look)
            if first is not None and self._splits[first] != self._splits[id]:
                yield Crossing(id, like=first, other=self._splits[first])


def _correlation(one: bytes, other: bytes) -> float:
    import numpy as np

    first, second = (np.frombuffer(ink, np.uint8).astype(np.float64) for ink in (one, other))
    first, second = first - first.mean(), second - second.mean()
    sizes = [float(np.linalg.norm(ink)) for ink in (first, second)]
    if min(sizes) < _INK:  # less than one grey level off the mean: nothing is drawn on one of them, or on neither
        return float(max(sizes) < _INK)
    return float(first @ second) / (sizes[0] * sizes[1])
