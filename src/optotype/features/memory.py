"""Memory: the vectors of a bench's pictures and texts, each made once, in batches, and kept in the bench's folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.batches import batches
from optotype.errors import BadPicture, OptotypeError
from optotype.features.senses import Eye, Reader
from optotype.features.shelf import KEY, Shelf, key_of, shelved
from optotype.picture_encoder import pyramid
from optotype.pictures import decode, without_margins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

FOLDER = "features"
"""Where a bench keeps them."""

_AT_ONCE = 24_000_000
"""Bytes of patches that are encoded together."""
_TEXTS = 256
"""Texts that are encoded together."""


@dataclass(frozen=True)
class Seen:
    """A picture that has to be looked at."""

    file: str
    """SHA-256 of its content."""
    path: Path
    whose: str
    """Id of the item that shows it."""


class Memory:
    """Three shelves: diagrams cut into patches, options cut into patches without their margins, texts."""

    def __init__(
        self, folder: Path, eye: Eye, reader: Reader, grids: Sequence[int], option_grids: Sequence[int]
    ) -> None:
        """Opens it.

        Args:
            folder: where vectors are kept.
            eye: looks at patches.
            reader: reads texts.
            grids: patches per side on each level of a diagram's pyramid.
            option_grids: the same for the pictures of options.
        """
        self.eye, self.reader = eye, reader
        self.grids, self.option_grids = tuple(grids), tuple(option_grids)
        looked: dict[str, JsonValue] = {"eye": eye.digest, "side": eye.side}
        diagrams, options = looked | {"of": "diagrams"}, looked | {"of": "options"}
        self.diagrams = Shelf(folder, eye.width, diagrams | {"grids": _levels(grids)})
        self.options = Shelf(folder, eye.width, options | {"grids": _levels(option_grids)})
        self._larger = {
            self.diagrams: _larger(folder, eye.width, diagrams, self.grids),
            self.options: _larger(folder, eye.width, options, self.option_grids),
        }
        """By shelf, others whose pyramids have all its levels, with the places of their patches."""
        self.texts = Shelf(folder, reader.width, {"of": "texts", "reader": reader.digest})

    def learn(self, diagrams: Iterable[Seen], options: Iterable[Seen], texts: Iterable[str]) -> None:
        """Makes the vectors that are not there yet.

        Raises:
            OptotypeError: a picture cannot be read; its item is named.
        """
        self._look(self.diagrams, diagrams, self.grids, cropped=False)
        self._look(self.options, options, self.option_grids, cropped=True)
        fresh = {key: text for text in texts if (key := key_of(text)) not in self.texts}
        if fresh:
            with self.texts.writing():
                for some in batches(fresh.items(), _TEXTS):
                    found = self.reader.states([text for _, text in some])
                    self.texts.put((key, states) for (key, _), states in zip(some, found, strict=True))

    def diagram(self, file: str) -> NDArray[np.float16]:
        """The vectors (patches, width) of a diagram."""
        return self.diagrams[_key(file)]

    def option(self, file: str) -> NDArray[np.float16]:
        """The vectors (patches, width) of an option's picture."""
        return self.options[_key(file)]

    def text(self, text: str) -> NDArray[np.float16]:
        """The vectors (tokens, width) of a text."""
        return self.texts[key_of(text)]

    def _look(self, shelf: Shelf, pictures: Iterable[Seen], grids: Sequence[int], *, cropped: bool) -> None:
        fresh: Mapping[bytes, Seen] = {key: picture for picture in pictures if (key := _key(picture.file)) not in shelf}
        if not fresh:
            return
        import numpy as np

        side = self.eye.side
        patches = sum(grid * grid for grid in grids)
        together = max(1, _AT_ONCE // (patches * side * side * 3))
        with shelf.writing():
            for other, places in self._larger[shelf]:
                shelf.put((key, other[key][places]) for key in fresh if key in other)
            for some in batches(((key, one) for key, one in fresh.items() if key not in shelf), together):
                cut = [pyramid(_opened(one, cropped=cropped), grids, side) for _, one in some]
                found = self.eye.encode(np.concatenate(cut)).reshape(len(some), patches, -1)
                shelf.put((key, vectors) for (key, _), vectors in zip(some, found, strict=True))


def _larger(
    folder: Path, width: int, about: dict[str, JsonValue], grids: Sequence[int]
) -> list[tuple[Shelf, list[int]]]:
    """Shelves of the same pictures that have these levels among others, and where in a pyramid of theirs these lie."""
    found: list[tuple[Shelf, list[int]]] = []
    for known in shelved(folder, width, about):
        others = [int(grid) for grid in str(known["grids"]).split("+")]
        if tuple(others) == tuple(grids) or not set(grids) <= set(others) or len(set(others)) < len(others):
            continue
        ends = list(accumulate((grid * grid for grid in others), initial=0))
        places = [place for grid in grids for place in range(*ends[others.index(grid) :][:2])]
        found.append((Shelf(folder, width, about | {"grids": known["grids"]}), places))
    return found


def _levels(grids: Sequence[int]) -> str:
    return "+".join(map(str, grids))


def _key(file: str) -> bytes:
    return bytes.fromhex(file)[:KEY]


def _opened(seen: Seen, *, cropped: bool) -> Image:
    """The picture of an item, without its white margins if it is an option.

    Raises:
        OptotypeError: it cannot be read.
    """
    try:
        image = decode(seen.path.read_bytes())
    except OSError as error:
        raise OptotypeError(
            f"Item '{seen.whose}': its picture {seen.path.name} cannot be read: {error.strerror}. "
            "Import it again, or leave the item out."
        ) from error
    except (BadPicture, MemoryError) as error:
        raise OptotypeError(
            f"Item '{seen.whose}': its picture {seen.path.name}: {error}. Import it again, or leave the item out."
        ) from error
    return without_margins(image) if cropped else image
