"""Stage 8, report: runs become pages that people look at.

A report is one folder: pages, data in pieces, pictures, tables and plots as files. It opens from a file manager, needs
no server and no network, and the same bench gives the same bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.errors import OptotypeError
from optotype.progress import Progress, silent
from optotype.report import printing
from optotype.report.board import Agreed, Asked, gather, runs_of
from optotype.report.chunks import SIZE, Chunk
from optotype.report.site import Site
from optotype.report.thumbnails import Gallery
from optotype.web.words import Language

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.report.dossiers import Dossier

__all__ = ["Agreed", "Asked", "Report", "report"]

MARK = ".optotype-report"
"""A file that tells a report from other folders."""


@dataclass(frozen=True)
class Report:
    """A report that was written."""

    folder: Path
    index: Path
    """The page to open first."""
    items: int
    runs: int
    pictures: int
    """Files of pictures."""
    missing: int
    """Pictures whose file is missing."""
    files: int
    """Files besides those of pictures."""
    bytes: int
    """Of these."""


def report(
    bench: Bench,
    folder: Path,
    asked: Asked = Asked(),  # noqa: B008 - frozen
    *,
    agreed: Sequence[Agreed] = (),
    language: Language = "en",
    progress: Progress = silent,
) -> Report:
    """Writes a report. The folder is replaced when all is written; one that is no report is left alone.

    Args:
        bench: whose items and runs.
        folder: where to.
        asked: which items and runs.
        agreed: how far people agree about the items, by form; nothing is shown about that without it.
        language: of the pages that open first; the others are a click away.
        progress: told of each item done.

    Raises:
        OptotypeError: there is nothing to report on, or the folder holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise OptotypeError(f"{folder} is a file; a report is a folder. Name another place with --out.")
    if folder.exists() and not (folder / MARK).exists() and any(folder.iterdir()):
        raise OptotypeError(f"{folder} is not a report: it holds other files. Name another folder with --out.")
    part = folder.with_name(f"{folder.name}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        (part / MARK).touch()
        done = _write(bench, part, folder, asked, agreed, language, progress)
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    except OSError as error:
        if error.strerror is None:  # not the disk's fault
            raise
        raise OptotypeError(f"{folder}: the report cannot be written: {error.strerror}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return done


def _write(
    bench: Bench,
    part: Path,
    folder: Path,
    asked: Asked,
    agreed: Sequence[Agreed],
    language: Language,
    progress: Progress,
) -> Report:
    writer = _Files(part)
    gallery = Gallery(bench, part)
    chunk: Chunk | None = None

    def each(place: int, dossier: Dossier) -> None:
        nonlocal chunk
        number = place // SIZE
        if chunk is None or chunk.number != number:
            if chunk is not None:
                writer.write(chunk.files().items())
            chunk = Chunk(number, runs)
        chunk.add(dossier)
        gallery.add(dossier.pictures.values())

    runs = [run.id for run in runs_of(bench, asked)]
    board = gather(bench, asked, each, progress, agreed)
    if chunk is not None:
        writer.write(chunk.files().items())
    site = Site(board, language)
    writer.write(site.files())
    printing.draw([make() for make in site.plots.values()], part / "plots", language)
    pictures = gallery.hang()
    index = folder / site.address("leaderboard", language)
    return Report(
        folder=folder,
        index=index,
        items=len(board.columns.ids),
        runs=len(board.entries),
        pictures=pictures,
        missing=gallery.missing,
        files=writer.files,
        bytes=writer.bytes,
    )


class _Files:
    """Writes files into a folder, and counts them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files = 0
        self.bytes = 0

    def write(self, contents: Iterable[tuple[str, bytes]]) -> None:
        """Writes contents to their addresses."""
        for address, content in contents:
            path = self._folder / address
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            self.files += 1
            self.bytes += len(content)
