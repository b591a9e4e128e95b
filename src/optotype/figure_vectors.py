"""Figure vectors: what texts and figures of papers become before a network compares them.

Encoders are named by a text, which a training keeps: `embedded` (those that come with the package), `resnet` (the same
for texts; pictures stay pixels, for a residual network that learns to look), and `hf/PATH` (a CLIP, by its folder or
its name on the hub).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from optotype import minilm, picture_encoder, weights
from optotype.errors import OptotypeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from optotype.clip import Clip
    from optotype.embedding import Embedding

Vector: TypeAlias = "NDArray[np.float32]"

EMBEDDED, RESNET, LOCAL = "embedded", "resnet", "hf/"
"""What encoders are called; after the last one stands a folder or a name on the hub."""

_GRIDS = (1, 2, 3)
"""Patches per side by which the embedded encoder looks at a figure; of each level the mean is taken."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_MOST = 20
"""Sentences of a text that are looked at."""


class Encoders(ABC):
    """An encoder of texts and one of pictures."""

    dtype: ClassVar[str] = "float32"
    """Of what a picture becomes."""

    @property
    @abstractmethod
    def name(self) -> str:
        """By which a training remembers them: the same name, the same vectors."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many numbers the vector of a text has."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Of what a picture becomes."""

    @abstractmethod
    def texts(self, texts: Sequence[str]) -> Vector:
        """A vector for each text (texts, width); nothing but zeros for one without words."""

    @abstractmethod
    def pictures(self, images: Sequence[Image]) -> NDArray[Any]:
        """What each picture becomes (pictures, *shape)."""


class Embedded(Encoders):
    """MiniLM for texts, sentence by sentence, and the picture encoder, for the whole and for its parts."""

    @property
    def name(self) -> str:
        """As it is called."""
        return EMBEDDED

    @property
    def width(self) -> int:
        """As many as MiniLM gives."""
        return minilm.WIDTH

    @property
    def shape(self) -> tuple[int, ...]:
        """A vector for each level, one after the other."""
        return (len(_GRIDS) * picture_encoder.WIDTH,)

    def texts(self, texts: Sequence[str]) -> Vector:
        """The mean of the sentences' vectors, one long."""
        return meanings(texts, minilm.shared(), self.width).astype("float32")

    def pictures(self, images: Sequence[Image]) -> NDArray[Any]:
        """The mean vector of the patches on each level, each one long."""
        import numpy as np

        levels = np.cumsum([0, *(grid * grid for grid in _GRIDS)])
        rows: list[Vector] = []
        for image in images:
            vectors = picture_encoder.shared().encode(picture_encoder.pyramid(image, _GRIDS))  # (patches, width)
            means = np.stack([vectors[begin:end].mean(axis=0) for begin, end in pairwise(levels)])
            rows.append((means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)).ravel())
        return np.stack(rows) if rows else np.empty((0, *self.shape), dtype=np.float32)


class Pixels(Embedded):
    """MiniLM for texts; pictures as red, green and blue, put on white in a square."""

    dtype = "uint8"

    def __init__(self, side: int) -> None:
        self._side = side

    @property
    def name(self) -> str:
        """As it is called."""
        return RESNET

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows, columns, colours."""
        return (self._side, self._side, 3)

    def pictures(self, images: Sequence[Image]) -> NDArray[Any]:
        """Red, green and blue from 0 to 255 (pictures, side, side, 3)."""
        import numpy as np

        cut = [picture_encoder.pyramid(image, (1,), self._side) for image in images]
        return np.concatenate(cut) if cut else np.empty((0, *self.shape), dtype=np.uint8)


class Local(Encoders):
    """A CLIP, for both. What of a text is longer than it reads is cut off."""

    def __init__(self, model: str) -> None:
        """Finds it.

        Raises:
            OptotypeError: there is none, or it cannot be loaded.
        """
        self.found = weights.find(model)

    @property
    def name(self) -> str:
        """Its name and which weights it has, never its path."""
        return f"{LOCAL}{self.found.called}"

    @cached_property
    def clip(self) -> Clip:
        """The model, loaded when it is first needed."""
        from optotype.clip import load

        return load(self.found, "Comparing figures with abstracts")

    @property
    def width(self) -> int:
        """As many numbers as its vectors have."""
        return self.clip.width

    @property
    def shape(self) -> tuple[int, ...]:
        """What it makes of a picture: one vector."""
        return (self.clip.width,)

    def texts(self, texts: Sequence[str]) -> Vector:
        """A vector of length one for each text; nothing but zeros for one without a word."""
        found = self.clip.texts(texts)
        found[[not text.strip() for text in texts]] = 0.0
        return found

    def pictures(self, images: Sequence[Image]) -> NDArray[Any]:
        """A vector of length one for each picture."""
        from optotype.pictures import flatten

        return self.clip.look([flatten(image) for image in images])


def meanings(texts: Sequence[str], embedding: Embedding, width: int) -> NDArray[np.float64]:
    """For each text the mean of its sentences' vectors (texts, width), one long; zeros where it has none."""
    import numpy as np

    split = [[part for part in _SENTENCE.split(text)[:_MOST] if part.strip()] for text in texts]
    whose = np.repeat(np.arange(len(split)), [len(parts) for parts in split])
    sums = np.zeros((len(split), width))
    np.add.at(sums, whose, embedding.vectors([part for parts in split for part in parts]))
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)


def encoders(name: str, side: int = picture_encoder.SIDE) -> Encoders:
    """The encoders that a text names.

    Args:
        name: `embedded`, `resnet` or `hf/PATH`.
        side: pixels of the sides of a picture, for `resnet`.

    Raises:
        OptotypeError: there are none of that name, or the CLIP is not there.
    """
    if name == EMBEDDED:
        return Embedded()
    if name == RESNET:
        return Pixels(side)
    if name.startswith(LOCAL) and len(name) > len(LOCAL):
        return Local(name.removeprefix(LOCAL))
    raise OptotypeError(
        f"There is no encoder called '{name}'. There are: {EMBEDDED}, {RESNET}, and {LOCAL}PATH, for a CLIP by its "
        "folder or its name on the hub."
    )
