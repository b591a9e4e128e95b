"""What a graphical abstract is made of: a figure as it is, figures put together, or nothing that the paper shows.

A file that is a figure's, or a picture that looks the same, was reused. Where a figure as a whole is found inside the
graphical abstract, at any of some twenty sizes, that was built from figures. Figures are found by normalised
correlation: of greys in a small copy first, then of edges in a larger one, since edges stay where colours are changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from optotype.errors import BadPicture
from optotype.likeness import Crowd, look
from optotype.pictures import decode, flatten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Grey = NDArray[np.float32]

Kind = Literal["original", "reused", "modified"]

_COARSE = 72
"""Longer side of the small copy in which figures are looked for."""
_FINE = 288
_LARGEST = 1024
"""Longer side of the pictures that are compared as a whole."""
_SMALLEST = 0.14
"""Smallest share of the graphical abstract's longer side that a figure is looked for at."""
_STEP = 1.13
"""From one size to the next."""
_LIKELY = 0.6
"""Correlation of greys in the small copy from which on it is looked at closely."""
_NEAR, _NEARER = 4, 0.016
"""When it is looked at closely, how many sizes on both sides of that in the small copy are tried, and how far they lie
from each other."""
_LEAST_CLOSELY = 5
"""How many pictures are looked at closely, those that fit best in the small copy; of many, a quarter."""
FOUND = 0.67
"""Correlation of edges in the larger copy from which on a figure is found.

Half way between the least that a figure had which was there (0.72) and the most that one had which was not (0.62), over
sixty drawn papers; docs/papers.md has the figures for others.
"""
_FAINT = 12.0
"""Variance of grey below which hardly anything is drawn."""
MOST_COMPARED = 120
"""How many pictures of a paper are compared."""
_MOST_BYTES = 256 * 1024 * 1024
"""How large their files may be together."""


@dataclass(frozen=True)
class Made:
    """What a graphical abstract is made of."""

    kind: Kind
    components: tuple[str, ...] = ()
    """Names of the pictures, those most alike first."""


def made_of(abstract: bytes, figures: Iterable[tuple[str, bytes]]) -> Made | None:
    """How a graphical abstract was made, by the files of its paper's figures; None where it cannot be decoded.

    Args:
        abstract: the file of the graphical abstract.
        figures: by name, the files of the figures; those that cannot be decoded are passed over.
    """
    kept = list(_within(figures))
    if same := [name for name, content in kept if content == abstract]:
        return Made("reused", (same[0],))
    try:
        whole = flatten(decode(abstract))
    except BadPicture:
        return None
    whole.thumbnail((_LARGEST, _LARGEST))
    crowd = Crowd()
    crowd.meet("", look(whole))
    shape = whole.width / whole.height
    seen: list[tuple[str, Image]] = []
    for name, content in kept:
        try:
            image = decode(content)
        except BadPicture:
            continue
        if min(image.size) < 4:
            continue
        # a look takes as long as a search; of pictures of other proportions it is known that they differ
        if abs(image.width / image.height - shape) < 0.06 * shape:
            image = flatten(image)
            image.thumbnail((_LARGEST, _LARGEST))
            if crowd.meet(name, look(image)) == "":
                return Made("reused", (name,))
        seen.append((name, _on_paper(image)))
    found = _Search(whole.convert("L")).parts(seen)
    return Made("modified", tuple(found)) if found else Made("original")


def _on_paper(image: Image) -> Image:
    """A picture in grey, as large as is needed to look at it closely."""
    plain = image.mode in ("L", "RGB") and not image.has_transparency_data
    grey = (image if plain else flatten(image)).convert("L")
    grey.thumbnail((2 * _FINE, 2 * _FINE))
    return grey


def _within(figures: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """As many figures as are compared."""
    size = 0
    for name, content in islice(figures, MOST_COMPARED):
        size += len(content)
        if size > _MOST_BYTES:
            return
        yield name, content


@dataclass(frozen=True)
class _Spot:
    """Where a picture was found inside another, and how well it fits there."""

    score: float
    top: float = 0.0
    left: float = 0.0
    height: float = 0.0
    width: float = 0.0

    def covers(self, other: _Spot) -> bool:
        """Do two take up the same room, at least half of the smaller one?"""
        down = min(self.top + self.height, other.top + other.height) - max(self.top, other.top)
        across = min(self.left + self.width, other.left + other.width) - max(self.left, other.left)
        smaller = min(self.height * self.width, other.height * other.width)
        return down > 0 and across > 0 and 2 * down * across >= smaller


class _Search:
    """Looks for pictures inside another."""

    def __init__(self, whole: Image) -> None:
        self._small = _Field(_grey(whole, _COARSE / max(whole.size)))
        self._large = _grey(whole, _FINE / max(whole.size))

    def parts(self, figures: Sequence[tuple[str, Image]]) -> list[str]:
        """Which pictures stand inside, best first; of several that take up the same room, that which fits best."""
        likely = sorted(((self._guess(image), place) for place, (_, image) in enumerate(figures)), reverse=True)
        spots = [
            (self._closely(figures[place][1], *guess[1:]), figures[place][0])
            for guess, place in likely[: max(_LEAST_CLOSELY, len(figures) // 4)]
            if guess[0] >= _LIKELY
        ]
        kept: list[tuple[_Spot, str]] = []
        for spot, name in sorted(spots, key=lambda pair: -pair[0].score):
            if spot.score >= FOUND and not any(spot.covers(other) for other, _ in kept):
                kept.append((spot, name))
        return [name for _, name in kept]

    def _guess(self, image: Image) -> tuple[float, float, int, int]:
        """How well a picture in grey fits into the small copy, at which size, and where."""
        height, width = self._small.shape
        small = image.copy()
        small.thumbnail((2 * _COARSE, 2 * _COARSE))
        size = min(width / image.width, height / image.height)
        smallest = max(width, height) * _SMALLEST / max(image.size)
        sizes: list[float] = []
        parts: list[Grey] = []
        while size >= smallest:
            part = _grey(small, size * image.width / small.width)
            # rounding may make it a little larger than where it is looked for
            part = part[:height, :width]
            if min(part.shape) >= 6:
                sizes.append(size)
                parts.append(part)
            size /= _STEP
        found = self._small.best(parts)
        guesses = ((score, size, top, left) for size, (score, top, left) in zip(sizes, found, strict=True))
        return max(guesses, default=(0.0, 0.0, 0, 0))

    def _closely(self, image: Image, size: float, top: int, left: int) -> _Spot:
        """How well a picture fits near the place where it was found in the small copy."""
        ratio = _FINE / _COARSE
        reach = int(2 * ratio)
        parts = [_grey(image, size * ratio * (1 + step * _NEARER)) for step in range(-_NEAR, _NEAR + 1)]
        first, before = max(0, int(top * ratio) - reach), max(0, int(left * ratio) - reach)
        height, width = parts[-1].shape
        window = self._large[first : first + height + 2 * reach, before : before + width + 2 * reach]
        parts = [part[: window.shape[0], : window.shape[1]] for part in parts]
        parts = [_edges(part) for part in parts if min(part.shape) >= 6]
        best = _Spot(0.0)
        for part, (score, down, across) in zip(parts, _Field(_edges(window)).best(parts), strict=True):
            if score > best.score:
                best = _Spot(score, first + down, before + across, *part.shape)
        return best


class _Field:
    """A picture in which others are looked for, with what that needs worked out once."""

    def __init__(self, grey: Grey) -> None:
        import numpy as np

        self.shape = grey.shape
        centred: Grey = grey - grey.mean()
        self._size = tuple(_fast(length) for length in grey.shape)
        self._waves = np.fft.rfft2(centred, self._size)
        self._sums = _summed(centred)
        self._squares = _summed(np.square(centred))

    def best(self, parts: Sequence[Grey]) -> list[tuple[float, int, int]]:
        """For each of some smaller pictures, its highest correlation with a place in this one, and that place."""
        import numpy as np

        # all at once: most of the time of a transform this small is spent on calling it
        templates = np.zeros((len(parts), *self._size), np.float32)
        for template, part in zip(templates, parts, strict=True):
            template[: part.shape[0], : part.shape[1]] = part - part.mean()
        energies = np.square(templates).sum((1, 2))
        waves = np.fft.rfft2(templates)
        products = np.fft.irfft2(self._waves * np.conj(waves), self._size)
        found: list[tuple[float, int, int]] = []
        for part, energy, product in zip(parts, energies.tolist(), products, strict=True):
            height, width = part.shape
            rows, columns = self.shape[0] - height + 1, self.shape[1] - width + 1
            # where hardly anything is drawn, it would be found on every empty spot
            if rows < 1 or columns < 1 or energy < _FAINT * part.size:
                found.append((0.0, 0, 0))
                continue
            sums = _boxes(self._sums, height, width)
            squares = _boxes(self._squares, height, width) - sums * sums / part.size
            scores = product[:rows, :columns] / np.sqrt(np.maximum(squares, _FAINT * part.size) * energy)
            place = int(scores.argmax())
            found.append((float(scores.flat[place]), place // columns, place % columns))
        return found


def _summed(grey: Grey) -> NDArray[np.float64]:
    import numpy as np

    sums = np.zeros((grey.shape[0] + 1, grey.shape[1] + 1))
    sums[1:, 1:] = grey.cumsum(0, dtype=np.float64).cumsum(1)
    return sums


def _boxes(sums: NDArray[np.float64], height: int, width: int) -> NDArray[np.float64]:
    return sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]


def _edges(grey: Grey) -> Grey:
    """How steep a picture is at each place; the root keeps a few hard edges from deciding all."""
    import numpy as np

    down, across = np.zeros_like(grey), np.zeros_like(grey)
    down[1:-1] = grey[2:] - grey[:-2]
    across[:, 1:-1] = grey[:, 2:] - grey[:, :-2]
    return (8 * np.sqrt(np.hypot(down, across))).astype(np.float32)


def _fast(length: int) -> int:
    """The next length that a Fourier transform is quick at."""
    while True:
        rest = length
        for prime in (2, 3, 5):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return length
        length += 1


def _grey(image: Image, size: float) -> Grey:
    import numpy as np
    from PIL.Image import Resampling

    shape = (max(1, round(image.width * size)), max(1, round(image.height * size)))
    return np.asarray(image.resize(shape, Resampling.BOX), dtype=np.float32)
