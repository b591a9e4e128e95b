"""A folder of pictures, with captions from a CSV or JSON Lines file if there is one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal, cast

from pydantic import JsonValue

from optotype.errors import BadSource, Fault
from optotype.files import csvs, jsons
from optotype.files.folders import listed
from optotype.formats import REST, Data, Entry, Format, Row, Source, Target, picture_name
from optotype.formats._files import Spooled, copy_pictures, write_csv
from optotype.pictures import EXTENSIONS
from optotype.records import Picture

METADATA = ("metadata.jsonl", "metadata.csv", "captions.jsonl", "captions.csv")
"""Files that tell about the pictures in their folder and below; the first that is there counts."""

_NAMES = ("file_name", "file", "image", "filename", "name")
_CAPTIONS = ("caption", "text", "description")
_ENDINGS = {*EXTENSIONS.values(), "jpeg", "tiff"}


@dataclass(frozen=True)
class Folder(Format):
    """All pictures in a folder and in the folders within; a row is a picture, with whatever is asked about it."""

    name = "folder"
    title = "A folder of pictures"
    unit = "cluster"
    pictures_alone = True

    table: Literal["jsonl", "csv"] = "jsonl"
    """How the captions are written."""

    def default_name(self, path: Path) -> str:
        """The folder's own name."""
        return path.resolve().name or self.name

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Pictures in the order of the file that tells about them, then the others by name.

        Links are not followed, and what is hidden is left out.
        """
        if not source.path.is_dir():
            raise BadSource(f"{source.path} is not a folder; a folder with pictures in it was expected.")
        found = False
        for row in _below(source.path):
            found = True
            yield row
        if not found:
            raise BadSource(f"{source.path}: no picture in it. Pictures end in {', '.join(sorted(_ENDINGS))}.")

    def entry(self, row: Row, source: Source) -> Entry:
        """A row is a picture; what is asked about it stands in the field of the rest."""
        path = str(row.data.get(_key(row.data), ""))
        if not path:
            return Entry()
        name = picture_name(path)
        folder = PurePosixPath(name).parent.name
        picture = Picture(
            id=f"{source.collection}/{name}",
            collection=source.collection,
            name=name,
            caption=next((text for field in _CAPTIONS if isinstance(text := row.data.get(field), str)), ""),
            tags={"folder": (folder,)} if folder else {},
        )
        return Entry(pictures=(picture,), files={picture.id: row.locate(path)})

    def row(self, entry: Entry) -> Data:
        """The picture's name and caption; no name for questions about text alone."""
        if not entry.pictures:
            return {"file_name": ""}
        picture = entry.pictures[0]
        data: Data = {"file_name": picture.name}
        if picture.caption:
            data["caption"] = picture.caption
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """The pictures under their names, and the file that tells about them."""
        file = target.folder / "metadata.jsonl"
        jsons.write_lines(file, _with_pictures(rows, target))
        if self.table == "csv":
            write_csv(target.folder / "metadata.csv", Spooled(file), ())
            file.unlink()


def _with_pictures(rows: Iterable[tuple[Data, Entry]], target: Target) -> Iterator[Data]:
    for data, entry in rows:
        copy_pictures(entry, target, ".")
        yield data


def _below(root: Path) -> Iterator[Row | Fault]:
    """The pictures in a folder and in the folders within: those that a file tells about, then the others."""
    told: set[str] = set()
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            folders, files = listed(root / folder)
        except OSError as error:
            yield Fault(folder or ".", f"cannot be read: {error.strerror}")
            continue
        if metadata := next((name for name in METADATA if name in files), None):
            yield from _told(root, folder, metadata, told)
        for name in files:
            path = f"{folder}{name}"
            if name.rpartition(".")[2].casefold() not in _ENDINGS or path in told:
                continue
            if path == picture_name(path):
                yield Row({"file_name": path}, path, folder=root)
            else:
                # as Python shows it: the name may not be text at all
                yield Fault(ascii(path), "a picture cannot be called so; rename it")
        waiting += [f"{folder}{name}/" for name in reversed(folders)]


def _told(root: Path, folder: str, name: str, told: set[str]) -> Iterator[Row | Fault]:
    """The rows of a file that tells about pictures.

    Args:
        root: what was imported.
        folder: that the file lies in, as seen from there; ends in a slash.
        name: of the file.
        told: pictures that were told about; those that the file names are added.
    """
    file = f"{folder}{name}"
    for found in _read(root / file, file):
        if isinstance(found, Fault):
            yield found
            continue
        place, data = found
        if not isinstance(data, dict):
            yield Fault(f"{file}, {place}", "an object with fields was expected")
            continue
        key, rest = _key(data), data.get(REST)
        path = data.get(key)
        if not isinstance(path, str) or not (path or rest):
            fields = ", ".join(list(data)[:12]) or "nothing"
            yield Fault(f"{file}, {place}", f"no picture's name in a field called file_name; found: {fields}")
            continue
        if path:
            data[key] = path = f"{folder}{path}"
            if not rest and picture_name(path) in told:
                yield Fault(f"{file}, {place}", f"the picture {path} was told about before; the first one counts")
                continue
            told.add(picture_name(path))
        told.update(_names_in(rest))
        yield Row(data, file, place, folder=root)


def _read(path: Path, name: str) -> Iterator[tuple[str, JsonValue] | Fault]:
    if path.suffix == ".jsonl":
        yield from jsons.lines(path, name)
        return
    try:
        for found in csvs.rows(path, name):
            if isinstance(found, Fault):
                yield found
            else:
                # a table has a field in all rows or in none: an empty one says nothing
                yield found[0], {key: text for key, text in found[1].items() if text}
    except BadSource as error:
        yield Fault(name, str(error).removeprefix(f"{name}: "))


def _key(data: Data) -> str:
    return next((name for name in _NAMES if name in data), _NAMES[0])


def _names_in(rest: JsonValue) -> Iterator[str]:
    """The pictures that only the rest of a row names: those of options."""
    if isinstance(rest, str):
        try:
            rest = cast("JsonValue", json.loads(rest))
        except (ValueError, RecursionError):
            return
    pictures = rest.get("pictures") if isinstance(rest, dict) else None
    for picture in pictures if isinstance(pictures, list) else []:
        if isinstance(picture, dict) and isinstance(name := picture.get("name"), str):
            yield picture_name(name)
