"""Rankers: which of a paper's figures would serve best as graphical abstract. One file each.

A ranker gives each figure a score, from the abstract, the captions and the pictures. It never learns in which order
figures stand: they come to it sorted by what they are, so that nothing changes when they are shuffled.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar

from optotype.errors import OptotypeError
from optotype.family import Family
from optotype.papers.marks import tagged, untagged
from optotype.records import Figure, Paper, Picture
from optotype.stems import STOP

if TYPE_CHECKING:
    from PIL.Image import Image

    from optotype.bench import Bench


@dataclass(frozen=True)
class Candidate:
    """A figure, or a part of one."""

    id: str
    caption: str
    """Without "Figure 1", which would tell where it stands."""
    pictures: tuple[Callable[[], Image | None], ...] = ()
    """Opened when they are looked at; None where one cannot be."""
    parts: tuple[Candidate, ...] = ()
    """Its sub-figures."""
    named: str = ""
    """The words in the names of its files, without numbers, which would tell where it stands."""
    shows: tuple[str, ...] = ()
    """The names of its pictures: they tell figures apart that are called the same, and are not read."""

    @cached_property
    def content(self) -> bytes:
        """What it is, whatever it is called: by this, figures are put in an order that tells nothing."""
        parts = sorted(part.content.hex() for part in self.parts)
        return _digest("\0".join([self.caption, *parts, *sorted(self.shows)]))

    @property
    def chance(self) -> tuple[bytes, bytes]:
        """By what figures are ordered that nothing else tells apart; those that are equal, by their ids in disorder."""
        return self.content, _digest(self.id)

    def leaves(self) -> Iterator[Candidate]:
        """What is rated: its parts, each with the caption of the whole before its own, or itself."""
        if not self.parts:
            yield self
        for part in self.parts:
            said = " ".join(filter(None, (self.caption, part.caption)))
            pictures, named = (part.pictures, part.named) if part.pictures else (self.pictures, self.named)
            yield from Candidate(part.id, said, pictures, part.parts, named).leaves()


@dataclass(frozen=True)
class Request:
    """A paper whose figures are to be ranked."""

    abstract: str
    candidates: tuple[Candidate, ...]
    title: str = ""

    @classmethod
    def of(cls, paper: Paper, bench: Bench) -> Request:
        """What a paper of a bench asks; its pictures are opened when they are looked at."""
        return cls.showing(paper, partial(_opened, bench))

    @classmethod
    def showing(cls, paper: Paper, opened: Callable[[str], Image | None]) -> Request:
        """What a paper asks whose pictures are opened, when they are looked at, by their ids."""
        candidates = tuple(_candidate(figure, paper, opened) for figure in paper.figures)
        return cls(paper.abstract, candidates, paper.title)


_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = 12
"""Words in common that are told of a figure at the most."""


def _candidate(figure: Figure, paper: Paper, opened: Callable[[str], Image | None], *, part: bool = False) -> Candidate:
    names = (picture.removeprefix(paper.id).rpartition(".")[0] for picture in figure.pictures)
    return Candidate(
        figure.id,
        untagged(tagged(figure.caption, part=part)),
        tuple(partial(opened, picture) for picture in figure.pictures),
        tuple(_candidate(inner, paper, opened, part=True) for inner in figure.subfigures),
        " ".join(dict.fromkeys(word for name in names for word in _LETTERS.findall(name))),
        tuple(picture.removeprefix(paper.id) for picture in figure.pictures),
    )


def _digest(text: str) -> bytes:
    return blake2b(text.encode(errors="replace"), digest_size=12).digest()


def _opened(bench: Bench, id: str) -> Image | None:
    from optotype import pictures

    picture = bench.store.get(Picture, id)
    if picture is None or picture.file is None or picture.media_type is None:
        return None
    try:
        return pictures.decode(bench.cabinet.path(picture.file, picture.media_type).read_bytes(), still=True)
    except (OSError, OptotypeError):
        return None


class Unseen(OptotypeError):
    """A paper of whose figures none can be looked at, for a ranker that does nothing else."""


@dataclass(frozen=True)
class Reason:
    """Something that speaks for a figure, or against it."""

    what: str
    weight: float
    """How much, in the unit of the score; below nothing where it speaks against the figure."""
    words: tuple[str, ...] = ()
    """Those that it is about, where it is about words."""


@dataclass(frozen=True)
class Rated:
    """What a ranker says of a figure."""

    score: float
    reasons: tuple[Reason, ...] = ()
    """What weighed most comes first."""
    matched: tuple[str, ...] = ()
    """Words that abstract and caption share, those first that count most; none, where a ranker looks at no words."""


@dataclass(frozen=True)
class Ranked:
    """A figure in its place."""

    id: str
    rated: Rated
    part: str | None = None
    """The sub-figure that speaks for it, if it has any."""


@dataclass(frozen=True)
class Ranker(ABC):
    """Rates the figures of a paper. Its fields are settings with defaults."""

    title: ClassVar[str]
    """What it is called in tables."""
    looks: ClassVar[bool] = False
    """Does it open pictures?"""
    meanings: ClassVar[Mapping[str, str]] = {}
    """What the names of its reasons mean, to somebody who sees them for the first time."""
    confident: ClassVar[str] = (
        "scores as deviations from their mean, e to the power of each, divided by the sum of these (CAR's shares)"
    )
    """How the confidence of each figure is computed, in words."""

    @property
    def name(self) -> str:
        """What it is called in commands and reports."""
        return family.name_of(type(self))

    @property
    def digest(self) -> str:
        """Which weights it computes with, where its name does not say it; replies of others are not its own."""
        return ""

    def ready(self) -> None:  # noqa: B027  # most have nothing to load
        """Loads what it needs, before anybody is asked.

        Raises:
            OptotypeError: that is not there.
        """

    @abstractmethod
    def rate(self, request: Request, leaves: Sequence[Candidate]) -> list[Rated]:
        """Rates figures and sub-figures of a paper, in whatever order they come.

        Raises:
            Unseen: it looks at pictures alone, and there are none.
        """

    def rank(self, request: Request) -> list[Ranked]:
        """All figures of a paper, the best first; one with sub-figures has the score of its best."""
        figures = sorted(request.candidates, key=lambda figure: figure.chance)
        leaves = [(figure, leaf) for figure in figures for leaf in figure.leaves()]
        best: dict[int, Ranked] = {}
        for (figure, leaf), rated in zip(leaves, self.rate(request, [leaf for _, leaf in leaves]), strict=True):
            if not math.isfinite(rated.score):
                raise OptotypeError(
                    f"The ranker '{self.name}' gave the figure '{leaf.id}' the score {rated.score}; a finite number "
                    "was expected. Rank with another ranker, or mend this one."
                )
            before = best.get(id(figure))
            if before is None or rated.score > before.rated.score:
                best[id(figure)] = Ranked(figure.id, rated, leaf.id if leaf is not figure else None)
        return sorted(best.values(), key=lambda ranked: -ranked.rated.score)

    def confidences(self, scores: Sequence[float]) -> list[float]:
        """How probably each figure is the one, by the scores of all figures of a paper; they add up to one.

        Scores of most rankers have no scale of their own, so they are compared with each other as CAR does it.
        """
        return softmax(deviations(scores))


family: Family[Ranker] = Family("optotype.rankers", "ranker")


def build(spec: str) -> Ranker:
    """The ranker that a text names, with its settings: `abs2cap:by=rougel`.

    Raises:
        OptotypeError: no such ranker, or a setting that it does not have.
    """
    return family.from_text(spec)


def deviations(scores: Sequence[float]) -> list[float]:
    """Scores as so many standard deviations above their mean; nothing, where all are equal."""
    if not scores:
        return []
    largest = max(map(abs, scores)) or 1.0  # the squares of large scores would be infinite
    scaled = [score / largest for score in scores]
    mean = math.fsum(scaled) / len(scaled)
    spread = math.sqrt(math.fsum((score - mean) ** 2 for score in scaled) / len(scaled))
    even = min(scores) == max(scores)
    return [0.0 if even else (score - mean) / max(spread, 1e-300) for score in scaled]


def softmax(scores: Sequence[float]) -> list[float]:
    """Shares that add up to one: e to the power of each score, divided by the sum of these."""
    highest = max(scores, default=0.0)
    powers = [math.exp(score - highest) for score in scores]
    return [power / math.fsum(powers) for power in powers]


@dataclass
class Weighed:
    """Reasons as they are gathered."""

    found: list[Reason] = field(default_factory=list[Reason])

    def add(self, what: str, weight: float, words: Sequence[str] = ()) -> None:
        """Adds one that weighs something."""
        if weight:
            self.found.append(Reason(what, weight, tuple(words)))

    def heaviest(self, count: int = 6) -> tuple[Reason, ...]:
        """Those that weigh most."""
        return tuple(sorted(self.found, key=lambda reason: (-abs(reason.weight), reason.what))[:count])

    def rated(self, score: float) -> Rated:
        """What a figure with this score is told."""
        return Rated(score, self.heaviest(), self._matched())

    def _matched(self) -> tuple[str, ...]:
        """The words that speak for it and say something, those first that weigh most, each once."""
        heaviest = (reason for reason in self.heaviest(len(self.found)) if reason.weight > 0)
        words = dict.fromkeys(word for reason in heaviest for word in reason.words if word not in STOP)
        return tuple(words)[:_WORDS]
