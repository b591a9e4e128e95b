"""What formats share in laying files out: one file per split, pictures beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO, TypeVar

from optotype.errors import BadSource, BadTarget, Fault
from optotype.files import csvs
from optotype.formats import REST, Data, Entry, Row, Source, Target, picture_name

_Key = TypeVar("_Key")


def files_of(source: Source, *patterns: str) -> list[Path]:
    """The file that a source is, or those in its folder that fit a pattern, in the order of their names.

    Raises:
        BadSource: there is none.
    """
    if source.path.is_file():
        return [source.path]
    found = {file for pattern in patterns for file in source.path.glob(pattern) if file.is_file()}
    if not found:
        raise BadSource(f"{source.path}: no file {' or '.join(patterns)} in it.")
    return sorted(found, key=lambda file: file.relative_to(source.path).as_posix())


def rows_of(files: Sequence[Path], read: Callable[[Path], Iterator[Row | Fault]]) -> Iterator[Row | Fault]:
    """The rows of each file in turn; among several, one that cannot be read is a fault and the rest goes on.

    Raises:
        BadSource: the only file cannot be read.
    """
    for file in files:
        try:
            yield from read(file)
        except BadSource as error:
            if len(files) == 1:
                raise
            yield Fault(file.name, str(error).removeprefix(f"{file.name}: "))


class Spooled(Iterable[Data]):
    """Rows that wait on disk, and can be gone through more than once."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[Data]:
        with self._path.open(encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)


def by_split(
    rows: Iterable[tuple[Data, Entry]], target: Target, pictures: str | None
) -> Iterator[tuple[str | None, Spooled]]:
    """The rows of each split, in the order in which splits come up; pictures are copied on the way."""
    spools = _spooled(
        rows, target, lambda _, entry: next((item.split for item in entry.items), None), lambda _: pictures
    )
    for split, spooled in _once(spools):
        yield None if split is None else file_stem(split), spooled


def spool(rows: Iterable[Data], path: Path) -> Spooled:
    """Puts rows on disk, so that they can be gone through more than once."""
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(data, ensure_ascii=False) + "\n" for data in rows)
    return Spooled(path)


def by_file(
    rows: Iterable[tuple[Data, Entry]],
    target: Target,
    name: Callable[[Data, Entry], str],
    pictures: Callable[[Entry], str],
) -> Iterator[tuple[str, Spooled]]:
    """The rows of each file, files in the order of their names, which is the order in which they will be read.

    Args:
        rows: what is to be written.
        target: where to.
        name: the file of a row, as seen from the target.
        pictures: the folder to which the pictures of an entry are copied on the way.
    """
    spools = _spooled(rows, target, name, pictures)
    yield from _once({file: spools[file] for file in sorted(spools)})


def _spooled(
    rows: Iterable[tuple[Data, Entry]],
    target: Target,
    key: Callable[[Data, Entry], _Key],
    pictures: Callable[[Entry], str | None],
) -> dict[_Key, Path]:
    """By key, where its rows wait on disk, so that memory stays flat; pictures are copied on the way."""
    spools: dict[_Key, TextIO] = {}
    with ExitStack() as stack:
        for data, entry in rows:
            if (place := key(data, entry)) not in spools:
                path = target.folder / f".rows-{len(spools)}"
                spools[place] = stack.enter_context(path.open("w", encoding="utf-8"))
            spools[place].write(json.dumps(data, ensure_ascii=False) + "\n")
            if (folder := pictures(entry)) is not None:
                copy_pictures(entry, target, folder)
    return {place: Path(stream.name) for place, stream in spools.items()}


def _once(spools: Mapping[_Key, Path]) -> Iterator[tuple[_Key, Spooled]]:
    """The rows under each key; they are gone from disk when the next are asked for."""
    for key, path in spools.items():
        yield key, Spooled(path)
        path.unlink()


def write_csv(path: Path, rows: Iterable[Data], columns: Sequence[str], *, end: str = "\n") -> None:
    """Writes rows as CSV; columns that only some rows have come after those named, and the rest last.

    Rows are looked at twice, since a header cannot be mended: hand over a list, or something that can begin anew.
    """
    columns = [*columns, *dict.fromkeys(name for row in rows for name in row if name not in columns)]
    if REST in columns:
        columns.append(columns.pop(columns.index(REST)))
    csvs.write(path, columns, rows, end=end)


def copy_pictures(entry: Entry, target: Target, folder: str) -> None:
    """Copies the pictures of an entry, each under its own name."""
    for picture in entry.pictures:
        target.copy(picture, f"{folder}/{picture_name(picture.name)}")


def file_stem(split: str) -> str:
    """The split's name, if it can be the name of a file."""
    if split != picture_name(split) or "/" in split or split.startswith("."):
        raise BadTarget(f"A split called {split!r} cannot be the name of a file; rename it with 'optotype split'.")
    return split


_SPLITS = {"train": "train", "validation": "val", "val": "val", "dev": "val", "test": "test"}

SPLITS = frozenset(_SPLITS.values())
"""The splits that `split_named` finds."""


def split_named(name: str) -> str | None:
    """The split that a name tells by one of its words, as `captions_val2014` does; None where it tells two, or none."""
    found = {_SPLITS[word] for word in re.findall(r"[a-z]+", name.casefold()) if word in _SPLITS}
    return found.pop() if len(found) == 1 else None
