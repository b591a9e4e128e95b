"""Stage 1, import: foreign data to records. What is there already is not added again; what is bad is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from optotype.batches import batches
from optotype.errors import BadPicture, BadSource
from optotype.formats import Content, Entry, Fault, Format, Source, family
from optotype.pictures import Located, read
from optotype.progress import Progress, silent
from optotype.records import Answer, Collection, Finding, Gold, Item, Noun, Paper, Picture, Respondent, Review
from optotype.store import Writer, key

if TYPE_CHECKING:
    from optotype.bench import Bench

BATCH = 500
"""Rows that are written in one transaction."""

_SHOWN_FAULTS = 1000

_WRITTEN = (Picture, Paper, Item, Gold, Respondent, Answer, Review)


@dataclass
class Imported:
    """What an import did."""

    collection: str
    new: dict[str, int] = field(default_factory=dict[str, int])
    """By kind of record, how many were added."""
    same: int = 0
    """Items that were there already."""
    changed: list[str] = field(default_factory=list[str])
    """Items that the source now says differently; kept as they were, unless an update was asked for."""
    pictures_missing: int = 0
    """Pictures that are not there, or that cannot be used."""
    faults: list[Fault] = field(default_factory=list[Fault])
    """What could not be imported, the first thousand."""
    faulty: int = 0
    """How many could not be imported."""

    @property
    def items(self) -> int:
        """How many items were added."""
        return self.new.get("items", 0)


def import_into(
    bench: Bench,
    format: str,
    path: Path,
    *,
    pictures: Path | None = None,
    name: str | None = None,
    split: str | None = None,
    skip: Sequence[str] = (),
    update: bool = False,
    settings: Mapping[str, str] | None = None,
    progress: Progress = silent,
) -> Imported:
    """Reads foreign data into a bench.

    Rows are written in batches, so an import that is killed leaves whole batches behind and goes on when it is called
    again. Importing twice adds nothing.

    Args:
        bench: where to.
        format: one of `optotype.formats.family.names()`.
        path: file or folder.
        pictures: folder of the pictures, where it is not the one that the format expects.
        name: of the collection; ids of items begin with it.
        split: of all items, where the source does not say.
        skip: ids of items that are to be left out, with or without the collection's name.
        update: take the source's word where it differs from the bench.
        settings: of the format.
        progress: told of each row done.

    Raises:
        BadSource: there is nothing to import.
    """
    part = family.build(format, settings or {})
    if not part.reads:
        raise BadSource(f"The format '{format}' can be written, but not read.")
    if not path.exists():
        raise BadSource(f"{path} does not exist.")
    if pictures is not None and not pictures.is_dir():
        raise BadSource(f"{pictures} is not a folder of pictures.")
    source = Source(path, name or part.default_name(path), pictures, split)
    bench.cabinet.tidy()
    with bench.store.event("import", format=format, path=str(path), name=source.collection) as writer:
        return _Import(bench, writer, part, source, set(skip), update).run(progress)


class _Import:
    """One import under way."""

    def __init__(
        self, bench: Bench, writer: Writer, format_: Format, source: Source, skip: set[str], update: bool
    ) -> None:
        self.bench = bench
        self.writer = writer
        self.format = format_
        self.source = source
        self.skip = skip
        self.update = update
        self.done = Imported(source.collection)

    def run(self, progress: Progress) -> Imported:
        self._start()
        with _Seen() as seen:
            for batch in batches(self.format.read(self.source), BATCH):
                faults = [row for row in batch if isinstance(row, Fault)]
                entries = [row for row in batch if isinstance(row, Entry)]
                wanted = [entry for entry in entries if not self._skipped(entry)]
                entries = list(self._without_repeats(wanted, seen, faults))
                kept = [self._keep_pictures(entry) for entry in entries]
                self._write(entries, faults, kept)
                missing = {finding.id for _, findings in kept for finding in findings}
                self.done.pictures_missing += sum(not seen.before(id) for id in missing)
                progress(len(batch))
        self.writer.count("faulty", self.done.faulty)
        return self.done

    def _start(self) -> None:
        collection = self.format.collection(self.source)
        old = self.bench.store.get(Collection, collection.id)
        if old is not None and old.format != collection.format:
            raise BadSource(
                f"There is a collection called '{old.id}' already, which came from '{old.format}'. "
                "Give this one another name with --name."
            )
        self.writer.write(add=[collection])

    def _skipped(self, entry: Entry) -> bool:
        ids = {name for item in entry.items for name in (item.id, item.id.removeprefix(f"{item.collection}/"))}
        return bool(ids & self.skip)

    def _without_repeats(self, entries: Iterable[Entry], seen: _Seen, faults: list[Fault]) -> Iterator[Entry]:
        for entry in entries:
            ids = [record.id for record in (*entry.items, *entry.papers)]
            again = next((id for id in ids if seen.before(id)), None)
            if again is None:
                yield entry
            else:
                faults.append(Fault(entry.place, f"the id '{again}' stands twice in the source; the first one counts"))

    def _keep_pictures(self, entry: Entry) -> tuple[dict[str, Picture], list[Finding]]:
        """The pictures of an entry with what their files say, and what is wrong with those that cannot be had."""
        found: dict[str, Picture] = {}
        findings: list[Finding] = []
        for picture in entry.pictures:
            content = entry.files.get(picture.id)
            try:
                read_ = None if content is None else _content(content)
                if read_ is None:
                    message = f"{entry.place}: the picture {picture.name} is missing; put it there and import again"
                    findings.append(
                        Finding(rule="picture_missing", about=picture.id, severity="warning", message=message)
                    )
                    found[picture.id] = picture
                    continue
                facts = self.bench.cabinet.keep(read_)
                found[picture.id] = picture.model_copy(
                    update={
                        "file": facts.file,
                        "media_type": facts.media_type,
                        "width": facts.width,
                        "height": facts.height,
                        "size": facts.size,
                    }
                )
            except BadPicture as error:
                message = f"{entry.place}: the picture {picture.name}: {error}"
                findings.append(Finding(rule="picture_bad", about=picture.id, message=message))
                found[picture.id] = picture
        return found, findings

    def _write(
        self, entries: list[Entry], faults: list[Fault], kept: list[tuple[dict[str, Picture], list[Finding]]]
    ) -> None:
        pictures = {id: picture for found, _ in kept for id, picture in found.items()}
        findings = {finding.id: finding for _, some in kept for finding in some}
        for fault in faults:
            finding = Finding(rule="import_fault", about=fault.place, message=fault.message)
            findings[finding.id] = finding
        add: list[Noun] = [*findings.values()]
        replacing: list[Noun] = []
        records: dict[type[Noun], list[Noun]] = {Picture: list(pictures.values())}
        for noun in _WRITTEN[1:]:
            kind = f"{noun.__name__.lower()}s"
            by_id: dict[str, Noun] = {}
            for entry in entries:
                by_id.update((key(record), record) for record in getattr(entry, kind))
            records[noun] = list(by_id.values())
        for noun, some in records.items():
            new, changed = self._compare(noun, some)
            add += new
            replacing += changed
            name = f"{noun.__name__.lower()}s"
            self.done.new[name] = self.done.new.get(name, 0) + len(new)
        resolved = [f"{rule}:{id}" for id in pictures for rule in ("picture_missing", "picture_bad")]
        resolved += [f"import_fault:{entry.place}" for entry in entries]
        self.writer.write(add=add, replace=replacing, remove={Finding: resolved})
        self.done.faulty += len(faults)
        self.done.faults += faults[: _SHOWN_FAULTS - len(self.done.faults)]

    def _compare(self, noun: type[Any], batch: Sequence[Noun]) -> tuple[list[Noun], list[Noun]]:
        """Which records are new, and which have to be replaced."""
        there: dict[str, Noun] = self.bench.store.get_all(noun, [key(record) for record in batch])
        new = [record for record in batch if key(record) not in there]
        changed: list[Noun] = []
        for record in batch:
            old = there.get(key(record))
            if old is None:
                continue
            if isinstance(record, Picture) and isinstance(old, Picture):
                if old.file is None and record.file is not None:
                    changed.append(record)
                continue
            differs = _source_says(old) != _source_says(record)
            if isinstance(record, Item):
                self.done.same += not differs
                if differs:
                    self.done.changed.append(record.id)
            if differs and self.update:
                changed.append(_next_version(old, record))
        return new, changed


def _source_says(record: Noun) -> Noun:
    """A record without what the bench added to it since it came, and without where it came from."""
    if isinstance(record, Item):
        return record.model_copy(update={"origin": None, "split": None, "excluded": None, "version": 0})
    if isinstance(record, Gold):
        return record.model_copy(update={"version": 0})
    return record


def _next_version(old: Noun, record: Noun) -> Noun:
    if isinstance(old, Item) and isinstance(record, Item):
        return record.model_copy(update={"version": old.version + 1, "split": record.split or old.split})
    if isinstance(old, Gold) and isinstance(record, Gold):
        return record.model_copy(update={"version": old.version + 1})
    return record


def _content(content: Content) -> bytes | None:
    return read(content) if isinstance(content, Located) else content


class _Seen:
    """The ids that came so far, on disk: memory stays flat however many there are."""

    def __enter__(self) -> _Seen:
        self._database = sqlite3.connect("", isolation_level=None)  # a file of its own that nobody else sees
        self._database.execute("PRAGMA cache_size = -4000")
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID")
        self._database.execute("BEGIN")
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def before(self, id: str) -> bool:
        """Did this id come before? It has come now."""
        return self._database.execute("INSERT OR IGNORE INTO seen VALUES (?)", (id,)).rowcount == 0
