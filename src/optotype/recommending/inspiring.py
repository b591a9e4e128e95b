"""Inspiring: graphical abstracts of other papers that are worth learning from.

SciGA's Inter-GA task: for an abstract, rank the graphical abstracts of other papers. Papers are compared by vectors of
texts: the abstract beside the other paper's abstract, and beside what is said about its graphical abstract (its
caption, else the captions of the figures that it was made from). `both` takes the mean of the two vectors, each made
one long. The paper itself is never among them.
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
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from optotype.bench import Bench
from optotype.errors import BadSource, Fault, OptotypeError, UnknownPart
from optotype.neighbours import Vectors, cosines, diverse, unit
from optotype.neighbours.index import Index, Neighbour, Only, Thing
from optotype.papers import PaperRead, content_of, read_papers
from optotype.papers.marks import tagged, untagged
from optotype.papers.wording import plain, words
from optotype.recommending.finding import JSON, entries
from optotype.records import Figure, Paper
from optotype.settings import FILE
from optotype.stems import STOP, stem

if TYPE_CHECKING:
    from optotype.embedding import Embedding
    from optotype.progress import Progress

By = Literal["abstract", "caption", "both"]
"""What of other papers the abstract is held against: their abstracts, what is said about their graphical abstracts, or
both."""

Coder = Literal["minilm", "multilingual"]
"""Who makes vectors of texts: `minilm` reads English, `multilingual` sixteen languages."""

FOLDER = "neighbours"
"""Where in a bench indexes lie."""

_POOL = 10
"""With diversity, so many times as many are looked at as are wanted."""
_SAME = 0.7
"""Abstracts that share this much of their runs of three words are the same."""
_RUN = 3
_LONGEST = 20_000
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|2[01]\d\d)(?!\d)")


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
    encoder: Coder | None = None
    """Who makes vectors of texts; by the letters of the abstract unless given."""

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
        if self.encoder is not None and self.encoder not in get_args(Coder):
            raise UnknownPart("encoder of texts", self.encoder, get_args(Coder))


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
    """How near it is, from -1 to 1: the cosine of vectors of texts by which it was ranked."""
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
    asked = _asked(paper)
    if not asked:
        return Seen((), ("The paper has neither a title nor an abstract, so no other can be near to it.",))
    coder = wish.encoder or ("multilingual" if _CYRILLIC.search(asked) else "minilm")
    embedding, name, width = _encoder(coder)
    query = unit(embedding.vectors([asked]))[0]
    with ExitStack() as stack:
        shelf = _shelf(corpus, stack, wish.by)
        index = stack.enter_context(Index(shelf.file(coder), f"{name} {wish.by}", width))
        stamp = shelf.stamp()
        if stamp is None or stamp != index.stamp:
            index.update(shelf.things(progress), embedding.vectors, stamp=stamp)
        if not len(index):
            raise BadSource(
                f"{shelf.name}: no paper in it has a graphical abstract. Import papers that have one: optotype import "
                "sciga, or optotype import papers."
            )
        only = Only(wish.fields, wish.years)
        notes = shelf.notes()
        found = list(_others(paper, asked, index, query, wish, only, shelf))
        if not found:
            notes.append("No other paper of the corpus meets what was asked for.")
        elif len(found) < wish.count:
            notes.append(f"Only {len(found):,} other papers of the corpus meet what was asked for.")
        chosen = _chosen(found, wish)
        content = shelf.keep([paper for _, paper in chosen])
        inspirations = tuple(
            _inspiration(place, asked, query, near, other, embedding) for place, (near, other) in enumerate(chosen, 1)
        )
    return Seen(inspirations, tuple(notes), content)


# --- the corpus


class _Shelf(ABC):
    """Papers of a corpus that have graphical abstracts."""

    name: str

    def __init__(self, by: By) -> None:
        self.by: By = by

    def file(self, coder: Coder) -> Path | None:
        """Where the index lies; None where it is not kept."""
        return None

    def stamp(self) -> str | None:
        """A text that changes with the corpus; None where nobody knows."""
        return None

    @abstractmethod
    def things(self, progress: Progress) -> Iterator[Thing]:
        """All papers with graphical abstracts, as an index takes them."""

    @abstractmethod
    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        """Papers by their ids."""

    @abstractmethod
    def keep(self, papers: Iterable[Paper]) -> Callable[[str], bytes | None]:
        """Gives files of their pictures, also when the corpus is closed."""

    def notes(self) -> list[str]:
        """What could not be read."""
        return []


class _BenchShelf(_Shelf):
    def __init__(self, bench: Bench, by: By) -> None:
        super().__init__(by)
        self.bench, self.name = bench, str(bench.folder)

    def file(self, coder: Coder) -> Path | None:
        if not os.access(self.bench.folder, os.W_OK):
            return None  # somebody else's bench, to be looked at only: the index is made in memory
        return self.bench.folder / FOLDER / f"{coder}-{self.by}.db"

    def stamp(self) -> str:
        return self.bench.store.version()

    def things(self, progress: Progress) -> Iterator[Thing]:
        for paper in self.bench.store.each(Paper):
            progress(1)
            if paper.graphical_abstract is not None:
                yield _thing(paper, self.by)

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        return self.bench.store.get_all(Paper, ids)

    def keep(self, papers: Iterable[Paper]) -> Callable[[str], bytes | None]:
        from optotype.records import Picture

        wanted = [id for paper in papers if paper.graphical_abstract for id in paper.graphical_abstract.pictures]
        paths = {id: self.bench.path(one) for id, one in self.bench.store.get_all(Picture, wanted).items()}
        return partial(_from_file, paths)


class _FolderShelf(_Shelf):
    """A folder or a file, read into memory without its texts and its other pictures."""

    def __init__(self, path: Path, by: By) -> None:
        super().__init__(by)
        self.path, self.name = path, str(path)
        self._papers: dict[str, Paper] = {}
        self._content: dict[str, Callable[[str], bytes | None]] = {}
        self._faults = 0
        self._first: Fault | None = None

    def things(self, progress: Progress) -> Iterator[Thing]:
        for read in self._read():
            progress(1)
            if isinstance(read, Fault):
                self._faults += 1
                self._first = self._first or read
                continue
            paper = read.paper
            own = paper.graphical_abstract
            if own is None:
                continue
            number, id = 1, paper.id
            while id in self._papers:  # two files of one name in two folders
                number += 1
                id = f"{paper.id} ({number})"
            paper = paper.model_copy(update={"id": id, "sections": ()})
            self._papers[id] = paper
            for picture in own.pictures:
                if read.fleeting:
                    content = content_of(read, picture)
                    self._content[picture] = lambda _picture, content=content: content
                elif picture in read.files:
                    one = PaperRead(paper, (), {picture: read.files[picture]})
                    self._content[picture] = partial(content_of, one)
            yield _thing(paper, self.by)

    def _read(self) -> Iterator[PaperRead | Fault]:
        if self.path.suffix.casefold() not in JSON and not _has_json(self.path):
            yield from read_papers(self.path)
            return
        for entry in entries(self.path):
            yield entry if isinstance(entry, Fault) else PaperRead(entry.papers[0], entry.pictures, entry.files)

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        return {id: self._papers[id] for id in ids if id in self._papers}

    def keep(self, papers: Iterable[Paper]) -> Callable[[str], bytes | None]:
        return lambda picture: self._content[picture](picture) if picture in self._content else None

    def notes(self) -> list[str]:
        if self._first is None:
            return []
        more = f", and {self._faults - 1:,} more" if self._faults > 1 else ""
        return [f"Not all of {self.name} could be read: {self._first}{more}."]


def _shelf(corpus: Path | str | Bench, stack: ExitStack, by: By) -> _Shelf:
    if isinstance(corpus, Bench):
        return _BenchShelf(corpus, by)
    path = Path(corpus)
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if not there:
        raise BadSource(f"{path} does not exist. A bench, a folder of papers or a file of SciGA's was expected.")
    if (path / FILE).is_file():
        return _BenchShelf(stack.enter_context(Bench(path)), by)
    return _FolderShelf(path, by)


def _has_json(path: Path) -> bool:
    return path.is_dir() and any(one.suffix.casefold() in JSON and one.is_file() for one in path.iterdir())


def _from_file(paths: Mapping[str, Path | None], picture: str) -> bytes | None:
    path = paths.get(picture)
    try:
        return None if path is None else path.read_bytes()
    except OSError:
        return None


# --- what is compared


def _encoder(coder: Coder) -> tuple[Embedding, str, int]:
    """Who makes vectors, by what name an index remembers them, and how many numbers these have."""
    if coder == "multilingual":
        from optotype import embedding

        return embedding.shared(), embedding.name(), embedding.WIDTH
    from optotype import minilm

    return minilm.shared(), "all-MiniLM-L6-v2/8", minilm.WIDTH


def _asked(paper: Paper) -> str:
    """What a paper says of itself."""
    return plain(paper.abstract[:_LONGEST]) or plain(paper.title[:_LONGEST])


def _shown(paper: Paper) -> str:
    """What a paper says about its graphical abstract: its caption, or those of the figures that it was made from."""
    own = paper.graphical_abstract
    if own is None:
        return ""
    if said := plain(untagged(tagged(own.caption[:_LONGEST]))):
        return said
    wanted = set(own.components)
    parts = (figure.caption[:_LONGEST] for figure in _within(paper.figures) if figure.id in wanted)
    return " ".join(filter(None, (plain(untagged(tagged(caption, part=True))) for caption in parts)))[:_LONGEST]


def _within(figures: Iterable[Figure]) -> Iterator[Figure]:
    for figure in figures:
        yield figure
        yield from _within(figure.subfigures)


def _thing(paper: Paper, by: By) -> Thing:
    abstract, shown = _asked(paper), _shown(paper)
    texts = {"abstract": (abstract,), "caption": (shown or abstract,), "both": (abstract, shown)}[by]
    found = _YEAR.search(paper.published)
    return Thing(paper.id, texts, _fields(paper), int(found[1]) if found is not None else None)


def _fields(paper: Paper) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for values in paper.fields.values() for value in values))


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
            if other is not None and not own.is_it(other):
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
        runs = _runs(_asked(other))
        shared = (self._runs & runs).total()
        return shared > 0 and shared >= _SAME * (self._runs | runs).total()


def _number(paper: Paper) -> str:
    found = _ARXIV.fullmatch(paper.id.removeprefix(f"{paper.collection}/"))
    told = paper.extra.get("sciga", {}).get("arXiv")
    if found is None and isinstance(told, str):
        found = _ARXIV.fullmatch(told)
    return found[1] if found is not None else ""


def _runs(text: str) -> Counter[tuple[str, ...]]:
    said = words(text)
    if len(said) < _RUN:
        return Counter([tuple(said)] if said else [])
    return Counter(zip(*(said[place:] for place in range(_RUN)), strict=False))


def _chosen(found: Sequence[tuple[Neighbour, Paper]], wish: Wish) -> list[tuple[Neighbour, Paper]]:
    if wish.diverse is None or not found:
        return list(found[: wish.count])
    import numpy as np

    vectors = np.stack([near.vector for near, _ in found])
    places = diverse([near.score for near, _ in found], vectors, wish.count, wish.diverse)
    return [found[place] for place in places]


def _inspiration(
    place: int, asked: str, query: Vectors, near: Neighbour, paper: Paper, embedding: Embedding
) -> Inspiration:
    own, shown = paper.graphical_abstract, _shown(paper)
    abstract = _asked(paper)
    compared = {text: float(cosines(query, unit(embedding.vectors([text])))[0]) for text in (abstract, shown) if text}
    return Inspiration(
        place=place,
        paper=paper.id,
        title=paper.title[:_LONGEST],
        authors=paper.authors,
        published=paper.published,
        fields=_fields(paper),
        abstract=paper.abstract[:_LONGEST],
        caption=shown,
        kind=own.kind if own is not None else None,
        score=near.score,
        abstracts=compared.get(abstract, 0.0),
        captions=compared.get(shown),
        matched=_matched(asked, abstract),
        pictures=own.pictures if own is not None else (),
    )


def _matched(asked: str, other: str) -> tuple[str, ...]:
    """Words that two abstracts share and that say something, the longest first: rare words are long."""
    theirs = {stem(word) for word in words(other)}
    shared = {stem(word): word for word in words(asked) if word not in STOP and stem(word) in theirs}
    return tuple(sorted(shared.values(), key=lambda word: (-len(word), word))[:12])
