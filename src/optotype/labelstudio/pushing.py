"""Items to a Label Studio, as a project of tasks. What is there already is not sent again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from optotype.batches import batches
from optotype.errors import BadPicture, OptotypeError
from optotype.files import jsons
from optotype.formats import Data, Entry
from optotype.formats.labelstudio import RIGHT, Asked, Embedding, Labelstudio, task_of
from optotype.labelstudio.plate import plate
from optotype.labelstudio.server import BadServer, Refused, Server, fields, number, server_of
from optotype.looking import say_gold
from optotype.progress import Progress, silent
from optotype.records import Gold, Item, Option, Origin, Picture
from optotype.selecting import Selection

if TYPE_CHECKING:
    from pydantic import JsonValue

    from optotype.bench import Bench

Ask = Literal["answer", "review"]
"""What people are asked for: the answer, without seeing the right one, or whether the item is as it should be."""

ITEM = "optotype_id"
"""Where a task carries the id of its item: in its data, and in what Label Studio calls its meta."""
VERSION = "optotype_version"
"""Where a task carries the version of its item."""
COMMAND = "labelstudio push"
"""What the event is called by which a bench remembers where its items went."""

_MARKS: dict[str, str] = {"answer": "Optotype asks for answers here.", "review": "Optotype asks for reviews here."}
"""What the description of a project begins with, so that it is known again."""
_BATCH = 100
"""Tasks in a request."""
_BYTES = 4 << 20
"""Bytes after which a request is full."""
_SENT = Origin(kind="written", by="optotype")
_PLATE = "plate"
"""What the picture is called that stands for all pictures of an item."""
_TITLE = (3, 50)
"""Letters that the title of a project has there, at least and at most."""


@dataclass
class Pushed:
    """What a push did, or would do."""

    url: str
    """Where the project is found; empty while there is none."""
    project: int | None
    title: str
    ask: Ask
    made: bool = False
    """Was the project made?"""
    items: int = 0
    """Items that were chosen."""
    added: int = 0
    """Tasks that were added."""
    there: int = 0
    """Items that are there already."""
    pictures: int = 0
    """Pictures that went along, or whose links did."""
    left_out: dict[str, int] = field(default_factory=dict[str, int])
    """Why items were left out, and how many."""
    dry_run: bool = False


def push(
    bench: Bench,
    *,
    url: str | None = None,
    token: str | None = None,
    ask: Ask = "answer",
    title: str | None = None,
    project: int | None = None,
    overlap: int | None = None,
    links: str | None = None,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    dry_run: bool = False,
    server: Server | None = None,
    progress: Progress = silent,
) -> Pushed:
    """Makes a project of items in a Label Studio, or adds to one what is not there yet.

    Tasks go in batches. A push that was interrupted goes on when it is called again.

    Args:
        bench: whose items.
        url: of the Label Studio; from the environment unless given.
        token: a legacy token or a personal access token; from the environment unless given.
        ask: for answers, and then nothing of what is right goes along, or for reviews.
        title: of the project; made from the bench's unless given.
        project: its number, where it is there and the title does not tell.
        overlap: how many people are wanted for each task.
        links: what stands before the names of pictures that others can reach; without it, pictures go along.
        selection: which items.
        dry_run: only tell what would be done.
        server: one that is known already.
        progress: told of each item done.

    Raises:
        OptotypeError: there is nothing to send, or the title cannot be used, or the project asks for something else.
        BadServer: the server cannot be reached, does not let us in, or is none.
    """
    if ask not in get_args(Ask):
        raise OptotypeError(f"'{ask}' cannot be asked for. There are: {', '.join(get_args(Ask))}.")
    if overlap is not None and not 1 <= overlap <= 1000:
        raise OptotypeError(f"{overlap:,} people for each task were asked for; 1 to 1,000 were expected.")
    count = selection.count(bench)
    named = title if title is not None else _usual_title(bench, ask)
    if not _TITLE[0] <= len(named) <= _TITLE[1]:
        raise OptotypeError(f"{named[:60]!r}: in Label Studio, a title has {_TITLE[0]} to {_TITLE[1]} letters.")
    server = server or server_of(bench, url, token)
    done = Pushed("", project, named, ask, items=count, dry_run=dry_run)
    return _Push(bench, server, done, selection, overlap, links).run(progress)


class _Push:
    """One push under way."""

    def __init__(
        self,
        bench: Bench,
        server: Server,
        done: Pushed,
        selection: Selection,
        overlap: int | None,
        links: str | None,
    ) -> None:
        self.bench = bench
        self.server = server
        self.done = done
        self.selection = selection
        self.overlap = overlap
        self.embeds = links is None
        self._plate: bytes | None = None
        """All pictures of the item whose task is made, as one."""
        self.format = Embedding(content=self._content) if links is None else Labelstudio(prefix=links)

    def run(self, progress: Progress) -> Pushed:
        found = self._find()
        asked = self._asked(found)
        there = self._there()
        if not self.done.dry_run:
            self._prepare(found, asked)
            with self.bench.store.event(COMMAND, url=self.server.address, project=self.done.project) as writer:
                for batch in self._batches(self._tasks(asked, there, progress)):
                    self._send(batch)
                writer.count("tasks", self.done.added)
        else:
            self.done.added = sum(1 for _ in self._tasks(asked, there, progress))
        return self.done

    # --- the project

    def _find(self) -> dict[str, JsonValue] | None:
        """The project, if there is one."""
        if self.done.project is not None:
            found = dict(fields(self.server.get(f"/api/projects/{self.done.project}/"), self.server.address))
        else:
            pages = self.server.pages("/api/projects/", "results", 100, title=self.done.title)
            named = [one for page in pages for one in page if isinstance(one, dict)]
            same = [one for one in named if one.get("title") == self.done.title]
            if len(same) > 1:
                numbers = ", ".join(str(one.get("id")) for one in same)
                raise OptotypeError(f"{len(same)} projects there are called '{self.done.title}': {numbers}. {_WHICH}")
            if not same:
                return None
            found = same[0]
        self.done.project = number(found, "id", self.server.address)
        self.done.title = str(found.get("title", ""))
        self.done.url = f"{self.server.address}/projects/{self.done.project}"
        described = found.get("description")
        marks = [ask for ask, mark in _MARKS.items() if isinstance(described, str) and mark in described]
        if marks != [self.done.ask]:
            what = f"asks for {marks[0]}s" if len(marks) == 1 else "was not made by Optotype"
            raise OptotypeError(f"The project '{self.done.title}' ({self.done.url}) {what}. {_WHICH}")
        return found

    def _asked(self, found: dict[str, JsonValue] | None) -> Asked:
        """What the tasks show and ask for: those that are there, and those that come."""
        asked, plain = Asked(judged=self.done.ask == "review"), Labelstudio()
        if found is not None and isinstance(config := found.get("label_config"), str):
            asked.see_config(config)
        several = asked.many_pictures
        for item, pictures, _ in self._items():
            entry = self._entry(item, pictures)
            asked.see(plain.row(entry), entry)
        if found is not None and asked.many_pictures and not several:
            raise OptotypeError(
                f"Some of these items show several pictures, and the tasks of '{self.done.title}' one each. "
                "Give these a project of their own with --title."
            )
        return asked

    def _prepare(self, found: dict[str, JsonValue] | None, asked: Asked) -> None:
        wanted: dict[str, JsonValue] = {"label_config": asked.config(self.bench.settings.bench.title)}
        if self.overlap is not None:
            wanted["maximum_annotations"] = self.overlap
        if found is None:
            about = f"{_MARKS[self.done.ask]} 'optotype labelstudio pull' brings them back."
            made = self.server.post("/api/projects/", {"title": self.done.title, "description": about, **wanted})
            self.done.project, self.done.made = number(made, "id", self.server.address), True
            self.done.url = f"{self.server.address}/projects/{self.done.project}"
        elif changed := {name: value for name, value in wanted.items() if found.get(name) != value}:
            self.server.patch(f"/api/projects/{self.done.project}/", changed)

    def _there(self) -> set[str]:
        """The items that the project has tasks for."""
        if self.done.project is None:
            return set()
        listed = [_named(task, "meta") for task in self._listed("meta", 1000)]
        if None in listed:  # a task that somebody put there by a file carries its item in its data alone
            listed += [_named(task, "data") for task in self._listed("data", 50)]
        return {id for id in listed if id is not None}

    def _listed(self, name: str, size: int) -> Iterator[JsonValue]:
        asked: dict[str, str | int] = {"fields": "task_only", "resolve_uri": "false", "include": f"id,{name}"}
        for page in self.server.pages("/api/tasks/", "tasks", size, project=self.done.project or 0, **asked):
            yield from page

    # --- tasks

    def _items(self) -> Iterator[tuple[Item, list[Picture], Gold | None]]:
        """The items that can be shown, with their pictures and what is right."""
        store = self.bench.store
        for batch in batches(self.selection.items(self.bench), _BATCH):
            ids = {item.id: item.all_pictures for item in batch}
            pictures = store.get_all(Picture, [id for some in ids.values() for id in some])
            golds = store.get_all(Gold, list(ids)) if self.done.ask == "review" else {}
            for item in batch:
                shown = [pictures[id] for id in dict.fromkeys(ids[item.id]) if id in pictures]
                yield item, shown, golds.get(item.id)

    def _tasks(self, asked: Asked, there: set[str], progress: Progress) -> Iterator[tuple[str, Data]]:
        """Tasks that are not there yet, each with the id of its item."""
        for item, pictures, gold in self._items():
            progress(1)
            if item.id in there:
                self.done.there += 1
                continue
            wanted = set(item.all_pictures)
            if len(pictures) < len(wanted) or not all(self._to_be_had(picture) for picture in pictures):
                self._leave_out("a picture of theirs is missing")
                continue
            try:
                task = self._task(item, pictures, gold, asked)
            except BadPicture:
                self._leave_out("a picture of theirs cannot be drawn")
                continue
            self.done.pictures += len(pictures)
            yield item.id, task

    def _task(self, item: Item, pictures: Sequence[Picture], gold: Gold | None, asked: Asked) -> Data:
        self._plate = self._drawn(item, pictures)
        data = dict(fields(task_of(self.format.row(self._entry(item, pictures)))["data"], item.id))
        # one picture is in the task once; the configuration shows either field, never both
        del data["image" if asked.many_pictures else "images"]
        for option in data["options"] if isinstance(data["options"], list) else ():
            if isinstance(option, dict):
                option.pop("picture", None)
        if self.done.ask == "review":
            data[RIGHT] = say_gold(gold, item)
        data[ITEM], data[VERSION] = item.id, item.version
        return {"data": data, "meta": {ITEM: item.id}}

    def _batches(self, tasks: Iterable[tuple[str, Data]]) -> Iterator[list[tuple[str, Data]]]:
        batch: list[tuple[str, Data]] = []
        length = 0
        for id, task in tasks:
            size = len(jsons.dumps(task))
            if batch and (len(batch) == _BATCH or length + size > _BYTES):
                yield batch
                batch, length = [], 0
            batch.append((id, task))
            length += size
        if batch:
            yield batch

    def _send(self, batch: Sequence[tuple[str, Data]]) -> None:
        try:
            reply = self.server.post(f"/api/projects/{self.done.project}/import", [task for _, task in batch])
        except Refused as error:
            if error.status != 413:
                raise
            if len(batch) == 1:
                self._leave_out("the server takes nothing so long")
                return
            half = len(batch) // 2
            self._send(batch[:half])
            self._send(batch[half:])
            return
        count = fields(reply, self.server.address).get("task_count", len(batch))  # some editions tell nothing yet
        if count != len(batch):
            raise BadServer(
                f"{self.done.url}: {len(batch):,} tasks were sent, and the server says that it took {count!r}. "
                "Push again: what is there already is not added twice."
            )
        self.done.added += len(batch)

    def _entry(self, item: Item, pictures: Sequence[Picture]) -> Entry:
        """An item as people see it: nothing of what was answered, found or decided, nor of where it came from."""
        item = item.model_copy(update={"origin": _SENT})
        if not self.embeds or not item.option_pictures:
            return Entry(items=(item,), pictures=tuple(pictures))
        first = next((picture.caption for picture in pictures if picture.id in item.pictures), "")
        made = Picture(id=_PLATE, collection=item.collection, name="plate.png", media_type="image/png", caption=first)
        options = [option.model_copy(update={"text": _labelled(option), "picture": None}) for option in item.options]
        form = item.form.model_copy(update={"options": tuple(options)})
        return Entry(items=(item.model_copy(update={"form": form, "pictures": (_PLATE,)}),), pictures=(made,))

    def _content(self, picture: Picture) -> bytes | None:
        if picture.id == _PLATE:
            return self._plate
        path = self.bench.path(picture)
        return path.read_bytes() if path is not None and path.is_file() else None

    def _drawn(self, item: Item, pictures: Sequence[Picture]) -> bytes | None:
        """The pictures of an item as one, where options have some."""
        if not self.embeds or not item.option_pictures:
            return None
        contents = {picture.id: self._content(picture) or b"" for picture in pictures}
        options = [(option.label, contents[option.picture]) for option in item.options if option.picture]
        return plate([contents[id] for id in item.pictures], options)

    def _to_be_had(self, picture: Picture) -> bool:
        path = self.bench.path(picture)
        return not self.embeds or (path is not None and path.is_file())

    def _leave_out(self, why: str) -> None:
        self.done.left_out[why] = self.done.left_out.get(why, 0) + 1


def _labelled(option: Option) -> str:
    return option.label if option.text is None else f"{option.label}. {option.text}"


_WHICH = "Choose another title with --title, or name the project by its number with --project."


def _named(task: JsonValue, name: str) -> str | None:
    """The item that a task is about, if it says so there."""
    said = task.get(name) if isinstance(task, dict) else None
    id = said.get(ITEM) if isinstance(said, dict) else None
    return id if isinstance(id, str) else None


def _usual_title(bench: Bench, ask: Ask) -> str:
    what = f": {ask}s"
    title = "".join(letter for letter in bench.settings.bench.title if letter.isprintable()).strip() or "Optotype"
    return f"{title[: _TITLE[1] - len(what)].strip()}{what}"
