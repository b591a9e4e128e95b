"""Mapping: the papers of a corpus on a plane, those near each other that are about the same.

SciGA's map: vectors of abstracts, laid out in two dimensions and coloured by field. By principal components unless
UMAP is asked for, which needs the extra `umap`.
"""

from __future__ import annotations

import importlib.util
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from optotype.bench import Bench
from optotype.errors import BadSource, OptotypeError, UnknownPart
from optotype.neighbours import Vectors
from optotype.neighbours.index import Index, Thing
from optotype.papers import PaperRead, content_of
from optotype.progress import Progress, silent
from optotype.recommending.album import small
from optotype.recommending.corpus import (
    FOLDER,
    Reading,
    coder_of,
    fields_of,
    files_of,
    opened,
    said_by,
    text_encoder,
    year_of,
)
from optotype.records import Paper

By = Literal["pca", "umap"]
"""How vectors become places: principal components, or UMAP (McInnes et al., 2018)."""

MOST = 5_000
"""Papers that a map shows; of more, so many are taken by chance, the same each time."""
GROUPS = 10
"""Fields that have a colour of their own."""

_PEEKED = 50
"""Papers that are looked at to know their language."""
_NEIGHBOURS = 15
_FEW = 5
"""With fewer papers, UMAP has nothing to work with."""
_KEPT = (320, 240)
"""The size in which pictures from archives are kept until they are shown."""
_MOST_KEPT = 60_000
_CODE = re.compile(r"(?:.*\()?([a-zA-Z][a-zA-Z-]*)\.[a-zA-Z-]+\)?")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Spot:
    """A paper in its place."""

    paper: str
    """Its id."""
    title: str
    authors: tuple[str, ...]
    year: str
    field: str
    """By which it is coloured: one of the map's fields, or nothing."""
    fields: tuple[str, ...]
    x: float
    """From 0 to 1, to the right."""
    y: float
    """From 0 to 1, downwards."""
    picture: str | None
    """Id of a picture of it."""
    abstract: bool
    """Is that its graphical abstract, and not another figure?"""


@dataclass(frozen=True)
class CorpusMap:
    """The papers of a corpus on a plane."""

    name: str
    """What the corpus is called."""
    by: By
    spots: tuple[Spot, ...]
    fields: tuple[str, ...]
    """Those that have a colour, the most frequent first."""
    told: float | None
    """How much of the differences between papers the two axes tell, from 0 to 1; None where nobody knows."""
    papers: int
    """How many papers the corpus has."""
    notes: tuple[str, ...] = ()
    open_picture: Callable[[str], bytes | None] = field(default=lambda _picture: None, compare=False, repr=False)
    """Gives the file of a picture by its id."""


def map_papers(corpus: Bench | Path | str, *, by: By = "pca", progress: Progress = silent) -> CorpusMap:
    """Lays the papers of a corpus out on a plane.

    A bench keeps the vectors of its papers (`neighbours/`), so that only new papers are read the next time.

    Args:
        corpus: a bench, a folder of papers, or a file of SciGA's.
        by: how places are found.
        progress: told of each paper.

    Raises:
        OptotypeError: there is no such corpus, no paper in it, or UMAP is not installed.
    """
    if by not in get_args(By):
        raise UnknownPart("way of mapping", by, get_args(By))
    if by == "umap" and importlib.util.find_spec("umap") is None:
        raise OptotypeError("UMAP is not installed. Install it (pip install 'optotype[umap]'), or map by 'pca'.")
    with ExitStack() as stack:
        found = opened(corpus, stack)
        shelf = _BenchShelf(found) if isinstance(found, Bench) else _FolderShelf(found)
        sheets = {sheet.id: sheet for sheet in shelf.sheets(progress)}
        if not sheets:
            raise BadSource(f"{shelf.name}: there is no paper in it. Import some: optotype import papers PATH.")
        ids, vectors = shelf.vectors(progress)
        notes = shelf.notes()
        order = [place for place in sorted(range(len(ids)), key=ids.__getitem__) if vectors[place].any()]
        ids = [ids[place] for place in order]  # in an order of their own, whatever that of the corpus
        if len(ids) < len(sheets):
            lost = len(sheets) - len(ids)
            notes.append(f"Papers with neither an abstract nor a title, and no place on the map: {lost:,}.")
        if by == "umap" and len(ids) < _FEW:
            notes.append("There are too few papers for UMAP: they are laid out by principal components.")
            by = "pca"
        places, told = _placed(vectors[order], by)
        fields, field_of = _coloured([sheets[id] for id in ids])
        shown = _some(ids)
        if len(shown) < len(ids):
            notes.append(f"{len(shown):,} of {len(ids):,} papers are shown, taken by chance.")
        spots = [
            _spot(sheets[id], field_of[id], x, y)
            for id, (x, y) in zip(ids, cast("list[list[float]]", places.tolist()), strict=True)
            if id in shown
        ]
        files = shelf.opener([spot.picture for spot in spots if spot.picture is not None])
    return CorpusMap(shelf.name, by, tuple(spots), fields, told, len(sheets), tuple(notes), files)


def _some(ids: Sequence[str]) -> set[str]:
    """As many as a map shows, the same each time."""
    return set(sorted(ids, key=_chance)[:MOST]) if len(ids) > MOST else set(ids)


def _spot(sheet: _Sheet, field: str, x: float, y: float) -> Spot:
    return Spot(
        sheet.id, sheet.title, sheet.authors, sheet.year, field, sheet.fields, x, y, sheet.picture, sheet.abstract
    )


def _chance(id: str) -> bytes:
    return blake2b(id.encode(errors="surrogatepass"), digest_size=8).digest()


# --- places


def _placed(vectors: Vectors, by: By) -> tuple[Floats, float | None]:
    """Two numbers from 0 to 1 for each vector, and how much of the differences they tell."""
    if by == "umap":
        return fitted(_by_umap(vectors)), None
    places, told = components(vectors)
    return fitted(places), told


def components(vectors: NDArray[np.floating]) -> tuple[Floats, float | None]:
    """Vectors along their first two principal components, and the share of their variance that these have.

    Of the two ways round that an axis can lie, the one is taken in which its largest number is positive.
    """
    centred = np.asarray(vectors, dtype=np.float64)
    centred = centred - centred.mean(axis=0) if len(centred) else centred
    spread = centred.T @ centred  # (width, width)
    values, axes = np.linalg.eigh(spread)
    first = axes[:, ::-1][:, :2].copy()
    first *= np.where(first[np.abs(first).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    whole = float(np.clip(values, 0, None).sum())
    told = float(np.clip(values[::-1][:2], 0, None).sum()) / whole if whole > 1e-12 else None
    return np.asarray(centred @ first, dtype=np.float64), told


def fitted(places: Floats) -> Floats:
    """Places within a square from 0 to 1, their shape kept; in the middle, where all are the same."""
    if not len(places):
        return places
    low, high = places.min(axis=0), places.max(axis=0)
    side = float((high - low).max())
    if not np.isfinite(side) or side < 1e-9:
        return np.full(places.shape, 0.5)
    return np.asarray(np.round(0.5 + (places - (low + high) / 2) / side, 4), dtype=np.float64)


def _by_umap(vectors: Vectors) -> Floats:
    umap = cast("Any", importlib.import_module("umap"))
    near = min(_NEIGHBOURS, len(vectors) - 1)
    start = "spectral" if len(vectors) > 3 * _NEIGHBOURS else "random"  # few papers have no spectrum to begin with
    model = umap.UMAP(n_neighbors=near, metric="cosine", random_state=0, n_jobs=1, init=start)
    return np.asarray(model.fit_transform(vectors), dtype=np.float64)


# --- colours


def _coloured(sheets: Sequence[_Sheet]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The fields that have a colour, and for each paper the one it belongs to, or nothing.

    A paper belongs to the first field that it names. Where these are more than there are colours, `cs.CV` and `cs.LG`
    are both `cs`.
    """
    first = {sheet.id: sheet.fields[0] if sheet.fields else "" for sheet in sheets}
    if len(set(first.values()) - {""}) > GROUPS:
        first = {id: (found[1] if (found := _CODE.fullmatch(name)) else name) for id, name in first.items()}
    counts = Counter(name for name in first.values() if name)
    fields = tuple(name for name, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:GROUPS])
    return fields, {id: name if name in fields else "" for id, name in first.items()}


# --- the corpus


@dataclass(frozen=True)
class _Sheet:
    """What a map needs of a paper."""

    id: str
    title: str
    authors: tuple[str, ...]
    year: str
    fields: tuple[str, ...]
    picture: str | None
    abstract: bool

    @classmethod
    def of(cls, paper: Paper, id: str) -> _Sheet:
        own = paper.graphical_abstract.pictures if paper.graphical_abstract is not None else ()
        wide = [one for one in paper.each_figure() if one.id in paper.teaser]
        others = [picture for one in (*wide, *paper.each_figure()) for picture in one.pictures]
        return cls(
            id,
            paper.title[:300],
            tuple(author[:100] for author in paper.authors[:4]),
            str(year_of(paper) or ""),
            tuple(dict.fromkeys(value[:100] for value in fields_of(paper) if value.strip())),
            next(iter((*own, *others)), None),
            bool(own),
        )


class _Shelf(ABC):
    """The papers of a corpus."""

    name: str

    @abstractmethod
    def sheets(self, progress: Progress) -> Iterator[_Sheet]:
        """All of them, without their texts."""

    @abstractmethod
    def vectors(self, progress: Progress) -> tuple[list[str], Vectors]:
        """Ids of all of them, and a vector for each; nothing but zeros where a paper says nothing."""

    @abstractmethod
    def opener(self, pictures: Sequence[str]) -> Callable[[str], bytes | None]:
        """Gives the files of these pictures, also when the corpus is closed."""

    def notes(self) -> list[str]:
        """What could not be read."""
        return []


class _BenchShelf(_Shelf):
    """The papers of a bench, read one after the other each time."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.name = bench, bench.settings.bench.title or bench.folder.name

    def sheets(self, progress: Progress) -> Iterator[_Sheet]:
        for paper in self.bench.store.each(Paper):
            progress(1)
            yield _Sheet.of(paper, paper.id)

    def vectors(self, progress: Progress) -> tuple[list[str], Vectors]:
        begun = (said_by(paper) for paper in islice(self.bench.store.each(Paper), _PEEKED))
        embedding, encoder, width = text_encoder(coder_of(begun))
        file = self.bench.folder / FOLDER / f"{encoder.partition('/')[0].lower()}-papers.db"
        stamp = self.bench.store.version()
        with Index(file, f"{encoder} abstract", width) as index:
            if stamp != index.stamp:
                things = (Thing(paper.id, (said_by(paper),)) for paper in self.bench.store.each(Paper))
                index.update(things, embedding.vectors, stamp=stamp, progress=progress)
            return index.all()

    def opener(self, pictures: Sequence[str]) -> Callable[[str], bytes | None]:
        return files_of(self.bench, pictures)


class _FolderShelf(_Shelf):
    """A folder or a file, read once; texts and small pictures stay in memory."""

    def __init__(self, path: Path) -> None:
        self.name = path.resolve().name
        self._reading = Reading(path)
        self._texts: dict[str, str] = {}
        self._files: dict[str, Callable[[str], bytes | None]] = {}

    def sheets(self, progress: Progress) -> Iterator[_Sheet]:
        for id, read in self._reading.papers(progress):
            self._texts[id] = said_by(read.paper)
            sheet = _Sheet.of(read.paper, id)
            if sheet.picture is not None and sheet.picture in read.files:
                self._files[sheet.picture] = _kept(read, sheet.picture)
            yield sheet

    def vectors(self, progress: Progress) -> tuple[list[str], Vectors]:
        embedding, encoder, width = text_encoder(coder_of(islice(self._texts.values(), _PEEKED)))
        with Index(None, encoder, width) as index:
            index.update((Thing(id, (text,)) for id, text in self._texts.items()), embedding.vectors, progress=progress)
            return index.all()

    def opener(self, pictures: Sequence[str]) -> Callable[[str], bytes | None]:
        return lambda picture: self._files[picture](picture) if picture in self._files else None

    def notes(self) -> list[str]:
        return self._reading.notes()


def _kept(read: PaperRead, picture: str) -> Callable[[str], bytes | None]:
    if not read.fleeting:
        return partial(content_of, PaperRead(read.paper.model_copy(update={"sections": ()}), (), read.files))
    content = content_of(read, picture)
    made = None if content is None else small(content, *_KEPT, most=_MOST_KEPT)
    return lambda _picture: None if made is None else made[0]
