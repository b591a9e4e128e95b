"""Parquet in the layout that Hugging Face data sets use: files per split, pictures within."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.formats import REST, Content, Data, Entry, Format, Row, Source, Target, _tables, picture_name
from optotype.formats._arrow import CLASS, PICTURE, Blob, is_binary, settle, stand_ins
from optotype.formats._names import by_content, in_row
from optotype.formats._objects import seen_from
from optotype.formats._tables import ID, SETTINGS, SPLIT, Table, Written
from optotype.pictures import EXTENSIONS
from optotype.records import (
    Choice,
    Collection,
    Form,
    Gold,
    Graph,
    Item,
    Number,
    Option,
    Picture,
    Preference,
    Range,
    Ranking,
    ShortText,
    Tags,
    Value,
    YesNo,
    labels,
)
from optotype.values import as_text, listed

COLUMNS: Mapping[str, str] = {
    "id": "Name of the item within its collection.",
    "question": "What is asked.",
    "form": "What kind of answer is asked for: choice, yes_no, number, short_text, ranking, graph, preference; "
    "picture for a picture about which nothing is asked.",
    "text": "What the question is about where that is text: a caption, an abstract.",
    "options": "The texts to choose from; the first is called A, the second B, and so on.",
    "option_images": "The pictures to choose from, in the same order.",
    "answer": "The right answer: labels of options (A or A,C), yes or no, a number or a range, a text; unanswerable.",
    "also_accepted": "Other answers that are right.",
    "images": "The pictures that the question is about.",
    "captions": "The captions of these pictures.",
    "tags": "Kind of question, skills and the like: a JSON object of lists.",
    REST: "What the other columns have no place for: a JSON object.",
}
"""The columns of records that did not come from a Parquet file, and what they hold."""

_UNANSWERABLE = "unanswerable"
_FORMS = {"choice", "yes_no", "number", "short_text", "ranking", "graph", "preference"}
_ROLES = ("id", "question", "answer", "options", "image")
_GUESSES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "index", "question_id", "qid", "uid", "pid", "instance_id", "item_id", "sample_id"),
    "question": ("question", "query", "problem", "question_text", "prompt"),
    "answer": ("answer", "answers", "label", "labels", "target"),
    "options": ("options", "choices", "candidates", "answer_choices"),
    "image": ("image", "images", "picture", "pictures", "img", "image_path", "image_file", "file_name"),
    "text": ("hint", "context", "passage", "text"),
    "caption": ("caption", "text", "description"),
}
_TAGS = (
    "category", "subject", "subfield", "topic", "skill", "skills", "grade", "task", "question_type", "answer_type",
    "difficulty", "level", "language", "source",
)  # fmt: skip
_ENDINGS = tuple(f".{extension}" for extension in (*EXTENSIONS.values(), "jpeg", "tiff"))


@dataclass(frozen=True)
class Parquet(Format):
    """Parquet files, alone or in a folder, as `datasets` writes and reads them; pictures as bytes or as paths."""

    name = "parquet"
    title = "Parquet in the layout of Hugging Face data sets"
    pictures_alone = True

    question: str = ""
    """Column of the question; guessed unless given."""
    answer: str = ""
    """Column of the answer; guessed unless given."""
    options: str = ""
    """Column of the options; guessed unless given."""
    image: str = ""
    """Column of the picture, or of several; guessed unless given."""
    id: str = ""
    """Column of the item's id; guessed unless given. With `-`, rows are numbered."""
    answers_are: Literal["", "labels", "texts", "numbers"] = ""
    """How an answer names an option: by letter, by text, or by number from 0. Told from the data unless given."""
    shard_megabytes: int = 500
    """A new file is begun when one has grown to this."""

    def collection(self, source: Source) -> Collection:
        """The record of the collection; it keeps the columns' names and types, which rows do not tell."""
        found = super().collection(source)
        for file in _tables.files(source.path):
            try:
                table = Table(file)
            except BadRow:
                continue
            columns: Data = {column.name: str(column.type) for column in table.schema}
            kept: Data = {"columns": columns, "features": table.features}
            return found.model_copy(update={"extra": {self.name: kept}})
        return found

    def default_name(self, path: Path) -> str:
        """The name of the file or folder, unless that only tells a split."""
        path = path.resolve()
        if path.is_file() and _tables.split_of(path) is None:
            return path.stem
        folder = path.parent if path.is_file() else path
        return (folder.parent if folder.name == "data" else folder).name or self.name

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Rows of the file, or of every Parquet file in the folder; a file's name says its split."""
        files = _tables.files(source.path)
        if not files:
            raise BadSource(f"{source.path}: no .parquet file in it.")
        read = False
        for (folder, split), some in groupby(files, lambda file: (file.parent, _tables.split_of(file))):
            place = folder.relative_to(source.path).as_posix() if source.path.is_dir() else "."
            before: int | None = None
            for file in some:
                name = seen_from(file, source)
                before = _tables.rows_before(file) if before is None else before
                try:
                    table = Table(file)
                except BadRow as error:
                    before = None
                    yield Fault(name, str(error))
                    continue
                read = True
                start = file.stem if before is None else _tables.split_name(split)
                start = start if place in (".", "data") else f"{place}/{start}"
                yield from self._rows(table, name, source, split or source.split, f"{start}-", before or 0)
                before = None if before is None else before + table.count
        if not read:
            raise BadSource(f"{source.path}: no file in it is Parquet that can be read.")

    def _rows(
        self, table: Table, name: str, source: Source, split: str | None, start: str, before: int
    ) -> Iterator[Row | Fault]:
        """Rows of one file; where it has no ids, they are made of `start` and the number of rows `before`."""
        given = {role: str(getattr(self, role)) for role in _ROLES if getattr(self, role)}
        for role, column in given.items():
            if column not in table.columns and (role, column) != ("id", "-"):
                found = ", ".join(table.columns)[:300]
                raise BadSource(f"{name}: no column '{column}', which was given as {role}. Found: {found}.")
        settings: Data = {**given, "answers_are": self.answers_are} if self.answers_are else {**given}
        numbered = given.get("id") == "-" or _find(table.columns, "id", given) is None
        guesses = [given["image"]] if "image" in given else _GUESSES["image"]
        pictures = [
            column.name
            for column in table.schema
            if is_binary(column.type) and (column.name in guesses or column.name.casefold() in guesses)
        ]
        for found in table.rows(name, pictures):
            if isinstance(found, Fault):
                yield found
                continue
            number, values = found
            data, files = _without_blobs(values)
            if split is not None and not isinstance(data.get("split"), str):
                data[SPLIT] = split
            if numbered and not _is_own(data):
                data[ID] = f"{start}{before + number}"
            if settings:
                data[SETTINGS] = settings
            folder = source.pictures or _folder(table.path.parent, data)
            yield Row(data, name, f"row {number + 1}", split, folder, files)

    def entry(self, row: Row, source: Source) -> Entry:
        """A row is a question with its pictures, or a picture alone."""
        reading = _Reading(row, source, self.name)
        if not _is_own(row.data):
            return reading.foreign()
        return reading.own_picture() if row.data["form"] == "picture" else reading.own_item()

    def row(self, entry: Entry) -> Data:
        """The columns of a record, those alone that say something."""
        names = {picture.id: name for name, picture in in_row(entry).items()}
        if not entry.items:
            picture = entry.pictures[0]
            data: Data = {
                "form": "picture",
                "images": [_stand_in(names, picture.id)],
                "captions": [picture.caption],
                "tags": _json(picture.tags),
            }
        else:
            item = entry.items[0]
            captions = {picture.id: picture.caption for picture in entry.pictures}
            answers = _answers(entry)
            data = {
                "id": item.native,
                "question": item.question,
                "form": item.form.kind,
                "text": item.text or None,
                "options": [option.text or "" for option in item.options] or None,
                "option_images": [_stand_in(names, option.picture) for option in item.options],
                "answer": answers[0] if answers else None,
                "also_accepted": cast("JsonValue", answers[1:]),
                "images": [_stand_in(names, id) for id in item.pictures],
                "captions": [captions.get(id, "") for id in item.pictures],
                "tags": _json(item.tags),
                SPLIT: _tables.read_split(_tables.split_name(item.split)),
            }
        for column in ("option_images", "also_accepted", "images", "captions"):
            if not any(cast("list[JsonValue]", data.get(column, []))):
                data[column] = None
        return {column: value for column, value in data.items() if value is not None}

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """`data/`, with the files of each split in it."""
        self.write(rows, target)

    def write(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> Written:
        """Puts rows and their pictures on disk, and tells what was written."""
        size = self.shard_megabytes << 20
        return _tables.write(rows, target, format=self.name, columns=COLUMNS, shard_bytes=size)


def _is_own(data: Mapping[str, object]) -> bool:
    """Does a row follow our own layout?"""
    form = data.get("form")
    return isinstance(form, str) and (form in _FORMS or form == "picture")


def _without_blobs(values: dict[str, Any]) -> tuple[Data, dict[str, bytes]]:
    """A row with names in place of its pictures, and the pictures by name."""
    files: dict[str, bytes] = {}
    own = _is_own(values)
    data: Data = {}
    for column, value in values.items():
        trusted = own and column in ("images", "option_images")

        def named(blob: Blob, trusted: bool = trusted) -> Data:
            stand_in = _name(blob, trusted)
            if blob.content is not None:
                files[str(stand_in[PICTURE])] = blob.content
            return stand_in

        data[column] = settle(value, named)
    return data, files


def _name(blob: Blob, trusted: bool) -> Data:
    """What stands for a picture in its row; in our own tables paths are names."""
    if trusted and blob.path and blob.path == picture_name(blob.path):
        return {PICTURE: blob.path}
    if blob.content is None:
        return {PICTURE: picture_name(blob.path or ""), "path": blob.path, "as": "path"}
    name = by_content(blob.content, blob.path)
    return {PICTURE: name, "as": "binary"} if blob.plain else {PICTURE: name, "path": blob.path}


def _folder(folder: Path, data: Data) -> Path:
    """Where pictures lie that a row only names: beside the file, or beside its folder `data`."""
    named = [str(one.get("path")) for one in stand_ins(data) if one.get("as") == "path"] or _paths(data)
    if folder.name != "data" or not named:
        return folder
    try:
        return folder if (folder / named[0]).exists() else folder.parent
    except OSError:
        return folder


# --- what a row says


def _find(columns: Iterable[str], role: str, given: Mapping[str, object]) -> str | None:
    """The column that plays a role: the one that the user named, else the first that is called so."""
    folded: dict[str, str] = {}
    for name in columns:
        if name == given.get(role):
            return name
        folded.setdefault(name.casefold(), name)
    return None if role in given else next((folded[name] for name in _GUESSES[role] if name in folded), None)


def _paths(data: Data) -> list[str]:
    """Pictures that a row names by their paths."""
    given = _given(data)
    found = data.get(_find(data, "image", given) or "")
    paths = [path for path in (found if isinstance(found, list) else [found]) if isinstance(path, str) and path]
    return [path for path in paths if "image" in given or path.casefold().endswith(_ENDINGS)]


def _given(data: Data) -> Data:
    """What the user said about the columns."""
    given = data.get(SETTINGS)
    return given if isinstance(given, dict) else {}


class _Reading:
    """A row being read."""

    def __init__(self, row: Row, source: Source, by: str) -> None:
        self.row = row
        self.data = row.data
        self.collection = source.collection
        self.by = by
        self.given = _given(self.data)
        self.pictures: dict[str, Picture] = {}
        self.files: dict[str, Content] = {}

    # --- rows of our own layout

    def own_item(self) -> Entry:
        shown = self._own_pictures()
        options = self._own_options()
        form = _own_form(str(self.data["form"]), options)
        item = self._item(
            self._text("id") or "",
            form,
            question=self._text("question") or "",
            text=self._text("text") or "",
            pictures=shown,
            tags=_read_tags(self.data.get("tags")),
        )
        return self._entry(item, _own_gold(item, self.data))

    def own_picture(self) -> Entry:
        shown = self._own_pictures()
        if len(shown) != 1:
            raise BadRow(f"{len(shown)} pictures, but a row of the form 'picture' holds one")
        picture = shown[0].model_copy(update={"tags": _read_tags(self.data.get("tags"))})
        return Entry(pictures=(picture,), files=self.files)

    def _own_pictures(self) -> tuple[Picture, ...]:
        found, captions = list(stand_ins(self.data.get("images"))), self.data.get("captions")
        texts = captions if isinstance(captions, list) and len(captions) == len(found) else [""] * len(found)
        return tuple(self._picture(one, str(text or "")) for one, text in zip(found, texts, strict=True))

    def _own_options(self) -> tuple[Option, ...]:
        texts, pictured = self.data.get("options"), self.data.get("option_images")
        texts = texts if isinstance(texts, list) else []
        pictured = pictured if isinstance(pictured, list) and len(pictured) == len(texts) else [None] * len(texts)
        options: list[Option] = []
        for label, text, stand_in in zip(labels(len(texts)), texts, pictured, strict=True):
            picture = self._picture(stand_in) if isinstance(stand_in, dict) else None
            said = str(text or "") if text or picture is None else None
            options.append(Option(label=label, text=said, picture=None if picture is None else picture.id))
        return tuple(options)

    # --- rows of anybody's

    def foreign(self) -> Entry:
        question = self._find("question")
        if question is None:
            return self._picture_alone()
        options = self._options()
        chosen_from = {option.picture for option in options}
        shown = {picture.id: picture for picture in self._pictures() if picture.id not in chosen_from}
        if len(shown) == 1 and (caption := self._find("caption")) != self._find("text"):
            shown = {id: self._captioned(picture, self._text(caption) or "") for id, picture in shown.items()}
        form, accepted = self._form(options)
        item = self._item(
            self._native_id(),
            form,
            question=self._text(question) or "",
            text=self._text(self._find("text")) or "",
            pictures=tuple(shown.values()),
            tags=self._tags(),
        )
        gold = Gold(item=item.id, accepted=accepted, rule="imported") if accepted else None
        return self._entry(item, gold)

    def _picture_alone(self) -> Entry:
        pictures = self._pictures()
        if not pictures:
            columns = ", ".join(name for name in self.data if not name.startswith("/"))[:200]
            raise BadRow(
                f"neither a question nor a picture; name the column with --set question=NAME. Found: {columns}"
            )
        if len(pictures) > 1:
            raise BadRow(f"{len(pictures)} pictures without a question; name its column with --set question=NAME")
        picture = pictures[0].model_copy(update={"tags": self._tags()})
        return Entry(pictures=(self._captioned(picture, self._text(self._find("caption")) or ""),), files=self.files)

    def _pictures(self) -> list[Picture]:
        found = [self._picture(one) for one in stand_ins(self.data)]
        return found or [self._named(picture_name(path), path) for path in _paths(self.data)]

    def _find(self, role: str) -> str | None:
        return _find(self.data, role, self.given)

    def _text(self, column: str | None) -> str | None:
        value = self.data.get(column or "")
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        return str(value)

    def _native_id(self) -> str:
        column = None if ID in self.data else self._find("id")
        found = self._text(ID) if column is None else self._text(column)
        if not found:
            raise BadRow("no id; name its column with --set id=NAME, or number the rows with --set id=-")
        return found

    def _options(self) -> tuple[Option, ...]:
        column = self._find("options")
        found = self.data.get(column or "")
        if isinstance(found, str):
            found = listed(found.strip())
        if not isinstance(found, list) or not found:
            return self._lettered_options()
        options: list[Option] = []
        for label, one in zip(labels(len(found)), found, strict=True):
            if isinstance(one, dict) and isinstance(one.get(PICTURE), str):
                options.append(Option(label=label, picture=self._picture(one).id))
            elif isinstance(one, str | int | float):
                options.append(Option(label=label, text=str(one)))
            else:
                raise BadRow(f"option {label} is {_json(one)!r:.60}, but a text or a picture was expected")
        return tuple(options)

    def _lettered_options(self) -> tuple[Option, ...]:
        if "A" not in self.data or "B" not in self.data or "options" in self.given:
            return ()
        texts = ((label, self._text(label)) for label in labels(26))
        return tuple(Option(label=label, text=text) for label, text in texts if text is not None)

    def _form(self, options: tuple[Option, ...]) -> tuple[Form, tuple[Value, ...]]:
        """What is asked for, and what is right; an answer of a kind that is not known is kept, and makes no gold."""
        answer = self.data.get(self._find("answer") or "")
        if isinstance(answer, dict) and CLASS in answer:
            answer = answer.get("name") if not options else answer[CLASS]
        if options:
            chosen = _chosen(answer, options, str(self.given.get("answers_are", "")))
            form = Choice(options=options, several=len(chosen) > 1)
            return form, (chosen,) if chosen else ()
        match answer:
            case bool():
                return YesNo(), (answer,)
            case int() | float():
                return Number(), (float(answer),)
            case str() if answer.strip().casefold() in ("yes", "no"):
                return YesNo(), (answer.strip().casefold() == "yes",)
            case str() if answer:
                return ShortText(), (answer,)
            case list():
                texts = [one for one in answer if isinstance(one, str) and one]
                return ShortText(), tuple(dict.fromkeys(texts)) if len(texts) == len(answer) else ()
            case _:
                return ShortText(), ()

    def _tags(self) -> Tags:
        tags: Tags = {}
        for name in _TAGS:
            found = self.data.get(name)
            found = found if isinstance(found, list) else [found]
            texts = [one for one in found if isinstance(one, str) and 0 < len(one) <= 100]
            if texts and len(texts) == len(found):
                tags[name] = tuple(texts)
        return tags

    # --- what both have in common

    def _picture(self, stand_in: Data, caption: str = "") -> Picture:
        name = str(stand_in[PICTURE])
        return self._named(name, str(stand_in.get("path")) if stand_in.get("as") == "path" else name, caption)

    def _named(self, name: str, path: str, caption: str = "") -> Picture:
        id = f"{self.collection}/{name}"
        if id not in self.pictures:
            self.pictures[id] = Picture(id=id, collection=self.collection, name=name, caption=caption)
            self.files[id] = self.row.locate(path)
        return self.pictures[id]

    def _captioned(self, picture: Picture, caption: str) -> Picture:
        captioned = picture.model_copy(update={"caption": caption})
        self.pictures[picture.id] = captioned
        return captioned

    def _item(self, native: str, form: Form, *, pictures: tuple[Picture, ...], **fields: Any) -> Item:
        if not native:
            raise BadRow("no id")
        id = f"{self.collection}/{native}"
        said = self.data.get("split")
        split = _tables.read_split(said) if isinstance(said, str) else cast("str | None", self.data.get(SPLIT))
        return Item(
            id=id,
            collection=self.collection,
            origin=self.row.origin(self.by),
            form=form,
            pictures=tuple(picture.id for picture in pictures),
            cluster=pictures[0].id if pictures else id,
            split=split,
            **fields,
        )

    def _entry(self, item: Item, gold: Gold | None) -> Entry:
        shown = item.all_pictures
        return Entry(
            items=(item,),
            pictures=tuple(self.pictures[id] for id in dict.fromkeys(shown)),
            golds=() if gold is None else (gold,),
            files=self.files,
        )


def _chosen(answer: JsonValue, options: tuple[Option, ...], how: str) -> tuple[str, ...]:
    """The labels of the options that an answer names; none if there is no answer."""
    if isinstance(answer, list):
        return tuple(dict.fromkeys(label for one in answer for label in _chosen(one, options, how)))
    if answer is None or answer == "":
        return ()
    names = [option.label for option in options]
    if isinstance(answer, int) and not isinstance(answer, bool) and how in ("", "numbers"):
        if 0 <= answer < len(options):
            return (names[answer],)
        raise BadRow(f"{len(options)} options, but the answer is number {answer}; they count from 0")
    text = str(answer).strip()
    readings: dict[str, tuple[str, ...]] = {}
    if how in ("", "texts"):
        same = [option.label for option in options if option.text is not None and option.text.strip() == text]
        readings["text"] = tuple(same[:1])
    if how in ("", "labels"):
        readings["label"] = _labelled(text, names)
    if how == "numbers" and text.isascii() and text.isdigit() and int(text) < len(options):
        readings["number"] = (names[int(text)],)
    found = {reading for reading in readings.values() if reading}
    if len(found) > 1:
        raise BadRow(
            f"the answer {text!r} is the label of one option and the text of another; "
            "say which is meant with --set answers_are=labels or answers_are=texts"
        )
    if not found:
        raise BadRow(f"the answer {text[:60]!r} is neither a label nor a text of the options {', '.join(names)}")
    return found.pop()


def _labelled(text: str, names: list[str]) -> tuple[str, ...]:
    """The labels that a text consists of: `A`, `(a)`, `A.`, `A, C`, `AC`."""
    bare = text.upper() if len(text.strip("().")) == 1 else text
    found = re.findall(r"[A-Z]+", bare) if re.fullmatch(r"\(?[A-Z]+\)?\.?(?:\s*,\s*[A-Z]+)*", bare) else []
    if not all(one in names for one in found):
        found = list(bare) if set(bare) <= set(names) else []
    return tuple(dict.fromkeys(found))


def _own_form(kind: str, options: tuple[Option, ...]) -> Form:
    plain: dict[str, Callable[[], Form]] = {
        "yes_no": YesNo,
        "number": Number,
        "short_text": ShortText,
        "graph": Graph,
    }
    if kind in plain:
        return plain[kind]()
    if kind == "choice":
        return Choice(options=options)
    return Ranking(options=options) if kind == "ranking" else Preference(options=options)


def _own_gold(item: Item, data: Data) -> Gold | None:
    answer, others = data.get("answer"), data.get("also_accepted")
    if not isinstance(answer, str):
        return None
    if answer == _UNANSWERABLE:
        return Gold(item=item.id, unanswerable=True, rule="imported")
    texts = [answer, *(str(other) for other in (others if isinstance(others, list) else []))]
    return Gold(item=item.id, accepted=tuple(_own_value(item.form, text) for text in texts), rule="imported")


def _own_value(form: Form, text: str) -> Value:
    match form:
        case Choice() | Ranking() | Preference():
            return tuple(text.split(","))
        case YesNo():
            if text not in ("yes", "no"):
                raise BadRow(f"the answer {text[:60]!r} is neither yes nor no")
            return text == "yes"
        case Number():
            number = r"(-?[\d.]+(?:e[+-]?\d+)?)"
            try:
                if found := re.fullmatch(f"{number}-{number}", text):
                    return Range(low=float(found[1]), high=float(found[2]))
                return float(text)
            except ValueError as error:
                raise BadRow(f"the answer {text[:60]!r} is not a number") from error
        case _:
            return text


def _answers(entry: Entry) -> list[str]:
    if not entry.golds:
        return []
    gold = entry.golds[0]
    return [_UNANSWERABLE] if gold.unanswerable else [as_text(value) for value in gold.accepted]


def _read_tags(found: JsonValue) -> Tags:
    try:
        tags = json.loads(found) if isinstance(found, str) else None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(tags, dict):
        return {}
    named = cast("dict[str, JsonValue]", tags)
    return {name: tuple(str(one) for one in some) for name, some in named.items() if isinstance(some, list)}


def _json(value: object) -> str | None:
    return json.dumps(value, ensure_ascii=False) if value else None


def _stand_in(names: Mapping[str, str], id: str | None) -> JsonValue:
    return {PICTURE: names[id]} if id is not None and id in names else None
