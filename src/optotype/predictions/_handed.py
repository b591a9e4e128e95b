"""Files as they are handed in: plain or in a zip archive, as a table, an array, lines or an object."""

from __future__ import annotations

import codecs
import csv
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.files import csvs, jsons
from optotype.files.jsons import excerpt
from optotype.formats import Data

MOST_UNPACKED = 1 << 30
"""An archive's file that is longer than this when unpacked is refused, whatever the archive says its length is."""

_START = 1 << 20
_FIRST_LEAVES = 1000
_DEPTH = 3
_DELIMITERS = (",", "\t", ";")
_SUFFIXES = (".json", ".jsonl", ".csv", ".tsv")
_LOG_HEADER = "header.json"
"""A file that every archive has which Inspect keeps a log in."""
_OTHER_ENCODINGS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True)
class Handed:
    """A file that was handed in, and what it looks like from outside."""

    path: Path
    name: str
    """As it is called where something is said about it; without the folders above it."""
    layout: Literal["table", "array", "lines", "object"]
    fields: tuple[str, ...]
    """The columns of a table, the fields of the first row, or the names of an object's first members."""
    delimiter: str = ","
    """What stands between the columns of a table."""

    @property
    def found(self) -> str:
        """What it looks like, in words."""
        what = {
            "table": "a table with the columns",
            "array": "a JSON array of objects with the fields",
            "lines": "JSON Lines with the fields",
            "object": "a JSON object with the members",
        }[self.layout]
        return f"{what} {listed(self.fields)}"

    def rows(self, *, constants: bool = False) -> Iterator[tuple[str, Data]]:
        """The rows of anything but an object, with the place of each.

        Args:
            constants: Let NaN and infinities pass, which other programs write into their logs.

        Raises:
            BadSource: it cannot be read to its end.
        """
        for place, row in self._values(constants):
            if not isinstance(row, dict):
                raise BadSource(f"{place}: an object with fields was expected, not {excerpt(row)}.")
            yield place, row

    def leaves(
        self, opens: Callable[[tuple[str, ...]], bool], *, constants: bool = False
    ) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
        """The values in a JSON file; see `files.jsons.leaves`.

        Raises:
            BadSource: it cannot be read to its end.
        """
        for found in jsons.leaves(self.path, self.name, opens, constants=constants):
            if isinstance(found, Fault):
                raise BadSource(f"{found}.")
            yield found

    def _values(self, constants: bool) -> Iterator[tuple[str, JsonValue]]:
        if self.layout == "array":
            for steps, row in self.leaves(lambda steps: not steps, constants=constants):
                yield f"{self.name}, element {steps[0]}", row
            return
        rows = (
            csvs.rows(self.path, self.name, delimiter=self.delimiter)
            if self.layout == "table"
            else jsons.lines(self.path, self.name, constants=constants)
        )
        for found in rows:
            if isinstance(found, Fault):
                raise BadSource(f"{found}.")
            place, row = found
            yield f"{self.name}, {place}", {**row} if isinstance(row, dict) else row


def listed(names: Iterable[str]) -> str:
    """The first of some names, to be told in a message."""
    return ", ".join(islice(names, 20))[:300] or "(none)"


@contextmanager
def opened(path: Path) -> Generator[Handed]:
    """A file to read. In a zip archive it is the only one, or the one named behind it: `answers.zip/LabTabVQA.json`.

    Raises:
        BadSource: there is no such file, or it is no text.
    """
    with ExitStack() as stack:
        try:
            handed = _looked_at(*_found(path, stack))
        except OSError as error:
            raise BadSource(f"{path} cannot be read: {error.strerror or error}.") from error
        yield handed


def _found(path: Path, stack: ExitStack) -> tuple[Path, str]:
    """Where a file lies, and what it is called."""
    if path.is_file() and not _is_archive(path):
        return path, path.name
    archive = next((place for place in (path, *path.parents) if place.is_file()), None)
    if archive is None or not _is_archive(archive):
        what = "is a folder; name the file with the predictions" if path.is_dir() else "does not exist"
        raise BadSource(f"{path} {what}.")
    try:
        return _unpacked(archive, path.relative_to(archive).as_posix(), stack)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        # a RuntimeError is how a password is asked for
        raise BadSource(f"{archive.name} cannot be unpacked: {error}.") from error


def _is_archive(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) in (b"PK\x03\x04", b"PK\x05\x06")


def _unpacked(path: Path, wanted: str, stack: ExitStack) -> tuple[Path, str]:
    """A file of an archive, unpacked under a name of our own: what the archive calls it is never a path on disk."""
    with zipfile.ZipFile(path) as archive:
        members = {
            member.filename: member
            for member in archive.infolist()
            if member.filename.endswith(_SUFFIXES) and not _hidden(member.filename)
        }
        if not members:
            raise BadSource(f"{path.name}: no {', '.join(_SUFFIXES)} file in it.")
        if wanted == ".":
            if _LOG_HEADER in members:
                raise BadSource(
                    f"{path.name}: a log of Inspect in many pieces was found; one in JSON was expected. Make it with: "
                    f"inspect log convert {path.name} --to json --output-dir DIR"
                )
            if len(members) > 1:
                raise BadSource(
                    f"{path.name}: one file of predictions was expected in it, not {len(members)}: {listed(members)}. "
                    f"Name the one that is meant: {path.name}/NAME."
                )
            wanted = next(iter(members))
        if wanted not in members:
            raise BadSource(f"{path.name}: there is no file '{wanted}' in it. Found: {listed(members)}.")
        file = stack.enter_context(tempfile.NamedTemporaryFile())  # noqa: SIM115 - closed by the stack
        with archive.open(members[wanted]) as stream:
            while chunk := stream.read(1 << 20):
                file.write(chunk)
                if file.tell() > MOST_UNPACKED:
                    raise BadSource(
                        f"{path.name}/{wanted}: longer than {MOST_UNPACKED >> 20} MB when unpacked. Unpack it yourself "
                        "if that is right, and name the file."
                    )
        file.flush()
        return Path(file.name), f"{path.name}/{wanted}"


def _hidden(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")


def _looked_at(path: Path, name: str) -> Handed:
    with path.open("rb") as stream:
        start = stream.read(_START)
    for mark, encoding in _OTHER_ENCODINGS.items():
        if start.startswith(mark):
            raise BadSource(f"{name}: the file is {encoding}; save it as UTF-8.")
    text = start.removeprefix(codecs.BOM_UTF8).lstrip()
    if not text:
        raise BadSource(f"{name}: the file is empty.")
    if b"\0" in start:
        raise BadSource(f"{name} is no text; CSV, TSV, JSON or JSON Lines was expected, or a zip archive of one.")
    if text.startswith(b"["):
        return _with_first_fields(Handed(path, name, "array", ()))
    if not text.startswith(b"{"):
        delimiter, columns = _header(path)
        return Handed(path, name, "table", columns, delimiter)
    if name.endswith(".jsonl") or _holds_an_object_per_line(text):
        return _with_first_fields(Handed(path, name, "lines", ()))
    handed = Handed(path, name, "object", ())
    first = islice(handed.leaves(lambda steps: len(steps) < _DEPTH, constants=True), _FIRST_LEAVES)
    return replace(handed, fields=tuple(dict.fromkeys(steps[0] for steps, _ in first if steps)))


def _with_first_fields(handed: Handed) -> Handed:
    return replace(handed, fields=next((tuple(row) for _, row in handed.rows(constants=True)), ()))


def _holds_an_object_per_line(text: bytes) -> bool:
    """Is the first line whole, and another one behind it? Many a .json file holds an object per line."""
    first, _, rest = text.partition(b"\n")
    if not rest.lstrip().startswith(b"{"):
        return False
    try:
        jsons.loads(first.decode(), constants=True)
    except (BadRow, UnicodeDecodeError):
        return False
    return True


def _header(path: Path) -> tuple[str, tuple[str, ...]]:
    """What stands between the columns of a table, and what they are called."""
    found: dict[str, list[str]] = {}
    for delimiter in _DELIMITERS:
        with path.open("r", encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            try:
                found[delimiter] = next(csv.reader(stream, delimiter=delimiter), list[str]())
            except csv.Error:
                found[delimiter] = []
    delimiter = max(found, key=lambda delimiter: len(found[delimiter]))
    return delimiter, tuple(name.encode(errors="replace").decode() for name in found[delimiter])
