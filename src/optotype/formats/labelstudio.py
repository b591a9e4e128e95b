"""Label Studio: tasks in and out, with what people said to them there.

A task's `data` becomes an item, each of its annotations an answer or a review. What a configuration of one's own asks
beyond that stays with the task. Names that are understood: in `data`, `image`, `images`, `question`, `text`, `caption`
and `options` (or `choices`); in results, `answer`, `state`, `note`, and for reviews `verdict`, `question`, `answer`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import html
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.etree import ElementTree as ET

from pydantic import JsonValue, TypeAdapter

from optotype.errors import BadRow, Fault
from optotype.files import jsons
from optotype.formats import REST, Content, Data, Entry, Format, Row, Source, Target, misfit, picture_name
from optotype.formats._files import by_split, split_named
from optotype.formats._nested import field as step
from optotype.formats._nested import nested
from optotype.formats._objects import objects, picture_place, seen_from
from optotype.pictures import EXTENSIONS
from optotype.records import (
    Answer,
    Choice,
    Form,
    Gold,
    Graph,
    Item,
    Number,
    Option,
    Origin,
    Picture,
    Preference,
    Respondent,
    Review,
    ShortText,
    State,
    Value,
    YesNo,
    labels,
)
from optotype.values import as_number, as_text, texts

PICTURES = "pictures/"
"""The folder in which an export puts pictures; it is no part of their names."""

RIGHT = "right"
"""The field of a task's data in which reviewers see the right answer. It is written for them alone."""
ITEM = "optotype_item"
"""The field of a task's data in which an export writes the item's own id, without its collection."""

_BARE = "~bare"  # no field of a task can be called so: `step` writes ~ as ~0
_HOME = "labelstudio, where it was sent"
_OBJECT = "task"
_PEOPLE = frozenset({"answers", "reviews", "respondents"})
_ANSWERS = ("answer", "answer_text", "answer_number")
_RESERVED = frozenset({"verdict", "state", "note", "question"})
_STATES = {"unanswerable": State.UNANSWERABLE, "dont_know": State.DONT_KNOW}
_VERDICTS: Mapping[str, str] = {"correct": "Correct", "edited": "Incorrect", "rejected": "None"}
_READ_VERDICTS = {word.casefold(): verdict for verdict, word in _VERDICTS.items()} | {
    verdict: verdict for verdict in _VERDICTS
}
_NOTHING: Mapping[str, JsonValue] = {}
_YES_NO = {"yes": True, "true": True, "да": True, "no": False, "false": False, "нет": False}
_FORM: TypeAdapter[Form] = TypeAdapter(Form)
_CHOOSING = ("choice", "ranking", "preference")
_KINDS = (*_CHOOSING, "yes_no", "number", "short_text", "graph")


@dataclass(frozen=True)
class Labelstudio(Format):
    """Tasks as Label Studio exports and imports them, and a labelling configuration beside them."""

    name = "labelstudio"
    title = "Label Studio: tasks with their annotations"
    url = "https://labelstud.io"
    splits = frozenset({"train", "val", "test"})

    prefix: str = ""
    """What stands before the path of a picture: `/data/local-files/?d=` where Label Studio itself serves the files."""
    gold: bool = True
    """Write right answers too. Without them, tasks can be given to people who are to answer."""

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Tasks of a file or of all files in a folder."""
        for found in objects(source):
            if isinstance(found, Fault):
                yield found
                continue
            file, place, task = found
            name, split = seen_from(file, source), source.split or split_named(file.stem)
            if isinstance(task.get("data", {}), dict):
                yield Row(_flat(task), name, place, split, source.pictures or file.parent)
            else:
                yield Fault(", ".join(part for part in (name, place) if part), "its data is not an object with fields")

    def read_row(self, row: Row, source: Source) -> Entry | Fault:
        """One task. Where people went on working since it was exported, what they say now counts."""
        entry, rest = super().read_row(row, source), row.data.get(REST)
        if isinstance(entry, Fault) and isinstance(rest, dict) and _PEOPLE & set(rest):
            left = {kind: changes for kind, changes in rest.items() if kind not in _PEOPLE}
            return super().read_row(replace(row, data={**row.data, REST: left}), source)
        return entry

    def entry(self, row: Row, source: Source) -> Entry:
        """A task is one item; its annotations are answers and reviews."""
        data = row.data
        id = f"{source.collection}/{_native(data)}"
        shown = [_Reference(text) for text in _references(data)]
        drawn = [_Reference(text) for text in _option_references(data)]
        caption = data.get("data/caption")
        pictures: dict[str, Picture] = {}
        for reference in (*shown, *drawn):
            picture = reference.picture(source.collection, caption if shown and reference is shown[0] else None)
            pictures.setdefault(picture.id, picture)
        question, text = data.get("data/question"), data.get("data/text")
        if not pictures and not isinstance(question, str) and not isinstance(text, str):
            names = ", ".join(name for name in data if name.startswith("data/")) or "nothing"
            raise BadRow(f"neither a picture nor a question nor a text in it; found: {names[:200]}")
        item = Item(
            id=id,
            collection=source.collection,
            origin=row.origin(_HOME if f"data/{ITEM}" in data else self.name),
            form=_form(data, source.collection),
            question=question if isinstance(question, str) else "",
            text=text if isinstance(text, str) else "",
            pictures=tuple(reference.id(source.collection) for reference in shown),
            cluster=shown[0].id(source.collection) if shown else id,
            split=row.split,
        )
        read = [Annotation(item, *numbered) for numbered in _annotations(data)]
        answers = tuple(answer for one in read if (answer := one.answer()) is not None)
        reviews = tuple(review for one in read if (review := one.review()) is not None)
        ids = dict.fromkeys((*(answer.respondent for answer in answers), *(review.reviewer for review in reviews)))
        return Entry(
            items=(item,),
            pictures=tuple(pictures.values()),
            golds=_golds(item, [one for one in read if one.right], answers),
            respondents=tuple(Respondent(id=id, kind="person") for id in ids),
            answers=answers,
            reviews=reviews,
            files={reference.id(source.collection): reference.content(row) for reference in (*drawn, *shown)},
        )

    def row(self, entry: Entry) -> Data:
        """The fields of a task, those of its data by their paths, each annotation by its place."""
        item = entry.items[0]
        native = as_number(item.native)
        by_id = {picture.id: picture for picture in entry.pictures}
        shown = [by_id[id] for id in item.pictures if id in by_id]
        data: Data = {"id": native} if isinstance(native, int) else {}
        data |= {
            # Label Studio numbers tasks anew when it imports them
            f"data/{ITEM}": str(native),
            "data/image": self.reference(shown[0]) if shown else "",
            "data/question": item.question,
            "data/options": self._options(item, by_id),
            "data/text": item.text,
        }
        if item.origin.by != self.name:
            # Of a task that came from Label Studio the caption is kept: others may show the picture with another one.
            # Of others, Label Studio wants all fields that the configuration names, also where they are empty.
            data["data/caption"] = shown[0].caption if shown else ""
            data["data/images"] = [self.reference(picture) for picture in shown]
        form = item.form.model_dump(mode="json", exclude_defaults=True, exclude={"options"})
        if form not in ({"kind": "choice"}, {"kind": "short_text"}):
            data["data/form"] = form
        gold = entry.golds[0] if entry.golds and self.gold else None
        for place, record in _placed(entry):
            said = _answered(item, record, gold) if isinstance(record, Answer) else _reviewed(item, record)
            data[f"annotations/{place}"] = said
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file of tasks per split, `pictures/`, and `label_config.xml`."""
        asked = Asked()
        for split, some in by_split(self._copied(rows, asked, target), target, None):
            jsons.write_array(target.folder / f"{split or 'tasks'}.json", (task_of(data) for data in some))
        (target.folder / "label_config.xml").write_text(asked.config(target.about.title), encoding="utf-8")

    def _copied(self, rows: Iterable[tuple[Data, Entry]], asked: Asked, target: Target) -> Iterator[tuple[Data, Entry]]:
        for data, entry in rows:
            asked.see(data, entry)
            if not self.gold and isinstance(rest := data.get(REST), dict):
                data[REST] = {kind: changes for kind, changes in rest.items() if kind != "golds"}
            references = dict(zip(entry.items[0].pictures, map(_Reference, _references(data)), strict=False))
            for picture in entry.pictures:
                reference = references.get(picture.id) or _Reference(self.reference(picture))
                if reference.path is not None:
                    target.copy(picture, picture_place(reference.path, PICTURES.rstrip("/")))
            yield data, entry

    def reference(self, picture: Picture) -> str:
        """How a task names a picture."""
        path = f"{PICTURES}{picture.name}"
        return f"{self.prefix}{quote(path)}" if self.prefix else path

    def _options(self, item: Item, by_id: Mapping[str, Picture]) -> list[JsonValue]:
        if isinstance(item.form, YesNo):
            return [{"value": "Yes"}, {"value": "No"}]
        found: list[JsonValue] = []
        for option in item.options:
            made: dict[str, JsonValue] = {"value": option.text or option.label, "alias": option.label}
            if (picture := by_id.get(option.picture or "")) is not None:
                made["picture"] = self.reference(picture)
                shown = f'<img src="{html.escape(self.reference(picture))}">'
                made["html"] = shown if option.text is None else f"{shown} {html.escape(option.text)}"
            found.append(made)
        return found


@dataclass(frozen=True)
class Embedding(Labelstudio):
    """The same, with the pictures themselves in the tasks: they need no folder beside them."""

    content: Callable[[Picture], bytes | None] = field(default=lambda _picture: None)
    """The file of a picture; None while it is missing."""

    def reference(self, picture: Picture) -> str:
        """The picture itself, as an address."""
        content = self.content(picture)
        if content is None:
            return super().reference(picture)
        return f"data:{picture.media_type};base64,{base64.b64encode(content).decode('ascii')}"


# --- a task as fields, and back


def _flat(task: Data) -> Data:
    data = task.get("data", task)
    found: Data = {} if "data" in task else {_BARE: True}
    for name, value in cast("Data", data).items():
        found[REST if name == REST else f"data/{step(name)}"] = value
    if "data" in task:
        if not data:
            found["data"] = {}
        for name, value in task.items():
            if name == "annotations" and isinstance(value, list) and value:
                found |= {f"annotations/{place}": annotation for place, annotation in enumerate(value)}
            elif name != "data":
                found[step(name)] = value
    return found


def task_of(data: Data) -> Data:
    """The task whose fields these are, as Label Studio has it."""
    rest = data.get(REST)
    annotations = [annotation for _, annotation in _annotations(data)]
    fields = {name: value for name, value in data.items() if not name.startswith("annotations/")}
    bare = fields.pop(_BARE, False) is True and not annotations
    made = nested({name: value for name, value in fields.items() if name != REST})
    inside = made.setdefault("data", {})
    if rest and isinstance(inside, dict):
        inside[REST] = rest  # here, and not beside it, since Label Studio gives back of a task what stands in its data
    if bare and list(made) == ["data"]:
        return cast("Data", inside)
    if annotations:
        made["annotations"] = annotations
    return made


def _annotations(data: Data) -> list[tuple[int, JsonValue]]:
    found = [(int(name.removeprefix("annotations/")), name) for name in data if name.startswith("annotations/")]
    return [(place, data[name]) for place, name in sorted(found)]


def _native(data: Data) -> str:
    """What a task is called: in our exports by its data, else by its number, else by a digest of what it shows."""
    for name in (f"data/{ITEM}", "id", *(("data/id",) if _BARE in data else ())):
        if said := texts(data.get(name)):
            return said[0]
    content = {name: value for name, value in data.items() if name.startswith("data/")}
    text = jsons.dumps(dict(sorted(content.items())))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# --- pictures


@dataclass(frozen=True)
class _Reference:
    """How a task names a picture: a path, an address, or the picture itself as a `data:` address."""

    text: str

    @property
    def embedded(self) -> bool:
        return self.text.startswith("data:")

    @property
    def path(self) -> str | None:
        """Where its file is looked for, from the folder of the tasks; None if the reference holds it."""
        if self.embedded:
            return None
        if "://" not in self.text and not self.text.startswith("/data/"):
            return self.text
        try:
            parts = urlsplit(self.text)
        except ValueError:  # no address after all
            return self.text
        if parts.path.endswith("/data/local-files/"):
            return (parse_qs(parts.query).get("d") or [""])[0].lstrip("/")
        if "/data/upload/" in parts.path:
            return unquote(parts.path[parts.path.index("/data/upload/") + len("/data/") :])
        query = f"?{parts.query}" if parts.query else ""
        return f"{parts.netloc}{unquote(parts.path)}{query}".lstrip("/")

    @property
    def name(self) -> str:
        if self.path is not None:
            return self.path.removeprefix(PICTURES)
        kind = EXTENSIONS.get(self.text[len("data:") : 64].partition(";")[0], "bin")
        return f"{hashlib.sha256(self.text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.{kind}"

    def id(self, collection: str) -> str:
        return f"{collection}/{self.name}"

    def picture(self, collection: str, caption: JsonValue) -> Picture:
        return Picture(
            id=self.id(collection),
            collection=collection,
            name=picture_name(self.name),
            caption=caption if isinstance(caption, str) else "",
            source=self.text if "://" in self.text and not self.embedded else None,
        )

    def content(self, row: Row) -> Content:
        if self.path is not None:
            return row.locate(self.path)
        try:
            return base64.b64decode(self.text.partition(",")[2])
        except (binascii.Error, ValueError):
            return b""


def _references(data: Data) -> list[str]:
    """The pictures that a task shows: `images`, `image`, or else whatever field names a picture."""
    for name in ("data/images", "data/image"):
        value = data.get(name)
        found = [one for one in value if isinstance(one, str)] if isinstance(value, list) else texts(value)
        if found := [one for one in found if one]:
            return found
    if "data/image" in data:
        return []
    ends = re.compile(rf"\.({'|'.join(EXTENSIONS.values())}|jpeg|tiff)$", re.IGNORECASE)
    others = [value for name, value in data.items() if name.startswith("data/") and isinstance(value, str)]
    return [value for value in others if value.startswith("data:image/") or ends.search(value[-300:])][:1]


def _option_references(data: Data) -> list[str]:
    pictures = [one.get("picture") for one in _option_list(data) if isinstance(one, dict)]
    return [picture for picture in pictures if isinstance(picture, str) and picture]


# --- forms


def _form(data: Data, collection: str) -> Form:
    options = _read_options(data, collection)
    said = data.get("data/form")
    if isinstance(said, dict) and said.get("kind") in _KINDS:
        return _FORM.validate_python({**said, "options": options} if said["kind"] in _CHOOSING else said)
    if not options:
        return ShortText()
    chosen = [_said(result) for _, annotation in _annotations(data) for result in _answering(_results(annotation))]
    return Choice(options=options, several=any(len(words) > 1 for words in chosen))


def _option_list(data: Data) -> list[JsonValue]:
    for name in ("data/options", "data/choices"):
        if isinstance(value := data.get(name), list) and value:
            return value
    return []


def _read_options(data: Data, collection: str) -> tuple[Option, ...]:
    listed = _option_list(data)
    names = [str(one["alias"]) if isinstance(one, dict) and texts(one.get("alias")) else "" for one in listed]
    if "" in names or len(set(names)) < len(names):
        names = labels(len(listed))
    return tuple(_read_option(name, one, collection) for name, one in zip(names, listed, strict=True))


def _read_option(label: str, one: JsonValue, collection: str) -> Option:
    value = one.get("value") if isinstance(one, dict) else one
    picture = one.get("picture") if isinstance(one, dict) else None
    if not isinstance(value, str | int | float):
        raise BadRow(f"an option is {jsons.dumps(one)[:60]}, but a text or an object with 'value' was expected")
    text = str(value)
    if not isinstance(picture, str) or not picture:
        return Option(label=label, text=text)
    return Option(label=label, text=None if text == label else text, picture=_Reference(picture).id(collection))


# --- what people said


def _results(annotation: JsonValue) -> list[dict[str, JsonValue]]:
    results = annotation.get("result") if isinstance(annotation, dict) else None
    return [result for result in results if isinstance(result, dict)] if isinstance(results, list) else []


def _control(result: Mapping[str, JsonValue]) -> str:
    """What a result was filled in with."""
    name = result.get("from_name")
    return name if isinstance(name, str) else ""


def _said(result: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """The words of a result of one of the kinds that can answer a question; nothing for others."""
    value = result.get("value")
    kind = {"choices": "choices", "textarea": "text", "number": "number", "rating": "rating"}.get(
        str(result.get("type"))
    )
    if kind is None or not isinstance(value, dict) or {"x", "start", "ranges"} & set(value):
        return ()  # a result with a place in the picture or the text tells of that place only
    return texts(value.get(kind))


def _answering(results: Iterable[dict[str, JsonValue]]) -> list[dict[str, JsonValue]]:
    """The result that answers the question: the one named so, or the only one there is."""
    telling = [result for result in results if _control(result) not in _RESERVED and _said(result)]
    named = [result for result in telling if _control(result) in _ANSWERS]
    return named[:1] if named else telling if len(telling) == 1 else []


class Annotation:
    """One annotation of a task, as what it says to the item."""

    def __init__(
        self,
        item: Item,
        place: int,
        annotation: JsonValue,
        *,
        id: str | None = None,
        respondent: str | None = None,
        about: Mapping[str, JsonValue] = _NOTHING,
    ) -> None:
        """An annotation of an item.

        Args:
            item: what it is about.
            place: among the annotations of its task.
            annotation: as Label Studio writes it.
            id: of the record that it becomes; made from the item's unless given.
            respondent: who said it; whom the annotation names unless given.
            about: what is remembered of it; its place unless given.
        """
        self.item = item
        self.about = about or {"place": place}
        self.fields: dict[str, JsonValue] = annotation if isinstance(annotation, dict) else {}
        self.results = _results(annotation)
        by = self.fields.get("completed_by")
        if isinstance(by, dict):
            by = by.get("id") or by.get("email")
        self.respondent = respondent or (f"labelstudio/{by}" if texts(by) else "labelstudio/unknown")
        native = texts(self.fields.get("id"))
        self.id = id or (f"{item.id}/{native[0]}" if native else f"{item.id}#{place}")

    @property
    def right(self) -> bool:
        """Is it marked as the truth?"""
        return self.fields.get("ground_truth") is True

    @property
    def cancelled(self) -> bool:
        """Was the task skipped?"""
        return self.fields.get("was_cancelled") is True

    def answer(self) -> Answer | None:
        """What was answered; None if nothing was, or the item was judged."""
        if self._verdict() is not None:
            return None
        state, value, raw = self._state_and_value()
        if state is None:
            return None
        return Answer(
            id=self.id,
            item=self.item.id,
            respondent=self.respondent,
            state=state,
            value=value,
            raw=raw,
            seconds=self._seconds(),
            note=self._words("note"),
            at=self._at(),
            extra=self._extra(),
        )

    def review(self) -> Review | None:
        """What was found about the item; None if it was not judged."""
        verdict = self._verdict()
        if verdict is None:
            return None
        question, after, gold_after = self._words("question"), None, None
        answers = [result for result in self.results if _control(result) in _ANSWERS and _said(result)]
        if verdict == "edited" and question and question != self.item.question:
            origin = Origin(kind="written", by=self.respondent)
            after = self.item.model_copy(update={"question": question, "origin": origin})
        if verdict == "edited" and answers and (value := _value(self.item, _said(answers[0]))) is not None:
            gold_after = (value,)
        return Review(
            id=self.id,
            item=self.item.id,
            reviewer=self.respondent,
            verdict=cast("Any", verdict),
            after=after,
            gold_after=gold_after,
            note=self._words("note"),
            at=self._at(),
            extra=self._extra(),
        )

    def _state_and_value(self) -> tuple[State | None, Value | None, str | None]:
        if self.cancelled:
            return State.REFUSED, None, None
        if (state := _STATES.get(self._words("state"))) is not None:
            return state, None, None
        for result in _answering(self.results):
            words = _said(result)
            value = _value(self.item, words)
            return (State.UNREAD, None, "\n".join(words)) if value is None else (State.GIVEN, value, None)
        return None, None, None

    def _verdict(self) -> str | None:
        return _READ_VERDICTS.get(self._words("verdict").casefold())

    def _words(self, name: str) -> str:
        return "\n".join(word for result in self.results if _control(result) == name for word in _said(result))

    def _seconds(self) -> float | None:
        time = self.fields.get("lead_time")
        return float(time) if isinstance(time, int | float) and 0 <= time < 1e12 else None

    def _at(self) -> datetime | None:
        try:
            return datetime.fromisoformat(str(self.fields.get("created_at")))
        except ValueError:
            return None

    def _extra(self) -> dict[str, dict[str, JsonValue]]:
        return {Labelstudio.name: dict(self.about)}


def _value(item: Item, words: tuple[str, ...]) -> Value | None:
    """What words say to an item; None if they do not say any of what can be said to it."""
    value = _read_value(item, words)
    return None if value is None or misfit(item, value) else value


def _read_value(item: Item, words: tuple[str, ...]) -> Value | None:
    match item.form:
        case _ if not words:
            return None
        case YesNo():
            return _YES_NO.get(words[0].strip().casefold())
        case Number():
            try:
                number = float(words[0].strip().replace(",", "."))
            except ValueError:
                return None
            return number if math.isfinite(number) else None
        case ShortText() | Graph():
            return "\n".join(words)
        case _:
            named = {option.text: option.label for option in reversed(item.options) if option.text is not None}
            named |= {option.label: option.label for option in item.options}
            if any(word not in named for word in words):
                words = tuple(word for word in re.split(r"[\s,;>]+", words[0]) if word)
            if not words or any(word not in named for word in words):
                return None
            labels = tuple(named[word] for word in words)
            return labels if not isinstance(item.form, Preference) else labels[0] if len(labels) == 1 else None


def _golds(item: Item, right: list[Annotation], answers: tuple[Answer, ...]) -> tuple[Gold, ...]:
    ids = {annotation.id for annotation in right}
    true = [answer for answer in answers if answer.id in ids]
    accepted = tuple(dict.fromkeys(answer.value for answer in true if answer.value is not None))
    unanswerable = not accepted and any(answer.state is State.UNANSWERABLE for answer in true)
    if not accepted and not unanswerable:
        return ()
    counted = tuple(answer.id for answer in true if _is_right(answer, accepted, unanswerable))
    return (Gold(item=item.id, accepted=accepted, unanswerable=unanswerable, rule="imported", counted=counted),)


def _is_right(answer: Answer, accepted: tuple[Value, ...], unanswerable: bool) -> bool:
    return answer.value in accepted or (unanswerable and answer.state is State.UNANSWERABLE)


# --- what people said, as annotations


def _placed(entry: Entry) -> Iterator[tuple[int, Answer | Review]]:
    """Answers and reviews, with the place of each among the annotations; new ones come after all that there are."""
    records = (*entry.answers, *entry.reviews)
    places = [record.extra.get(Labelstudio.name, {}).get("place") for record in records]
    kept = [place for place, _ in _annotations(entry.items[0].extra.get(Labelstudio.name, {}))]
    free = 1 + max((place for place in (*places, *kept) if isinstance(place, int)), default=-1)
    taken: set[int] = set()
    for record, place in zip(records, places, strict=True):
        if not isinstance(place, int) or place in taken:
            place, free = free, free + 1
        taken.add(place)
        yield place, record


def _answered(item: Item, answer: Answer, gold: Gold | None) -> JsonValue:
    results: list[JsonValue] = []
    if answer.value is not None:
        results.append(_result(*_answer_words(item, answer.value)))
    elif answer.state in _STATES.values():
        results.append(_result("state", "choices", [answer.state.value]))
    made = _annotation(item, answer.id, answer.respondent, answer.at, results, answer.note)
    if answer.state is State.REFUSED:
        made["was_cancelled"] = True
    if answer.seconds is not None:
        made["lead_time"] = answer.seconds
    if gold is not None and answer.id in gold.counted and _is_right(answer, gold.accepted, gold.unanswerable):
        made["ground_truth"] = True
    return made


def _reviewed(item: Item, review: Review) -> JsonValue:
    results = [_result("verdict", "choices", [_VERDICTS[review.verdict]])]
    if review.after is not None:
        results.append(_result("question", "textarea", [review.after.question]))
    if review.gold_after:
        results.append(_result("answer", "textarea", [as_text(review.gold_after[0])]))
    return _annotation(item, review.id, review.reviewer, review.at, results, review.note)


def _annotation(
    item: Item, id: str, respondent: str, at: datetime | None, results: list[JsonValue], note: str
) -> dict[str, JsonValue]:
    made: dict[str, JsonValue] = {}
    if id.startswith(f"{item.id}/"):
        made["id"] = as_number(id.removeprefix(f"{item.id}/"))
    start, _, by = respondent.partition("/")
    # Label Studio refuses an annotation by somebody whom it does not know
    if start == Labelstudio.name and by != "unknown":
        number = as_number(by)
        made["completed_by"] = number if isinstance(number, int) else {"email": number}
    if at is not None:
        made["created_at"] = at.isoformat()
    made["result"] = [*results, _result("note", "textarea", [note])] if note else results
    return made


def _answer_words(item: Item, value: Value) -> tuple[str, str, JsonValue]:
    match item.form:
        case Number() if isinstance(value, float):
            return "answer_number", "number", value
        case YesNo():
            return "answer", "choices", ["Yes" if value is True else "No"]
        case ShortText() | Graph() | Number():
            return "answer_text", "textarea", [as_text(value)]
        case _:
            return "answer", "choices", list(value) if isinstance(value, tuple) else [as_text(value)]


def _result(name: str, kind: str, value: JsonValue) -> JsonValue:
    return {
        "from_name": name,
        "to_name": _OBJECT,
        "type": kind,
        "value": {"text" if kind == "textarea" else kind: value},
    }


# --- the labelling configuration


@dataclass
class Asked:
    """What the tasks of an export show and ask for."""

    variables: set[str] = field(default_factory=set[str])
    """Fields of `data` that are filled somewhere."""
    forms: set[str] = field(default_factory=set[str])
    several: bool = False
    many_pictures: bool = False
    unanswerable: bool = False
    reviews: bool = False
    judged: bool = False
    """Are the items judged, with their right answers beside them, rather than answered?"""

    def see(self, data: Data, entry: Entry) -> None:
        """Takes a task into account."""
        form = entry.items[0].form
        self.variables |= {name.removeprefix("data/") for name, value in data.items() if value}
        self.forms.add(form.kind)
        self.several |= isinstance(form, Choice) and form.several
        self.many_pictures |= len(_references(data)) > 1
        self.unanswerable |= form.unanswerable
        self.reviews |= bool(entry.reviews)

    def see_config(self, config: str) -> None:
        """Takes into account what a configuration, made by this class before, shows and asks for already."""
        names = set(re.findall(r'\bname="(\w+)"', config))
        self.variables |= names & {"image", "caption", "text"}
        self.variables |= {"options"} if 'value="$options"' in config else set()
        self.forms |= ({"number"} if "answer_number" in names else set()) | (
            {"short_text"} if "answer_text" in names else set()
        )
        self.several |= 'choice="multiple"' in config
        self.many_pictures |= 'valueList="$images"' in config
        self.unanswerable |= 'alias="unanswerable"' in config

    def config(self, title: str) -> str:
        """The XML by which Label Studio shows these tasks."""
        view = ET.Element("View")
        if title := "".join(letter for letter in title if letter.isprintable()):
            ET.SubElement(view, "Header", value=title)
        if self.many_pictures:
            ET.SubElement(view, "Image", name="image", valueList="$images", zoom="true", zoomControl="true")
        elif "image" in self.variables:
            ET.SubElement(view, "Image", name="image", value="$image", zoom="true", zoomControl="true")
        for name in ("caption", "text"):
            if name in self.variables:
                ET.SubElement(view, "Text", name=name, value=f"${name}")
        ET.SubElement(view, "Text", name=_OBJECT, value="$question")
        if self.judged:
            self._add_judging(view)
        else:
            self._add_answers(view)
            self._add_states(view)
        if self.reviews and not self.judged:
            self._add_review(view)
        _add_words(view, "note", "Note")
        ET.indent(view)
        return ET.tostring(view, encoding="unicode") + "\n"

    def _add_answers(self, view: ET.Element) -> None:
        if "options" in self.variables:
            choice = "multiple" if self.several else "single"
            ET.SubElement(view, "Choices", name="answer", toName=_OBJECT, value="$options", choice=choice)
        if "number" in self.forms:
            ET.SubElement(view, "Number", name="answer_number", toName=_OBJECT, step="0.001")
        if self.forms & {"short_text", "graph", "ranking"}:
            _add_words(view, "answer_text", "Answer; of a ranking, the options, best first")

    def _add_states(self, view: ET.Element) -> None:
        states = ET.SubElement(view, "Choices", name="state", toName=_OBJECT, showInline="true")
        if self.unanswerable:
            ET.SubElement(states, "Choice", value="It cannot be answered from this", alias="unanswerable")
        ET.SubElement(states, "Choice", value="I do not know", alias="dont_know")

    def _add_judging(self, view: ET.Element) -> None:
        """The right answer as it is, a verdict, and what is filled in where something is to be changed."""
        ET.SubElement(view, "Header", value="The right answer is said to be", size="5")
        ET.SubElement(view, "Text", name="right", value=f"${RIGHT}")
        _add_verdicts(view).set("required", "true")
        ET.SubElement(view, "Header", value="Where it is incorrect: what it should be", size="5")
        _add_words(view, "question", "The question as it should be")
        self._add_answers(view)

    def _add_review(self, view: ET.Element) -> None:
        _add_verdicts(view)
        _add_words(view, "question", "The question as it should be")
        if "options" not in self.variables:
            _add_words(view, "answer", "The answer as it should be")


def _add_verdicts(view: ET.Element) -> ET.Element:
    verdicts = ET.SubElement(view, "Choices", name="verdict", toName=_OBJECT, showInline="true")
    for word in _VERDICTS.values():
        ET.SubElement(verdicts, "Choice", value=word)
    return verdicts


def _add_words(view: ET.Element, name: str, placeholder: str) -> None:
    ET.SubElement(view, "TextArea", name=name, toName=_OBJECT, placeholder=placeholder, maxSubmissions="1")
