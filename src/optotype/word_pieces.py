"""Word pieces as vectors: the table with which MiniLM begins, and with it the caption parser, which keeps it as it is.

Numbers are kept in eight bits, 32 to a scale, and only those of a text are unpacked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 32
"""Numbers that share a scale."""
FILE = "words.npz"
"""What a folder calls its table."""


@dataclass(frozen=True)
class WordPieces:
    """The vectors of word pieces, by their numbers."""

    whole: NDArray[np.int8]
    """(pieces, blocks, block)"""
    scale: NDArray[np.float16]
    """(pieces, blocks, 1)"""

    @classmethod
    def load(cls, folder: Traversable) -> WordPieces:
        """Reads the table of a folder.

        Raises:
            ValueError: the file holds something else.
        """
        import numpy as np

        try:
            with (folder / FILE).open("rb") as stream, np.load(stream) as kept:
                return cls(kept["whole"], kept["scale"])
        except (BadZipFile, KeyError, EOFError) as error:
            raise ValueError(f"{FILE} holds no word pieces: {error}") from error

    @classmethod
    def of(cls, table: NDArray[np.float32]) -> WordPieces:
        """A table (pieces, width) in eight bits."""
        whole, scale = in_eight_bits(table, axis=1)
        return cls(whole.reshape(len(table), -1, BLOCK), scale[..., None])

    def save(self, folder: Path) -> None:
        """Writes it into a folder; the same table gives the same bytes."""
        import numpy as np

        np.savez(folder / FILE, whole=self.whole, scale=self.scale)

    def vectors(self, pieces: NDArray[np.int64] | Sequence[int]) -> NDArray[np.float32]:
        """The vectors of pieces (..., width)."""
        found = self.whole[pieces].astype("float32")  # (..., blocks, block)
        found *= self.scale[pieces]
        return found.reshape(*found.shape[:-2], -1)


def in_eight_bits(values: NDArray[np.float32], axis: int) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Whole numbers from -127 to 127, and a scale for each block of them along an axis."""
    import numpy as np

    blocks = values.reshape(*values.shape[:axis], -1, BLOCK, *values.shape[axis + 1 :])
    scale = np.abs(blocks).max(axis + 1) / 127
    scale = np.where(scale == 0, 1, scale).astype(np.float16)
    whole = np.rint(blocks / np.expand_dims(scale.astype(np.float32), axis + 1)).clip(-127, 127)
    return whole.astype(np.int8).reshape(values.shape), scale


@cache
def of_minilm() -> WordPieces:
    """Those of all-MiniLM-L6-v2, which come with the package; all of this process share them."""
    return WordPieces.load(resources.files("optotype") / "embedded" / "minilm")
