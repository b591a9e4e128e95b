"""Formats: foreign data in, foreign data out. One file per format, both directions in it.

A format says how its rows are found on disk (`rows`), what a row means (`entry`), how the same is said again (`row`)
and how rows are put back on disk (`save`). The rest happens here, once for all formats:

- fields of a row that `row(entry(...))` does not bring back are kept with the record and come back on export;
- what a format has no place for travels in one extra field, `optotype`, and comes back on import.

So nothing is lost in either direction, whatever a format can express; `docs/decisions/0002-formats-are-lenses.md`.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, Literal, cast

from pydantic import BaseModel, JsonValue, ValidationError

from optotype.conventions import PublishedTable, Scoring
from optotype.errors import BadRow, BadTarget, Fault
from optotype.family import Family
from optotype.pictures import Located, stays
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Gold,
    Graph,
    Item,
    Number,
    Origin,
    Paper,
    Picture,
    Preference,
    Range,
    Ranking,
    Respondent,
    Review,
    ShortText,
    Value,
    YesNo,
)
from optotype.settings import BenchSection, explain

REST = "optotype"
"""The field in which a row carries what its format has no place for."""

_ABSENT = f"{REST} absent"
"""Among the fields kept with a record: the names of those that its row did not have."""

Data = dict[str, JsonValue]
"""The fields of a row."""

MOST_LEVELS = 120
"""How deep the fields of a row may be nested: what is deeper cannot be written to the store and read again."""


Content = Located | bytes
"""Where a picture's file is to be read, or the file itself."""


@dataclass(frozen=True)
class Source:
    """What a user asked to import."""

    path: Path
    collection: str
    pictures: Path | None = None
    """Folder of the pictures, where it is not the one that the format expects."""
    split: str | None = None
    """Split of all rows, whatever they say."""


@dataclass(frozen=True)
class Row:
    """One row of a source: a line, an element, a folder."""

    data: Data
    file: str = ""
    """The file it stands in, as seen from the source."""
    place: str = ""
    """Where in that file."""
    split: str | None = None
    folder: Path = Path()
    """Where the pictures that it names are looked for."""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """Pictures that stand in the row itself, by name."""

    def origin(self, by: str) -> Origin:
        """Where a record made from this row came from."""
        return Origin(kind="imported", by=by, source=self.file, place=self.place)

    def locate(self, name: str) -> Content:
        """The picture that the row calls so."""
        return self.files.get(name) or Located(self.folder, name)


@dataclass(frozen=True)
class Entry:
    """Everything that one row says."""

    items: tuple[Item, ...] = ()
    pictures: tuple[Picture, ...] = ()
    golds: tuple[Gold, ...] = ()
    papers: tuple[Paper, ...] = ()
    respondents: tuple[Respondent, ...] = ()
    answers: tuple[Answer, ...] = ()
    reviews: tuple[Review, ...] = ()
    files: Mapping[str, Content] = field(default_factory=dict[str, Content], compare=False)
    """By picture id, where the content is to be had."""
    place: str = field(default="", compare=False)

    def picture_of(self, item: Item) -> Picture | None:
        """The first picture of the row that an item shows."""
        return next((picture for picture in self.pictures if picture.id in item.pictures), None)


_KINDS: dict[str, type[BaseModel]] = {
    "items": Item,
    "pictures": Picture,
    "golds": Gold,
    "papers": Paper,
    "respondents": Respondent,
    "answers": Answer,
    "reviews": Review,
}


class Target(ABC):
    """Where an export goes, and where the pictures for it are found."""

    folder: Path
    """A new folder, empty. It takes its final name when all is written."""
    collections: Mapping[str, Collection]
    """The collections that the items come from, by id."""
    about: BenchSection
    """Title, description, licence and citation of the bench."""

    @abstractmethod
    def content(self, picture: Picture) -> bytes | None:
        """The file of a picture; None while it is missing."""

    @abstractmethod
    def copy(self, picture: Picture, to: str) -> None:
        """Puts a picture's file at a path inside the target; does nothing while it is missing."""

    def responsible(self) -> Data:
        """How the data came about, in properties of Croissant's responsible-AI vocabulary; nothing where none is told.

        The whole bench is read for it, so only a format that has a place for it asks.
        """
        return {}


@dataclass(frozen=True)
class Format(ABC):
    """A format of the world's. Its fields, if it has any, are settings: `--set table=csv`."""

    name: ClassVar[str]
    title: ClassVar[str]
    """What it is, in a line."""
    licence: ClassVar[str | None] = None
    """Licence of the data set, where the format belongs to one data set."""
    citation: ClassVar[str | None] = None
    url: ClassVar[str | None] = None
    unit: ClassVar[Literal["item", "cluster", "paper"]] = "item"
    """What one row holds: an item, all items of a picture, or a paper."""
    forms: ClassVar[frozenset[str] | None] = None
    """The forms that it can hold; None for all."""
    splits: ClassVar[frozenset[str]] = frozenset()
    """The splits that its files or folders tell by their names, so that rows need not."""
    answer_field: ClassVar[str | None] = None
    """The field with the right answer, where there is one."""
    wording_counts: ClassVar[bool] = False
    """Does the way in which its authors wrote the right answer count for metrics of texts?"""
    instructed: ClassVar[str | None] = None
    """What stands before the names of fields that an item's own instruction may name: `{unit}` is `inputs/unit`."""
    examples: ClassVar[str | None] = None
    """The split of solved examples, which are shown to a model and not asked."""
    scoring: ClassVar[Scoring | None] = None
    """How the authors score predictions, where the format belongs to a data set: what `optotype score` does."""
    paper_table: ClassVar[PublishedTable | None] = None
    """How their paper shows results, where the report shows them so too."""
    reads: ClassVar[bool] = True
    pictures_alone: ClassVar[bool] = False
    """Can it hold a picture that nothing is asked about?"""

    def collection(self, source: Source) -> Collection:
        """The record of the collection that is about to be imported."""
        return Collection(
            id=source.collection,
            format=self.name,
            title=self.title,
            licence=self.licence,
            citation=self.citation,
            url=self.url,
        )

    def default_name(self, path: Path) -> str:
        """The collection's name, where the user gives none."""
        return self.name

    @abstractmethod
    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """All rows of a source, one at a time."""

    @abstractmethod
    def entry(self, row: Row, source: Source) -> Entry:
        """What a row says.

        Raises:
            BadRow: it says nothing that can be used.
        """

    def answers_alone(self, path: Path) -> Iterator[tuple[Entry, str]] | None:
        """Right answers without their questions, each with the answer as written; None where that is not what this is.

        An item of them has as many options as its answer tells of, so more may have been offered.

        Raises:
            BadSource: a file of such answers cannot be read to its end.
        """
        return None

    @abstractmethod
    def row(self, entry: Entry) -> Data:
        """The row that says the same."""

    @abstractmethod
    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """Puts rows and their pictures on disk."""

    # --- the two ways through the lens

    def read(self, source: Source) -> Iterator[Entry | Fault]:
        """All that a source holds; what cannot be used comes as a fault, and the rest goes on."""
        for row in self.rows(source):
            yield row if isinstance(row, Fault) else self.read_row(row, source)

    def read_row(self, row: Row, source: Source) -> Entry | Fault:
        """One row, with the fields kept that the records do not model, and the rest restored."""
        place = f"{row.file}, {row.place}" if row.place else row.file
        try:
            data = dict(row.data)
            _check_keepable(data)
            rest = data.pop(REST, None)
            entry = self._with_kept(replace(row, data=data), source)
            if rest is not None:
                entry = _restore(entry, rest, row)
            _check(entry)
            return replace(entry, place=place)
        except BadRow as error:
            return Fault(place, str(error))
        except ValidationError as error:
            return Fault(place, explain(error))

    def write_row(self, entry: Entry) -> Data:
        """The row that says what an entry says, all of it."""
        if self.forms is not None:
            for item in entry.items:
                if item.form.kind not in self.forms:
                    raise BadTarget(
                        f"{item.id}: the format '{self.name}' cannot hold an item of the form '{item.form.kind}', only "
                        f"{', '.join(sorted(self.forms))}. Choose items with --where, or a format such as parquet."
                    )
        owner = _owner(entry)
        kept = dict(owner.extra.get(self.name, {})) if owner is not None else {}
        gone = cast("list[str]", kept.pop(_ABSENT, []))
        plain = self.row(entry)
        source = Source(Path(), owner.collection if owner is not None else self.name)
        data = {name: value for name, value in {**plain, **kept}.items() if name not in gone}
        if set(kept) & set(plain) or gone:
            # where the record was changed since it was imported, what it says now goes before how it was written then
            meant = self._meant(data, source)
            data |= {name: value for name, value in plain.items() if name not in meant or not _same(meant[name], value)}
        rest = self._rest(entry, data, source)
        if rest:
            data[REST] = rest
        return data

    def _with_kept(self, row: Row, source: Source) -> Entry:
        entry = self.entry(row, source)
        back = self.row(entry)
        kept = {name: value for name, value in row.data.items() if name not in back or not _same(back[name], value)}
        gone: list[JsonValue] = [name for name in back if name not in row.data]
        if gone:
            kept[_ABSENT] = gone
        return _keep(entry, self.name, kept) if kept else entry

    def _meant(self, data: Data, source: Source) -> Data:
        """What a row says, as this format would write it now; nothing, if its fields no longer go together."""
        try:
            return self.row(self.entry(Row(data), source))
        except (BadRow, ValidationError):
            return {}

    def _rest(self, entry: Entry, data: Data, source: Source) -> Data:
        # a row lies in the file of its first item's split; see `_files.by_split`
        split = next((item.split for item in entry.items), None)
        try:
            reread = self._with_kept(Row(data, split=split if split in self.splits else None), source)
        except (BadRow, ValidationError) as error:
            raise BadTarget(f"{_name(entry)}: the format '{self.name}' cannot hold it: {error}") from error
        return {} if _alike(entry, reread) else _difference(_said(entry), _said(reread))


family: Family[Format] = Family("optotype.formats", "format")


def scored() -> list[str]:
    """The formats of data sets whose predictions can be scored as their authors do."""
    return [name for name in family if family[name].scoring is not None]


def kept(item: Item) -> Iterator[tuple[type[Format], Mapping[str, JsonValue]]]:
    """The fields that came with an item and that no record models, each with the format that knows them."""
    for name, fields in item.extra.items():
        if name in family:
            yield family[name], fields


# --- what an entry says, as JSON, without what only this bench knows


_OF_THIS_BENCH = {"pictures": ("file", "media_type", "width", "height", "size"), "items": ("origin",)}
"""Fields that tell where a record came from and where its file lies, which differ by nature."""


def _alike(entry: Entry, reread: Entry) -> bool:
    """Do two entries say the same? Most do; those are spared being turned into JSON."""
    if any(item.origin.kind != "imported" for item in entry.items):
        return False
    for kind in _KINDS:
        ours = cast("tuple[BaseModel, ...]", getattr(entry, kind))
        theirs = cast("tuple[BaseModel, ...]", getattr(reread, kind))
        if len(ours) != len(theirs):
            return False
        ignored = _OF_THIS_BENCH.get(kind, ())
        for one, other in zip(ours, theirs, strict=True):
            others = vars(other)
            if any(value != others[name] for name, value in vars(one).items() if name not in ignored):
                return False
    return True


def _said(entry: Entry) -> dict[str, list[dict[str, Any]]]:
    said: dict[str, list[dict[str, Any]]] = {}
    for kind in _KINDS:
        records = cast("tuple[BaseModel, ...]", getattr(entry, kind))
        said[kind] = [record.model_dump(mode="json") for record in records]
    for item in said["items"]:
        if item["origin"]["kind"] == "imported":
            del item["origin"]
    for picture in said["pictures"]:
        for name in _OF_THIS_BENCH["pictures"]:
            del picture[name]
    return said


def _difference(said: dict[str, list[dict[str, Any]]], reread: dict[str, list[dict[str, Any]]]) -> dict[str, JsonValue]:
    rest: dict[str, JsonValue] = {}
    for kind, records in said.items():
        others = reread[kind]
        if len(records) != len(others):
            rest[kind] = cast("JsonValue", records)
            continue
        changes = [
            {name: value for name, value in record.items() if not _same(value, other.get(name))}
            for record, other in zip(records, others, strict=True)
        ]
        if any(changes):
            rest[kind] = cast("JsonValue", changes)
    return rest


def _restore(entry: Entry, rest: JsonValue, row: Row) -> Entry:
    if isinstance(rest, str):
        try:
            rest = json.loads(rest)
        except ValueError as error:
            raise BadRow(f"the field '{REST}' is not JSON: {error}") from error
    if not isinstance(rest, dict) or not set(rest) <= set(_KINDS):
        raise BadRow(f"the field '{REST}' was not written by this program; delete it to import the row without it")
    changed: dict[str, Any] = {}
    for kind, changes in rest.items():
        records = cast("tuple[BaseModel, ...]", getattr(entry, kind))
        if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
            raise BadRow(f"the field '{REST}' was not written by this program; delete it to import the row without it")
        some = cast("list[dict[str, Any]]", changes)
        if len(some) == len(records):
            some = [record.model_dump() | change for record, change in zip(records, some, strict=True)]
        elif kind == "items":
            some = [{"origin": row.origin("").model_dump()} | change for change in some]
        changed[kind] = tuple(_KINDS[kind].model_validate(record) for record in some)
    restored = replace(entry, **changed)
    return replace(restored, files=_located(entry, restored, row))


def _located(entry: Entry, restored: Entry, row: Row) -> dict[str, Content]:
    """Where the pictures are to be had after their records were restored: by place in the row, else by name."""
    files: dict[str, Content] = {}
    same_count = len(entry.pictures) == len(restored.pictures)
    for number, picture in enumerate(restored.pictures):
        if same_count and (content := entry.files.get(entry.pictures[number].id)) is not None:
            files[picture.id] = content
        else:
            files[picture.id] = row.locate(picture.name)
    return files


def _check_keepable(data: Data) -> None:
    """Makes sure that what a row says can be written down again."""
    if _deeper_than(data, MOST_LEVELS):
        raise BadRow(f"nested more than {MOST_LEVELS} levels deep; no record can keep that")
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        raise BadRow(
            f"half a character, which no file can hold: {error.object[error.start - 20 : error.end]!r}"
        ) from error
    except ValueError as error:
        raise BadRow("a number that is too large to be kept") from error


def _deeper_than(value: JsonValue, most: int) -> bool:
    level: list[JsonValue] = [value]
    for _ in range(most):
        inside = [
            value.values() if isinstance(value, dict) else value for value in level if isinstance(value, dict | list)
        ]
        level = [value for some in inside for value in some if isinstance(value, dict | list)]
        if not level:
            return False
    return True


def _same(one: JsonValue, other: JsonValue) -> bool:
    # 1, 1.0 and True are equal in Python, and different in a file
    if type(one) is not type(other):
        return False
    if isinstance(one, (dict, list)):
        return one == other and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    return one == other


def _owner(entry: Entry) -> Item | Paper | Picture | None:
    """The record that keeps the fields of its row: the item, else the paper, else the picture."""
    return next(iter((*entry.papers, *entry.items, *entry.pictures)), None)


def _keep(entry: Entry, name: str, kept: Data) -> Entry:
    owner = _owner(entry)
    if owner is None:
        return entry
    keeper = owner.model_copy(update={"extra": {**owner.extra, name: kept}})
    kind = "papers" if isinstance(owner, Paper) else "items" if isinstance(owner, Item) else "pictures"
    return replace(entry, **{kind: (keeper, *getattr(entry, kind)[1:])})


def _name(entry: Entry) -> str:
    owner = _owner(entry)
    return owner.id if owner is not None else "an empty row"


# --- what holds for the entries of every format


def _check(entry: Entry) -> None:
    items = {item.id: item for item in entry.items}
    for gold in entry.golds:
        item = items.get(gold.item)
        if item is None:
            raise BadRow(f"gold for '{gold.item}', which the row does not hold")
        for value in gold.accepted:
            if problem := misfit(item, value):
                raise BadRow(f"the answer {problem}")


def misfit(item: Item, value: Value) -> str | None:
    """Why a value cannot be an answer to an item; None if it can."""
    form = item.form
    match form:
        case Choice() | Ranking() | Preference():
            labels = [option.label for option in form.options]
            values = (value,) if isinstance(value, str) else value
            if not isinstance(values, tuple):
                return f"is {value!r}, but options are named by their labels"
            strange = [label for label in values if label not in labels]
            if strange:
                return f"{', '.join(map(repr, strange))} is not among the options {', '.join(labels)}"
            if isinstance(form, Choice) and not form.several and len(values) != 1:
                return f"names {len(values)} options, but one is to be chosen"
        case YesNo():
            return None if isinstance(value, bool) else f"is {value!r}, but yes or no was asked for"
        case Number():
            return None if isinstance(value, (float, Range)) else f"is {value!r}, but a number was asked for"
        case ShortText() | Graph():
            return None if isinstance(value, str) else f"is {value!r}, but a text was asked for"
    return None


# --- names of files, which are hostile


def picture_name(name: str) -> str:
    """The name itself if it is a relative path that stays where it is put, else a plain name in its place."""
    if stays(name):
        return str(PurePosixPath(name.replace("\\", "/")))
    return f"unsafe-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def need(data: Mapping[str, JsonValue], name: str) -> JsonValue:
    """A field that a row must have.

    Raises:
        BadRow: it does not.
    """
    if name not in data:
        raise BadRow(f"no field '{name}'; found: {', '.join(list(data)[:12]) or 'nothing'}")
    return data[name]


def need_text(data: Mapping[str, JsonValue], name: str) -> str:
    """A field that a row must have, as text; numbers are taken as written."""
    value = need(data, name)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)
    raise BadRow(f"field '{name}' is {json.dumps(value)[:60]}, but a text was expected")
