"""Inspiring: graphical abstracts of other papers that are worth learning from.

SciGA's Inter-GA task: for an abstract, rank the graphical abstracts of other papers. Papers are compared by vectors of
texts: the abstract beside the other paper's abstract, and beside what is said about its graphical abstract (its
caption, else the captions of the figures that it was made from). `both` takes the mean of the two vectors, each made
one long. With a CLIP, the abstract is held against the pictures themselves. The paper itself is never among them.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from optotype.bench import Bench
from optotype.errors import BadSource, OptotypeError, UnknownPart
from optotype.figure_vectors import LOCAL, encoders
from optotype.neighbours import Vectors, cosines, diverse, unit
from optotype.neighbours.index import Index, Neighbour, Only, Thing
from optotype.papers import PaperRead, content_of
from optotype.papers.marks import tagged, untagged
from optotype.papers.wording import plain, words
from optotype.pictures import decode
from optotype.recommending.corpus import (
    FOLDER,
    LONGEST,
    Coder,
    Reading,
    coder_of,
    fields_of,
    files_of,
    opened,
    said_by,
    text_encoder,
    year_of,
)
from optotype.recommending.finding import content_at
from optotype.records import Paper, Picture
from optotype.stems import STOP, stem

if TYPE_CHECKING:
    from optotype.embedding import Embedding
    from optotype.progress import Progress

By = Literal["abstract", "caption", "both"]
"""What of other papers the abstract is held against: their abstracts, what is said about their graphical abstracts, or
both."""

_POOL = 10
"""With diversity, so many times as many are looked at as are wanted."""
_SAME = 0.7
"""Abstracts that share this much of their runs of three words are the same."""
_RUN = 3
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")


@dataclass(frozen=True)
class Wish:
    """What graphical abstracts of other papers somebody wants to see."""

    count: int = 12
    """How many, at most."""
    fields: tuple[str, ...] = ()
    """Only papers of one of these fields; `cs` takes `cs.CV` too."""
    years: tuple[int, int] | None = None
    """Only papers of these years, the first and the last."""
    diverse: float | None = None
    """Lambda of maximal marginal relevance, from 0 to 1: 1 looks at nearness alone, less at unlikeness too."""
    by: By = "both"
    encoder: str | None = None
    """Who makes vectors of texts, one of `corpus.Coder`; by the letters of the abstract unless given. Or a CLIP,
    `hf/PATH`: then pictures are compared with the abstract, whatever `by` says."""

    @property
    def looks(self) -> bool:
        """Are pictures looked at, and not texts?"""
        return self.encoder is not None and self.encoder.startswith(LOCAL)

    def __post_init__(self) -> None:
        """Refuses what nothing can meet.

        Raises:
            OptotypeError: a number is out of its range, or a name is unknown.
        """
        if self.count < 1:
            raise OptotypeError(f"At least one graphical abstract has to be wanted, not {self.count}.")
        if self.diverse is not None and not 0 <= self.diverse <= 1:
            raise OptotypeError(f"The diversity must lie between 0 and 1, but {self.diverse} was given.")
        if self.by not in get_args(By):
            raise UnknownPart("way of comparing papers", self.by, get_args(By))
        if self.encoder is not None and not self.looks and self.encoder not in get_args(Coder):
            raise UnknownPart("encoder", self.encoder, (*get_args(Coder), f"{LOCAL}PATH"))


@dataclass(frozen=True)
class Inspiration:
    """The graphical abstract of another paper."""

    place: int
    """From 1, in the order in which they are shown."""
    paper: str
    """Id of its paper in the corpus."""
    title: str
    authors: tuple[str, ...]
    published: str
    fields: tuple[str, ...]
    abstract: str
    caption: str
    """What is said about the graphical abstract, or about the figures that it was made from."""
    kind: str | None
    """`original`, `reused` or `modified`, where it is known."""
    score: float
    """How near it is, from -1 to 1: the cosine of vectors by which it was ranked."""
    abstracts: float
    """The cosine of the two abstracts."""
    captions: float | None
    """The cosine of the abstract and of what is said about the graphical abstract; None where nothing is."""
    matched: tuple[str, ...]
    """Words that the two abstracts share, rare ones first."""
    pictures: tuple[str, ...]
    """Ids of its pictures; see `Recommendation.content`."""


@dataclass(frozen=True)
class Seen:
    """What was found in a corpus."""

    inspirations: tuple[Inspiration, ...]
    notes: tuple[str, ...] = ()
    content: Callable[[str], bytes | None] = field(default=lambda _picture: None, compare=False)
    """The file of a picture of the corpus by its id."""

    def beside(self, own: Callable[[str], bytes | None]) -> Callable[[str], bytes | None]:
        """Gives the files of these pictures, and of those of the paper that was asked about."""
        theirs = {picture for one in self.inspirations for picture in one.pictures}
        return lambda picture: self.content(picture) if picture in theirs else own(picture)


def inspired(paper: Paper, corpus: Path | str | Bench, wish: Wish, progress: Progress) -> Seen:
    """Graphical abstracts of a corpus for a paper.

    A bench keeps its index (`neighbours/`), and only papers that are new or changed are read into it; a folder or a
    file is read anew each time.

    Raises:
        OptotypeError: there is no such corpus, or no graphical abstract in it.
    """
    asked = said_by(paper)
    if not asked:
        return Seen((), ("The paper has neither a title nor an abstract, so no other can be near to it.",))
    reader = _reader(asked, wish)
    query = reader.vector(asked)
    with ExitStack() as stack:
        found = opened(corpus, stack)
        shelf: _Shelf = _BenchShelf(found) if isinstance(found, Bench) else _FolderShelf(found)
        way = _ByPictures(wish.encoder, shelf) if wish.encoder is not None and wish.looks else _ByTexts(reader, wish.by)
        index = stack.enter_context(Index(shelf.file(way.file), way.name, way.width))
        stamp = shelf.stamp()
        if stamp is None or stamp != index.stamp:
            things = (_thing(paper, way.says(paper)) for paper in shelf.read(progress))
            index.update(things, way.encode, stamp=stamp)
        if not len(index):
            raise BadSource(
                f"{shelf.name}: no paper in it has a graphical abstract. Import papers that have one: optotype import "
                "sciga, or optotype import papers."
            )
        only = Only(wish.fields, wish.years)
        notes = shelf.notes()
        near = list(_others(paper, asked, index, way.asked(asked), wish, only, shelf))
        if not near:
            notes.append("No other paper of the corpus meets what was asked for.")
        elif len(near) < wish.count:
            notes.append(f"Only {len(near):,} other papers of the corpus meet what was asked for.")
        chosen = _chosen(near, wish)
        content = shelf.keep([paper for _, paper in chosen])
        inspirations = tuple(
            _inspiration(place, asked, query, one, other, reader) for place, (one, other) in enumerate(chosen, 1)
        )
    return Seen(inspirations, tuple(notes), content)


# --- the corpus


class _Shelf(ABC):
    """Papers of a corpus that have graphical abstracts."""

    name: str

    def file(self, name: str) -> Path | None:
        """Where an index of this name lies; None where it is not kept."""
        return None

    def stamp(self) -> str | None:
        """A text that changes with the corpus; None where nobody knows."""
        return None

    @abstractmethod
    def read(self, progress: Progress) -> Iterator[Paper]:
        """All papers with graphical abstracts."""

    @abstractmethod
    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        """Papers by their ids."""

    @abstractmethod
    def keep(self, papers: Iterable[Paper]) -> Callable[[str], bytes | None]:
        """Gives files of their graphical abstracts, also when the corpus is closed."""

    @abstractmethod
    def files(self, pictures: Sequence[str]) -> list[str]:
        """A name for each picture under which `open` finds it, and that is another when its file is."""

    @abstractmethod
    def open(self, file: str) -> bytes | None:
        """The file of a picture by such a name."""

    def notes(self) -> list[str]:
        """What could not be read."""
        return []


class _BenchShelf(_Shelf):
    def __init__(self, bench: Bench) -> None:
        self.bench, self.name = bench, str(bench.folder)
        self._paths: dict[str, Path] = {}

    def file(self, name: str) -> Path | None:
        if not os.access(self.bench.folder, os.W_OK):
            return None  # somebody else's bench, to be looked at only: the index is made in memory
        return self.bench.folder / FOLDER / f"{name}.db"

    def stamp(self) -> str:
        return self.bench.store.version()

    def read(self, progress: Progress) -> Iterator[Paper]:
        for paper in self.bench.store.each(Paper):
            progress(1)
            if paper.graphical_abstract is not None:
                yield paper

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        return self.bench.store.get_all(Paper, ids)

    def keep(self, papers: Iterable[Paper]) -> Callable[[str], bytes | None]:
        return files_of(self.bench, (id for paper in papers for id in _drawn(paper)))

    def files(self, pictures: Sequence[str]) -> list[str]:
        found = self.bench.store.get_all(Picture, pictures).values()
        paths = {one.file: path for one in found if one.file is not None and (path := self.bench.path(one)) is not None}
        self._paths |= paths
        return list(paths)

    def open(self, file: str) -> bytes | None:
        return content_at(self._paths.get(file))


class _FolderShelf(_Shelf):
    """A folder or a file, read into memory without its texts and its other pictures."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._reading = Reading(path)
        self._papers: dict[str, Paper] = {}
        self._content: dict[str, Callable[[str], bytes | None]] = {}

    def read(self, progress: Progress) -> Iterator[Paper]:
        for id, read in self._reading.papers(progress):
            if read.paper.graphical_abstract is None:
                continue
            paper = read.paper.model_copy(update={"id": id, "sections": ()})
            self._papers[id] = paper
            for picture in _drawn(paper):
                if read.fleeting:
                    content = content_of(read, picture)
                    self._content[picture] = lambda _picture, content=content: content
                elif picture in read.files:
                    one = PaperRead(paper, (), {picture: read.files[picture]})
                    self._content[picture] = partial(content_of, one)
            yield paper

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        return {id: self._papers[id] for id in ids if id in self._papers}

    def keep(self, papers: Iterable[Paper]) -> Callable[[str], bytes | None]:
        return self.open

    def files(self, pictures: Sequence[str]) -> list[str]:
        return [picture for picture in pictures if picture in self._content]

    def open(self, file: str) -> bytes | None:
        return self._content[file](file) if file in self._content else None

    def notes(self) -> list[str]:
        return self._reading.notes()


# --- what is compared


@dataclass(frozen=True)
class _Reader:
    """Makes vectors of texts."""

    coder: Coder
    embedding: Embedding
    name: str
    width: int

    def vector(self, text: str) -> Vectors:
        return unit(self.embedding.vectors([text]))[0]


def _reader(asked: str, wish: Wish) -> _Reader:
    coder = next((one for one in get_args(Coder) if one == wish.encoder), None) or coder_of([asked])
    return _Reader(coder, *text_encoder(coder))


class _ByTexts:
    """The abstract beside texts of other papers."""

    def __init__(self, reader: _Reader, by: By) -> None:
        self._reader, self._by = reader, by
        self.name, self.width, self.file = f"{reader.name} {by}", reader.width, f"{reader.coder}-{by}"

    def says(self, paper: Paper) -> tuple[str, ...]:
        abstract, shown = said_by(paper), _shown(paper)
        return {"abstract": (abstract,), "caption": (shown or abstract,), "both": (abstract, shown)}[self._by]

    def encode(self, texts: Sequence[str]) -> Vectors:
        return self._reader.embedding.vectors(texts)

    def asked(self, text: str) -> Vectors:
        return self._reader.vector(text)


class _ByPictures:
    """The abstract beside pictures of graphical abstracts, as a CLIP sees them."""

    def __init__(self, encoder: str, shelf: _Shelf) -> None:
        self._clip, self._shelf = encoders(encoder), shelf
        self.name, self.width = f"{self._clip.name} picture", self._clip.width
        self.file = f"clip-{blake2b(self.name.encode(), digest_size=4).hexdigest()}-picture"

    def says(self, paper: Paper) -> tuple[str, ...]:
        return tuple(self._shelf.files(_drawn(paper)))

    def encode(self, files: Sequence[str]) -> Vectors:
        """Nothing but zeros for a picture that cannot be looked at."""
        return np.stack([self._seen(file) for file in files])

    def asked(self, text: str) -> Vectors:
        return unit(self._clip.texts([text]))[0]

    def _seen(self, file: str) -> Vectors:
        content = self._shelf.open(file)
        try:
            image = None if content is None else decode(content, still=True)
        except OptotypeError:
            image = None
        return np.zeros(self.width, np.float32) if image is None else self._clip.pictures([image])[0]


def _drawn(paper: Paper) -> tuple[str, ...]:
    return paper.graphical_abstract.pictures if paper.graphical_abstract is not None else ()


def _shown(paper: Paper) -> str:
    """What a paper says about its graphical abstract: its caption, or those of the figures that it was made from."""
    own = paper.graphical_abstract
    if own is None:
        return ""
    if said := plain(untagged(tagged(own.caption[:LONGEST]))):
        return said
    wanted = set(own.components)
    parts = (figure.caption[:LONGEST] for figure in paper.each_figure() if figure.id in wanted)
    return " ".join(filter(None, (plain(untagged(tagged(caption, part=True))) for caption in parts)))[:LONGEST]


def _thing(paper: Paper, says: tuple[str, ...]) -> Thing:
    return Thing(paper.id, says, fields_of(paper), year_of(paper))


# --- what is chosen


def _others(
    paper: Paper, asked: str, index: Index, query: Vectors, wish: Wish, only: Only, shelf: _Shelf
) -> Iterator[tuple[Neighbour, Paper]]:
    """The nearest papers that are not the paper itself, as many as are to be chosen from."""
    wanted = wish.count * (_POOL if wish.diverse is not None and wish.diverse < 1 else 1)
    own = _Own(paper, asked)
    told, k = 0, wanted + 1
    seen: set[str] = set()
    while True:
        near = index.search(query, k, only)
        fresh = [one for one in near if one.id not in seen]
        seen.update(one.id for one in fresh)
        papers = shelf.papers([one.id for one in fresh])
        for one in fresh:
            other = papers.get(one.id)
            unseen = wish.looks and not one.vector.any()
            if other is not None and not unseen and not own.is_it(other):
                yield one, other
                told += 1
                if told == wanted:
                    return
        if len(near) < k or not fresh:
            return
        k *= 2


class _Own:
    """Knows the paper itself again, by its id, its number at arXiv, its title or its abstract."""

    def __init__(self, paper: Paper, asked: str) -> None:
        self._id, self._number, self._title = paper.id, _number(paper), tuple(words(plain(paper.title)))
        self._runs = _runs(asked)

    def is_it(self, other: Paper) -> bool:
        if other.id == self._id or (self._number and self._number == _number(other)):
            return True
        if len(self._title) > 1 and self._title == tuple(words(plain(other.title))):
            return True
        runs = _runs(said_by(other))
        shared = (self._runs & runs).total()
        return shared > 0 and shared >= _SAME * (self._runs | runs).total()


def _number(paper: Paper) -> str:
    found = _ARXIV.fullmatch(paper.native)
    for fields in paper.extra.values() if found is None else ():
        if isinstance(told := fields.get("arXiv"), str):
            found = found or _ARXIV.fullmatch(told)
    return found[1] if found is not None else ""


def _runs(text: str) -> Counter[tuple[str, ...]]:
    said = words(text)
    if len(said) < _RUN:
        return Counter([tuple(said)] if said else [])
    return Counter(zip(*(said[place:] for place in range(_RUN)), strict=False))


def _chosen(found: Sequence[tuple[Neighbour, Paper]], wish: Wish) -> list[tuple[Neighbour, Paper]]:
    if wish.diverse is None or not found:
        return list(found[: wish.count])
    vectors = np.stack([near.vector for near, _ in found])
    places = diverse([near.score for near, _ in found], vectors, wish.count, wish.diverse)
    return [found[place] for place in places]


def _inspiration(place: int, asked: str, query: Vectors, near: Neighbour, paper: Paper, reader: _Reader) -> Inspiration:
    own, shown = paper.graphical_abstract, _shown(paper)
    abstract = said_by(paper)
    compared = {text: float(cosines(query, reader.vector(text)[None])[0]) for text in (abstract, shown) if text}
    return Inspiration(
        place=place,
        paper=paper.id,
        title=paper.title[:LONGEST],
        authors=paper.authors,
        published=paper.published,
        fields=fields_of(paper),
        abstract=paper.abstract[:LONGEST],
        caption=shown,
        kind=own.kind if own is not None else None,
        score=near.score,
        abstracts=compared.get(abstract, 0.0),
        captions=compared.get(shown),
        matched=_matched(asked, abstract),
        pictures=_drawn(paper),
    )


def _matched(asked: str, other: str) -> tuple[str, ...]:
    """Words that two abstracts share and that say something, the longest first: rare words are long."""
    theirs = {stem(word) for word in words(other)}
    shared = {stem(word): word for word in words(asked) if word not in STOP and stem(word) in theirs}
    return tuple(sorted(shared.values(), key=lambda word: (-len(word), word))[:12])
