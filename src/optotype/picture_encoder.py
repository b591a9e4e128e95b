"""Picture encoder: small pictures become vectors, and what shows nearly the same lies close together.

It is a residual network of ten layers, trained here on the icons that come with the package, on crowds of them and on
patches of drawn problems; `embedded/picture_encoder/README.md` says how, and `docs/training.md` how good it is. It sees
pictures of 64 x 64 pixels. A larger one is looked at in patches; `pyramid` cuts them as Patch-TRM does (Lu et al.,
2021).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from optotype import weights
from optotype.errors import OptotypeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

SIDE = 64
"""Pixels of the sides of what it looks at."""
WIDTH = 256
"""How many numbers a vector has."""
GRIDS = (1, 2, 3, 4, 7)
"""Patches per side on each level of the pyramid: 79 in all."""

_TOGETHER = 64
"""Patches that are encoded together; more at once are slower, since they no longer fit near the processor."""
_WHITE = (255, 255, 255)
_FILE = resources.files("optotype") / "embedded" / "picture_encoder" / "encoder.onnx"


def pyramid(image: Image, grids: Sequence[int] = GRIDS, side: int = SIDE) -> NDArray[np.uint8]:
    """The patches of a picture (patches, side, side, 3), level by level, row by row.

    The picture is put on white at the top left of a square and parted evenly on every level; a patch of a part that is
    larger or smaller than `side` is made smaller or larger.
    """
    import numpy as np
    from PIL import Image as Pillow

    from optotype.pictures import flatten

    plain = flatten(image)
    longer = max(plain.size)
    square = plain
    if plain.width != plain.height:
        square = Pillow.new("RGB", (longer, longer), _WHITE)
        square.paste(plain, (0, 0))
    levels: list[NDArray[np.uint8]] = []
    for grid in grids:
        whole = square.resize((grid * side, grid * side), Pillow.Resampling.BILINEAR, reducing_gap=2.0)
        cut = np.asarray(whole).reshape(grid, side, grid, side, 3).swapaxes(1, 2)  # (rows, columns, side, side, 3)
        levels.append(cut.reshape(grid * grid, side, side, 3))
    return np.concatenate(levels)


class Cell(NamedTuple):
    """Where a patch lies on the square, as shares of the square's side."""

    left: Fraction
    top: Fraction
    side: Fraction


def cells(grids: Sequence[int] = GRIDS) -> list[Cell]:
    """Where the patches of `pyramid` lie, in the same order."""
    return [
        Cell(Fraction(column, grid), Fraction(row, grid), Fraction(1, grid))
        for grid in grids
        for row in range(grid)
        for column in range(grid)
    ]


class PictureEncoder:
    """The encoder. Weights are loaded when the first picture comes; equal patches are encoded once."""

    def __init__(self, file: Path | None = None, *, threads: int = 0, kept: int = 4_096) -> None:
        """Makes one that has loaded nothing yet.

        Args:
            file: another network than the one that comes with the package, as `optotype train icons` exports it.
            threads: processors to use; all unless given.
            kept: how many vectors are remembered, those of the patches that came last; each takes a kilobyte.
        """
        self._file = file
        self._threads = threads
        self._kept = kept
        self._known: dict[bytes, NDArray[np.float32]] = {}
        self._session: Any = None
        self._side, self._width = SIDE, WIDTH
        self._lock = Lock()

    @property
    def side(self) -> int:
        """Pixels of the sides of what it looks at."""
        if self._file is not None:
            self._loaded()
        return self._side

    @property
    def width(self) -> int:
        """How many numbers its vectors have."""
        if self._file is not None:
            self._loaded()
        return self._width

    @property
    def digest(self) -> str:
        """Which weights they are.

        Raises:
            OptotypeError: the file cannot be read.
        """
        return hashlib.sha256(self._content()).hexdigest()

    def encode(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """A vector for each patch (patches, width), in order; they are not made one long.

        Args:
            patches: red, green and blue (patches, side, side, 3), from 0 to 255.

        Raises:
            OptotypeError: onnxruntime is not installed, the file is no network, or patches have another shape.
        """
        import numpy as np

        side = self.side
        if patches.ndim != 4 or patches.shape[1:] != (side, side, 3) or patches.dtype != np.uint8:
            raise OptotypeError(
                f"The picture encoder was given {patches.dtype} of shape {patches.shape}; it takes uint8 of shape "
                f"(patches, {side}, {side}, 3)."
            )
        keys = [hashlib.blake2b(patch, digest_size=16).digest() for patch in np.ascontiguousarray(patches)]
        with self._lock:
            session = self._loaded()
            fresh = {key: place for place, key in enumerate(keys) if key not in self._known}
            found: dict[bytes, NDArray[np.float32]] = {key: self._known[key] for key in keys if key in self._known}
            places = list(fresh.values())
            for start in range(0, len(places), _TOGETHER):
                batch = places[start : start + _TOGETHER]
                vectors = session.run(None, {"patches": patches[batch]})[0]  # (batch, width)
                found.update(zip((keys[place] for place in batch), vectors, strict=True))
            for key in fresh if self._kept else ():
                self._known[key] = found[key]
            while len(self._known) > self._kept:
                del self._known[next(iter(self._known))]
        out = np.empty((len(keys), self._width), dtype=np.float32)  # (patches, width)
        for place, key in enumerate(keys):
            out[place] = found[key]
        return out

    def look(self, images: Sequence[Image]) -> NDArray[np.float32]:
        """A vector of length one for each whole picture (pictures, width), in order."""
        import numpy as np

        if not images:
            return np.empty((0, self.width), dtype=np.float32)
        found = self.encode(np.concatenate([pyramid(image, (1,), self.side) for image in images]))
        return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)

    def _loaded(self) -> Any:
        if self._session is not None:
            return self._session
        try:
            session = weights.session(self._content(), self._file or _FILE, threads=self._threads)
        except ImportError as error:
            raise OptotypeError(
                "Looking at pictures needs 'onnxruntime', which is not installed. Install it: pip install onnxruntime"
            ) from error
        taken, given = ([part.shape for part in parts] for parts in (session.get_inputs(), session.get_outputs()))
        match [shape[1:] for shape in (*taken, *given)]:
            case [[int(side), int(other), 3], [int(width)]] if side == other:
                self._side, self._width = side, width
            case _:
                raise OptotypeError(
                    f"{self._file or _FILE} takes {taken} and gives {given}; a picture encoder takes square patches in "
                    "red, green and blue, and gives a vector for each. 'optotype train icons' makes one."
                )
        self._session = session
        return session

    def _content(self) -> bytes:
        try:
            return (self._file or _FILE).read_bytes()
        except OSError as error:
            raise OptotypeError(
                f"{self._file or _FILE}: the picture encoder cannot be read: {error.strerror}."
            ) from error


@cache
def shared() -> PictureEncoder:
    """The encoder that all of this process share, so that weights are loaded once."""
    return PictureEncoder()
