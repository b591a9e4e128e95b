"""Rankers: which of a paper's figures would serve best as graphical abstract. One file each.

A ranker gives each figure a score, from the abstract, the captions and the pictures. It never learns in which order
figures stand: they come to it sorted by what they are, so that nothing changes when they are shuffled.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar

from optotype.errors import OptotypeError
from optotype.family import Family
from optotype.records import Figure, Paper, Picture

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

    @cached_property
    def content(self) -> bytes:
        """What it is, whatever it is called: by this, figures are put in an order that tells nothing."""
        said = "\0".join([self.caption, *sorted(part.content.hex() for part in self.parts)])
        return blake2b(said.encode(errors="replace"), digest_size=12).digest()

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
        return cls(paper.abstract, tuple(_candidate(figure, paper, bench) for figure in paper.figures), paper.title)


_LETTERS = re.compile(r"[^\W\d_]+")


def _candidate(figure: Figure, paper: Paper, bench: Bench) -> Candidate:
    names = (picture.removeprefix(paper.id).rpartition(".")[0] for picture in figure.pictures)
    return Candidate(
        figure.id,
        figure.caption,
        tuple(partial(_opened, bench, picture) for picture in figure.pictures),
        tuple(_candidate(part, paper, bench) for part in figure.subfigures),
        " ".join(dict.fromkeys(word for name in names for word in _LETTERS.findall(name))),
    )


def _opened(bench: Bench, id: str) -> Image | None:
    from optotype import pictures

    picture = bench.store.get(Picture, id)
    if picture is None or picture.file is None or picture.media_type is None:
        return None
    try:
        return pictures.decode(bench.cabinet.path(picture.file, picture.media_type).read_bytes(), still=True)
    except (OSError, OptotypeError):
        return None


@dataclass(frozen=True)
class Reason:
    """Something that speaks for a figure, or against it."""

    what: str
    weight: float
    """How much, in the unit of the score."""


@dataclass(frozen=True)
class Rated:
    """What a ranker says of a figure."""

    score: float
    reasons: tuple[Reason, ...] = ()
    """What weighed most comes first."""


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

    @property
    def name(self) -> str:
        """What it is called in commands and reports."""
        return family.name_of(type(self))

    @abstractmethod
    def rate(self, request: Request, leaves: Sequence[Candidate]) -> list[Rated]:
        """Rates figures and sub-figures of a paper, in whatever order they come."""

    def rank(self, request: Request) -> list[Ranked]:
        """All figures of a paper, the best first; one with sub-figures has the score of its best."""
        figures = sorted(request.candidates, key=lambda figure: figure.content)
        leaves = [(figure, leaf) for figure in figures for leaf in figure.leaves()]
        best: dict[int, Ranked] = {}
        for (figure, leaf), rated in zip(leaves, self.rate(request, [leaf for _, leaf in leaves]), strict=True):
            before = best.get(id(figure))
            if before is None or rated.score > before.rated.score:
                best[id(figure)] = Ranked(figure.id, rated, leaf.id if leaf is not figure else None)
        return sorted(best.values(), key=lambda ranked: -ranked.rated.score)


family: Family[Ranker] = Family("optotype.rankers", "ranker")


def build(spec: str) -> Ranker:
    """The ranker that a text names, with its settings: `abs2cap:by=rougel`.

    Raises:
        OptotypeError: no such ranker, or a setting that it does not have.
    """
    return family.from_text(spec)


@dataclass
class Weighed:
    """Reasons as they are gathered."""

    found: list[Reason] = field(default_factory=list[Reason])

    def add(self, what: str, weight: float) -> None:
        """Adds one that weighs something."""
        if weight:
            self.found.append(Reason(what, weight))

    def heaviest(self, count: int = 6) -> tuple[Reason, ...]:
        """Those that weigh most."""
        return tuple(sorted(self.found, key=lambda reason: (-abs(reason.weight), reason.what))[:count])
