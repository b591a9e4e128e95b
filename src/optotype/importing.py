"""Stage 1, import: foreign data to records. What is there already is not added again; what is bad is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.errors import BadSource, Fault
from optotype.formats import Format, Source, family
from optotype.intake import BATCH, Intake, Kept, Taken
from optotype.progress import Progress, silent
from optotype.records import Collection
from optotype.scratch import Seen
from optotype.store import Writer

if TYPE_CHECKING:
    from optotype.bench import Bench

_SHOWN_FAULTS = 1000


@dataclass
class Imported(Taken):
    """What an import did."""

    collection: str = ""
    pictures_missing: int = 0
    """Pictures that are not there, or that cannot be used."""
    faults: list[Fault] = field(default_factory=list[Fault])
    """What could not be imported, the first thousand."""
    faulty: int = 0
    """How many could not be imported."""


def import_(
    bench: Bench,
    format: str,
    path: Path | str,
    *,
    pictures: Path | str | None = None,
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
        split: of all items, whatever the source says.
        skip: ids of items that are to be left out, with or without the collection's name.
        update: take the source's word where it differs from the bench.
        settings: of the format.
        progress: told of each row done.

    Raises:
        BadSource: there is nothing to import.
    """
    part, path = family.build(format, settings or {}), Path(path)
    pictures = None if pictures is None else Path(pictures)
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
        self.rows = 0
        self.done = Imported(collection=source.collection)
        self.intake = Intake(bench, writer, self.done, update=update)

    def run(self, progress: Progress) -> Imported:
        collection = self._collection()
        with Seen() as seen:
            for number, batch in enumerate(batches(self._arrivals(seen), BATCH)):
                if not number:
                    self.writer.write(add=[collection])
                missing = self.intake.take(batch)
                faults = [fault for fault in batch if isinstance(fault, Fault)]
                self.done.pictures_missing += sum(not seen.before(finding.id) for finding in missing)
                self.done.faulty += len(faults)
                self.done.faults += faults[: _SHOWN_FAULTS - len(self.done.faults)]
                progress(len(batch))
        if not self.rows:
            raise BadSource(f"{self.source.path}: there is nothing in it that the format '{self.format.name}' knows.")
        self.writer.count("faulty", self.done.faulty)
        return self.done

    def _arrivals(self, seen: Seen) -> Iterator[Kept | Fault]:
        """What the source holds, but what is skipped or stood there before; pictures are kept on the way."""
        for row in self.format.read(self.source):
            self.rows += 1
            if isinstance(row, Fault):
                yield row
                continue
            ids = [record.id for record in (*row.items, *row.papers)]
            if self.skip & {name for id in ids for name in (id, id.removeprefix(f"{self.source.collection}/"))}:
                continue
            again = next((id for id in ids if seen.before(id)), None)
            if again is None:
                yield self.intake.keep(row)
            else:
                yield Fault(row.place, f"the id '{again}' stands twice in the source; the first one counts")

    def _collection(self) -> Collection:
        collection = self.format.collection(self.source)
        old = self.bench.store.get(Collection, collection.id)
        if old is not None and old.format != collection.format:
            raise BadSource(
                f"There is a collection called '{old.id}' already, which came from '{old.format}'. "
                "Give this one another name with --name."
            )
        return collection
