"""Blend: a small ranker over words, meaning, pictures and cues of captions.

Ours. Each figure has fourteen numbers, each compared with those of the paper's other figures; a weighted sum of them is
its score. The weights are those under which the figures that graphical abstracts were made from have the highest share
of a softmax over their papers' figures (a conditional logit, McFadden 1974), held near what is known beforehand by a
ridge: drawn papers, which are most of what there is to learn from, have other pictures than those of people.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from optotype.errors import OptotypeError
from optotype.files import jsons
from optotype.papers.wording import plain, words
from optotype.rankers import Candidate, Ranker, Rated, Request, Weighed, softmax
from optotype.rankers._cues import numbers, proposing, result, whole
from optotype.rankers._looks import LOOKS, looks
from optotype.rankers._matching import bm25, cider, rougel
from optotype.rankers._meaning import likeness

if TYPE_CHECKING:
    from PIL.Image import Image

Floats = NDArray[np.float64]

TOLD = ("words", "new", "phrases", "order", "meaning", "cues of the whole", "cues of results", "numbers")
"""What captions tell: BM25 beside the abstract and beside those of its sentences that say what is new, CIDEr, ROUGE-L
and sentence vectors beside the abstract, words that captions, or names of files, are known by, and numbers."""

FEATURES = (*TOLD, *LOOKS)
"""What weighs, in order."""

PRIOR: Mapping[str, float] = {
    "words": 0.25,
    "new": 0.25,
    "phrases": 0.25,
    "meaning": 0.5,
    "cues of the whole": 0.5,
    "cues of results": -0.5,
    "numbers": -0.25,
}
"""What weighs before anything was learned: captions that say what the abstract says, as SciGA found, and cues."""

_RIDGE = 40.0
"""How much the prior counts: as much as so many papers in which a feature decides."""
_STEPS = 50
_SHOWN = 6
"""Words that a reason names."""


@dataclass(frozen=True)
class Blend(Ranker):
    """Weighs what captions tell and what pictures look like."""

    title = "blend"
    looks = True
    meanings: ClassVar[Mapping[str, str]] = {
        "words": "how many words of the abstract the caption has, rare ones counting more",
        "new": "how many words the caption has of what the abstract says is new",
        "phrases": "how many words in a row the caption shares with the abstract",
        "order": "how far the caption has words of the abstract in the same order",
        "meaning": "how near the caption is to the abstract in meaning",
        "cues of the whole": "words by which captions of overviews are known",
        "cues of results": "words by which captions of single results are known",
        "numbers": "how many numbers the caption has",
        "width": "how wide the picture is for its height",
        "colour": "how colourful the picture is",
        "white": "how much of the picture is white",
        "edges": "how many edges the picture has",
        "flat": "how much of the picture is filled with plain colour",
        "lines": "how long the longest straight lines of the picture are",
    }
    confident = "e to the power of each score, divided by the sum of these, as the weights were learned"

    weights: str = ""
    """A file of weights, as `optotype.rankers.blend.learn` makes them; those of the package unless given."""

    def rate(self, request: Request, leaves: Sequence[Candidate]) -> list[Rated]:
        """Rates each figure beside the others; one with several pictures has the score of its best."""
        if not leaves:
            return []
        told, weights = _Told(request, leaves), self._weights
        best: dict[int, Rated] = {}
        for place, row in zip(*told.features(), strict=True):
            why, words_of = Weighed(), told.words(place)
            for name, value, weight in zip(FEATURES, row, weights, strict=True):
                why.add(name, float(value * weight), words_of.get(name, ()))
            score = math.fsum(reason.weight for reason in why.found)
            if place not in best or score > best[place].score:
                best[place] = Rated(score, why.heaviest(), told.lexical[place].matched)
        return [best[place] for place in range(len(leaves))]

    def confidences(self, scores: Sequence[float]) -> list[float]:
        """The shares of a softmax: by these the weights were learned."""
        return softmax(scores)

    @cached_property
    def _weights(self) -> Floats:
        found = _own() if not self.weights else _read(Path(self.weights))
        return np.asarray([found.get(name, 0.0) for name in FEATURES])


def features(request: Request, leaves: Sequence[Candidate]) -> tuple[list[int], Floats]:
    """What weighs, beside the paper's other figures: a row for each picture, a column for each of `FEATURES`.

    The list tells which figure each row is about. A figure whose pictures cannot be looked at has one row.
    """
    return _Told(request, leaves).features()


class _Told:
    """What captions tell of figures, with the words by which they tell it."""

    def __init__(self, request: Request, leaves: Sequence[Candidate]) -> None:
        self._leaves = leaves
        self._abstract = plain(f"{request.title}. {request.abstract}")
        self._captions = [plain(leaf.caption) for leaf in leaves]
        asked, said = words(self._abstract), [words(caption) for caption in self._captions]
        self.lexical = bm25(asked, said)
        abstract = plain(request.abstract)
        self._new = bm25(words(proposing(abstract)), said)
        self._phrases = cider(asked, said)
        self._order = rougel(words(abstract), said)
        told = [f"{caption} {leaf.named}" for caption, leaf in zip(self._captions, leaves, strict=True)]
        self._whole, self._results = [whole(text) for text in told], [result(text) for text in told]

    def features(self) -> tuple[list[int], Floats]:
        """Captions are compared with captions, pictures with pictures, however many of these a figure has."""
        columns = [
            [rated.score for rated in self.lexical],
            [rated.score for rated in self._new],
            [rated.score for rated in self._phrases],
            [rated.score for rated in self._order],
            likeness(self._abstract, self._captions),
            [float(min(len(cues), 2)) for cues in self._whole],
            [float(min(len(cues), 2)) for cues in self._results],
            [float(numbers(caption)) for caption in self._captions],
        ]
        seen = _Seen()
        shown = [(place, numbers) for place, leaf in enumerate(self._leaves) for numbers in seen.of(leaf)]
        places = [place for place, _ in shown]
        pictures = compared(np.asarray([numbers for _, numbers in shown]))
        return places, np.hstack([compared(np.asarray(columns).T)[places], pictures])

    def words(self, place: int) -> dict[str, tuple[str, ...]]:
        """Of a figure, the words that its features are about."""
        phrases = (reason.what for reason in self._phrases[place].reasons if len(reason.words) > 1)
        return {
            "words": self.lexical[place].matched[:_SHOWN],
            "new": self._new[place].matched[:_SHOWN],
            "phrases": tuple(phrases)[:_SHOWN],
            "cues of the whole": tuple(dict.fromkeys(self._whole[place]))[:_SHOWN],
            "cues of results": tuple(dict.fromkeys(self._results[place]))[:_SHOWN],
        }


class _Seen:
    """Pictures that were looked at: parts of a figure may share one."""

    def __init__(self) -> None:
        self._known: dict[Callable[[], Image | None], tuple[float, ...]] = {}

    def of(self, leaf: Candidate) -> list[tuple[float, ...]]:
        """What the pictures of a figure look like; not a number, if there is none to look at."""
        found = [numbers for opening in leaf.pictures if (numbers := self._one(opening))]
        return found or [(math.nan,) * len(LOOKS)]

    def _one(self, opening: Callable[[], Image | None]) -> tuple[float, ...]:
        if opening not in self._known:
            image = opening()
            self._known[opening] = () if image is None else looks(image)
        return self._known[opening]


def compared(table: Floats) -> Floats:
    """Each number as so many deviations above the mean of the paper's figures; what is not known is the mean."""
    known = np.isfinite(table)
    count = np.maximum(known.sum(axis=0), 1)
    filled = np.where(known, table, 0.0)
    # sums are taken in the order of size: in another order of figures they would differ in the last digit
    centred = np.where(known, filled - np.sort(filled, axis=0).sum(axis=0) / count, 0.0)
    spread = np.sqrt(np.sort(centred**2, axis=0).sum(axis=0) / count)
    return np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 1e-9)


def learn(solved: Iterable[tuple[Floats, Sequence[bool]]]) -> dict[str, float]:
    """Weights from papers: the compared features of a paper's figures, and which of them a graphical abstract shows.

    Raises:
        ValueError: there is no paper in which some figures are right and others are not.
    """
    papers = [(table, np.asarray(right, dtype=np.float64)) for table, right in solved]
    papers = [(table, right / right.sum()) for table, right in papers if 0 < right.sum() < len(right)]
    if not papers:
        raise ValueError("there is no paper in which some figures are right and others are not")
    prior = np.asarray([PRIOR.get(name, 0.0) for name in FEATURES])
    weights = prior.copy()
    for _ in range(_STEPS):
        slope, bend = _RIDGE * (prior - weights), _RIDGE * np.eye(len(weights))
        for table, right in papers:
            raised = np.exp(table @ weights - (table @ weights).max())
            share = raised / raised.sum()
            slope += table.T @ (right - share)
            bend += (table.T * share) @ table - np.outer(table.T @ share, table.T @ share)
        step = np.linalg.solve(bend, slope)
        weights += step
        if float(np.abs(step).max()) < 1e-8:
            break
    return {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights, strict=True)}


def _own() -> Mapping[str, float]:
    return json.loads(resources.files("optotype").joinpath("embedded/blend/weights.json").read_text(encoding="utf-8"))


def _read(path: Path) -> Mapping[str, float]:
    try:
        found = jsons.load(path)
    except OptotypeError as error:
        raise OptotypeError(f"{path}: {error}") from error
    except OSError as error:
        raise OptotypeError(f"{path}: the weights cannot be read: {error.strerror}.") from error
    if not isinstance(found, dict) or not all(
        name in FEATURES and isinstance(weight, int | float) and np.isfinite(weight) for name, weight in found.items()
    ):
        raise OptotypeError(f'{path}: a weight for each of {", ".join(FEATURES)} was expected: {{"words": 0.5}}.')
    return {name: float(weight) for name, weight in found.items() if isinstance(weight, int | float)}
