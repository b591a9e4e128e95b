"""What people said in a Label Studio, brought back to the items of the bench."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue, ValidationError
from pydantic_core import PydanticSerializationError

from optotype.batches import batches
from optotype.errors import BadSource, Fault, OptotypeError
from optotype.files import jsons
from optotype.formats import labelstudio
from optotype.formats.labelstudio import Annotation
from optotype.labelstudio.pushing import COMMAND, ITEM, VERSION
from optotype.labelstudio.server import Refused, Server, server_of
from optotype.progress import Progress, silent
from optotype.records import Answer, Collection, Item, Noun, Respondent, Review
from optotype.settings import explain
from optotype.store import Writer

if TYPE_CHECKING:
    from optotype.bench import Bench

PEOPLE = "labelstudio"
"""What the ids of people begin with, unless another word is given."""
SHOWN = 1000
"""Faults, and items that nobody knows, that are listed."""

_BATCH = 200
_CANCELLED = "skipped in Label Studio"
_ID = re.compile(r"[0-9A-Za-z_-]{8,64}")


@dataclass
class Pulled:
    """What a pull brought."""

    projects: list[int] = field(default_factory=list[int])
    """Their numbers, where a server was asked."""
    tasks: int = 0
    annotations: int = 0
    answers: int = 0
    """Answers that are new."""
    reviews: int = 0
    """Reviews that are new."""
    changed: int = 0
    """Answers and reviews that say something else now."""
    same: int = 0
    people: int = 0
    """People who are new."""
    cancelled: int = 0
    """Annotations of tasks that were skipped; they are left out."""
    silent: int = 0
    """Annotations that neither answer nor judge; they are left out."""
    outdated: int = 0
    """Answers and reviews of an item that was changed since it was sent; they are kept, and not counted."""
    unedited: int = 0
    """Reviews that say that something is incorrect, and not what it should be."""
    unknown: int = 0
    """Tasks with annotations about no item of this bench."""
    unknown_items: list[str] = field(default_factory=list[str])
    """What these call their items, the first thousand."""
    faults: list[Fault] = field(default_factory=list[Fault])
    """What could not be read, the first thousand."""
    faulty: int = 0
    """How much could not be read."""


def pull(
    bench: Bench,
    *,
    url: str | None = None,
    token: str | None = None,
    project: Sequence[int] = (),
    file: Path | str | None = None,
    people: str = PEOPLE,
    names: bool = False,
    server: Server | None = None,
    progress: Progress = silent,
) -> Pulled:
    """Brings annotations back as answers and reviews of the same items.

    Pulling again adds nothing twice, and takes over what was changed there.

    Args:
        bench: whose items they are about.
        url: of the Label Studio; from the environment unless given.
        token: a legacy token or a personal access token; from the environment unless given.
        project: numbers of projects; all that this bench was pushed to unless given.
        file: what Label Studio exported as JSON; then no server is asked.
        people: what the ids of people begin with. People of two servers need two words, for each counts its own.
        names: take over names and e-mail addresses; without it, people have numbers.
        server: one that is known already.
        progress: told of each task done.

    Raises:
        BadSource: there is no such file, or it holds no tasks.
        BadServer: the server cannot be reached, does not let us in, or is none.
        OptotypeError: this bench was never pushed there.
    """
    if not re.fullmatch(r"[^\s/#:]{1,60}", people):
        raise OptotypeError(f"{people[:80]!r} cannot begin the ids of people; one word was expected.")
    if file is not None and not Path(file).is_file():
        raise BadSource(f"{file} is not a file. Export the project from Label Studio as JSON.")
    if file is None:
        server = server or server_of(bench, url, token)
        project = project or _pushed_to(bench, server)
    settings: dict[str, JsonValue] = {"file": str(file)} if file else {"projects": [*project]}
    with bench.store.event("labelstudio pull", **settings) as writer:
        taking = _Pull(bench, writer, people, progress, named=names)
        if file is not None:
            taking.read(Path(file), Path(file).name)
        elif server is not None:
            taking.names = _names(server) if names else {}
            for one in project:
                taking.fetch(server, one)
    return taking.done


class _Pull:
    """One pull under way."""

    def __init__(self, bench: Bench, writer: Writer, people: str, progress: Progress, *, named: bool) -> None:
        self.bench = bench
        self.writer = writer
        self.people = people
        self.progress = progress
        self.done = Pulled()
        self.names: dict[str, str] = {}
        """By number, what people are called."""
        self.named = named
        self.seen: set[str] = set()
        """People who came."""
        self.collections = [collection.id for collection in bench.store.each(Collection)]

    def fetch(self, server: Server, project: int) -> None:
        """All tasks of a project that have annotations. They lie on disk before the first is read."""
        self.done.projects.append(project)
        place = f"{server.address}/projects/{project}"
        with tempfile.TemporaryDirectory(prefix="optotype") as folder:
            file = Path(folder) / "tasks.json"
            try:
                server.download(f"/api/projects/{project}/export", file, exportType="JSON")
            except Refused as error:
                if error.status != 404:
                    raise
                self._fault(Fault(place, "there is no such project, or it is not for you"))
                return
            self.read(file, place)

    def read(self, file: Path, name: str) -> None:
        """All tasks of a file."""
        for batch in batches(jsons.elements(file, name), _BATCH):
            self._take(batch, name)
            self.progress(len(batch))

    # --- inside

    def _take(self, batch: Iterable[tuple[str, JsonValue] | Fault], name: str) -> None:
        """Tasks with their annotations, as records, in one transaction."""
        tasks: list[_Task] = []
        for found in batch:
            if isinstance(found, Fault):
                self._fault(found)
                continue
            self.done.tasks += 1
            task = _Task.read(f"{name}, {found[0]}", found[1], self.collections)
            if isinstance(task, Fault):
                self._fault(task)
            elif task.annotations:
                tasks.append(task)
        items = self.bench.store.get_all(Item, [id for task in tasks for id in task.candidates])
        said = _Said()
        for task in tasks:
            about = [items[id] for id in task.candidates if id in items]
            if len(about) != 1:
                self._unknown(task, about)
                continue
            for place, annotation in enumerate(task.annotations):
                self.done.annotations += 1
                self._hear(task, about[0], place, annotation, said)
        self._write(said)

    def _hear(self, task: _Task, item: Item, place: int, annotation: JsonValue, heard: _Said) -> None:
        """Adds to what was said what an annotation says."""
        if not isinstance(annotation, dict):
            self._fault(Fault(task.place, "an annotation that is no object"))
            return
        id, (person, name) = _id_of(task, place, annotation), self._person(annotation)
        about: dict[str, JsonValue] = {"project": task.project, "task": task.number}
        try:
            said = Annotation(item, place, annotation, id=id, respondent=person, about=about)
            if said.cancelled:
                self.done.cancelled += 1
                heard.cancelled.add(id)
                return
            record = said.review() or said.answer()
            if record is not None:
                record.model_dump_json()
        except ValidationError as error:
            self._fault(Fault(task.place, explain(error)))
            return
        except PydanticSerializationError:
            self._fault(Fault(task.place, "half a character in an annotation, which no store can hold"))
            return
        if record is None:
            self.done.silent += 1
            return
        if isinstance(record, Review) and record.verdict == "edited" and not (record.after or record.gold_after):
            self.done.unedited += 1
        if task.version is not None and task.version != item.version:
            self.done.outdated += 1
            why = f"said of version {task.version} of the item, which is at version {item.version}"
            record = record.model_copy(update={"excluded": why})
        heard.records[id] = record
        heard.people.setdefault(person, name)

    def _person(self, annotation: Mapping[str, JsonValue]) -> tuple[str, str]:
        """Who made an annotation, and what the annotation calls them. Their e-mail address is no id."""
        by, name = annotation.get("completed_by"), ""
        if isinstance(by, dict):
            names = [by.get(part) for part in ("first_name", "last_name")]
            email, by = by.get("email"), by.get("id")
            name = " ".join(part for part in names if isinstance(part, str) and part) or (
                email if isinstance(email, str) else ""
            )
            by = by or email
        if _whole(by) is not None:
            return f"{self.people}/{by}", name
        if isinstance(by, str) and by:
            digest = hashlib.sha256(by.strip().casefold().encode("utf-8", "surrogatepass")).hexdigest()[:12]
            return f"{self.people}/{digest}", name or by
        return f"{self.people}/unknown", ""

    def _write(self, said: _Said) -> None:
        store, ids = self.bench.store, [*said.records, *said.cancelled]
        there: dict[str, Answer | Review] = {**store.get_all(Answer, ids), **store.get_all(Review, ids)}
        add, replace = self._people(said.people)
        renamed = len(replace)
        remove: dict[type[Noun], list[str]] = {Answer: [], Review: []}
        for id, record in said.records.items():
            old = there.get(id)
            if old is None or type(old) is not type(record):  # somebody who answered judges now
                add.append(record)
                if old is not None:
                    remove[type(old)].append(id)
            else:
                record = record.model_copy(update={"excluded": record.excluded or _kept(old.excluded)})
                if record == old:
                    self.done.same += 1
                else:
                    replace.append(record)
        for id in said.cancelled - set(said.records):
            if (old := there.get(id)) is not None and old.excluded is None:
                replace.append(old.model_copy(update={"excluded": _CANCELLED}))
        self.done.answers += sum(isinstance(record, Answer) for record in add)
        self.done.reviews += sum(isinstance(record, Review) for record in add)
        self.done.changed += len(replace) - renamed
        self.writer.write(add=add, replace=replace, remove=remove)

    def _people(self, people: Mapping[str, str]) -> tuple[list[Noun], list[Noun]]:
        """Those who are new, and those who are called otherwise now."""
        new: list[Noun] = []
        renamed: list[Noun] = []
        coming = {id: name for id, name in people.items() if id not in self.seen}
        there = self.bench.store.get_all(Respondent, list(coming))
        for id, said in coming.items():
            name = (self.names.get(id.partition("/")[2]) or said) if self.named else ""
            if (old := there.get(id)) is None:
                new.append(Respondent(id=id, kind="person", name=name))
            elif name and old.name != name:
                renamed.append(old.model_copy(update={"name": name}))
        self.seen.update(coming)
        self.done.people += len(new)
        return new, renamed

    def _unknown(self, task: _Task, about: Sequence[Item]) -> None:
        self.done.unknown += 1
        if len(self.done.unknown_items) < SHOWN:
            named = f"{task.candidates[0]} and {len(about) - 1} more" if about else task.called
            self.done.unknown_items.append(named)

    def _fault(self, fault: Fault) -> None:
        self.done.faulty += 1
        if len(self.done.faults) < SHOWN:
            self.done.faults.append(fault)


@dataclass
class _Said:
    """What some tasks say."""

    records: dict[str, Answer | Review] = field(default_factory=dict[str, "Answer | Review"])
    cancelled: set[str] = field(default_factory=set[str])
    """Ids of records that annotations would be, had their tasks not been skipped."""
    people: dict[str, str] = field(default_factory=dict[str, str])
    """Who said it, with the names that annotations give."""


@dataclass(frozen=True)
class _Task:
    """A task, as far as it is needed."""

    place: str
    """Where it stands."""
    called: str
    """What it calls its item."""
    candidates: list[str]
    """Ids of items that may be meant; one, unless the collection is not told."""
    version: int | None
    annotations: list[JsonValue]
    project: int | None
    number: int | None

    @classmethod
    def read(cls, place: str, task: JsonValue, collections: Sequence[str]) -> _Task | Fault:
        """A task as Label Studio exports it."""
        data = task.get("data") if isinstance(task, dict) else None
        if not isinstance(task, dict) or not isinstance(data, dict):
            return Fault(place, "a task with data was expected; export the project as JSON, not as JSON-MIN")
        annotations = task.get("annotations")
        id, native = data.get(ITEM), data.get(labelstudio.ITEM)
        number = _whole(task.get("id"))
        called, candidates = f"task {number}", list[str]()
        if not _findable(id) or not _findable(native):
            return Fault(place, "the id of its item holds what no id has")
        if isinstance(id, str):
            called, candidates = id, [id]
        elif isinstance(native, str):  # of an export, which leaves out the collection
            called, candidates = native, [*(f"{collection}/{native}" for collection in collections), native]
        return cls(
            place,
            called[:200],
            candidates,
            _whole(data.get(VERSION)) if isinstance(id, str) else None,
            annotations if isinstance(annotations, list) else [],
            _whole(task.get("project")),
            number,
        )


def _findable(id: JsonValue) -> bool:
    """Can a store be asked for it? Not for half a character, nor for what ends a text."""
    return not isinstance(id, str) or not re.search(r"[\x00\ud800-\udfff]", id)


def _whole(value: JsonValue) -> int | None:
    """A number, if it is one that can be kept."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 62 else None


def _id_of(task: _Task, place: int, annotation: Mapping[str, JsonValue]) -> str:
    """What the record of an annotation is called: by what Label Studio gives to one annotation in the world."""
    unique = annotation.get("unique_id")
    if isinstance(unique, str) and _ID.fullmatch(unique):
        return f"labelstudio:{unique}"
    number = _whole(annotation.get("id"))
    said = [task.called, task.project, task.number, f"place {place}" if number is None else number]
    return f"labelstudio:{hashlib.sha256(repr(said).encode()).hexdigest()[:32]}"


def _kept(excluded: str | None) -> str | None:
    """Why a record does not count, where that was decided here and not there."""
    return None if excluded == _CANCELLED or (excluded or "").startswith("said of version ") else excluded


def _pushed_to(bench: Bench, server: Server) -> list[int]:
    """The projects there that this bench was pushed to."""
    pushed = [event.settings for event in bench.store.events() if event.command == COMMAND]
    found = [said.get("project") for said in pushed if said.get("url") == server.address]
    numbers = [one for one in dict.fromkeys(found) if isinstance(one, int)]
    if not numbers:
        raise OptotypeError(f"Nothing of this bench was pushed to {server.address}. Name a project with --project.")
    return numbers


def _names(server: Server) -> dict[str, str]:
    """What the people of a server are called, by their numbers."""
    reply = server.get("/api/users/")
    users = reply if isinstance(reply, list) else []
    found: dict[str, str] = {}
    for user in users:
        if isinstance(user, dict):
            parts: Iterator[JsonValue] = (user.get(name) for name in ("first_name", "last_name"))
            name = " ".join(part for part in parts if isinstance(part, str) and part) or user.get("email")
            if isinstance(name, str):
                found[str(user.get("id"))] = name
    return found
