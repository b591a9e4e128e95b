"""Abs2Cap: the figure whose caption says most of what the abstract says.

SciGA (2025), method (i): BM25, ROUGE-L, METEOR, CIDEr and BERTScore; and sentence embeddings, which come with the
package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from optotype.papers.wording import plain, words
from optotype.rankers import Candidate, Ranker, Rated, Request
from optotype.rankers._matching import Words, bm25, cider, meteor, rougel

By = Literal["bm25", "rougel", "meteor", "cider", "bertscore", "embedding"]


@dataclass(frozen=True)
class Abs2cap(Ranker):
    """Compares captions with the abstract."""

    title = "abstract and captions"

    by: By = "bm25"
    """By what they are compared."""
    model: str = "roberta-large"
    """The encoder of BERTScore: a folder, or a name on the hub."""

    _lexical: ClassVar[Mapping[str, Callable[[Words, Sequence[Words]], list[Rated]]]] = {
        "bm25": bm25,
        "rougel": rougel,
        "meteor": meteor,
        "cider": cider,
    }

    def rate(self, request: Request, leaves: Sequence[Candidate]) -> list[Rated]:
        """Rates each caption."""
        captions = [plain(leaf.caption) for leaf in leaves]
        abstract = plain(request.abstract)
        if self.by in self._lexical:
            return self._lexical[self.by](words(abstract), [words(caption) for caption in captions])
        if self.by == "embedding":
            from optotype.rankers._meaning import likeness

            return [Rated(value) for value in likeness(abstract, captions)]
        return [Rated(value) for value in self._nearness(abstract, captions)]

    def _nearness(self, abstract: str, captions: Sequence[str]) -> Iterator[float]:
        from optotype.metrics.bertscore import Bertscore  # needs transformers

        judge = Bertscore(model=self.model)
        for caption in captions:
            yield (judge.compare(abstract, caption).value or 0.0) if caption and abstract else 0.0
