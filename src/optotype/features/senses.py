"""Senses: how a patch of a picture becomes a vector, and a text a vector for each of its tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from optotype import minilm, weights
from optotype.errors import OptotypeError
from optotype.picture_encoder import PictureEncoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMBEDDED = "embedded"
"""The encoder that comes with the package, of pictures or of texts."""
PIXELS = "pixels"
"""No encoder: the pixels themselves, for networks that learn to look."""


class Eye(Protocol):
    """What makes vectors of patches."""

    @property
    def side(self) -> int:
        """Pixels of the sides of a patch."""
        ...

    @property
    def width(self) -> int:
        """Numbers of a vector."""
        ...

    @property
    def digest(self) -> str:
        """Which weights it looks with."""
        ...

    def encode(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """A vector (patches, width) for each patch (patches, side, side, 3)."""
        ...


class Reader(Protocol):
    """What makes vectors of a text's tokens."""

    @property
    def width(self) -> int:
        """Numbers of a vector."""
        ...

    @property
    def digest(self) -> str:
        """Which weights it reads with."""
        ...

    def states(self, texts: list[str]) -> list[NDArray[np.float32]]:
        """For each text the vectors of its tokens (tokens, width)."""
        ...


@dataclass(frozen=True)
class Pixels:
    """An eye that leaves pixels as they are, from 0 to 1."""

    side: int = 16

    @property
    def width(self) -> int:
        """Red, green and blue of every pixel."""
        return 3 * self.side**2

    @property
    def digest(self) -> str:
        """There are no weights."""
        return PIXELS

    def encode(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The pixels of each patch in a row."""
        import numpy as np

        return patches.reshape(len(patches), -1).astype(np.float32) / np.float32(255)


class EmbeddedReader:
    """The MiniLM that comes with the package; it is loaded when the first text comes."""

    width = minilm.WIDTH
    digest = "all-MiniLM-L6-v2 in eight bits"

    @cached_property
    def _model(self) -> minilm.MiniLm:
        return minilm.MiniLm()

    def states(self, texts: list[str]) -> list[NDArray[np.float32]]:
        """For each text the vectors of its tokens."""
        return self._model.states([_readable(text) for text in texts])


class CheckpointReader:
    """A BERT, or what is built like one, from the folder of its checkpoint; it needs torch and transformers."""

    def __init__(self, folder: str) -> None:
        self._weights = weights.find(folder)

    @property
    def digest(self) -> str:
        """Which weights it reads with."""
        return self._weights.digest

    @property
    def width(self) -> int:
        """Numbers of a vector."""
        return int(self._loaded[1].config.hidden_size)

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        with weights.loading(self._weights, "The question encoder") as transformers:
            tokenizer = transformers.AutoTokenizer.from_pretrained(self._weights.folder)
            model, facts = transformers.AutoModel.from_pretrained(self._weights.folder, output_loading_info=True)
        ready = weights.ready(model, facts, self._weights, "The question encoder", spare="pooler.")
        return tokenizer, ready

    @property
    def longest(self) -> int:
        """Tokens of a text that it can read; more are cut off."""
        tokenizer, model = self._loaded
        places = getattr(model.config, "max_position_embeddings", None) or minilm.TOKENS
        return min(minilm.TOKENS, places, tokenizer.model_max_length)

    def states(self, texts: list[str]) -> list[NDArray[np.float32]]:
        """For each text the vectors of its tokens; what is padded is neither looked at nor given back."""
        torch = weights.library("torch")
        tokenizer, model = self._loaded
        taken = tokenizer(
            [_readable(text) for text in texts],
            padding=True,
            truncation=True,
            max_length=self.longest,
            return_tensors="pt",
        ).to(model.device)
        with torch.no_grad():
            found = model(**taken).last_hidden_state.float().cpu().numpy()  # (texts, tokens, width)
        there = taken["attention_mask"].cpu().numpy().astype(bool)
        return [cast("NDArray[np.float32]", states[mask]) for states, mask in zip(found, there, strict=True)]


def eye(encoder: str, *, side: int = 0, threads: int = 0) -> Eye:
    """The eye that a text names.

    Args:
        encoder: `embedded`, `pixels`, or the file of an encoder that `optotype train icons` exported.
        side: pixels of the sides of a patch, where pixels are left as they are; 16 unless given.
        threads: processors to use; all unless given.

    Raises:
        OptotypeError: there is no such file, or it is no encoder.
    """
    if encoder == PIXELS:
        return Pixels(side) if side else Pixels()
    found = PictureEncoder(None if encoder == EMBEDDED else Path(encoder), threads=threads)
    _ = found.width  # a file that is none is told before anything is looked at
    return found


def reader(words: str, *, tokens: int = 0) -> Reader:
    """The reader that a text names: `embedded`, or the folder of a checkpoint of BERT.

    Args:
        words: its name.
        tokens: of a text, so many are to be read.

    Raises:
        OptotypeError: there is no such folder, it holds no checkpoint, or that reads shorter texts only.
    """
    if words == EMBEDDED:
        return EmbeddedReader()
    if not Path(words).expanduser().is_dir():
        raise OptotypeError(f"There is no folder {words}. Name '{EMBEDDED}', or the folder of a checkpoint of BERT.")
    found = CheckpointReader(words)
    if tokens and found.longest < tokens:
        raise OptotypeError(
            f"{words} reads {found.longest} tokens of a text, and tokens={tokens} are wanted. "
            f"Say tokens={found.longest}, or name a checkpoint with more places."
        )
    return found


def _readable(text: str) -> str:
    """Half a character, which no tokenizer takes, becomes a question mark; what nobody would read is cut off."""
    return text[:_LONGEST].encode("utf-8", "replace").decode("utf-8")


_LONGEST = 4_000
"""Letters of a text that are read; more never fit into the tokens that encoders take."""
