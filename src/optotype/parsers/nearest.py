"""The floor: the graph of the most similar caption that somebody has annotated.

Captions are compared by their words, pairs of words and parts of words, the rare ones counting more (cosine of tf-idf
vectors). A caption that shares nothing with any other has an empty graph.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.errors import BadSource
from optotype.parsers import Parser
from optotype.parsers._text import plain
from optotype.scenegraph.annotated import annotated
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.notation import BadGraph

if TYPE_CHECKING:
    from numpy import float32, int32
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Nearest(Parser):
    """Finds the nearest caption of a file."""

    path: Path
    """A CSV file with the columns `caption` and `scene_graph`, such as FACTUAL's `train.csv`."""

    @property
    def called(self) -> str:
        """The file by its name and the beginning of its digest."""
        if not self.path.is_file():
            return f"nearest/{self.path.name}"
        with self.path.open("rb") as stream:
            return f"nearest/{self.path.name}@{hashlib.file_digest(stream, 'sha256').hexdigest()[:8]}"

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        """The graph of the nearest caption; of equally near ones, the first."""
        return [self._nearest(caption) for caption in captions]

    def _nearest(self, caption: str) -> SceneGraph:
        place = self._index.nearest(plain(caption))
        return SceneGraph() if place is None else SceneGraph.parse(self._index.graphs[place])

    @cached_property
    def _index(self) -> _Index:
        return _Index(self.path)


class _Index:
    """Annotated captions, by what they share with others."""

    def __init__(self, path: Path) -> None:
        import numpy as np

        self.graphs: list[str] = []
        numbers: dict[str, int] = {}
        features: list[int] = []
        sizes: list[int] = []
        for caption, graph in _annotated(path):
            found = [numbers.setdefault(feature, len(numbers)) for feature in dict.fromkeys(_features(caption))]
            features += found
            sizes.append(len(found))
            self.graphs.append(graph)
        if not self.graphs:
            raise BadSource(f"{path}: no row with a caption and a graph that can be read.")
        all_features = np.asarray(features, dtype=np.int32)
        counts = np.bincount(all_features, minlength=len(numbers))
        rare: NDArray[float32] = np.log1p(len(sizes) / np.maximum(counts, 1)).astype(np.float32)
        of: NDArray[int32] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        lengths = np.sqrt(np.bincount(of, weights=rare[all_features] ** 2, minlength=len(sizes)))
        order = np.argsort(all_features, kind="stable")
        self._numbers, self._rare = numbers, rare
        self._captions = of[order]
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._lengths = np.maximum(lengths, 1e-9).astype(np.float32)

    def nearest(self, caption: str) -> int | None:
        """The place of the most similar caption, if any is similar at all."""
        import numpy as np

        scores = np.zeros(len(self.graphs), dtype=np.float32)
        known = [self._numbers[feature] for feature in dict.fromkeys(_features(caption)) if feature in self._numbers]
        for number in known:
            scores[self._captions[self._starts[number] : self._starts[number + 1]]] += self._rare[number] ** 2
        if not known:
            return None
        return int(np.argmax(scores / self._lengths))


def _features(caption: str) -> Iterator[str]:
    """Words, pairs of words, and four letters of a word each."""
    words = [word for word in caption.split() if any(map(str.isalnum, word))]
    yield from words
    yield from map(" ".join, pairwise(words))
    for word in words:
        marked = f"^{word}$"
        yield from (f"~{marked[start : start + 4]}" for start in range(max(len(marked) - 3, 1)))


def _annotated(path: Path) -> Iterator[tuple[str, str]]:
    """Captions with graphs; those that are no graphs are left out."""
    for caption, graph in annotated(path):
        try:
            SceneGraph.parse(graph)
        except BadGraph:
            continue
        yield plain(caption), graph
