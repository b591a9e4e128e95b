"""Stage 1, import: foreign data to records. What is there already is not added again; what is bad is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.errors import BadSource
from optotype.formats import Entry, Fault, Format, Source, family
from optotype.intake import BATCH, Intake, Taken
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
        split: of all items, whatever the source says.
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
        self.done = Imported(collection=source.collection)
        self.intake = Intake(bench, writer, self.done, update=update)

    def run(self, progress: Progress) -> Imported:
        self._start()
        with Seen() as seen:
            for batch in batches(self.format.read(self.source), BATCH):
                faults = [row for row in batch if isinstance(row, Fault)]
                entries = [row for row in batch if isinstance(row, Entry)]
                wanted = [entry for entry in entries if not self._skipped(entry)]
                entries = list(self._without_repeats(wanted, seen, faults))
                bad_pictures = self.intake.take(entries, faults)
                self.done.pictures_missing += sum(not seen.before(finding.id) for finding in bad_pictures)
                self.done.faulty += len(faults)
                self.done.faults += faults[: _SHOWN_FAULTS - len(self.done.faults)]
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

    def _without_repeats(self, entries: Iterable[Entry], seen: Seen, faults: list[Fault]) -> Iterator[Entry]:
        for entry in entries:
            ids = [record.id for record in (*entry.items, *entry.papers)]
            again = next((id for id in ids if seen.before(id)), None)
            if again is None:
                yield entry
            else:
                faults.append(Fault(entry.place, f"the id '{again}' stands twice in the source; the first one counts"))
