"""MiniLM: an encoder of short phrases in English, which comes with the package.

It is all-MiniLM-L6-v2 of sentence-transformers (Reimers and Gurevych, 2019; Wang et al., 2020): six layers, the mean of
the words' vectors, made one long. Weights are kept in eight bits and computed with in thirty-two;
`embedded/minilm/README.md` says how near that comes to the original.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from optotype import weights
from optotype.batches import batches
from optotype.embedding import Embedding
from optotype.errors import OptotypeError
from optotype.word_pieces import of_minilm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH = 384
"""How many numbers a vector has."""
TOKENS = 256
"""How much of a text is read; the original reads no more."""
MODULES = ("onnxruntime", "tokenizers")
"""What it computes with."""

_TOGETHER = 64
_STATES = "encoder.layer.5.output"
"""What the file calls the vectors of tokens."""
_FOLDER = resources.files("optotype") / "embedded" / "minilm"


class MiniLm:
    """The encoder. Texts of equal length are encoded together, so that nothing is padded."""

    def __init__(self) -> None:
        """Loads it.

        Raises:
            OptotypeError: onnxruntime or tokenizers is not installed.
        """
        file = _FOLDER / "minilm.onnx"
        # files of this kind are merged by putting one after the other: here, one more output
        content = file.read_bytes() + _output(_STATES)
        try:
            from tokenizers import Tokenizer

            # without it the weights stay in eight bits and are unpacked again for every batch
            self._session = weights.session(content, file, settings={"session.disable_quant_qdq": "1"})
        except ImportError as error:
            missing = (error.name or MODULES[0]).partition(".")[0]
            raise OptotypeError(
                f"Comparing phrases by meaning needs '{missing}', which is not installed. "
                f"Install it: pip install {missing}"
            ) from error
        self._tokenizer = cast("Any", Tokenizer).from_str((_FOLDER / "tokenizer.json").read_text(encoding="utf-8"))
        self._tokenizer.enable_truncation(TOKENS)
        self._pieces = of_minilm()

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        """A vector of length one for each text, in order."""
        import numpy as np

        out = np.empty((len(texts), WIDTH), dtype=np.float32)  # (texts, width)
        for places, found in self._each(texts, "vectors"):
            out[places] = found
        return out

    def states(self, texts: list[str]) -> list[NDArray[np.float32]]:
        """The vectors of each text's tokens (tokens, width), its beginning and its end among them, in order."""
        out: dict[int, NDArray[np.float32]] = {}
        for places, found in self._each(texts, _STATES):
            out.update(zip(places, found, strict=True))
        return [out[place] for place in range(len(texts))]

    def _each(self, texts: list[str], output: str) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """What the network gives for texts of equal length, with their places."""
        import numpy as np

        # one by one: in batches the tokenizer starts threads, and complains when the process forks later
        tokens = [cast("list[int]", self._tokenizer.encode(text).ids) for text in texts]
        order = sorted(range(len(texts)), key=lambda place: len(tokens[place]))
        for _, alike in groupby(order, key=lambda place: len(tokens[place])):
            for places in batches(alike, _TOGETHER):
                ids = np.array([tokens[place] for place in places], dtype=np.int64)  # (batch, tokens)
                yield places, self._session.run([output], {"words": self._pieces.vectors(ids)})[0]


def _output(name: str) -> bytes:
    """A file in ONNX's notation that says nothing but: this is an output."""
    value = _field(1, name.encode()) + _field(2, _field(1, b"\x08\x01"))  # its name; its type, a tensor of floats
    return _field(7, _field(12, value))  # an output of the graph


def _field(number: int, content: bytes) -> bytes:
    """A part of a message, as protocol buffers write it; short ones only."""
    return bytes([number << 3 | 2, len(content)]) + content


@cache
def shared() -> Embedding:
    """The embedding that all of this process share, so that weights are loaded once."""
    return Embedding(MiniLm, width=WIDTH, kept=50_000)
