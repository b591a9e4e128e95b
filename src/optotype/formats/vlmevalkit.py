"""VLMEvalKit: one TSV per benchmark, with the pictures in it as base64."""

from __future__ import annotations

import base64
import binascii
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.files import csvs, jsons
from optotype.formats import REST, Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._files import Spooled, files_of, rows_of, spool
from optotype.formats._names import by_content, in_row, spooled_pictures
from optotype.records import (
    Choice,
    Collection,
    Form,
    Gold,
    Item,
    Option,
    Picture,
    ShortText,
    Tags,
    Value,
    YesNo,
    labels,
)
from optotype.values import as_text, listed

LETTERS = tuple(labels(26))
COLUMNS = (
    "index", "image", "image_path", "question", "hint", *LETTERS, "answer", "category", "l2-category", "split",
)  # fmt: skip

_SHORT = 64
"""VLMEvalKit takes a picture that is no longer than this for the index of the row that holds it."""
_TAGS = ("category", "l2-category")


@dataclass(frozen=True)
class Vlmevalkit(Format):
    """A TSV with a header; a row is a question with its picture or pictures, its options and its answer."""

    name = "vlmevalkit"
    title = "A benchmark of VLMEvalKit"
    url = "https://github.com/open-compass/VLMEvalKit"

    def default_name(self, path: Path) -> str:
        """VLMEvalKit calls a benchmark by the name of its file."""
        return path.resolve().stem or self.name

    def collection(self, source: Source) -> Collection:
        """The record of the collection; it keeps the columns, since rows do not tell which of them are empty."""
        found = super().collection(source)
        for file in files_of(source, "*.tsv"):
            try:
                row = next((row for row in _fields(file) if not isinstance(row, Fault)), None)
            except BadSource:
                continue
            if row is not None:
                return found.model_copy(update={"extra": {self.name: {"columns": list(row[1])}}})
        return found

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Rows of the file, or of every TSV in the folder."""
        yield from rows_of(files_of(source, "*.tsv"), lambda file: _rows(file, source))

    def entry(self, row: Row, source: Source) -> Entry:
        """A row is a question."""
        data = row.data
        pictures = [
            Picture(id=f"{source.collection}/{name}", collection=source.collection, name=name)
            for name, _ in _named(data)
        ]
        files = {f"{source.collection}/{name}": row.locate(path) for name, path in _named(data)}
        options = _options(data, pictures)
        chosen_from = {option.picture for option in options}
        shown = tuple(dict.fromkeys(picture.id for picture in pictures if picture.id not in chosen_from))
        id = f"{source.collection}/{need_text(data, 'index')}"
        form, accepted = _form(data, options)
        split = data.get("split")
        item = Item(
            id=id,
            collection=source.collection,
            origin=row.origin(self.name),
            form=form,
            question=str(data.get("question", "")),
            text=str(data.get("hint", "")),
            pictures=shown,
            cluster=shown[0] if shown else id,
            split=str(split) if split else row.split,
            tags=_tags(data),
        )
        return Entry(
            items=(item,),
            pictures=tuple({picture.id: picture for picture in pictures}.values()),
            golds=(Gold(item=id, accepted=(accepted,), rule="imported"),) if accepted is not None else (),
            files=files,
        )

    def row(self, entry: Entry) -> Data:
        """The columns that say something; pictures stand there by name."""
        item = entry.items[0]
        names = list(in_row(entry))
        data: Data = {
            "index": item.native,
            "image": _Image(tuple(names), "one" if len(names) == 1 else "json").json(),
            "image_path": _paths(names),
            "question": item.question,
            "hint": item.text,
            **_option_columns(entry),
            "answer": _answer(entry),
            "split": item.split or "",
        }
        data |= {tag: item.tags[tag][0] for tag in _TAGS if tag in item.tags}
        return {name: value for name, value in data.items() if value}

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One TSV, called after the collection; rows are gone through again to put the pictures in."""
        path = target.folder / ".rows"
        columns: dict[str, None] = {}
        collections: dict[str, None] = {}
        spooled = spool(_spooled(rows, columns, collections), path)
        there = _holders(spooled)
        header = _header([target.collections[id] for id in collections if id in target.collections], columns)
        with (target.folder / f"{_stem(list(collections))}.tsv").open("w", encoding="utf-8", newline="") as stream:
            stream.write(csvs.line(header, "\t") + "\n")
            for one in spooled:
                data = cast("Data", one["data"])
                if "image" in data:
                    data["image"] = _image(data["image"], cast("dict[str, Data]", one["pictures"]), there, target)
                stream.write(csvs.line((_text(data.get(column)) for column in header), "\t") + "\n")
        path.unlink()


# --- the column of pictures


@dataclass(frozen=True)
class _Image:
    """What stands in a row for its pictures: their names, and how they were written where that is unusual."""

    names: tuple[str, ...]
    style: str = "json"
    """Of several: `json` or `python`. Of one: `one`. `reference`: to the row that holds them."""
    to: str = ""
    """Index of the row that is referred to."""
    before: tuple[str, ...] = ()
    """What stands before each picture: `data:image/png;base64,`."""

    def json(self) -> JsonValue:
        if not self.before and self.style == "one":
            return self.names[0]
        if not self.before and self.style == "json":
            return list(self.names)
        return {"names": list(self.names), "style": self.style, "to": self.to, "before": list(self.before)}


def _read_image(value: JsonValue) -> _Image:
    match value:
        case str():
            return _Image((value,), "one")
        case list():
            return _Image(tuple(str(name) for name in value))
        case {"names": list(names), "style": str(style), "to": str(to), "before": list(before)}:
            return _Image(tuple(map(str, names)), style, to, tuple(map(str, before)))
        case _:
            return _Image(())


_Held = Mapping[str, Sequence[tuple[str, bytes]]]
"""By index, the pictures of rows that others refer to, with their names."""


class _Shared(_Held):
    """Pictures that several rows show. They lie on disk, so that memory stays flat."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._places: dict[str, list[tuple[str, int, int]]] = {}

    def hold(self, index: str, pictures: Mapping[str, bytes]) -> None:
        for name, content in pictures.items():
            self._places.setdefault(index, []).append((name, self._stream.tell(), len(content)))
            self._stream.write(content)

    def __getitem__(self, index: str) -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = []
        for name, start, length in self._places[index]:
            self._stream.seek(start)
            found.append((name, self._stream.read(length)))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _rows(file: Path, source: Source) -> Iterator[Row | Fault]:
    with tempfile.TemporaryFile() as stream:
        shared = _find_shared(file, _Shared(stream))
        for found in _fields(file):
            if isinstance(found, Fault):
                yield found
                continue
            place, fields = found
            # a table has a field in all rows or in none: an empty one says nothing
            data: Data = {name: text for name, text in fields.items() if text}
            files: dict[str, bytes] = {}
            if "image" in data:
                image, files = _take(fields, shared)
                data["image"] = image.json()
            elif "image" in fields and (paths := _listed(fields.get("image_path", ""))):
                # the column is there, and the picture was missing when it was written
                names = tuple(map(picture_name, paths))
                data["image"] = _Image(names, "one" if len(names) == 1 else "json").json()
            yield Row(data, file.name, place, source.split, source.pictures or file.parent, files)


def _fields(file: Path) -> Iterator[tuple[str, dict[str, str]] | Fault]:
    return csvs.rows(file, file.name, delimiter="\t", columns=("index",))


def _find_shared(file: Path, shared: _Shared) -> _Shared:
    """The pictures that rows refer to; the rows that hold them may come before or after."""
    referred = {
        image for row in _fields(file) if not isinstance(row, Fault) and _refers(image := row[1].get("image", ""))
    }
    if referred:
        for row in _fields(file):
            if not isinstance(row, Fault) and (index := row[1]["index"]) in referred and index not in shared:
                shared.hold(index, _take(row[1], {})[1])
    return shared


def _refers(image: str) -> bool:
    return 0 < len(image) <= _SHORT


def _take(fields: Mapping[str, str], shared: _Held) -> tuple[_Image, dict[str, bytes]]:
    """What stands for the pictures of a row, and the pictures by name."""
    image, paths = fields.get("image", ""), _listed(fields.get("image_path", ""))
    if _refers(image):
        held = dict(shared.get(image, ()))
        names = tuple(held) or tuple(map(picture_name, paths)) or (picture_name(f"{image}.jpg"),)
        return _Image(names, "reference", image), held
    style, parts = _parts(image)
    before = tuple(map(_start, parts))
    contents = [_decoded(part[len(start) :]) for part, start in zip(parts, before, strict=True)]
    if len(paths) == len(parts):
        names = tuple(map(picture_name, paths))
    else:
        names = tuple(map(by_content, contents))
    return _Image(names, style, before=before if any(before) else ()), dict(zip(names, contents, strict=True))


def _start(part: str) -> str:
    """What stands before a picture: `data:image/png;base64,`."""
    comma = part.find(",", 0, 200) if part.startswith("data:") else -1
    return part[: comma + 1]


def _parts(image: str) -> tuple[str, list[str]]:
    """How pictures are written, and each of them: `["...", "..."]`, `['...', '...']`, or one alone."""
    if image.startswith("["):
        for style, text in (("json", image), ("python", image.replace("'", '"'))):
            try:
                parts = json.loads(text)
            except ValueError:
                continue
            if isinstance(parts, list) and parts and all(isinstance(part, str) for part in cast("list[object]", parts)):
                return style, cast("list[str]", parts)
    return "one", [image]


def _decoded(text: str) -> bytes:
    """The picture; or the text itself, which is then found to be no picture."""
    try:
        return binascii.a2b_base64(text) or text.encode()
    except ValueError:
        return text.encode()


def _listed(text: str) -> list[str]:
    """A text, or several written as a list."""
    several = listed(text)
    return [str(one) for one in several] if several is not None else [text] if text else []


def _image(value: JsonValue, pictures: Mapping[str, Data], there: Mapping[str, _Image], target: Target) -> str:
    """The column as it is written: base64, or the index of the row that holds the same."""
    image = _read_image(value)
    if image.style == "reference" and there.get(image.to, _Image(())).names == image.names:
        return image.to
    contents = [
        target.content(Picture.model_validate(pictures[name])) if name in pictures else None for name in image.names
    ]
    if not any(contents):
        return image.to
    before = image.before or ("",) * len(contents)
    texts = [
        "" if content is None else start + base64.b64encode(content).decode()
        for start, content in zip(before, contents, strict=True)
    ]
    if image.style == "python":
        return str(texts)
    return texts[0] if len(texts) == 1 and image.style != "json" else jsons.dumps(cast("JsonValue", texts))


# --- writing


def _spooled(
    rows: Iterable[tuple[Data, Entry]], columns: dict[str, None], collections: dict[str, None]
) -> Iterator[Data]:
    """Rows with what is needed to put the pictures in; columns and collections are noted on the way."""
    for data, entry in rows:
        pictures = in_row(entry)
        if any(picture.file is None for picture in pictures.values()):
            # nothing else will tell which picture it was
            data.setdefault("image_path", _paths(_read_image(data.get("image")).names or tuple(pictures)))
        columns.update(dict.fromkeys(data))
        collections[entry.items[0].collection] = None
        yield {"data": data, "pictures": spooled_pictures(entry)}


def _holders(spooled: Spooled) -> dict[str, _Image]:
    """The rows that others refer to and that are there, by index, with the pictures that they hold."""
    images = ((str(data.get("index")), _read_image(data.get("image"))) for data in _data(spooled))
    referred = {image.to for _, image in images if image.style == "reference"}
    if not referred:
        return {}
    images = ((str(data.get("index")), _read_image(data.get("image"))) for data in _data(spooled))
    return {index: image for index, image in images if index in referred and image.style != "reference"}


def _data(spooled: Spooled) -> Iterator[Data]:
    return (cast("Data", one["data"]) for one in spooled)


def _header(collections: Iterable[Collection], columns: Iterable[str]) -> list[str]:
    """The columns as they came, then the others in their usual order."""
    kept = [cast("list[str]", one.extra.get(Vlmevalkit.name, {}).get("columns") or []) for one in collections]
    used = set(columns)
    known = [*(column for some in kept for column in some), *(column for column in COLUMNS if column in used), *columns]
    return sorted(dict.fromkeys(known), key=lambda column: column == REST)


def _stem(collections: list[str]) -> str:
    name = collections[0] if len(collections) == 1 else Vlmevalkit.name
    return re.sub(r"[^\w.-]", "_", name)[:100].lstrip(".") or Vlmevalkit.name


def _text(value: JsonValue) -> str:
    return "" if value is None else value if isinstance(value, str) else jsons.dumps(value)


# --- what the other columns say


def _named(data: Data) -> list[tuple[str, str]]:
    """The pictures of a row: their names, and the paths at which they lie if they do not stand in the row."""
    if "image" in data:
        return [(name, name) for name in _read_image(data["image"]).names]
    return [(picture_name(path), path) for path in _listed(str(data.get("image_path", "")))]


def _paths(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else jsons.dumps(list(names)) if names else ""


def _options(data: Data, pictures: Sequence[Picture]) -> tuple[Option, ...]:
    options: list[Option] = []
    for letter in LETTERS:
        text = data.get(letter)
        if not isinstance(text, str):
            continue
        shown = re.fullmatch(r"<image (\d{1,3})>", text)
        if shown and 0 < int(shown[1]) <= len(pictures):
            options.append(Option(label=letter, picture=pictures[int(shown[1]) - 1].id))
        else:
            options.append(Option(label=letter, text=text))
    return tuple(options)


def _option_columns(entry: Entry) -> dict[str, JsonValue]:
    numbers = {picture.id: number for number, picture in enumerate(entry.pictures, 1)}
    found: dict[str, JsonValue] = {}
    for option in entry.items[0].options:
        if option.label in LETTERS:
            found[option.label] = option.text or (
                f"<image {numbers[option.picture]}>" if option.picture in numbers else ""
            )
    return found


def _form(data: Data, options: tuple[Option, ...]) -> tuple[Form, Value | None]:
    """What is asked for, and what is right."""
    answer = str(data.get("answer", ""))
    if options:
        chosen = _chosen(answer, options)
        return Choice(options=options, several=len(chosen) > 1), chosen or None
    if answer in ("Yes", "No"):
        return YesNo(), answer == "Yes"
    return ShortText(), answer or None


def _chosen(answer: str, options: tuple[Option, ...]) -> tuple[str, ...]:
    names = [option.label for option in options]
    letters = tuple(re.findall(r"[A-Z]", answer)) if re.fullmatch(r"[A-Z](?:[,;\s]*[A-Z])*", answer) else ()
    if not answer or (letters and set(letters) <= set(names)):
        return tuple(dict.fromkeys(letters))
    same = [option.label for option in options if option.text == answer]
    if len(same) == 1:
        return (same[0],)
    raise BadRow(f"the answer {answer[:60]!r} is not among the options {', '.join(names)}")


def _answer(entry: Entry) -> str:
    if not entry.golds or entry.golds[0].unanswerable:
        return ""
    value = entry.golds[0].accepted[0]
    return ("Yes" if value else "No") if isinstance(value, bool) else as_text(value)


def _tags(data: Data) -> Tags:
    return {tag: (text,) for tag in _TAGS if isinstance(text := data.get(tag), str)}
