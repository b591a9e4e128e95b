"""COCO captions: pictures with the sentences by which several people described them (Chen et al., 2015)."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TextIO, cast

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.files import jsons
from optotype.formats import REST, Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._captioning import captioning
from optotype.formats._files import SPLITS, Spooled, by_file, file_stem, files_of, rows_of, split_named
from optotype.records import Collection, Picture
from optotype.scratch import scratch
from optotype.values import as_number

LICENCE = f"{REST}_licence"
"""The field that holds a picture's licence where it is not the one that the file's list has under its number."""

CAPTIONS, ANNOTATIONS = f"{REST}_captions", f"{REST}_annotations"
"""The fields in which an image carries its captions, and what else stands in their annotations, on the way."""

_ARRAYS = ("images", "annotations")
_PICTURES = "images"
_LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Coco(Format):
    """JSON files with `images` and `annotations`: a caption each, which names its image by number."""

    name = "coco"
    title = "COCO captions"
    citation = "Chen et al.: Microsoft COCO Captions: Data Collection and Evaluation Server. 2015."
    url = "https://cocodataset.org"
    unit = "cluster"
    forms = frozenset({"short_text"})
    splits = SPLITS

    def default_name(self, path: Path) -> str:
        """After the file, since each has a list of licences of its own: `coco-val2014`."""
        part = path.stem.removeprefix("captions").strip("_-")
        return self.name if path.is_dir() or not part else f"{self.name}-{part}"

    def collection(self, source: Source) -> Collection:
        """What stands in a file beside images and annotations is kept here, by split."""
        heads: dict[str, JsonValue] = {}
        for file in _files(source):
            split, head = _split(file, source) or "", _head(file)
            if heads.setdefault(split, head) != head:
                raise BadSource(
                    f"{source.path}: {file.name} and another file are of the same split, and differ in 'info' or "
                    "'licenses'. Import them one at a time, each with a --name of its own."
                )
        info = next((head.get("info") for head in heads.values() if isinstance(head, dict)), None)
        described = info if isinstance(info, dict) else {}
        try:
            collection = Collection(
                id=source.collection,
                format=self.name,
                title=str(described.get("description") or self.title),
                citation=self.citation,
                url=str(described.get("url") or self.url),
                extra={self.name: heads},
            )
            return Collection.model_validate_json(collection.model_dump_json())
        except ValueError as error:
            raise BadSource(
                f"{source.path}: 'info', 'licenses' or another field beside them is nested too deeply, or has half a "
                "character in it, and cannot be kept. Delete it and import again."
            ) from error

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Every image with its captions. They wait on disk until the file was read through, so memory stays flat."""
        yield from rows_of(_files(source), lambda file: _rows(file, source))

    def entry(self, row: Row, source: Source) -> Entry:
        """An image is one picture to be described; its captions are the references."""
        data, name = row.data, need_text(row.data, "file_name")
        size = {side: value for side in ("width", "height") if type(value := data.get(side)) is int and value > 0}
        picture = Picture(
            id=f"{source.collection}/{name}",
            collection=source.collection,
            name=picture_name(name),
            width=size.get("width"),
            height=size.get("height"),
            licence=licence if isinstance(licence := data.get(LICENCE), str) else None,
        )
        captions = data.get(CAPTIONS, [])
        if not isinstance(captions, list) or not all(isinstance(caption, str) for caption in captions):
            raise BadRow(f"captions are {json.dumps(captions)[:60]}, but a list of texts was expected")
        references = tuple(cast("list[str]", captions))
        item, golds = captioning(need_text(data, "id"), references, picture, row, source, self.name)
        return Entry(items=(item,), pictures=(picture,), golds=golds, files={picture.id: row.locate(name)})

    def row(self, entry: Entry) -> Data:
        """The fields of an image, with its captions, and what else stands in their annotations."""
        item = entry.items[0]
        native = item.native
        picture = entry.picture_of(item)
        accepted = next((gold.accepted for gold in entry.golds if gold.item == item.id), ())
        captions: list[JsonValue] = [value for value in accepted if isinstance(value, str)]
        data: Data = {"id": as_number(native), "file_name": native if picture is None else picture.name}
        if picture is not None and item.origin.by != self.name:
            # a file that came in this format says sizes its own way, if at all, and that is kept
            data |= {side: value for side in ("width", "height") if (value := getattr(picture, side)) is not None}
        if picture is not None and picture.licence is not None:
            data[LICENCE] = picture.licence
        data[CAPTIONS] = captions
        data[ANNOTATIONS] = [{"id": _number(native, place)} for place in range(len(captions))]
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file per split, `captions_val.json`, and `images/`."""
        heads: dict[str, Data] = {}

        def file(_data: Data, entry: Entry) -> str:
            split, collection = entry.items[0].split, entry.items[0].collection
            name = "captions.json" if split is None else f"captions_{file_stem(split)}.json"
            if name not in heads:
                heads[name] = _head_for(split, target, collection)
            return name

        for name, images in by_file(rows, target, file, lambda _: _PICTURES):
            with (target.folder / name).open("w", encoding="utf-8", newline="\n") as stream:
                _write(stream, heads[name], images)


# --- reading: images and annotations stand in two arrays, and meet in a database of their own


def _files(source: Source) -> list[Path]:
    folder = source.path / "annotations"
    if not source.path.is_file() and folder.is_dir():
        source = Source(folder, source.collection)
    files = files_of(source, "*.json")
    # the folder of the originals also holds instances and key points
    return [file for file in files if file.name.startswith("captions")] or files


def _split(file: Path, source: Source) -> str | None:
    return source.split or split_named(file.stem)


def _head(file: Path) -> Data:
    """What stands in a file beside its two arrays; a file that cannot be read has nothing."""
    head: Data = {}
    try:
        for found in jsons.members(file, file.name, _ARRAYS):
            if not isinstance(found, Fault) and found[0] not in _ARRAYS:
                head[found[0]] = found[2]
    except BadSource:
        return {}
    return head


def _rows(file: Path, source: Source) -> Iterator[Row | Fault]:
    images = "images (position INTEGER PRIMARY KEY, id TEXT UNIQUE, place TEXT, body TEXT)"
    annotations = "annotations (position INTEGER PRIMARY KEY, image TEXT, place TEXT, body TEXT)"
    with closing(scratch(images, annotations)) as database:
        head: Data = {}
        for found in jsons.members(file, file.name, _ARRAYS):
            if isinstance(found, Fault):
                yield found
            elif found[0] not in _ARRAYS:
                head[found[0]] = found[2]
            elif problem := _put(database, *found):
                yield Fault(f"{file.name}, {found[1]}", problem)
        database.execute("CREATE INDEX of_image ON annotations (image)")
        yield from _of_no_image(database, file.name)
        split, pictures = _split(file, source), source.pictures or _pictures_beside(file)
        for place, data in _images_with_captions(database, _licences(head)):
            yield Row(data, file.name, place, split, pictures)
        if database.execute("SELECT 1 FROM images").fetchone() is None:
            raise BadSource(f"{file.name}: no images in it; an object with 'images' and 'annotations' was expected.")


def _images_with_captions(database: sqlite3.Connection, licences: Mapping[str, str]) -> Iterator[tuple[str, Data]]:
    for id, place, body in database.execute("SELECT id, place, body FROM images ORDER BY position"):
        data = cast("Data", json.loads(body))
        licence = data.pop(LICENCE, _licence(data, licences))
        if licence:
            data[LICENCE] = licence
        yield place, data | _captions(database, id)


def _put(database: sqlite3.Connection, member: str, place: str, value: JsonValue) -> str | None:
    """Puts an image or annotation into the database; says why, if it cannot be used."""
    if not isinstance(value, dict):
        return f"{json.dumps(value)[:60]} was found, but an object with fields was expected"
    field = "id" if member == "images" else "image_id"
    if not isinstance(id := value.get(field), int | str) or isinstance(id, bool):
        return f"the field '{field}' is {json.dumps(id)[:60]}, but a number was expected"
    if member == "annotations":
        if not isinstance(value.get("caption"), str):
            return f"no caption; found: {', '.join(list(value)[:12])}. Only captions are read."
        insert = "INSERT INTO annotations (image, place, body) VALUES (?, ?, ?)"
    else:
        insert = "INSERT OR IGNORE INTO images (id, place, body) VALUES (?, ?, ?)"
    # escaped, since half a character could not be put there
    done = database.execute(insert, (json.dumps(id), place, json.dumps(value)))
    return None if done.rowcount else f"a second image with the id {id!r}; the first one counts"


def _of_no_image(database: sqlite3.Connection, name: str) -> Iterator[Fault]:
    lost = "SELECT place, image FROM annotations WHERE image NOT IN (SELECT id FROM images) ORDER BY position"
    for place, image in database.execute(lost):
        yield Fault(f"{name}, {place}", f"a caption for the image {image}, which the file does not hold")


def _captions(database: sqlite3.Connection, id: str) -> Data:
    """The captions of an image, and apart from them what else their annotations say."""
    captions: list[JsonValue] = []
    annotations: list[JsonValue] = []
    for (body,) in database.execute("SELECT body FROM annotations WHERE image = ? ORDER BY position", (id,)):
        annotation = cast("Data", json.loads(body))
        captions.append(annotation.pop("caption"))
        del annotation["image_id"]
        annotations.append(annotation)
    return {CAPTIONS: captions, ANNOTATIONS: annotations}


def _licences(head: Mapping[str, JsonValue]) -> dict[str, str]:
    """The names of licences, or their addresses, by number."""
    licences = head.get("licenses")
    found: dict[str, str] = {}
    for licence in licences if isinstance(licences, list) else []:
        if isinstance(licence, dict) and isinstance(name := licence.get("name") or licence.get("url"), str):
            found[json.dumps(licence.get("id"))] = name
    return found


def _licence(data: Data, licences: Mapping[str, str]) -> str | None:
    """What the list has under the number that an image names."""
    return licences.get(json.dumps(data["license"])) if "license" in data else None


def _pictures_beside(file: Path) -> Path:
    part = file.stem.removeprefix("captions").strip("_-")
    places = [file.parent] if file.parent.name != "annotations" else [file.parent, file.parent.parent]
    folders = [place / name for place in places for name in (f"{_PICTURES}/{part}", _PICTURES, part) if name]
    return next((folder for folder in folders if folder.is_dir()), file.parent)


# --- writing


def _number(native: str, place: int) -> int:
    """A number for an annotation that came without one: the same each time, and hardly ever the same as another."""
    return int.from_bytes(hashlib.sha256(f"{place} {native}".encode()).digest()[:6])


def _head_for(split: str | None, target: Target, collection: str) -> Data:
    """What a file of this split had beside its arrays; else what another file of the collection had."""
    heads = target.collections[collection].extra.get(Coco.name, {}) if collection in target.collections else {}
    head = heads.get(split or "", next(iter(heads.values()), None))
    return dict(head) if isinstance(head, dict) else {"info": {"description": target.about.title}, "licenses": []}


def _write(stream: TextIO, head: Data, images: Spooled) -> None:
    licences = _licences(head)
    stream.write("{\n")
    for name, value in head.items():
        stream.write(f"{jsons.dumps(name)}: {jsons.dumps(value)},\n")
    for name, elements in (("images", _images(images, licences)), ("annotations", _annotations(images))):
        stream.write(f'"{name}": [')
        for number, element in enumerate(elements):
            stream.write(f"{',' if number else ''}\n{element}")
        stream.write("\n],\n" if name == "images" else "\n]\n}\n")


def _images(images: Iterable[Data], licences: Mapping[str, str]) -> Iterator[str]:
    for data in images:
        del data[CAPTIONS], data[ANNOTATIONS]
        licence = data.pop(LICENCE, None)
        if licence != _licence(data, licences):
            data[LICENCE] = licence or ""
        yield jsons.dumps(data)


def _annotations(images: Iterable[Data]) -> Iterator[str]:
    """All annotations, in the order of their numbers as in the originals; image by image, if that is another order."""
    with closing(scratch("annotations (position INTEGER PRIMARY KEY, number INTEGER, body TEXT)")) as database:
        rising = True
        for data in images:
            last = -_LARGEST
            for annotation in _of_image(data):
                number = annotation.get("id")
                if type(number) is int and last < number <= _LARGEST:
                    last = number
                else:
                    rising = False
                row = (last, jsons.dumps(annotation))
                database.execute("INSERT INTO annotations (number, body) VALUES (?, ?)", row)
        by_number = "SELECT body FROM annotations ORDER BY number, position"
        by_image = "SELECT body FROM annotations ORDER BY position"
        for (body,) in database.execute(by_number if rising else by_image):
            yield body


def _of_image(data: Data) -> Iterator[Data]:
    captions, others = cast("list[str]", data[CAPTIONS]), cast("list[Data]", data[ANNOTATIONS])
    for place, (caption, other) in enumerate(zip_longest(captions, others[: len(captions)])):
        annotation: Data = {"image_id": data["id"], **(other or {"id": _number(str(data["id"]), place)})}
        yield annotation | {"caption": caption}
