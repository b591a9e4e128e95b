"""Mapping: the papers of a corpus on a plane, those near each other that are about the same.

SciGA's map: vectors of abstracts, laid out in two dimensions and coloured by field. By principal components unless
UMAP is asked for, which needs the extra `umap`.
"""

from __future__ import annotations

import importlib.util
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from optotype.batches import batches
from optotype.bench import Bench
from optotype.errors import BadSource, Fault, OptotypeError, UnknownPart
from optotype.neighbours import Vectors
from optotype.neighbours.index import Index, Thing
from optotype.papers import PaperRead, content_of, read_papers
from optotype.papers.wording import plain
from optotype.progress import Progress, silent
from optotype.recommending.album import small
from optotype.recommending.finding import JSON, entries
from optotype.records import Figure, Paper, Picture
from optotype.settings import FILE

if TYPE_CHECKING:
    from optotype.embedding import Embedding

By = Literal["pca", "umap"]
"""How vectors become places: principal components, or UMAP (McInnes et al., 2018)."""

MOST = 5_000
"""Papers that a map shows; of more, so many are taken by chance, the same each time."""
GROUPS = 10
"""Fields that have a colour of their own."""

_TEXT = 4_000
_PEEKED = 50
"""Papers that are looked at to know their language."""
_NEIGHBOURS = 15
_FEW = 5
"""With fewer papers, UMAP has nothing to work with."""
_KEPT = (320, 240)
"""The size in which pictures from archives are kept until they are shown."""
_MOST_KEPT = 60_000
_SOME = 500
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
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
        shelf = _shelf(corpus, stack)
        sheets = {sheet.id: sheet for sheet in shelf.sheets(progress)}
        if not sheets:
            raise BadSource(f"{shelf.name}: there is no paper in it. Import some: optotype import papers PATH.")
        ids, vectors = shelf.vectors(progress)
        notes = shelf.notes()
        order = [place for place in sorted(range(len(ids)), key=ids.__getitem__) if vectors[place].any()]
        ids = [ids[place] for place in order]  # in an order of their own, whatever that of the corpus
        if len(ids) < len(sheets):
            notes.append(
                f"{len(sheets) - len(ids):,} papers have neither an abstract nor a title, and no place on the map."
            )
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
        opened = shelf.opener([spot.picture for spot in spots if spot.picture is not None])
    return CorpusMap(shelf.name, by, tuple(spots), fields, told, len(sheets), tuple(notes), opened)


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
        wide = [one for one in _within(paper.figures) if one.id in paper.teaser]
        others = [picture for one in (*wide, *_within(paper.figures)) for picture in one.pictures]
        year = re.search(r"(?<!\d)(1[89]|2[01])\d\d(?!\d)", paper.published[:100])
        return cls(
            id,
            paper.title[:300],
            tuple(author[:100] for author in paper.authors[:4]),
            year[0] if year is not None else "",
            tuple(dict.fromkeys(value[:100] for values in paper.fields.values() for value in values if value.strip())),
            next(iter((*own, *others)), None),
            bool(own),
        )


def _within(figures: Sequence[Figure]) -> Iterator[Figure]:
    for figure in figures:
        yield figure
        yield from _within(figure.subfigures)


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
        begun = (_text(paper) for paper, _ in zip(self.bench.store.each(Paper), range(_PEEKED), strict=False))
        embedding, encoder, width = _encoder(begun)
        file = self.bench.folder / "neighbours" / f"{encoder.partition('/')[0].lower()}-papers.db"
        stamp = self.bench.store.version()
        with Index(file, f"{encoder} abstract", width) as index:
            if stamp != index.stamp:
                things = (Thing(paper.id, (_text(paper),)) for paper in self.bench.store.each(Paper))
                index.update(things, embedding.vectors, stamp=stamp, progress=progress)
            return index.all()

    def opener(self, pictures: Sequence[str]) -> Callable[[str], bytes | None]:
        paths: dict[str, Path | None] = {}
        for some in batches(pictures, _SOME):
            found = self.bench.store.get_all(Picture, some)
            paths |= {id: self.bench.path(picture) for id, picture in found.items()}
        return partial(_from_file, paths)


class _FolderShelf(_Shelf):
    """A folder or a file, read once; texts and small pictures stay in memory."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, path.resolve().name
        self._texts: dict[str, str] = {}
        self._files: dict[str, Callable[[str], bytes | None]] = {}
        self._faults: list[Fault] = []

    def sheets(self, progress: Progress) -> Iterator[_Sheet]:
        for read in self._read():
            progress(1)
            if isinstance(read, Fault):
                self._faults.append(read)
                continue
            number, id = 1, read.paper.id
            while id in self._texts:  # two files of one name in two folders
                number += 1
                id = f"{read.paper.id} ({number})"
            self._texts[id] = _text(read.paper)
            sheet = _Sheet.of(read.paper, id)
            if sheet.picture is not None and sheet.picture in read.files:
                self._files[sheet.picture] = _kept(read, sheet.picture)
            yield sheet

    def _read(self) -> Iterator[PaperRead | Fault]:
        if self.path.suffix.casefold() in JSON or _has_json(self.path):
            for entry in entries(self.path):
                yield entry if isinstance(entry, Fault) else PaperRead(entry.papers[0], entry.pictures, entry.files)
        else:
            yield from read_papers(self.path)

    def vectors(self, progress: Progress) -> tuple[list[str], Vectors]:
        embedding, encoder, width = _encoder(islice(self._texts.values(), _PEEKED))
        with Index(None, encoder, width) as index:
            index.update((Thing(id, (text,)) for id, text in self._texts.items()), embedding.vectors, progress=progress)
            return index.all()

    def opener(self, pictures: Sequence[str]) -> Callable[[str], bytes | None]:
        return lambda picture: self._files[picture](picture) if picture in self._files else None

    def notes(self) -> list[str]:
        if not self._faults:
            return []
        more = f", and {len(self._faults) - 1:,} more" if len(self._faults) > 1 else ""
        return [f"Not all of {self.name} could be read: {self._faults[0]}{more}."]


def _kept(read: PaperRead, picture: str) -> Callable[[str], bytes | None]:
    if not read.fleeting:
        return partial(content_of, PaperRead(read.paper.model_copy(update={"sections": ()}), (), read.files))
    content = content_of(read, picture)
    made = None if content is None else small(content, *_KEPT, most=_MOST_KEPT)
    return lambda _picture: None if made is None else made[0]


def _from_file(paths: Mapping[str, Path | None], picture: str) -> bytes | None:
    path = paths.get(picture)
    try:
        return None if path is None else path.read_bytes()
    except OSError:
        return None


def _has_json(path: Path) -> bool:
    return path.is_dir() and any(one.suffix.casefold() in JSON and one.is_file() for one in path.iterdir())


def _shelf(corpus: Bench | Path | str, stack: ExitStack) -> _Shelf:
    if isinstance(corpus, Bench):
        return _BenchShelf(corpus)
    path = Path(corpus)
    try:
        there = path.exists()
    except (OSError, ValueError):  # a name that is too long, or has a zero in it
        there = False
    if not there:
        raise BadSource(f"{path} does not exist. A bench, a folder of papers or a file of SciGA's was expected.")
    if (path / FILE).is_file():
        return _BenchShelf(stack.enter_context(Bench(path)))
    return _FolderShelf(path)


def _text(paper: Paper) -> str:
    """What a paper says of itself."""
    return plain(paper.abstract[:_TEXT]) or plain(paper.title[:_TEXT])


def _encoder(texts: Iterable[str]) -> tuple[Embedding, str, int]:
    """Who makes vectors of such texts, by what name an index remembers them, and how many numbers these have."""
    if any(_CYRILLIC.search(text) for text in texts):
        from optotype import embedding

        return embedding.shared(), embedding.name(), embedding.WIDTH
    from optotype import minilm

    return minilm.shared(), "all-MiniLM-L6-v2/8", minilm.WIDTH
