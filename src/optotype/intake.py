"""The intake: how entries get into a bench, whether they were imported, drawn or written. Nothing gets in twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from optotype.errors import BadPicture, Fault
from optotype.formats import Entry
from optotype.papers import rendering
from optotype.pictures import Located, read
from optotype.records import SUPPRESSED, Answer, Extra, Finding, Gold, Item, Noun, Paper, Picture, Respondent, Review
from optotype.store import Writer, key

if TYPE_CHECKING:
    from optotype.bench import Bench

BATCH = 500
"""Entries that are written in one transaction."""

_MISSING = ("picture_missing", "picture_bad")
_SAID_TWICE = "picture_said_twice"

_NOUNS: dict[str, type[Noun]] = {
    "pictures": Picture,
    "papers": Paper,
    "items": Item,
    "golds": Gold,
    "respondents": Respondent,
    "answers": Answer,
    "reviews": Review,
}


@dataclass
class Taken:
    """What came into the bench, and what was there already."""

    new: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_NOUNS, 0))
    """By kind of record, how many were added."""
    same: int = 0
    """Items that were there already."""
    changed: list[str] = field(default_factory=list[str])
    """Items that are said differently now; kept as they were, unless an update was asked for."""

    @property
    def items(self) -> int:
        """How many items were added."""
        return self.new["items"]


@dataclass(frozen=True)
class Kept:
    """An entry whose pictures lie in the bench."""

    entry: Entry
    findings: tuple[Finding, ...]
    """What is wrong with those that do not."""


class Intake:
    """Takes entries into a bench, a batch in one transaction: all of it, or nothing."""

    def __init__(self, bench: Bench, writer: Writer, taken: Taken, *, update: bool = False) -> None:
        self.bench = bench
        self.writer = writer
        self.taken = taken
        self.update = update

    def keep(self, entry: Entry) -> Kept:
        """Keeps the pictures of an entry at once, so that their content need not wait in memory."""
        pictures: list[Picture] = []
        findings: list[Finding] = []
        for picture in entry.pictures:
            kept, finding = self._keep(picture, entry)
            pictures.append(kept)
            if finding is not None:
                findings.append(finding)
        return Kept(replace(entry, pictures=tuple(pictures), files={}), tuple(findings))

    def take(self, batch: Sequence[Kept | Fault]) -> list[Finding]:
        """Writes the records of some entries, and gives back which of their pictures are missing or bad.

        What was wrong with them before, and with the places that they come from, is forgotten; faults are remembered.
        """
        records: dict[str, dict[str, Noun]] = {kind: {} for kind in _NOUNS}
        findings: dict[str, Finding] = {}
        places: list[str] = []
        for kept in batch:
            if isinstance(kept, Fault):
                continue
            places.append(kept.entry.place)
            findings |= {finding.id: finding for finding in kept.findings}
            for picture in kept.entry.pictures:
                first = records["pictures"].setdefault(picture.id, picture)
                if picture.file is not None and _as_it_came(first) != _as_it_came(picture):
                    findings |= {(said := _said_twice(picture)).id: said}
            for kind in _NOUNS:
                if kind != "pictures":
                    records[kind].update((key(record), record) for record in getattr(kept.entry, kind))
        add: list[Noun] = []
        replacing: list[Noun] = []
        for kind, some in records.items():
            new, changed, ignored = self._compare(_NOUNS[kind], list(some.values()))
            self.taken.new[kind] += len(new)
            add += new
            replacing += changed
            findings |= {(said := _said_twice(picture)).id: said for picture in ignored}
        missing = [finding for finding in findings.values() if finding.rule in _MISSING]
        for fault in batch:
            if isinstance(fault, Fault):
                finding = Finding(rule="import_fault", about=fault.place, message=fault.message)
                findings[finding.id] = finding
        resolved = [f"{rule}:{id}" for id in records["pictures"] for rule in (*_MISSING, _SAID_TWICE)]
        resolved += [f"import_fault:{place}" for place in places if place]
        self.writer.write(add=[*add, *findings.values()], replace=replacing, remove={Finding: resolved})
        return missing

    def _keep(self, picture: Picture, entry: Entry) -> tuple[Picture, Finding | None]:
        """A picture with what its file says, or with what is wrong about it."""
        content = entry.files.get(picture.id)
        try:
            if isinstance(content, Located):
                content = read(content)
            if content is None:
                message = f"{entry.place}: the picture {picture.name} is missing; put it there and import again"
                return picture, Finding(rule="picture_missing", about=picture.id, severity="warning", message=message)
            facts = self.bench.cabinet.keep(rendering.picture(content))
        except BadPicture as error:
            message = f"{entry.place}: the picture {picture.name}: {error}"
            return picture, Finding(rule="picture_bad", about=picture.id, message=message)
        return picture.model_copy(update=vars(facts)), None

    def _compare(self, noun: type[Any], batch: Sequence[Noun]) -> tuple[list[Noun], list[Noun], list[Picture]]:
        """Which records are new, which have to be replaced, and of which pictures the bench keeps another word."""
        there: dict[str, Noun] = self.bench.store.get_all(noun, [key(record) for record in batch])
        new = [record for record in batch if key(record) not in there]
        replacing: list[Noun] = []
        ignored: list[Picture] = []
        for record in batch:
            old = there.get(key(record))
            if old is None:
                continue
            differs = _as_it_came(old) != _as_it_came(record)
            if isinstance(record, Item):
                self.taken.same += not differs
                if differs:
                    self.taken.changed.append(record.id)
            if differs and (self.update or _found_at_last(old, record)):
                replacing.append(_next_version(old, record))
            elif differs and isinstance(record, Picture) and record.file is not None:
                ignored.append(record)
        return new, replacing, ignored


def _said_twice(picture: Picture) -> Finding:
    message = f"two things are said of the picture {picture.name}, or two files bear its name; the first counts"
    return Finding(rule=_SAID_TWICE, about=picture.id, severity="warning", message=message)


def _as_it_came(record: Noun) -> Noun:
    """A record without what the bench did to it since it came, and without where it came from."""
    match record:
        case Item():
            kept = {
                "origin": None,
                "split": None,
                "excluded": None,
                "version": 0,
                "extra": _without_marks(record.extra),
            }
            return record.model_copy(update=kept)
        case Gold():
            return record.model_copy(update={"version": 0})
        case Picture():
            file = record.edits[0].file if record.edits else record.file
            facts = dict.fromkeys(("media_type", "width", "height", "size"))
            return record.model_copy(update={**facts, "file": file, "edits": (), "extra": _without_marks(record.extra)})
        case _:
            return record


def _found_at_last(old: Noun, record: Noun) -> bool:
    """Is this the file of a picture that was missing?"""
    return isinstance(old, Picture) and isinstance(record, Picture) and old.file is None and record.file is not None


def _next_version(old: Noun, record: Noun) -> Noun:
    if isinstance(old, Item) and isinstance(record, Item):
        kept: dict[str, object] = {"version": old.version + 1, "split": record.split or old.split}
        kept |= {"excluded": old.excluded, "extra": _with_marks(record.extra, old.extra)}
        return record.model_copy(update=kept)
    if isinstance(old, Gold) and isinstance(record, Gold):
        return record.model_copy(update={"version": old.version + 1})
    if isinstance(old, Picture) and isinstance(record, Picture):
        return record.model_copy(update={"extra": _with_marks(record.extra, old.extra)})
    return record


def _without_marks(extra: Extra) -> Extra:
    """What came with a record, without the findings that somebody suppressed since."""
    return {name: fields for name, fields in extra.items() if name != SUPPRESSED} if SUPPRESSED in extra else extra


def _with_marks(extra: Extra, old: Extra) -> Extra:
    return {**extra, SUPPRESSED: old[SUPPRESSED]} if SUPPRESSED in old and SUPPRESSED not in extra else extra
