"""Stage 9, export: records to foreign data, whole or not at all."""

from __future__ import annotations

import filecmp
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.errors import BadTarget, OptotypeError
from optotype.formats import Data, Entry, Format, Target, family
from optotype.looking import check_names
from optotype.progress import Progress, silent
from optotype.records import (
    Answer,
    Collection,
    Gold,
    Item,
    Paper,
    Picture,
    Respondent,
    Review,
)
from optotype.scratch import Seen
from optotype.store import Where

if TYPE_CHECKING:
    from optotype.bench import Bench

_BATCH = 500


@dataclass
class Exported:
    """What an export wrote."""

    path: Path
    rows: int = 0
    items: int = 0
    pictures: int = 0
    """Files of pictures that were written."""
    pictures_missing: int = 0
    items_left_out: int = 0
    """Items that belong to no paper, in a format of papers."""
    pictures_left_out: int = 0
    """Pictures that nothing is asked about, in a format that has no place for them."""


def export(
    bench: Bench,
    format: str,
    path: Path | str,
    *,
    collection: str | None = None,
    split: str | None = None,
    tags: Mapping[str, str] | None = None,
    force: bool = False,
    settings: Mapping[str, str] | None = None,
    responsible: Callable[[bool], Data] | None = None,
    progress: Progress = silent,
) -> Exported:
    """Writes items with their pictures and gold to a new folder, in a foreign format.

    What the format has no place for travels in a field called `optotype`, so that nothing is lost.

    Args:
        bench: where from.
        format: one of `optotype.formats.family.names()`.
        path: the folder to make.
        collection: this collection only.
        split: this split only.
        tags: items with these tags only.
        force: replace the folder if it exists.
        settings: of the format.
        responsible: tells how the data came about, for formats that have a place for it; is it about all items?
        progress: told of each row done.

    Raises:
        BadTarget: the folder exists or cannot be made, there is nothing to write, or the format cannot hold it.
    """
    part, path = family.build(format, settings or {}), Path(path)
    if path.exists() and not force:
        raise BadTarget(f"{path} exists already. Choose another place, or replace it with --force.")
    if path.is_file() or path.is_symlink():
        raise BadTarget(f"{path} is not a folder; an export makes a folder.")
    _spare(bench, path)
    folder = path.with_name(f".{path.name}.part")
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        wanted = _Wanted(collection, split, dict(tags or {}))
        done = _Export(bench, part, folder, Exported(path), progress, responsible).run(wanted)
        if path.exists():
            shutil.rmtree(path)
        folder.rename(path)
    except OSError as error:
        if error.strerror is None:  # not the disk's fault
            raise
        raise BadTarget(f"{path}: the export cannot be written: {error.strerror}.") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return done


def _spare(bench: Bench, path: Path) -> None:
    """Makes sure that an export takes the place of nothing that is not its own.

    Raises:
        BadTarget: the folder holds the bench or the user, or belongs to the bench.
    """
    target, home, here = path.resolve(), bench.folder.resolve(), Path.cwd()
    if home.is_relative_to(target):
        raise BadTarget(f"{path} holds the bench itself. Choose another place for the export.")
    if any(target.is_relative_to(home / own) for own in ("pictures", "runs", "thumbnails")):
        raise BadTarget(f"{path} belongs to the bench. Choose another place for the export.")
    if here.is_relative_to(target):
        raise BadTarget(f"{path} holds the folder that you stand in. Choose another place for the export.")


@dataclass(frozen=True)
class _Wanted:
    """Which items are to be written."""

    collection: str | None
    split: str | None
    tags: dict[str, str]

    def pictures(self) -> Where:
        return {} if self.collection is None else {"collection": self.collection}

    def items(self) -> Where:
        split = {} if self.split is None else {"split": self.split}
        return {**self.pictures(), **split, "excluded": None}


class _Export(Target):
    """One export under way."""

    def __init__(
        self,
        bench: Bench,
        format_: Format,
        folder: Path,
        done: Exported,
        progress: Progress,
        responsible: Callable[[bool], Data] | None = None,
    ) -> None:
        self.bench = bench
        self._tell = responsible
        self._whole = True
        self.format = format_
        self.folder = folder
        self.done = done
        self.progress = progress
        self.about = bench.settings.bench
        self.collections = {collection.id: collection for collection in bench.store.each(Collection)}

    def _file(self, picture: Picture) -> Path | None:
        path = self.bench.path(picture)
        return path if path is not None and path.is_file() else None

    def content(self, picture: Picture) -> bytes | None:
        path = self._file(picture)
        if path is None:
            self.done.pictures_missing += 1
            return None
        self.done.pictures += 1
        return path.read_bytes()

    def copy(self, picture: Picture, to: str) -> None:
        path = self._file(picture)
        target = self.folder / to
        if path is None:
            self.done.pictures_missing += 1
        elif not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            self.done.pictures += 1
        elif not filecmp.cmp(path, target, shallow=False):
            raise BadTarget(
                f"{picture.id}: another picture lies at {to} already. Export collections one by one with --collection."
            )

    def responsible(self) -> Data:
        return {} if self._tell is None else self._tell(self._whole)

    def run(self, wanted: _Wanted) -> Exported:
        self._whole = wanted == _Wanted(None, None, {})
        self.format.save(self._rows(wanted), self)
        self.done.items_left_out = self.bench.store.count(Item, wanted.items(), wanted.tags) - self.done.items
        if not self.done.rows:
            nothing = f"There is nothing to write in the format '{self.format.name}'."
            try:
                check_names(self.bench, wanted.items(), wanted.tags)
            except OptotypeError as slip:
                raise BadTarget(f"{nothing} {slip}") from slip
            raise BadTarget(f"{nothing} 'optotype show' lists items.")
        return self.done

    def _rows(self, wanted: _Wanted) -> Iterator[tuple[Data, Entry]]:
        for entry in self._entries(wanted):
            yield self.format.write_row(entry), entry
            self.done.rows += 1
            self.done.items += len(entry.items)
            self.progress(1)

    def _entries(self, wanted: _Wanted) -> Iterator[Entry]:
        store, where = self.bench.store, wanted.items()
        match self.format.unit:
            case "item":
                yield from self._with_all(([item], None) for item in store.each(Item, where, wanted.tags))
            case "cluster":
                yield from self._with_all((items, None) for items in store.groups("cluster", where, wanted.tags))
            case "paper":
                yield from self._with_all(self._of_papers(wanted))
        if wanted.split is None and not wanted.tags:
            yield from self._lone_pictures(wanted)

    def _of_papers(self, wanted: _Wanted) -> Iterator[tuple[list[Item], Paper]]:
        """Papers with what is asked about them; where only some items are wanted, papers without them stay behind."""
        store = self.bench.store
        for papers in batches(store.each(Paper, wanted.pictures()), 50):
            items: dict[str, list[Item]] = {paper.id: [] for paper in papers}
            for item in store.each(Item, {**wanted.items(), "cluster": list(items)}, wanted.tags):
                items[item.cluster].append(item)
            for paper in papers:
                if items[paper.id] or (wanted.split is None and not wanted.tags):
                    yield items[paper.id], paper

    def _with_all(self, units: Iterable[tuple[list[Item], Paper | None]]) -> Iterator[Entry]:
        """Items and papers with everything that belongs to them, fetched for many at a time."""
        store = self.bench.store
        for batch in batches(units, _BATCH):
            ids = [item.id for items, _ in batch for item in items]
            golds = store.get_all(Gold, ids)
            answers: dict[str, list[Answer]] = {}
            reviews: dict[str, list[Review]] = {}
            for some in batches(ids, _BATCH):
                for answer in store.each(Answer, {"item": some, "run": None}):
                    answers.setdefault(answer.item, []).append(answer)
                for review in store.each(Review, {"item": some}):
                    reviews.setdefault(review.item, []).append(review)
            people = [answer.respondent for some in answers.values() for answer in some]
            people += [review.reviewer for some in reviews.values() for review in some]
            respondents = store.get_all(Respondent, people)
            pictures = store.get_all(Picture, [id for items, paper in batch for id in _picture_ids(items, paper)])
            for items, paper in batch:
                given = [answer for item in items for answer in answers.get(item.id, ())]
                found = [review for item in items for review in reviews.get(item.id, ())]
                people = [*(answer.respondent for answer in given), *(review.reviewer for review in found)]
                yield Entry(
                    items=tuple(items),
                    papers=() if paper is None else (paper,),
                    pictures=tuple(pictures[id] for id in _picture_ids(items, paper) if id in pictures),
                    golds=tuple(golds[item.id] for item in items if item.id in golds),
                    answers=tuple(given),
                    reviews=tuple(found),
                    respondents=tuple(respondents[id] for id in dict.fromkeys(people) if id in respondents),
                )

    def _lone_pictures(self, wanted: _Wanted) -> Iterator[Entry]:
        """Pictures that no item and no paper shows."""
        store = self.bench.store
        with Seen() as shown:
            for item in store.each(Item):
                for id in _picture_ids([item], None):
                    shown.before(id)
            for paper in store.each(Paper):
                for id in _picture_ids([], paper):
                    shown.before(id)
            for picture in store.each(Picture, wanted.pictures()):
                if picture.id in shown:
                    continue
                if self.format.pictures_alone:
                    yield Entry(pictures=(picture,))
                else:
                    self.done.pictures_left_out += 1


def _picture_ids(items: Iterable[Item], paper: Paper | None) -> list[str]:
    """The pictures that items and a paper show, in order, each once."""
    ids: list[str] = []
    if paper is not None:
        if paper.graphical_abstract is not None:
            ids += paper.graphical_abstract.pictures
        for figure in paper.figures:
            ids += figure.all_pictures
    for item in items:
        ids += item.all_pictures
    return list(dict.fromkeys(ids))
