"""The parser that comes with the package: a small network that writes a FACTUAL-MR, mostly by copying words.

`docs/factual.md` says how it was trained and how good it is. It runs on onnxruntime, without torch and without a
download.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.parsers import Parser
from optotype.parsers._denial import denied
from optotype.parsers._text import plain
from optotype.scenegraph import notation
from optotype.scenegraph.graph import Attribute, SceneGraph, Thing, things_of, union
from optotype.scenegraph.graph import Fact as GraphFact
from optotype.scenegraph.meaning import FactualMR, Mapping
from optotype.scenegraph.notation import BadGraph, Fact
from optotype.word_pieces import WordPieces, of_minilm

if TYPE_CHECKING:
    from optotype.caption_parser.runtime import Runtime

_TOGETHER = 256
"""Pieces of captions that are handed to the network at a time."""
_LONG = 40
"""Words of a caption beyond which it is read in pieces; hardly a caption of the training set has more."""
_LONGEST = 20_000
"""Words of a text that are read."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_WORD = re.compile(r"[a-z]")
_LETTER = re.compile(r"[^\W\d_]")
_INSIDE = re.compile(r"[^\w\s'’.%&+/$#-]+")


@dataclass(frozen=True)
class Factual(Parser):
    """A network that reads English captions."""

    version = 5

    mapping: Mapping = "collective"
    """How quantities become a graph."""
    path: Path | None = None
    """A folder that `optotype train parser` wrote, instead of the network that comes with the package."""

    @property
    def called(self) -> str:
        """Its name and version, or the digest of the network that was named instead; and how quantities are taken."""
        network = "" if self.path is None else f"network={_digest(self.path)}"
        mapping = "" if self.mapping == "collective" else f"mapping={self.mapping}"
        settings = ",".join(filter(None, (network, mapping)))
        return f"factual({settings})@{self.version}" if settings else f"factual@{self.version}"

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        """The graph of each caption; a long text is read piece by piece, and all that it says is one graph."""
        network = _network(self.path)
        correct = network.speller.correct
        pieces = ((number, correct(piece)) for number, caption in enumerate(captions) for piece in _pieces(caption))
        graphs: list[list[SceneGraph]] = [[] for _ in captions]
        for batch in batches(pieces, _TOGETHER):
            meanings = network.parse([piece for _, piece in batch])
            for (number, piece), facts in zip(batch, meanings, strict=True):
                meaning = FactualMR.parse(notation.write(_sound(facts)))
                graphs[number].append(_there(meaning.graph(self.mapping), denied(piece)))
        return [found[0] if len(found) == 1 else union(found) for found in graphs]


@cache
def _network(path: Path | None) -> Runtime:
    try:
        from optotype.caption_parser.runtime import Runtime
    except ImportError as error:
        missing = (error.name or "onnxruntime").partition(".")[0]
        raise OptotypeError(
            f"The parser 'factual' needs '{missing}', which is not installed. Install it: pip install {missing}"
        ) from error
    embedded = resources.files("optotype") / "embedded"
    try:
        words = WordPieces.load(path) if path else of_minilm()
        return Runtime(path or embedded / "parser", embedded / "minilm" / "tokenizer.json", words)
    except (OSError, ValueError) as error:
        raise OptotypeError(
            f"{path}: there is no trained parser: {error}. Name what `optotype train` wrote."
        ) from error


def _digest(folder: Path) -> str:
    try:
        return blake2b((folder / "write.onnx").read_bytes(), digest_size=4).hexdigest()
    except OSError as error:
        raise _missing(folder, error) from error


def _missing(folder: Path | None, error: Exception) -> OptotypeError:
    return OptotypeError(
        f"{folder}: there is no trained parser ({error}). Name the folder that `optotype train parser` wrote."
    )


def _pieces(caption: str) -> Iterator[str]:
    """What the network reads of a caption: all of it, unless it is long; nothing that is not English."""
    text = plain(caption)
    if text.count(" ") < _LONG:
        yield from filter(_is_english, [_INSIDE.sub(_apart, text)])
        return
    read = 0
    for sentence in _SENTENCE.split(text):
        words = _INSIDE.sub(_apart, sentence).split()
        for start in range(0, len(words), _LONG):
            piece = " ".join(words[start : start + _LONG])
            if _is_english(piece):
                yield piece
        read += len(words)
        if read > _LONGEST:
            return


def _apart(found: re.Match[str]) -> str:
    """Punctuation stands for itself, and what graphs are written with stands nowhere."""
    return f" {found.group()[0]} " if found.group()[0] in ',;!?"' else " "


def _is_english(text: str) -> bool:
    """Are most of its letters Latin?"""
    return 2 * len(_WORD.findall(text)) > len(_LETTER.findall(text))


def _sound(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts that read back as what they are."""
    for fact in facts:
        with suppress(BadGraph, ValueError):
            FactualMR.parse(notation.write([fact]))
            yield fact


def _there(graph: SceneGraph, absent: frozenset[str]) -> SceneGraph:
    """The graph without what the caption denies; of a fact about something absent remains what is there."""
    if not absent:
        return graph

    def is_absent(name: str) -> bool:
        return name.rpartition(" ")[2] in absent

    kept: list[GraphFact] = []
    for fact in graph.facts:
        denies = any(is_absent(thing.name) for thing in things_of(fact))
        if denies or (isinstance(fact, Attribute) and is_absent(fact.value)):
            kept += [thing for thing in things_of(fact) if not is_absent(thing.name)]
        else:
            kept.append(fact)
    told = {thing for fact in kept if not isinstance(fact, Thing) for thing in things_of(fact)}
    return SceneGraph(tuple(dict.fromkeys(fact for fact in kept if fact not in told)))
