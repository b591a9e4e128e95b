"""Objects in JSON files, however they are laid out: an array, an object per line, a file each."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.files import jsons
from optotype.formats import Data, Source, picture_name


def objects(source: Source) -> Iterator[tuple[Path, str, Data] | Fault]:
    """The objects in a JSON file, or in all JSON files of a folder and the folders in it: (file, place, object).

    A file is one array, one object, or an object per line. In a folder, a file that cannot be read is a fault and the
    rest goes on; links to folders are not followed.

    Raises:
        BadSource: there is no such file, or the only one holds no JSON.
    """
    if source.path.is_file():
        yield from _in_file(source.path, source.path.name)
        return
    found = False
    for parent, folders, files in os.walk(source.path):
        folders.sort()
        for file in sorted(Path(parent, name) for name in files):
            if file.suffix not in (".json", ".jsonl") or file.name.startswith("."):
                continue
            found = True
            name = seen_from(file, source)
            try:
                yield from _in_file(file, name)
            except BadSource as error:
                yield Fault(name, str(error).removeprefix(f"{name}: "))
    if not found:
        raise BadSource(f"{source.path}: no .json or .jsonl file in it.")


def _in_file(file: Path, name: str) -> Iterator[tuple[Path, str, Data] | Fault]:
    for found in _values(file, name):
        if isinstance(found, Fault):
            yield found
        elif isinstance(value := found[1], dict):
            yield file, found[0], value
        else:
            yield Fault(", ".join(part for part in (name, found[0]) if part), "an object with fields was expected")


def _values(file: Path, name: str) -> Iterator[tuple[str, JsonValue] | Fault]:
    if file.suffix == ".jsonl" or _begins_with_whole_line(file):
        yield from jsons.lines(file, name)
    elif jsons.begins_with_array(file) or file.stat().st_size == 0:
        yield from jsons.elements(file, name)
    else:
        try:
            yield "", jsons.load(file)
        except BadRow as error:
            yield Fault(name, str(error))


def _begins_with_whole_line(file: Path) -> bool:
    """Does a file begin with an object on a line of its own? Many a .json file holds an object per line."""
    with file.open("rb") as stream:
        if not stream.read(8).removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{"):
            return False
    return not isinstance(next(jsons.lines(file, ""), None), Fault)


def seen_from(file: Path, source: Source) -> str:
    """A file's name, as seen from the source that it lies in."""
    return file.name if file == source.path else file.relative_to(source.path).as_posix()


def picture_place(path: str, folder: str) -> str:
    """Where an export puts a picture: at its path; in the folder, if a file of rows could lie there."""
    place = picture_name(path)
    taken = place.startswith(".") or ("/" not in place and place.endswith((".json", ".jsonl", ".xml")))
    return f"{folder}/{place}" if taken else place
