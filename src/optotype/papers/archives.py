"""Archives as arXiv gives them: unpacked file by file, never outside the folder, never more than is sane."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from optotype.errors import BadRow
from optotype.pictures import stays

ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar", ".tar.bz2", ".tar.xz", ".gz")
"""What the names of archives end in; `.gz` alone is a single source, as arXiv gives it."""

MOST_BYTES = 1024 * 1024 * 1024
"""How much an archive may unfold to."""
MOST_FILES = 20_000
_PIECE = 1024 * 1024


def is_archive(name: str) -> bool:
    """Does a file's name say that it is an archive?"""
    return name.casefold().endswith(ENDINGS)


@contextmanager
def unpacked(path: Path) -> Generator[tuple[Path, list[str]]]:
    """A folder with what is in an archive, for as long as it is needed, and what was left out and why.

    Links, devices, and names that lead out of the folder are left out.

    Raises:
        BadRow: it is no archive, is damaged, or unfolds to more than is sane.
    """
    with TemporaryDirectory(prefix="optotype-") as name:
        folder = Path(name)
        unpacking = _Unpacking(folder)
        try:
            if path.stat().st_size == 0:
                raise ValueError("it is empty")
            if zipfile.is_zipfile(path):
                unpacking.zip(path)
            elif path.suffix.casefold() == ".zip":
                raise ValueError("File is not a zip file, or is cut off")
            elif tarfile.is_tarfile(path):
                unpacking.tar(path)
            else:
                unpacking.single(path)
        except (OSError, EOFError, zlib.error, tarfile.TarError, zipfile.BadZipFile, ValueError, RuntimeError) as error:
            raise BadRow(f"the archive cannot be unpacked: {error}") from error
        yield folder, unpacking.left_out


class _Unpacking:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bytes = self._files = 0
        self.left_out: list[str] = []

    def zip(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if member.is_dir():
                    continue
                if member.flag_bits & 1:
                    self._leave(member.filename, "is locked with a password")
                elif (member.external_attr >> 16) & 0o170000 == 0o120000:
                    self._leave(member.filename, "is a link")
                else:
                    with archive.open(member) as stream:
                        self._write(member.filename, stream)

    def tar(self, path: Path) -> None:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    stream = archive.extractfile(member)
                    if stream is not None:
                        self._write(member.name, stream)
                elif not member.isdir():
                    self._leave(member.name, "is a link or a device")

    def single(self, path: Path) -> None:
        """One source, packed alone."""
        with gzip.open(path) as stream:
            self._write("main.tex", io.BufferedReader(stream))

    def _write(self, name: str, stream: IO[bytes]) -> None:
        name = name.removeprefix("./")
        self._files += 1
        if self._files > MOST_FILES:
            raise ValueError(f"more than {MOST_FILES:,} files in it")
        target = self._folder / name.replace("\\", "/") if stays(name) else None
        if target is None or len(name.encode("utf-8", "replace")) > 400:
            self._leave(name, "leads out of the folder")
            return
        if target.exists():
            self._leave(name, "is there twice; the first counts")
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as out:
            while piece := stream.read(_PIECE):
                self._bytes += len(piece)
                if self._bytes > MOST_BYTES:
                    raise ValueError(f"it unfolds to more than {MOST_BYTES:,} bytes")
                out.write(piece)

    def _leave(self, name: str, why: str) -> None:
        if len(self.left_out) < 20:
            self.left_out.append(f"{name[:120]!r} {why}")
